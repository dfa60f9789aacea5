//! Counts of positions and of searched nodes, by every game's fixtures.

use std::path::PathBuf;

use zermelo_catalog::{CatalogGame, GameVisitor, agent, game, with_game};
use zermelo_core::{Depth, SearchLimits, StopToken, parse_moves, perft, perft_leaves, totals};
use zermelo_testkit::fixture::{Fixture, Row, fixtures_dir};

/// The fixtures of that name, of all games that have one.
fn of_all_games(name: &str) -> Vec<Fixture> {
    let folders = std::fs::read_dir(fixtures_dir()).expect("fixtures are there");
    let files = folders.map(|folder| folder.expect("readable").path().join(name)).filter(|file| file.is_file());
    let mut files: Vec<PathBuf> = files.collect();
    files.sort();
    assert!(!files.is_empty(), "no game has {name}");
    files.iter().map(Fixture::load).collect()
}

fn with<V: GameVisitor>(row: &Row, visitor: V) -> V::Output {
    let spec = row.text("game").parse().unwrap_or_else(|why| panic!("{}: {why}", row.place()));
    with_game(&spec, visitor).unwrap_or_else(|why| panic!("{}: {why}", row.place()))
}

/// By the game's shortcuts and leaf by leaf.
struct Perft<'r>(&'r Row);

impl GameVisitor for Perft<'_> {
    type Output = ();

    fn visit<G: CatalogGame>(self, game: G) {
        let row = self.0;
        let moves = row.optional("moves").unwrap_or_default();
        let mut position = game.initial();
        for mv in parse_moves(&game, &position, moves).unwrap_or_else(|why| panic!("{}: {why}", row.place())) {
            game.play_unchecked(&mut position, mv);
        }
        let depth = Depth(row.number("depth"));
        assert_eq!(perft(&game, &position, depth), row.number::<u64>("nodes"), "{}", row.place());
        let leaves = perft_leaves(&game, &position, depth);
        assert_eq!(leaves.nodes, row.number::<u64>("nodes"), "{}: leaf by leaf", row.place());
        assert_eq!(leaves.won, row.number::<u64>("won"), "{}: won", row.place());
        assert_eq!(leaves.drawn, row.number::<u64>("drawn"), "{}: drawn", row.place());
    }
}

#[test]
fn leaves() {
    for fixture in of_all_games("perft.txt") {
        fixture.rows().iter().for_each(|row| with(row, Perft(row)));
    }
}

/// Everything in a whole tree.
struct Whole<'r>(&'r Row);

impl GameVisitor for Whole<'_> {
    type Output = ();

    fn visit<G: CatalogGame>(self, game: G) {
        let row = self.0;
        let totals = totals(&game, &game.initial(), Depth(1000), 1_000_000).expect("a small game");
        for (column, found) in [
            ("nodes", totals.nodes),
            ("games", totals.games),
            ("first_wins", totals.first_wins),
            ("second_wins", totals.second_wins),
            ("draws", totals.draws),
            ("positions", totals.positions),
            ("positions_under_symmetry", totals.positions_under_symmetry),
        ] {
            if let Some(expected) = row.optional_number::<u64>(column) {
                assert_eq!(found, expected, "{}: {column}", row.place());
            }
        }
        let lengths = totals.games_by_length.iter().enumerate().filter(|&(_, &games)| games > 0);
        let lengths: Vec<String> = lengths.map(|(length, games)| format!("{length}:{games}")).collect();
        assert_eq!(lengths.join(" "), row.text("lengths"), "{}", row.place());
    }
}

#[test]
fn whole_trees() {
    for fixture in of_all_games("totals.txt") {
        fixture.rows().iter().for_each(|row| with(row, Whole(row)));
    }
}

/// What agents find: scores, counts of nodes, moves.
#[test]
fn searches() {
    for fixture in of_all_games("search.txt") {
        for row in fixture.rows() {
            let place = row.place();
            let mut record = game(row.text("game")).unwrap_or_else(|why| panic!("{place}: {why}")).new_record();
            let moves = row.optional("moves").unwrap_or_default();
            record.play_all(moves).unwrap_or_else(|why| panic!("{place}: {why}"));
            let agent = agent(row.text("agent"), row.text("game"));
            let mut agent = agent.unwrap_or_else(|why| panic!("{place}: {why}"));
            for seed in 0..5 {
                agent.new_game(seed);
                let decision = agent.choose(record.as_ref(), &SearchLimits::NONE, &StopToken::new(), None);
                let decision = decision.unwrap_or_else(|why| panic!("{place}: {why}"));
                if let Some(nodes) = row.optional_number::<u64>("nodes") {
                    assert_eq!(decision.nodes, nodes, "{place}");
                }
                if let Some(score) = row.optional("score") {
                    let found = decision.score.map(|score| score.to_string());
                    assert_eq!(found.as_deref(), Some(score), "{place}");
                }
                if let Some(best) = row.optional("best") {
                    assert_eq!(decision.action.mv().map(String::as_str), Some(best), "{place}: seed {seed}");
                }
            }
        }
    }
}
