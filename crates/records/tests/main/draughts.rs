//! PDN with the rules of draughts.

use zermelo_core::erased::{DynGame, DynRecord, ErasedGame};
use zermelo_core::{Outcome, PdnType, Side, Termination};
use zermelo_games::draughts::AnyDraughts;
use zermelo_games::draughts::rules::{English, International};
use zermelo_records::pdn::{PdnGame, PickError, decode, pick, read};
use zermelo_records::{ReplayError, SavedGame};
use zermelo_testkit::fixture::fixtures_dir;
use zermelo_testkit::rng::TestRng;

use super::games::play_on;

pub fn erased(game: AnyDraughts) -> Box<dyn DynGame> {
    match game {
        AnyDraughts::Small(game) => Box::new(ErasedGame(game)),
        AnyDraughts::Large(game) => Box::new(ErasedGame(game)),
    }
}

/// English draughts of two kinds and sizes, international ones of three sizes.
fn all() -> Vec<Box<dyn DynGame>> {
    vec![
        erased(AnyDraughts::new::<English>(8)),
        erased(AnyDraughts::new::<English>(8).with_quiet_limit(25)),
        erased(AnyDraughts::new::<English>(6)),
        erased(AnyDraughts::new::<International>(10)),
        erased(AnyDraughts::new::<International>(12)),
        erased(AnyDraughts::new::<International>(8)),
    ]
}

#[test]
fn each_game_says_its_type() {
    let types: Vec<_> = all().iter().map(|game| game.pdn().expect("draughts").to_string()).collect();
    assert_eq!(types, ["21", "21", "21,B,6,6,N1,0", "20", "27", "20,W,8,8,N2,0"]);
    for game in all() {
        let kind = game.pdn().expect("draughts");
        let black_begins = game.new_record().start_text().starts_with('B');
        assert_eq!(kind.first == zermelo_core::PdnColour::Black, black_begins, "{}", game.spec());
        assert_eq!(usize::from(kind.width), usize::from(game.board().size[0]), "{}", game.spec());
    }
}

/// A random game, and where it began.
fn random_game(game: &dyn DynGame, seed: u64) -> Box<dyn DynRecord> {
    let mut rng = TestRng::new(seed);
    let mut record = game.new_record();
    if seed.is_multiple_of(3) {
        let plies = 1 + rng.below(30);
        play_on(record.as_mut(), &mut rng, plies);
        record = game.record_from(&record.position_text()).expect("its own position");
    }
    let plies = if seed.is_multiple_of(2) { 400 } else { rng.below(60) };
    play_on(record.as_mut(), &mut rng, plies);
    if seed.is_multiple_of(5) {
        record.end(Outcome::Win(Side::Second), Termination::Resignation);
    }
    record
}

#[test]
fn games_come_back_as_they_went() {
    let games = all();
    let mut text = String::new();
    let mut kept = Vec::new();
    for seed in 0..40 {
        for game in &games {
            let record = random_game(game.as_ref(), seed);
            let mut saved = SavedGame {
                date: Some("2026-11-28T04:17:33Z".to_owned()),
                seed: Some(seed),
                times_ms: Vec::new(),
                ..SavedGame::of(record.as_ref(), ["the \"first\"", "the second"])
            };
            saved.extra.insert("event".to_owned(), "Cup".into());
            text.push_str(&PdnGame::of(&saved, game.as_ref()).expect("draughts").to_string());
            text.push('\n');
            kept.push((saved, record));
        }
    }
    let read: Vec<PdnGame> = read(&text).map(|game| game.unwrap_or_else(|why| panic!("{why}"))).collect();
    assert_eq!(read.len(), kept.len());
    for (pdn, (saved, record)) in read.iter().zip(&kept) {
        let game = pick(pdn, &games).expect("one of ours");
        let back = pdn.saved(game).expect("draughts");
        // The initial position is not written.
        let start = back.start.clone().unwrap_or_else(|| game.new_record().start_text());
        assert_eq!(&SavedGame { start: Some(start), ..back }, saved);
        let again = pdn.replay(game).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!((again.position_text(), again.ending()), (record.position_text(), record.ending()));
    }
}

#[test]
fn the_form_of_games() {
    let write = |game: AnyDraughts, start: Option<&str>, moves: &str| {
        let game = erased(game);
        let mut record = start.map_or_else(|| game.new_record(), |start| game.record_from(start).expect("a position"));
        record.play_all(moves).expect("legal moves");
        let date = Some("2026-11-28T04:17:33Z".to_owned());
        let saved = SavedGame { seed: Some(3), date, ..SavedGame::of(record.as_ref(), ["human", "pvs:time=1s"]) };
        PdnGame::of(&saved, game.as_ref()).expect("draughts").to_string()
    };
    insta::assert_snapshot!("english", write(AnyDraughts::new::<English>(8), Some("W:WK7:B3"), "7-11 3-8 11x4"));
    insta::assert_snapshot!(
        "international",
        write(AnyDraughts::new::<International>(10), None, "32-28 17-22 28x17 12x21")
    );
    insta::assert_snapshot!("small", write(AnyDraughts::new::<International>(6), None, "13-11 5-8"));
}

