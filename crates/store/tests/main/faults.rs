//! What keeps a file of `SQLite` from being written passes, and nothing is lost.

use sqlx::Executor;
use zermelo_store::{Health, Status, WriteError};

use crate::child::{ROOM, Writing};
use crate::home::{Home, collect, event, failing, hand_over, healthy, numbers, reopen, room, row, run};

#[test]
fn a_locked_database_is_waited_for() {
    run(Home::sqlite(), async |home: Home| {
        const COUNT: u32 = 50;
        let store = home.open().await;
        store.written(room(&row("abc", 1, Status::Playing))).await.expect("it is stored");
        let mut other = home.connect().await;
        other.execute("BEGIN IMMEDIATE").await.expect("the lock");
        let mut answers = hand_over(&store, (1..=COUNT).map(|seq| event("abc", seq)));
        let (code, why) = failing(&store).await;
        assert_eq!(code, "store/locked");
        assert!(why.contains("another program holds the database"), "{why}");
        assert!(answers.try_recv().is_err(), "nothing is acknowledged");
        assert_eq!(store.pending(), u64::from(COUNT));
        // What is stored can be read meanwhile.
        assert_eq!(numbers(&store, "abc").await, [0; 0]);

        other.execute("ROLLBACK").await.expect("it lets go");
        assert!(collect(answers).await.into_iter().all(|(_, result)| result.is_ok()));
        healthy(&store).await;
        assert!(store.figures().retries > 0);
        assert_eq!((store.health(), store.pending()), (Health::Ok, 0));
        assert_eq!(numbers(&store, "abc").await, (1..=COUNT).collect::<Vec<_>>());
        store.close().await.expect("all is stored");
    });
}

/// Whoever stops the server does not wait for ever, and is told what is not stored; nobody was told that it is.
#[test]
fn a_store_that_can_t_write_ends_all_the_same() {
    run(Home::sqlite(), async |home: Home| {
        let store = home.open().await;
        store.written(room(&row("abc", 1, Status::Playing))).await.expect("it is stored");
        let mut other = home.connect().await;
        other.execute("BEGIN IMMEDIATE").await.expect("the lock");
        let answers = hand_over(&store, (1..=3).map(|seq| event("abc", seq)));
        failing(&store).await;
        let error = store.close().await.expect_err("it can't be stored");
        assert_eq!((error.count, error.code), (3, "store/locked"));
        assert!(error.to_string().contains("3 write(s) could not be stored"), "{error}");
        assert!(collect(answers).await.into_iter().all(|(_, result)| result == Err(WriteError::Closed)));
        drop(other);
        let store = home.open().await;
        assert_eq!(numbers(&store, "abc").await, [0; 0]);
        store.close().await.expect("all is stored");
    });
}

/// A limit for the size of files stands for the disk: the system refuses to let the file grow.
#[test]
fn a_file_that_can_t_grow_is_waited_for() {
    run(Home::sqlite(), async |home: Home| {
        let mut child = Writing::start(&home, Some(1024));
        let said = child.next("failing ").expect("it says so");
        assert!(said.starts_with("store/full the disk is full, or the file may not grow"), "{said}");
        // The child makes room; what waited is stored, and more.
        let first: u32 = child.next("stored ").expect("it goes on").parse().expect("a number");
        let mut last = first;
        while last < first + 300 {
            last = child.next("stored ").expect("it goes on").parse().expect("a number");
        }
        child.kill();
        let store = reopen(&home).await;
        let found = numbers(&store, ROOM).await;
        assert!(found.len() >= last as usize);
        assert_eq!(found, (1..=found.len() as u32).collect::<Vec<_>>(), "no gaps");
        store.close().await.expect("all is stored");
    });
}
