//! Tests of rules that the two games of the catalogue do not use: each is tested with a game of the
//! family that has it, by known perft counts.

use zermelo_core::spec::ParamInfo;
use zermelo_core::{Depth, Notation, perft, perft_leaves};
use zermelo_games::bitboard::Bits;
use zermelo_games::draughts::rules::{
    Colour, Criterion, DrawRules, English, International, Promotion, Removal, Rules, Ruleset,
};
use zermelo_games::draughts::{AnyDraughts, Draughts};
use zermelo_testkit::fixture::{Fixture, Row};

const NO_PARAMS: &[ParamInfo] = &[];
const NO_DRAWS: DrawRules = DrawRules { repetition: None, quiet: None, lone_king: None };

macro_rules! rules {
    ($($name:ident = $base:ident with { $($field:ident: $value:expr),* $(,)? };)*) => {$(
        struct $name;

        impl Ruleset for $name {
            const RULES: Rules = Rules { params: NO_PARAMS, draws: NO_DRAWS, $($field: $value,)* ..$base::RULES };
        }
    )*};
}

rules! {
    Brazilian = International with { id: "brazilian" };
    Pool = International with { id: "pool", starts: Colour::Black, priority: &[] };
    Russian = International with { id: "russian", promotion: Promotion::ContinuesAsKing, priority: &[] };
    Italian = English with {
        id: "italian",
        starts: Colour::White,
        mirrored: true,
        men_capture_kings: false,
        priority: &[Criterion::Pieces, Criterion::ByKing, Criterion::Kings, Criterion::EarliestKing],
    };
    Spanish = English with {
        id: "spanish",
        starts: Colour::White,
        mirrored: true,
        flying_kings: true,
        priority: &[Criterion::Pieces, Criterion::Kings],
    };
    Czech = English with {
        id: "czech",
        starts: Colour::White,
        flying_kings: true,
        priority: &[Criterion::ByKing],
    };
    Frisian = International with {
        id: "frisian",
        orthogonal: true,
        priority: &[Criterion::Value, Criterion::ByKing],
    };
    AtOnce = International with { id: "at-once", removal: Removal::AtOnce, priority: &[] };
}

fn game(row: &Row) -> AnyDraughts {
    let size = row.number("size");
    match row.text("rules") {
        "brazilian" => AnyDraughts::compile::<Brazilian>(size),
        "pool" => AnyDraughts::compile::<Pool>(size),
        "russian" => AnyDraughts::compile::<Russian>(size),
        "italian" => AnyDraughts::compile::<Italian>(size),
        "spanish" => AnyDraughts::compile::<Spanish>(size),
        "czech" => AnyDraughts::compile::<Czech>(size),
        "frisian" => AnyDraughts::compile::<Frisian>(size),
        other => panic!("{}: no rules \"{other}\"", row.place()),
    }
}

fn count<B: Bits>(game: &Draughts<B>, row: &Row) {
    let position = game.parse_position(row.text("position")).unwrap_or_else(|why| panic!("{}: {why}", row.place()));
    let (depth, nodes) = (Depth(row.number("depth")), row.number::<u64>("nodes"));
    assert_eq!(perft(game, &position, depth), nodes, "{}", row.place());
    if nodes < 200_000 {
        assert_eq!(perft_leaves(game, &position, depth).nodes, nodes, "{}: leaf by leaf", row.place());
    }
}

#[test]
fn perft_counts_of_other_games_equal_the_known_ones() {
    for row in Fixture::load("draughts-rules/perft.txt").rows() {
        match game(row) {
            AnyDraughts::Small(game) => count(&game, row),
            AnyDraughts::Large(game) => count(&game, row),
        }
    }
}

/// The sorted texts of the legal moves of a position.
fn moves<V: Ruleset>(size: u8, position: &str) -> Vec<String> {
    let AnyDraughts::Small(game) = AnyDraughts::compile::<V>(size) else { panic!("a board of up to 10x10") };
    let position = game.parse_position(position).expect("a position");
    let mut moves = Vec::new();
    zermelo_core::Game::generate(&game, &position, &mut moves);
    let mut texts: Vec<String> = moves.iter().map(|&mv| game.move_text(&position, mv)).collect();
    texts.sort();
    texts
}

/// The king captures 24, 39 and 40 and reaches 35. If 24 is removed at once, the king can cross it
/// and capture 8.
#[test]
fn removal_at_once_opens_the_path() {
    let position = "W:WK15:B8,24,34,39,40";
    assert_eq!(moves::<Pool>(10, position), ["15x35"]);
    assert_eq!(moves::<AtOnce>(10, position), ["15x2"]);
}

/// Squares of mirrored boards are numbered from the other side.
#[test]
fn mirrored_boards_number_their_squares_from_the_other_side() {
    assert_eq!(moves::<Italian>(8, "W:W21-32:B1-12").len(), 7);
    assert_eq!(moves::<Italian>(8, "W:W32:B1"), ["32-28"]);
    assert_eq!(moves::<Brazilian>(8, "W:W32:B1"), ["32-27", "32-28"]);
}
