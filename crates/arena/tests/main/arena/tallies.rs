//! What is counted from a results file: the same as while it was played, and what reports add.

use zermelo_arena::plan::{GameCount, SprtConfig, TournamentFormat};
use zermelo_arena::results::ResultsReader;
use zermelo_arena::stats::{SprtVerdict, Summary, TrialCounts};
use zermelo_arena::tally::{TournamentDetails, TournamentTables};
use zermelo_core::{Outcome, Side};

use super::fixtures::{TestDir, config, games, play};

fn tables(place: &TestDir, name: &str) -> TournamentTables {
    TournamentTables::read(&ResultsReader::open(&place.file(name)).expect("results")).expect("whole rows")
}

#[test]
fn places_are_worked_out_from_the_games() {
    let agents = ["alphabeta:depth=1,ties=random", "random", "greedy", "mcts:playouts=5", "flat-mc:playouts=9"];
    for (format, games) in [
        (TournamentFormat::Swiss, 2),
        (TournamentFormat::Swiss, 4),
        (TournamentFormat::Knockout, 2),
        (TournamentFormat::Knockout, 3),
    ] {
        for pairs in [true, false] {
            let place = TestDir::new();
            let config = config("tictactoe", &agents, |config| {
                config.format = format;
                config.games = GameCount::Games(games);
                config.pairs = pairs;
                config.seed = games;
                config.allow_repeats = true;
            });
            let finished = play(config, &place, "results");
            let found = tables(&place, "results").ranking.expect("the format ranks");
            assert_eq!(Some(found.ranking), finished.ranking, "{format:?}, {games} games, pairs: {pairs}");
            assert!(found.is_final);
        }
    }
    let place = TestDir::new();
    play(config("tictactoe", &["random", "greedy"], |config| config.games = GameCount::Games(4)), &place, "results");
    assert_eq!(tables(&place, "results").ranking, None, "a round robin does not rank by itself");
}

#[test]
fn a_test_is_found_where_the_run_left_it() {
    for pairs in [true, false] {
        let place = TestDir::new();
        let config = config("tictactoe", &["alphabeta:ties=random", "random"], |config| {
            config.games = GameCount::Games(400);
            config.pairs = pairs;
            config.sprt = Some(SprtConfig::between(0.0, 100.0));
        });
        let finished = play(config, &place, "results");
        let (hypotheses, ratio, verdict) = finished.progress.sprt.expect("a test");
        let found = tables(&place, "results").sprt.expect("the same test");
        assert_eq!((*found.hypotheses(), found.ratio(), found.verdict()), (hypotheses, ratio, verdict));
        assert_eq!(verdict, SprtVerdict::H1);
        assert_eq!(found.is_of_pairs(), pairs);
        let (trials, last) = *found.trace().last().expect("a trace");
        assert!((last - ratio).abs() < 1e-12, "{last}, {ratio}");
        let all = games(&place, "results").len() as u64;
        assert_eq!(trials, if pairs { all / 2 } else { all });
    }
}

#[test]
fn details_add_up_to_the_tables() {
    let place = TestDir::new();
    let config = config("connect4", &["alphabeta:depth=2", "mcts:playouts=20", "random"], |config| {
        config.games = GameCount::Games(12);
        config.random_first = 2;
    });
    play(config, &place, "results");
    let details = TournamentDetails::read(&ResultsReader::open(&place.file("results")).unwrap()).unwrap();
    let all = games(&place, "results");
    assert_eq!(details.tables.games(), 36);
    for (agent, by_ply) in details.moves.iter().enumerate() {
        let count = |take: fn(&zermelo_arena::tally::PlyFigures) -> &Summary| {
            by_ply.iter().map(|(_, figures)| take(figures).count()).sum::<u64>()
        };
        assert_eq!(count(|it| &it.nanoseconds), details.tables.moves[agent].nanoseconds.count());
        assert_eq!(count(|it| &it.nodes), details.tables.moves[agent].nodes.count());
    }
    let won: u64 = details.tables.outcomes.values().map(|counts| counts.wins).sum();
    assert_eq!(won, all.iter().filter(|game| game.outcome == Outcome::Win(Side::First)).count() as u64);
    let first_moves: u64 = details.first_moves.values().map(|counts| counts.sample().trials()).sum();
    assert_eq!(first_moves, 36);
    assert!(details.first_moves.keys().all(|text| ["1", "2", "3", "4", "5", "6", "7"].contains(&text.as_str())));

    // Every course ends at the true score, and never leaves the scale.
    assert_eq!(details.courses.len(), 3);
    for (&[a, b], course) in &details.courses {
        assert!(course.has_scores());
        for most in [4, 100] {
            let points = course.points(most);
            assert!(points.len() <= most + 1);
            let score = details.tables.cross.against(a, b).unwrap().score();
            let end = points.last().unwrap();
            assert!((end.seen[0].unwrap() - score.unwrap()).abs() < 1e-12);
            assert!(points.iter().flat_map(|it| it.seen).flatten().all(|share| (0.0..=1.0).contains(&share)));
            assert!(points.is_sorted_by(|a, b| a.going_on >= b.going_on && a.ply < b.ply));
        }
    }
}

#[test]
fn a_coarse_summary_is_near_and_small() {
    let mut summary = Summary::coarse();
    (1..=10_000).for_each(|value| summary.add(value));
    assert_eq!((summary.count(), summary.mean(), summary.greatest()), (10_000, Some(5000.5), Some(10_000)));
    let p95 = summary.p95().unwrap();
    assert!((9500..=9500 + 9500 / 16).contains(&p95), "{p95}");
}
