//! The results file: what it refuses, and what is read from it.

use zermelo_arena::plan::GameCount;
use zermelo_arena::results::{GameFilter, ResultsError, ResultsFile, ResultsReader};
use zermelo_arena::tally::TournamentTables;
use zermelo_core::{Outcome, Side, Termination};

use super::fixtures::{TestDir, config, games, play};

fn two(change: impl FnOnce(&mut zermelo_arena::TournamentConfig)) -> zermelo_arena::TournamentConfig {
    config("tictactoe", &["random", "alphabeta"], |config| {
        config.games = GameCount::Games(60);
        change(config);
    })
}

#[test]
fn a_file_that_is_there_is_not_overwritten() {
    let place = TestDir::new();
    play(two(|_| {}), &place, "results");
    let path = place.file("results");
    let why = |config| ResultsFile::create(&path, &config).map(|_| ()).expect_err("it is there").to_string();
    assert!(why(two(|_| {})).contains("holds games already: `zermelo arena resume"), "{}", why(two(|_| {})));
    let other = why(two(|config| config.seed = 5));
    assert!(other.contains("holds another tournament: seed is 0 there and 5 here"), "{other}");
    assert_eq!(games(&place, "results").len(), 60);
}

#[test]
fn what_is_no_results_file_is_refused_and_stays() {
    let place = TestDir::new();
    let path = place.file("notes.txt");
    std::fs::write(&path, "my notes, which are dear to me, and long enough to be no header of anything".repeat(20))
        .unwrap();
    let before = std::fs::read(&path).unwrap();
    for opened in [ResultsFile::create(&path, &two(|_| {})).map(|_| ()), ResultsReader::open(&path).map(|_| ())] {
        assert!(matches!(opened, Err(ResultsError::Foreign { .. })), "{opened:?}");
    }
    assert_eq!(std::fs::read(&path).unwrap(), before);
    assert!(matches!(ResultsReader::open(&place.file("none")), Err(ResultsError::Missing(_))));
    assert!(!place.file("none").exists(), "asking for a file does not make it");
}

#[test]
fn one_run_at_a_time_writes_a_file() {
    let place = TestDir::new();
    let path = place.file("results");
    let store = ResultsFile::create(&path, &two(|_| {})).unwrap();
    let why = ResultsFile::open(&path).map(|_| ()).expect_err("locked").to_string();
    assert!(why.contains(&format!("is locked by another run (process {})", std::process::id())), "{why}");
    assert!(ResultsReader::open(&path).is_ok(), "reading is free");
    drop(store);
    assert!(ResultsFile::open(&path).is_ok());
    assert!(!place.file("results.lock").exists());
}

#[test]
fn filters_choose_games() {
    let place = TestDir::new();
    play(two(|_| {}), &place, "results");
    let all = games(&place, "results");
    let reader = ResultsReader::open(&place.file("results")).unwrap();
    let chosen = |filter: GameFilter| {
        let mut ids = Vec::new();
        let read = reader.for_each(&filter, |game| {
            ids.push(game.id);
            Ok(())
        });
        read.unwrap();
        ids
    };
    let ids = |wanted: &dyn Fn(&zermelo_arena::results::StoredGame) -> bool| {
        all.iter().filter(|game| wanted(game)).map(|game| game.id).collect::<Vec<_>>()
    };
    let none = GameFilter::default;
    assert_eq!(chosen(none()), ids(&|_| true));
    assert_eq!(chosen(GameFilter { limit: Some(3), ..none() }), [0, 1, 2]);
    assert_eq!(chosen(GameFilter { id: Some(5), ..none() }), [5]);
    assert_eq!(chosen(GameFilter { agent: Some(0), ..none() }).len(), 60);
    assert_eq!(
        chosen(GameFilter { outcome: Some(Outcome::Draw), ..none() }),
        ids(&|game| game.outcome == Outcome::Draw)
    );
    let won_by = ids(&|game| game.outcome.winner().is_some_and(|side| game.players[side.index()] == 1));
    assert!(!won_by.is_empty());
    assert_eq!(chosen(GameFilter { won_by: Some(1), ..none() }), won_by);
    let line = Some(Termination::Line);
    assert_eq!(chosen(GameFilter { termination: line, ..none() }), ids(&|game| game.termination == Termination::Line));
    assert_eq!(reader.count().unwrap(), 60);
}

#[test]
fn the_tables_count_every_game() {
    let place = TestDir::new();
    play(two(|config| config.games = GameCount::Games(61)), &place, "results");
    let all = games(&place, "results");
    let tables = TournamentTables::read(&ResultsReader::open(&place.file("results")).unwrap()).unwrap();
    assert_eq!(tables.games(), 61);
    let pairs = tables.pairs[&[0, 1]];
    assert_eq!((pairs.pairs(), tables.singles[&[0, 1]].games()), (30, 1), "the last game has no second");
    let wins = |agent: usize, side: Side| {
        all.iter().filter(|game| game.players[side.index()] == agent && game.outcome == Outcome::Win(side)).count()
            as u64
    };
    let cell = |first, second| tables.cross.cell(first, second).unwrap();
    assert_eq!((cell(0, 1).wins, cell(0, 1).losses), (wins(0, Side::First), wins(1, Side::Second)));
    assert_eq!((cell(1, 0).wins, cell(1, 0).losses), (wins(1, Side::First), wins(0, Side::Second)));
    let moves: u64 = all.iter().map(|game| u64::from(game.plies)).sum();
    assert_eq!(tables.moves.iter().map(|it| it.nanoseconds.count()).sum::<u64>(), moves);
    assert_eq!(tables.moves[0].nodes.count(), 0, "chance searches nothing");
    assert!(tables.moves[1].depth.greatest() > Some(2));
    assert_eq!(tables.histogram.values().sum::<u64>(), 61);
    assert!(tables.different <= 61);
}

#[test]
fn repeated_games_are_noticed() {
    let place = TestDir::new();
    let same = config("tictactoe", &["alphabeta", "minimax:depth=3"], |config| {
        (config.games, config.allow_repeats) = (GameCount::Games(10), true);
    });
    play(same, &place, "results");
    let tables = TournamentTables::read(&ResultsReader::open(&place.file("results")).unwrap()).unwrap();
    assert_eq!((tables.games(), tables.different), (10, 2));
}
