//! Tables on disk: what is hurt is refused, what was begun goes on, and nothing half is left.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use tempfile::TempDir;
use zermelo_core::Game;
use zermelo_games::mnk::Mnk;
use zermelo_solve::retrograde::{LevelError, Means, Ranked, Table, TableError, build_file, open};

use super::{means, table};

fn game() -> Mnk<u64> {
    Mnk::new(3, 3, 3)
}

fn make(path: &Path) -> Result<Table, TableError> {
    build_file(&game(), path, false, &means(2), &mut |_| {})
}

fn is_same(a: &Table, b: &Table) -> bool {
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
fn what_is_written_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/in/t.table");
    let made = make(&path).unwrap();
    let read = open(&path, &game()).unwrap();
    assert!(is_same(&made, &read) && is_same(&read, &table(&game(), 1)));
    assert_eq!(read.entry(&game(), &game().initial()), made.entry(&game(), &game().initial()));
    assert!(matches!(make(&path), Err(TableError::Exists(_))));
    let before = fs::read(&path).unwrap();
    build_file(&game(), &path, true, &means(1), &mut |_| {}).unwrap();
    assert_eq!(fs::read(&path).unwrap(), before, "the same table, byte for byte");
}

#[test]
fn a_hurt_table_is_refused_whatever_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.table");
    make(&path).unwrap();
    let whole = fs::read(&path).unwrap();
    let refused = |bytes: &[u8], what: &str| {
        fs::write(&path, bytes).unwrap();
        match open(&path, &game()) {
            Err(TableError::Refused { why, .. }) => why,
            other => panic!("{what}: {other:?}"),
        }
    };
    for at in (0..whole.len().min(400)).chain((400..whole.len()).step_by(97)) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x40;
        refused(&bytes, &format!("byte {at} is another"));
    }
    for length in (0..400).chain((400..whole.len()).step_by(97)) {
        refused(&whole[..length], &format!("cut after {length} bytes"));
    }
    assert_eq!(refused(&[&whole[..], b"x"].concat(), "longer"), "goes on after its end");
    assert_eq!(refused(b"letters to a friend", "another file"), "is no table");
    let other = folder.path().join("other.table");
    build_file(&Mnk::<u64>::new(3, 3, 2), &other, false, &means(1), &mut |_| {}).unwrap();
    let other = fs::read(other).unwrap();
    assert_eq!(refused(&other, "another game's"), "is the table of mnk-3-3-1-2, and not of mnk-3-3-1-3");
    // It stays refused, and stays there, until it is asked for.
    assert!(matches!(make(&path), Err(TableError::Exists(_))));
    assert_eq!(fs::read(&path).unwrap(), other);
    build_file(&game(), &path, true, &means(1), &mut |_| {}).unwrap();
    assert_eq!(fs::read(&path).unwrap(), whole);
}

#[test]
fn a_build_goes_on_wherever_it_was_ended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.table");
    let part = folder.path().join("t.table.part");
    let game = game();
    for level in 0..game.levels().len() {
        let means = Means::default();
        let stopped = build_file(&game, &path, false, &means, &mut |progress| {
            if progress.number == level {
                means.stop.stop();
            }
        });
        assert!(matches!(stopped, Err(TableError::Level(LevelError::Stopped))), "level {level}");
    }
    let kept = fs::read(&part).unwrap();
    assert!(!path.exists());
    make(&path).unwrap();
    let whole = fs::read(&path).unwrap();
    assert_eq!(names(&folder), ["t.table"]);
    // Cut off or hurt anywhere, what is left of the work is used, and the table is the same.
    for at in (0..kept.len()).step_by(61) {
        let mut hurt = kept.clone();
        hurt[at] ^= 1;
        for bytes in [&kept[..at], &hurt] {
            fs::remove_file(&path).unwrap();
            fs::write(&part, bytes).unwrap();
            make(&path).unwrap();
            assert_eq!(fs::read(&path).unwrap(), whole, "byte {at}");
        }
    }
}

#[test]
fn two_builds_at_once_do_the_work_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.table");
    let levels = AtomicUsize::new(0);
    let tables: Vec<Table> = thread::scope(|scope| {
        let run = || {
            let made = build_file(&game(), &path, false, &means(1), &mut |progress| {
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
fn a_full_disk_leaves_no_half_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.table");
    // What is written here goes nowhere: there is no room.
    std::os::unix::fs::symlink("/dev/full", folder.path().join("t.table.whole")).unwrap();
    match make(&path) {
        Err(error @ TableError::Write { .. }) => {
            assert!(error.to_string().contains("No space left on device"), "{error}");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(names(&folder), ["t.table.part"]);
    // With room again, nothing has to be solved again.
    let mut solved = 0;
    build_file(&game(), &path, false, &means(1), &mut |_| solved += 1).unwrap();
    assert_eq!((solved, names(&folder)), (0, vec!["t.table".to_owned()]));
}
