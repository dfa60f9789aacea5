//! Files that games are added to.

use std::fs;
use std::path::PathBuf;

use zermelo_core::erased::{DynGame, DynRecord, ErasedGame};
use zermelo_games::draughts::AnyDraughts;
use zermelo_games::draughts::rules::English;
use zermelo_records::csv::read_games;
use zermelo_records::{AddError, Archive, Format, OpenError, SavedGame, jsonl, pdn};

use super::draughts::erased;

/// A folder that is gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("zermelo-records-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

fn checkers() -> Box<dyn DynGame> {
    erased(AnyDraughts::new::<English>(8))
}

fn saved(rules: &dyn DynGame) -> SavedGame {
    let mut record: Box<dyn DynRecord> = rules.new_record();
    record.play_all("11-15 22-18 15x22 25x18").expect("legal moves");
    SavedGame { date: Some("2026-11-28".to_owned()), ..SavedGame::of(record.as_ref(), ["a", "b"]) }
}

/// How many games of a file are read, and how many are refused.
fn count(path: &std::path::Path) -> (usize, usize) {
    fn split<T, E>(read: impl Iterator<Item = Result<T, E>>) -> (usize, usize) {
        read.fold((0, 0), |(good, bad), read| if read.is_ok() { (good + 1, bad) } else { (good, bad + 1) })
    }
    let bytes = fs::read(path).expect("the file is there");
    match Format::of(path) {
        Format::JsonLines => split(jsonl::read(bytes.as_slice())),
        Format::Csv => split(read_games(bytes.as_slice()).expect("our titles")),
        Format::Pdn => split(pdn::read(&pdn::decode(&bytes))),
    }
}

const NAMES: [&str; 5] = ["games.jsonl", "games", "games.txt", "games.csv", "games.PDN"];

#[test]
fn games_are_added_to_what_is_there() {
    let folder = Folder::new("added");
    let rules = checkers();
    let game = saved(rules.as_ref());
    for name in NAMES {
        let path = folder.file(name);
        for total in [2, 4] {
            let mut archive = Archive::open(&path, rules.as_ref()).expect("our file");
            archive.add(&game, rules.as_ref()).expect("room on the disk");
            archive.add(&game, rules.as_ref()).expect("room on the disk");
            assert_eq!(count(&path), (total, 0), "{name}");
        }
    }
}

#[test]
fn a_torn_end_costs_one_game() {
    let folder = Folder::new("torn");
    let rules = checkers();
    // A name with a comma stands in quotation marks in a table.
    let game = SavedGame { first: Some("one, two".to_owned()), ..saved(rules.as_ref()) };
    for name in NAMES {
        let path = folder.file(name);
        let add = || Archive::open(&path, rules.as_ref()).expect("our file").add(&game, rules.as_ref());
        add().expect("room on the disk");
        let first = fs::read(&path).expect("the file is there").len();
        add().expect("room on the disk");
        let whole = fs::read(&path).expect("the file is there");
        for cut in first + 1..whole.len() {
            fs::write(&path, &whole[..cut]).expect("the test's own file");
            add().expect("room on the disk");
            add().expect("room on the disk");
            let (good, bad) = count(&path);
            // What was cut off behind the last move, or between two, can't be told from a whole game.
            let expected = [(3, 1), (4, 0), (3, 0)];
            assert!(expected.contains(&(good, bad)), "{name} cut at {cut}: {good} and {bad}");
            assert!(fs::read(&path).expect("the file is there").starts_with(&whole[..cut]), "what is there stays");
        }
    }
}

#[test]
fn a_file_of_another_kind_is_refused_and_stays() {
    let folder = Folder::new("other");
    let rules = checkers();
    let game = saved(rules.as_ref());
    let contents: Vec<(&str, Vec<u8>)> = NAMES
        .iter()
        .map(|name| {
            let path = folder.file(name);
            Archive::open(&path, rules.as_ref()).expect("a new file").add(&game, rules.as_ref()).expect("room");
            (Format::of(&path).name(), fs::read(&path).expect("the file is there"))
        })
        .chain([("something else than games", b"\x7FELF and so on".to_vec())])
        .chain([("something else than games", b"a,b,c\n1,2,3\n".to_vec())])
        .collect();
    for name in NAMES {
        let path = folder.file(name);
        for (kind, content) in &contents {
            fs::write(&path, content).expect("the test's own file");
            let opened = Archive::open(&path, rules.as_ref());
            if Format::of(&path).name() == *kind {
                assert!(opened.is_ok(), "{name} holds {kind}");
                continue;
            }
            let why = opened.expect_err("another kind").to_string();
            let asked = Format::of(&path).name();
            assert_eq!(why, format!("it holds {kind}, and its name asks for {asked}: choose another file"));
            assert_eq!(&fs::read(&path).expect("the file is there"), content, "{name}");
        }
    }
}

#[test]
fn pdn_is_for_games_that_are_written_so() {
    let folder = Folder::new("nopdn");
    let toy = ErasedGame(zermelo_testkit::toy::Subtraction::new(7, 3));
    let path = folder.file("toy.pdn");
    let why = Archive::open(&path, &toy).expect_err("a toy");
    assert!(matches!(why, OpenError::NoPdn(_)));
    let said = "subtraction:pile=7,most=3 is not written in PDN, which is for draughts; name a file that ends in .jsonl or .csv";
    assert_eq!(why.to_string(), said);
    assert!(!path.exists(), "nothing is made");
    let mut archive = Archive::open(&path, checkers().as_ref()).expect("a new file");
    assert!(matches!(archive.add(&super::games::example(), &toy), Err(AddError::NoPdn(_))));
}

#[test]
fn the_system_has_its_say() {
    let folder = Folder::new("system");
    let why = Archive::open(&folder.file("no/such/folder.jsonl"), checkers().as_ref()).expect_err("no folder");
    assert!(matches!(why, OpenError::Io(_)), "{why}");
    assert!(matches!(Archive::open(&folder.0, checkers().as_ref()), Err(OpenError::Io(_))), "a folder is no file");
}
