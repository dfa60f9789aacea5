//! Failures of a `PostgreSQL` server.

use std::time::Duration;

use sqlx::Connection;
use zermelo_store::{Database, OpenError, StoredStatus, backup};

use crate::database::{TestDatabase, collect, event, failing, healthy, numbers, room, row, run, submit_all};
use crate::postgres::{PASSWORD, Postgres, USER, free_port, shared};

#[test]
fn writes_are_retried_after_a_crash_of_the_server() {
    let mut server = Postgres::own();
    run(TestDatabase::on(&server.database()), async |home: TestDatabase| {
        const COUNT: u32 = 400;
        let store = home.open().await;
        store.write(room(&row("abc", 1, StoredStatus::Playing))).await.expect("it is stored");
        for round in 0..3 {
            let first = round * COUNT + 1;
            let mut answers = submit_all(&store, (first..first + COUNT).map(|seq| event("abc", seq)));
            // Somewhere in the middle.
            for _ in 0..round * 50 {
                answers.recv().await.expect("an answer").1.expect("it is stored");
            }
            tokio::task::block_in_place(|| server.crash());
            let more = submit_all(&store, [event("abc", first + COUNT - 1)]);
            let (code, why) = failing(&store).await;
            assert_eq!(code, "store/unreachable", "{why}");
            assert!(!why.contains(PASSWORD), "{why}");
            tokio::time::sleep(Duration::from_millis(100)).await;
            tokio::task::block_in_place(|| server.restart());
            assert!(collect(answers).await.into_iter().all(|(_, result)| result.is_ok()));
            assert!(collect(more).await.into_iter().all(|(_, result)| result.is_ok()), "the same event again");
            healthy(&store).await;
            assert_eq!(numbers(&store, "abc").await, (1..first + COUNT).collect::<Vec<_>>());
        }
        store.close().await.expect("all is stored");
    });
}

/// No other server can take over in between: the lock belongs to the writer's connection.
#[test]
fn a_reconnected_writer_takes_the_lock_again() {
    run(TestDatabase::postgres(), async |home: TestDatabase| {
        let store = home.open().await;
        store.write(room(&row("abc", 1, StoredStatus::Playing))).await.expect("it is stored");
        let mut other = home.connect().await;
        let end = "SELECT count(pg_terminate_backend(pid)) FROM pg_locks WHERE locktype = 'advisory' AND granted \
                   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
        for seq in 1..4 {
            let ended: i64 = sqlx::query_scalar(end).fetch_one(&mut other).await.expect("the connection ends");
            assert_eq!(ended, 1);
            store.write(event("abc", seq)).await.expect("it is stored");
        }
        assert!(matches!(home.try_open().await, Err(OpenError::InUse { .. })));
        assert_eq!(numbers(&store, "abc").await, [1, 2, 3]);
        store.close().await.expect("all is stored");
        other.close().await.expect("an end");
    });
}

#[test]
fn connection_errors_do_not_show_the_password() {
    let server = shared();
    let known = server.url("postgres");
    let elsewhere = format!("postgres://{USER}:{PASSWORD}@127.0.0.1:{}/games", free_port());
    for (url, code, words) in [
        (server.url("no_such_database"), "store/no-database", "createdb"),
        (known.replace(PASSWORD, "wr0ng"), "store/login", "password authentication failed"),
        (known.replace(USER, "n0body"), "store/login", "correct the user and password"),
        (elsewhere, "store/unreachable", "is PostgreSQL running there"),
        (format!("postgres://{USER}:{PASSWORD}@no-such-host.invalid/games"), "store/unreachable", "no-such-host"),
        (format!("postgres://{USER}:{PASSWORD}@host:port/games"), "store/url", "postgres://user:password@host"),
        (format!("mysql://{USER}:{PASSWORD}@127.0.0.1/games"), "store/url", "postgres://user:password@host"),
    ] {
        run(TestDatabase::on(&url), async |home: TestDatabase| {
            let error = home.try_open().await.expect_err("it leads nowhere");
            assert_eq!(error.code(), code, "{error}");
            assert!(error.to_string().contains(words), "{error}");
            let all = format!("{error} {error:?} {:?}", home.options);
            assert!(!all.contains(PASSWORD) && !all.contains("wr0ng"), "{all}");
        });
    }
}

#[test]
fn backup_refers_to_pg_dump() {
    run(TestDatabase::postgres(), async |home: TestDatabase| {
        let Database::Postgres { .. } = &home.options.database else { panic!("PostgreSQL") };
        let to = home.folder.path().join("copy");
        let error = backup(&home.options.database, &to).await.expect_err("it has its own program");
        assert_eq!(error.code(), "backup/postgres");
        assert!(error.to_string().contains("pg_dump --format=custom"), "{error}");
        assert!(!error.to_string().contains(PASSWORD) && !to.exists(), "{error}");
    });
}
