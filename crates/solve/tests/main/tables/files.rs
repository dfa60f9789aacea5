//! Tables on disk: damaged files are rejected, builds continue, and files are written atomically.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use tempfile::TempDir;
use zermelo_core::Game;
use zermelo_games::mnk::Mnk;
use zermelo_solve::retrograde::{EndgameTable, LevelError, RankedGame, TableError, TableOptions, build_file, open};

use super::{options, table};

fn game() -> Mnk<u64> {
    Mnk::new(3, 3, 3)
}

fn build_small(path: &Path) -> Result<EndgameTable, TableError> {
    build_file(&game(), path, false, &options(2), &mut |_| {})
}

fn is_same(a: &EndgameTable, b: &EndgameTable) -> bool {
    a.levels() == b.levels() && (0..a.levels()).all(|level| a.level(level) == b.level(level))
}

fn names(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_table_is_read_as_it_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/in/t.table");
    let made = build_small(&path).unwrap();
    let read = open(&path, &game()).unwrap();
    assert!(is_same(&made, &read) && is_same(&read, &table(&game(), 1)));
    assert_eq!(read.entry(&game(), &game().initial()), made.entry(&game(), &game().initial()));
    assert!(matches!(build_small(&path), Err(TableError::Exists(_))));
    let before = fs::read(&path).unwrap();
    build_file(&game(), &path, true, &options(1), &mut |_| {}).unwrap();
    assert_eq!(fs::read(&path).unwrap(), before, "the same table, byte for byte");
}

#[test]
fn damaged_tables_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.table");
    build_small(&path).unwrap();
    let whole = fs::read(&path).unwrap();
    let rejected = |bytes: &[u8], what: &str| {
        fs::write(&path, bytes).unwrap();
        match open(&path, &game()) {
            Err(TableError::Invalid { why, .. }) => why,
            other => panic!("{what}: {other:?}"),
        }
    };
    for at in (0..whole.len().min(400)).chain((400..whole.len()).step_by(97)) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x40;
        rejected(&bytes, &format!("byte {at} is changed"));
    }
    for length in (0..400).chain((400..whole.len()).step_by(97)) {
        rejected(&whole[..length], &format!("truncated to {length} bytes"));
    }
    assert_eq!(rejected(&[&whole[..], b"x"].concat(), "longer"), "has extra bytes at its end");
    assert_eq!(rejected(b"another text", "another file"), "is not a table");
    let other = folder.path().join("other.table");
    build_file(&Mnk::<u64>::new(3, 3, 2), &other, false, &options(1), &mut |_| {}).unwrap();
    let other = fs::read(other).unwrap();
    assert_eq!(rejected(&other, "another game's"), "is the table of mnk-3-3-1-2, and not of mnk-3-3-1-3");
    // An invalid table is replaced only with `force`.
    assert!(matches!(build_small(&path), Err(TableError::Exists(_))));
    assert_eq!(fs::read(&path).unwrap(), other);
    build_file(&game(), &path, true, &options(1), &mut |_| {}).unwrap();
    assert_eq!(fs::read(&path).unwrap(), whole);
}

#[test]
fn an_interrupted_build_continues_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.table");
    let part = folder.path().join("t.table.part");
    let game = game();
    for level in 0..game.levels().len() {
        let options = TableOptions::default();
        let stopped = build_file(&game, &path, false, &options, &mut |progress| {
            if progress.number == level {
                options.stop.stop();
            }
        });
        assert!(matches!(stopped, Err(TableError::Level(LevelError::Stopped))), "level {level}");
    }
    let kept = fs::read(&part).unwrap();
    assert!(!path.exists());
    build_small(&path).unwrap();
    let whole = fs::read(&path).unwrap();
    assert_eq!(names(&folder), ["t.table"]);
    // The intact part of a truncated or damaged file is used, and the table is the same.
    for at in (0..kept.len()).step_by(61) {
        let mut damaged = kept.clone();
        damaged[at] ^= 1;
        for bytes in [&kept[..at], &damaged] {
            fs::remove_file(&path).unwrap();
            fs::write(&part, bytes).unwrap();
            build_small(&path).unwrap();
            assert_eq!(fs::read(&path).unwrap(), whole, "byte {at}");
        }
    }
}

#[test]
fn simultaneous_builds_do_the_work_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.table");
    let levels = AtomicUsize::new(0);
    let tables: Vec<EndgameTable> = thread::scope(|scope| {
        let run = || {
            let made = build_file(&game(), &path, false, &options(1), &mut |progress| {
                levels.fetch_add(usize::from(progress.pass.0 == 0), Ordering::Relaxed);
            });
            match made {
                Err(TableError::Exists(_)) => open(&path, &game()).unwrap(),
                made => made.unwrap(),
            }
        };
        let builds: Vec<_> = (0..4).map(|_| scope.spawn(run)).collect();
        builds.into_iter().map(|build| build.join().unwrap()).collect()
    });
    assert!(tables.iter().all(|table| is_same(table, &tables[0])));
    assert_eq!(levels.into_inner(), game().levels().len());
    assert!(path.exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_no_partial_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.table");
    // Writes to this file fail for lack of space.
    std::os::unix::fs::symlink("/dev/full", folder.path().join("t.table.whole")).unwrap();
    match build_small(&path) {
        Err(error @ TableError::Write { .. }) => {
            assert!(error.to_string().contains("No space left on device"), "{error}");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(names(&folder), ["t.table.part"]);
    // With space again, no level has to be solved again.
    let mut solved = 0;
    build_file(&game(), &path, false, &options(1), &mut |_| solved += 1).unwrap();
    assert_eq!((solved, names(&folder)), (0, vec!["t.table".to_owned()]));
}
