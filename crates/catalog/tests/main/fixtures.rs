//! Every game against its fixtures: perft, notation, searches.

use std::collections::BTreeSet;
use std::path::PathBuf;

use zermelo_catalog::{CatalogGame, GameVisitor, agent, game, with_game};
use zermelo_core::{CodedError, Depth, SearchLimits, StopToken, parse_moves, perft, perft_leaves, totals};
use zermelo_testkit::fixture::{Fixture, Row, fixtures_dir};

/// The fixtures with a name, of all games that have one.
fn of_all_games(name: &str) -> Vec<Fixture> {
    let folders = std::fs::read_dir(fixtures_dir()).expect("fixtures are there");
    let files = folders.map(|folder| folder.expect("readable").path().join(name)).filter(|file| file.is_file());
    let mut files: Vec<PathBuf> = files.collect();
    files.sort();
    assert!(!files.is_empty(), "no game has {name}");
    files.iter().map(Fixture::load).collect()
}

fn visit_row<V: GameVisitor>(row: &Row, visitor: V) -> V::Output {
    let spec = row.text("game").parse().unwrap_or_else(|why| panic!("{}: {why}", row.place()));
    with_game(&spec, visitor).unwrap_or_else(|why| panic!("{}: {why}", row.place()))
}

/// Rows with more leaves are counted only with `ZERMELO_TESTS=full`.
const MAX_LEAVES: u64 = 200_000_000;
/// Rows with more leaves are counted leaf by leaf only if they have the numbers of wins or draws.
const MAX_SINGLE_LEAVES: u64 = 200_000;

/// Perft by bulk counting, and leaf by leaf where that is cheap or the row has the numbers of wins or draws.
struct Perft<'r>(&'r Row);

impl GameVisitor for Perft<'_> {
    type Output = ();

    fn visit<G: CatalogGame>(self, game: G) {
        let row = self.0;
        let mut position = match row.find("position") {
            Some(text) => game.parse_position(text).unwrap_or_else(|why| panic!("{}: {why}", row.place())),
            None => game.initial(),
        };
        let moves = row.find("moves").unwrap_or_default();
        for mv in parse_moves(&game, &position, moves).unwrap_or_else(|why| panic!("{}: {why}", row.place())) {
            game.play_unchecked(&mut position, mv);
        }
        let depth = Depth(row.number("depth"));
        let nodes = row.number::<u64>("nodes");
        if nodes > MAX_LEAVES && std::env::var_os("ZERMELO_TESTS").is_none_or(|tier| tier != "full") {
            eprintln!("{}: {nodes} leaves are counted only with ZERMELO_TESTS=full", row.place());
            return;
        }
        assert_eq!(perft(&game, &position, depth), nodes, "{}", row.place());
        let known = ["won", "drawn"].map(|column| row.find(column).map(|_| row.number::<u64>(column)));
        if nodes > MAX_SINGLE_LEAVES && known == [None, None] {
            return;
        }
        let leaves = perft_leaves(&game, &position, depth);
        assert_eq!(leaves.nodes, nodes, "{}: leaf by leaf", row.place());
        for (column, found, known) in [("won", leaves.won, known[0]), ("drawn", leaves.drawn, known[1])] {
            assert_eq!(found, known.unwrap_or(found), "{}: {column}", row.place());
        }
    }
}

#[test]
fn perft_counts() {
    for fixture in of_all_games("perft.txt") {
        // Rows with `rules` are not of games in the catalogue; the games crate counts them.
        fixture.rows().iter().filter(|row| row.find("rules").is_none()).for_each(|row| visit_row(row, Perft(row)));
    }
}

/// Totals of a complete game tree.
struct GameTotals<'r>(&'r Row);

impl GameVisitor for GameTotals<'_> {
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
fn game_totals() {
    for fixture in of_all_games("totals.txt") {
        fixture.rows().iter().for_each(|row| visit_row(row, GameTotals(row)));
    }
}

/// The notation of the legal moves, printed and parsed.
struct LegalMoves<'r>(&'r Row);

impl GameVisitor for LegalMoves<'_> {
    type Output = ();

    fn visit<G: CatalogGame>(self, game: G) {
        let row = self.0;
        let position = game.parse_position(row.text("position")).unwrap_or_else(|why| panic!("{}: {why}", row.place()));
        let mut moves = Vec::new();
        game.generate(&position, &mut moves);
        let found: BTreeSet<String> = moves.iter().map(|&mv| game.move_text(&position, mv)).collect();
        let expected: BTreeSet<String> =
            row.find("moves").unwrap_or_default().split_whitespace().map(str::to_owned).collect();
        assert_eq!((found, moves.len()), (expected.clone(), expected.len()), "{}", row.place());
        for text in row.find("moves").unwrap_or_default().split_whitespace() {
            let mv = game.parse_move(&position, text).unwrap_or_else(|why| panic!("{}: {why}", row.place()));
            assert_eq!(game.move_text(&position, mv), text, "{}", row.place());
        }
        for other in row.find("read").unwrap_or_default().split_whitespace() {
            let (text, printed) = other.split_once('=').unwrap_or_else(|| panic!("{}: no \"=\"", row.place()));
            let mv = game.parse_move(&position, text).unwrap_or_else(|why| panic!("{}: {why}", row.place()));
            assert_eq!(game.move_text(&position, mv), printed, "{}: {text}", row.place());
        }
    }
}

#[test]
fn legal_moves() {
    for fixture in of_all_games("moves.txt") {
        fixture.rows().iter().for_each(|row| visit_row(row, LegalMoves(row)));
    }
}

/// Positions that are parsed and printed, and positions that are rejected with an error code.
struct ParsePosition<'r>(&'r Row);

impl GameVisitor for ParsePosition<'_> {
    type Output = ();

    fn visit<G: CatalogGame>(self, game: G) {
        let row = self.0;
        let text = row.find("position").unwrap_or_default();
        match (game.parse_position(text), row.find("code")) {
            (Ok(position), None) => assert_eq!(game.position_text(&position), row.text("written"), "{}", row.place()),
            (Ok(_), Some(code)) => panic!("{}: {text} is read; expected {code}", row.place()),
            (Err(why), code) => assert_eq!(Some(why.code()), code, "{}: {why}", row.place()),
        }
    }
}

#[test]
fn positions_in_text() {
    for fixture in of_all_games("positions.txt").iter().chain(&of_all_games("bad.txt")) {
        fixture.rows().iter().for_each(|row| visit_row(row, ParsePosition(row)));
    }
}

/// Searches: scores, node counts and moves.
#[test]
fn searches() {
    for fixture in of_all_games("search.txt") {
        for row in fixture.rows() {
            let place = row.place();
            let rules = game(row.text("game")).unwrap_or_else(|why| panic!("{place}: {why}"));
            let mut record = match row.find("position") {
                Some(text) => rules.record_from(text).unwrap_or_else(|why| panic!("{place}: {why}")),
                None => rules.new_record(),
            };
            let moves = row.optional("moves").unwrap_or_default();
            record.play_all(moves).unwrap_or_else(|why| panic!("{place}: {why}"));
            let agent = agent(row.text("agent"), row.text("game"));
            let mut agent = agent.unwrap_or_else(|why| panic!("{place}: {why}"));
            for seed in 0..5 {
                agent.new_game(seed);
                let decision = agent.choose(record.as_ref(), &SearchLimits::NONE, &StopToken::new(), None);
                let decision = decision.unwrap_or_else(|why| panic!("{place}: {why}")).text;
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
