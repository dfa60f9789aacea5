//! Folders, files and backups of `SQLite`.

use std::fs;
use std::path::Path;

use sqlx::Executor;
use zermelo_store::{
    BackupError, Database, Durability, OpenError, Store, StoreOptions, StoredStatus, WriteRequest, backup,
};

use crate::database::{TestDatabase, body, collect, event, events, numbers, room, row, run, sqlite_url, submit_all};

async fn open_at(folder: &Path) -> Result<Store, OpenError> {
    let database = Database::Sqlite { folder: folder.to_owned() };
    Store::open(&StoreOptions { database, durability: Durability::Power }).await
}

#[test]
fn a_folder_can_have_any_name() {
    run(TestDatabase::sqlite(), async |home: TestDatabase| {
        for name in ["a b/c", "50%25?mode=memory#x", "ünï/çødé", "a'b\"c", ".hidden"] {
            let folder = home.folder.path().join(name);
            let store = open_at(&folder).await.unwrap_or_else(|error| panic!("{name}: {error}"));
            store.write(room(&row("abc", 1, StoredStatus::Playing))).await.expect("it is stored");
            store.close().await.expect("all is stored");
            assert!(folder.join("zermelo.sqlite").is_file(), "{name}");
            // No WAL is left.
            let mut files: Vec<_> =
                fs::read_dir(&folder).expect("a folder").map(|file| file.expect("a file").file_name()).collect();
            files.sort();
            assert_eq!(files, ["lock", "zermelo.sqlite"], "{name}");
        }
    });
}

#[test]
fn an_invalid_folder_is_rejected() {
    run(TestDatabase::sqlite(), async |home: TestDatabase| {
        let file = home.folder.path().join("file");
        fs::write(&file, "no folder").expect("a file");
        for folder in [file.clone(), file.join("data")] {
            let error = open_at(&folder).await.expect_err("it is a file");
            assert_eq!(error.code(), "store/folder", "{error}");
            assert!(error.to_string().contains("choose one in which the server can create files"), "{error}");
        }
        assert_eq!(fs::read_to_string(file).expect("a file"), "no folder");
    });
}

#[test]
fn a_foreign_file_is_rejected_unchanged() {
    run(TestDatabase::sqlite(), async |home: TestDatabase| {
        fs::create_dir_all(home.data()).expect("a folder");
        let file = home.data().join("zermelo.sqlite");
        let text = "dear diary, ".repeat(1000);
        fs::write(&file, &text).expect("a file");
        let error = home.try_open().await.expect_err("it is a diary");
        assert_eq!(error.code(), "store/foreign");
        assert!(error.to_string().contains("it is not an SQLite database"), "{error}");
        assert_eq!(fs::read_to_string(&file).expect("a file"), text);

        fs::remove_file(&file).expect("a file");
        home.connect().await.execute("CREATE TABLE recipes (name TEXT)").await.expect("a table");
        let before = fs::read(&file).expect("a file");
        let error = home.try_open().await.expect_err("it is of another program");
        assert_eq!(error.code(), "store/foreign");
        assert!(error.to_string().contains("it is the SQLite database of another program"), "{error}");
        assert_eq!(fs::read(&file).expect("a file"), before);
    });
}

#[test]
fn a_backup_is_a_consistent_snapshot() {
    run(TestDatabase::sqlite(), async |home: TestDatabase| {
        const COUNT: u32 = 4000;
        const ROOMS: u32 = 20;
        let store = home.open().await;
        let code = |at: u32| format!("r{:02}", at % ROOMS);
        for at in 0..ROOMS {
            store.write(room(&row(&code(at), i64::from(at), StoredStatus::Playing))).await.expect("it is stored");
        }
        store.write(events("r00", &[1, 2])).await.expect("it is stored");
        // Write events of all rooms in turn, and take a few backups meanwhile.
        let write = |at: u32| {
            let first = if at.is_multiple_of(ROOMS) { 3 } else { 1 };
            event(&code(at), first + at / ROOMS)
        };
        let answers = submit_all(&store, (0..COUNT).map(write));
        let mut copies = Vec::new();
        for number in 0..3 {
            let acknowledged = store.stats().events;
            let copy = home.folder.path().join(format!("copy {number}.sqlite"));
            backup(&home.options.database, &copy).await.expect("a copy");
            copies.push((copy, acknowledged));
        }
        assert!(collect(answers).await.into_iter().all(|(_, result)| result.is_ok()));
        store.close().await.expect("all is stored");

        let whole = home.folder.path().join("whole.sqlite");
        backup(&home.options.database, &whole).await.expect("a copy of what nobody writes");
        copies.push((whole, u64::from(COUNT) + 2));
        for (copy, acknowledged) in copies {
            let folder = copy.with_extension("data");
            fs::create_dir(&folder).expect("a folder");
            fs::rename(&copy, folder.join("zermelo.sqlite")).expect("a new place");
            let store = open_at(&folder).await.expect("it opens");
            let rooms = store.unfinished_rooms().await.expect("a database");
            assert_eq!(rooms.len(), ROOMS as usize);
            let mut all = 0;
            for room in rooms {
                let expected: Vec<_> = (1..=room.events.len() as u32).map(|seq| (seq, body(seq))).collect();
                assert_eq!(room.events, expected, "no gaps");
                all += room.events.len() as u64;
            }
            assert!(all >= acknowledged, "{all} of {acknowledged}");
            store.write(WriteRequest::Heartbeat(1)).await.expect("it goes on");
            store.close().await.expect("all is stored");
        }
        let left = fs::read_dir(home.folder.path()).expect("a folder").map(|file| file.expect("a file").file_name());
        let parts: Vec<_> = left.filter(|name| name.to_string_lossy().ends_with(".part")).collect();
        assert!(parts.is_empty(), "{parts:?}");
    });
}

#[test]
fn a_backup_never_overwrites_a_file() {
    run(TestDatabase::sqlite(), async |home: TestDatabase| {
        let to = home.folder.path().join("copy.sqlite");
        let missing = backup(&home.options.database, &to).await.expect_err("there is nothing yet");
        assert_eq!(missing.code(), "backup/no-database", "{missing}");
        assert!(!home.data().exists(), "nothing is made");

        let store = home.open().await;
        fs::write(&to, "mine").expect("a file");
        let taken = backup(&home.options.database, &to).await.expect_err("it is taken");
        assert!(matches!(taken, BackupError::Exists(_)), "{taken:?}");
        assert_eq!((taken.code(), fs::read_to_string(&to).expect("a file")), ("backup/exists", "mine".to_owned()));
        let nowhere = home.folder.path().join("no/such/folder/copy.sqlite");
        let error = backup(&home.options.database, &nowhere).await.expect_err("there is no folder");
        assert!(error.to_string().contains("can't be copied"), "{error}");
        store.close().await.expect("all is stored");
    });
}

#[test]
fn another_program_can_read_the_database() {
    run(TestDatabase::sqlite(), async |home: TestDatabase| {
        let store = home.open().await;
        store.write(room(&row("abc", 1, StoredStatus::Playing))).await.expect("it is stored");
        store.write(event("abc", 1)).await.expect("it is stored");
        let mut other = home.connect().await;
        let count = sqlx::query_scalar("SELECT count(*) FROM events").fetch_one(&mut other).await;
        assert_eq!(count.ok(), Some(1_i64));
        assert!(sqlite_url(&home.data()).starts_with("sqlite:///"));
        assert_eq!(numbers(&store, "abc").await, [1]);
        store.close().await.expect("all is stored");
    });
}
