//! Opening a store.

use sqlx::Executor;
use zermelo_store::{Database, OpenError, Store, StoredStatus};

use crate::database::{TestDatabase, event, numbers, on_both, room, row};

on_both!(a_second_server_is_rejected, a_store_can_be_reopened, migrations_run_once, a_newer_database_is_rejected);

async fn a_second_server_is_rejected(home: TestDatabase) {
    let store = home.open().await;
    let error = home.try_open().await.expect_err("it is in use");
    assert!(matches!(error, OpenError::InUse { .. }), "{error:?}");
    assert_eq!(error.code(), "store/in-use");
    assert!(error.to_string().contains("is in use by another server"), "{error}");
    if let Database::Sqlite { .. } = home.options.database {
        let process = format!("(process {})", std::process::id());
        assert!(error.to_string().contains(&process), "{error}");
    }
    // The first one still works.
    store.write(room(&row("abc", 1, StoredStatus::Playing))).await.expect("it is stored");
    store.close().await.expect("all is stored");
    home.open().await.close().await.expect("all is stored");
}

async fn a_store_can_be_reopened(home: TestDatabase) {
    for seq in 1..4 {
        let store = home.open().await;
        if seq == 1 {
            store.write(room(&row("abc", 1, StoredStatus::Playing))).await.expect("it is stored");
        }
        store.write(event("abc", seq)).await.expect("it is stored");
        assert_eq!(numbers(&store, "abc").await, (1..=seq).collect::<Vec<_>>());
        store.close().await.expect("all is stored");
    }
}

async fn migrations_run_once(home: TestDatabase) {
    let mut seen = Vec::new();
    for _ in 0..3 {
        home.open().await.close().await.expect("all is stored");
        let applied = "SELECT version, execution_time FROM _sqlx_migrations ORDER BY version";
        let applied: Vec<(i64, i64)> =
            sqlx::query_as(applied).fetch_all(&mut home.connect().await).await.expect("migrations");
        assert!(!applied.is_empty());
        seen.push(applied);
    }
    assert!(seen.windows(2).all(|pair| pair[0] == pair[1]), "{seen:?}");
}

async fn a_newer_database_is_rejected(home: TestDatabase) {
    home.open().await.close().await.expect("all is stored");
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                 SELECT 9, 'later', success, checksum, 1 FROM _sqlx_migrations WHERE version = 1";
    home.connect().await.execute(newer).await.expect("a newer program");
    for _ in 0..2 {
        let error = home.try_open().await.expect_err("it is newer");
        assert_eq!(error.code(), "store/newer");
        assert!(error.to_string().contains("its tables are version 9, and this program supports up to 1"), "{error}");
    }
    let older = "DELETE FROM _sqlx_migrations WHERE version = 9";
    home.connect().await.execute(older).await.expect("the old program");
    home.open().await.close().await.expect("it was left as it was");
}

#[test]
fn debug_output_has_no_password() {
    let home = TestDatabase::postgres();
    crate::database::run(home, async |home: TestDatabase| {
        let store: Store = home.open().await;
        assert!(format!("{store:?}").contains("127.0.0.1"), "{store:?}");
        assert!(!format!("{store:?} {:?}", home.options).contains("s3cret"), "{store:?}");
        store.close().await.expect("all is stored");
    });
}
