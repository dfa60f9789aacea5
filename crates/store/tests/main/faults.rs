//! Writes to an `SQLite` file are retried after transient errors.

use sqlx::Executor;
use zermelo_store::{Health, StoredStatus, WriteError};

use crate::child::{ChildWriter, ROOM};
use crate::database::{TestDatabase, collect, event, failing, healthy, numbers, reopen, room, row, run, submit_all};

#[test]
fn writes_to_a_locked_database_are_retried() {
    run(TestDatabase::sqlite(), async |home: TestDatabase| {
        const COUNT: u32 = 50;
        let store = home.open().await;
        store.write(room(&row("abc", 1, StoredStatus::Playing))).await.expect("it is stored");
        let mut other = home.connect().await;
        other.execute("BEGIN IMMEDIATE").await.expect("the lock");
        let mut answers = submit_all(&store, (1..=COUNT).map(|seq| event("abc", seq)));
        let (code, why) = failing(&store).await;
        assert_eq!(code, "store/locked");
        assert!(why.contains("another program has locked the database"), "{why}");
        assert!(answers.try_recv().is_err(), "nothing is acknowledged");
        assert_eq!(store.pending(), u64::from(COUNT));
        // Reads still work.
        assert_eq!(numbers(&store, "abc").await, [0; 0]);

        other.execute("ROLLBACK").await.expect("it lets go");
        assert!(collect(answers).await.into_iter().all(|(_, result)| result.is_ok()));
        healthy(&store).await;
        assert!(store.stats().retries > 0);
        assert_eq!((store.health(), store.pending()), (Health::Ok, 0));
        assert_eq!(numbers(&store, "abc").await, (1..=COUNT).collect::<Vec<_>>());
        store.close().await.expect("all is stored");
    });
}

/// Closing gives up after a while and reports the unstored writes, none of which was acknowledged.
#[test]
fn a_failing_store_can_be_closed() {
    run(TestDatabase::sqlite(), async |home: TestDatabase| {
        let store = home.open().await;
        store.write(room(&row("abc", 1, StoredStatus::Playing))).await.expect("it is stored");
        let mut other = home.connect().await;
        other.execute("BEGIN IMMEDIATE").await.expect("the lock");
        let answers = submit_all(&store, (1..=3).map(|seq| event("abc", seq)));
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

/// A limit of the file size stands in for a full disk.
#[test]
fn writes_to_a_full_disk_are_retried() {
    run(TestDatabase::sqlite(), async |home: TestDatabase| {
        let mut child = ChildWriter::start(&home, Some(1024));
        let said = child.next("failing ").expect("it says so");
        assert!(said.starts_with("store/full the disk is full, or the file may not grow"), "{said}");
        // The child raises the limit; then all writes succeed.
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