#[test]
fn the_game_is_picked_by_its_tags() {
    let games = all();
    let picked = |tags: &str| {
        let pdn = read(&format!("{tags} *")).next().expect("a game").expect("no error");
        pick(&pdn, &games).map(DynGame::spec)
    };
    for (tags, spec) in [
        ("[GameType \"21\"]", "draughts-english"),
        ("[GameType \"21,B,8,8,N1,0\"]", "draughts-english"),
        ("[GameType \"21,B,8,8,N1,1\"]", "draughts-english"),
        ("[GameType \"21,B,6,6,N1,0\"]", "draughts-english:size=6"),
        ("[GameType \"20\"]", "draughts-international"),
        ("[GameType \"27\"]", "draughts-international:size=12"),
        ("[GameType \"21\"] [Game \"draughts-english:kings25=on\"]", "draughts-english:kings25=on"),
        ("[GameType \"20\"] [Game \"chess\"]", "draughts-international"),
    ] {
        assert_eq!(picked(tags).as_deref(), Ok(spec), "{tags}");
    }
    assert_eq!(picked("[White \"x\"]"), Err(PickError::Untyped));
    assert!(matches!(picked("[GameType \"twenty\"]"), Err(PickError::Type(_))));
    let russian = PdnType::standard(25).expect("a type of the standard");
    let why = picked("[GameType \"25\"]").expect_err("not played here");
    assert!(matches!(&why, PickError::Unknown { kind, .. } if *kind == russian));
    assert!(
        why.to_string().starts_with("there is no game of the type 25 here: there is 21, 21, 21,B,6,6,N1,0, 20"),
        "{why}"
    );
}

#[test]
fn a_refused_move_is_found_in_the_file() {
    let game = erased(AnyDraughts::new::<English>(8));
    let replay = |text: &str| {
        let pdn = read(text).next().expect("a game").expect("no error");
        pdn.replay(game.as_ref()).map(|record| record.ending()).map_err(|why| why.to_string())
    };
    assert_eq!(
        replay("[White \"x\"]\n\n1. 11-15 22-18 2. 8-11\n18-14 *"),
        Err("line 3, column 19: move 3, \"8-11\": \"8-11\" is not possible: a capture is obligatory: play 15x22"
            .to_owned())
    );
    let why = replay("1. 11-15 22-18\n [FEN \"B:W1,99:B2\"] *");
    assert!(why.is_ok(), "the next game begins with its tags");
    let why = replay("\n[FEN \"B:W99:B2\"]\n*").expect_err("no such square");
    assert!(why.starts_with("line 2, column 1: the start \"B:W99:B2\": "), "{why}");
    // Black moves first, and 1-0 is a win of Black's.
    let ending = replay("[FEN \"B:W14:BK10\"] 1. 10x17 1-0").expect("a game").expect("over");
    assert_eq!((ending.outcome, ending.termination), (Outcome::Win(Side::First), Termination::NoMove));
    let why = replay("[FEN \"B:W14:BK10\"] 1. 10x17 0-1").expect_err("a false result");
    assert!(
        why.contains("the file says won by the second side, and by the rules it is won by the first side"),
        "{why}"
    );
    let toy = ErasedGame(zermelo_testkit::toy::Subtraction::new(7, 3));
    let pdn = read("1. 11-15 *").next().expect("a game").expect("no error");
    assert!(matches!(pdn.replay(&toy).expect_err("a toy").why, ReplayError::OtherGame { .. }));
}

#[test]
fn our_own_games_are_read_and_replay() {
    let games = all();
    let mut files: Vec<_> = std::fs::read_dir(fixtures_dir().join("pdn"))
        .expect("the fixtures")
        .map(|file| file.expect("a file").path())
        .collect();
    files.sort();
    let mut total = 0;
    for path in files {
        let text = std::fs::read(&path).expect("a fixture");
        let text = decode(&text);
        assert!(text.starts_with("% source: "), "{}: where is it from?", path.display());
        for pdn in read(&text) {
            let pdn = pdn.unwrap_or_else(|why| panic!("{}, {why}", path.display()));
            let game = pick(&pdn, &games).unwrap_or_else(|why| panic!("{}, {}: {why}", path.display(), pdn.place));
            pdn.replay(game).unwrap_or_else(|why| panic!("{}, {why}", path.display()));
            total += 1;
        }
    }
    assert!(total >= 6, "{total} games");
}
