//! The reference implementation of draughts against published numbers, known lists of moves, and draws counted by hand.

use std::collections::BTreeSet;

use zermelo_testkit::fixture::{Fixture, Row};
use zermelo_testkit::reference::slow_draughts::{
    SlowColour, SlowDraughts, SlowDraughtsMove, SlowDraughtsPosition, SlowDrawReason, SlowDrawRules, SlowMajority,
    SlowPromotion, SlowRemoval, draw_reason,
};
use zermelo_testkit::rng::TestRng;

/// The most leaves of a row that is counted.
const MAX_LEAVES: u64 = 200_000;
/// The most leaves of a row whose decided leaves are counted: this generates moves at every leaf.
const MAX_DECIDED: u64 = 5_000;

const FAMILY: [&str; 2] = ["draughts-english", "draughts-international"];

/// The game that a specification names.
fn game(row: &Row) -> SlowDraughts {
    let text = row.text("game");
    let (name, params) = text.split_once(':').unwrap_or((text, ""));
    let is_english = name == "draughts-english";
    let size = params.strip_prefix("size=").map(|size| size.parse().expect("a size"));
    let mut game = match size {
        Some(size) if is_english => SlowDraughts::english(size),
        Some(size) => SlowDraughts::international(size),
        None if is_english => SlowDraughts::english(8),
        None => SlowDraughts::international(10),
    };
    if params == "kings25=on" {
        game.draws.quiet = Some(25);
    }
    game
}

fn position(game: &SlowDraughts, row: &Row) -> SlowDraughtsPosition {
    let Some(text) = row.find("position") else { return game.initial() };
    game.parse_position(text).unwrap_or_else(|code| panic!("{}: {code}", row.place()))
}

fn texts(game: &SlowDraughts, position: &SlowDraughtsPosition) -> BTreeSet<String> {
    game.legal_moves(position).iter().map(|mv| game.move_text(position, mv)).collect()
}

#[test]
fn leaves_of_both_games() {
    for row in FAMILY.map(|name| Fixture::load(format!("{name}/perft.txt"))).iter().flat_map(Fixture::rows) {
        let nodes = row.number::<u64>("nodes");
        if nodes > MAX_LEAVES {
            continue;
        }
        let (game, depth) = (game(row), row.number("depth"));
        let position = position(&game, row);
        assert_eq!(game.perft(&position, depth), nodes, "{}", row.place());
        if nodes <= MAX_DECIDED {
            let leaves = game.leaves(&position, depth);
            assert_eq!((leaves.nodes, leaves.won), (nodes, row.number("won")), "{}", row.place());
        }
    }
}

/// Draughts games that are not in the catalogue, for the other parameters of the rules.
#[test]
fn leaves_of_other_games() {
    let brazilian = SlowDraughts::international(8);
    let pool = SlowDraughts { starts: SlowColour::Black, majority: SlowMajority::None, ..brazilian };
    let russian = SlowDraughts { majority: SlowMajority::None, promotion: SlowPromotion::ContinuesAsKing, ..brazilian };
    let frisian = SlowDraughts { majority: SlowMajority::Value, orthogonal: true, ..SlowDraughts::international(10) };
    let mut counted = BTreeSet::new();
    for row in Fixture::load("draughts-rules/perft.txt").rows() {
        let rules = match row.text("rules") {
            "brazilian" => brazilian,
            "pool" => pool,
            "russian" => russian,
            "frisian" => frisian,
            _ => continue,
        };
        let game = SlowDraughts { size: row.number("size"), ..rules };
        let nodes = row.number::<u64>("nodes");
        if nodes <= MAX_LEAVES {
            let position = position(&game, row);
            assert_eq!(game.perft(&position, row.number("depth")), nodes, "{}", row.place());
            counted.insert(row.text("rules").to_owned());
        }
    }
    assert_eq!(counted.len(), 4, "{counted:?}");
}

/// The king captures 37, 22 and 21 and lands on 26. The next capture, over 42 to 48, crosses 37, which must be empty.
#[test]
fn removal_at_the_end_blocks_a_capture() {
    let at_end = SlowDraughts::international(10);
    let at_once = SlowDraughts { removal: SlowRemoval::AtOnce, ..at_end };
    let position = at_end.parse_position("W:WK46:B21,22,37,42").expect("a position");
    assert_eq!(texts(&at_end, &position), BTreeSet::from(["46x26".to_owned()]));
    assert_eq!(texts(&at_once, &position), BTreeSet::from(["46x48".to_owned()]));
}

#[test]
fn known_moves() {
    for row in FAMILY.map(|name| Fixture::load(format!("{name}/moves.txt"))).iter().flat_map(Fixture::rows) {
        let game = game(row);
        let position = position(&game, row);
        let expected: Vec<&str> = row.find("moves").unwrap_or_default().split_whitespace().collect();
        let moves = game.legal_moves(&position);
        assert_eq!(moves.len(), expected.len(), "{}: {moves:?}", row.place());
        let expected: BTreeSet<String> = expected.into_iter().map(str::to_owned).collect();
        assert_eq!(texts(&game, &position), expected, "{}", row.place());
        for other in row.find("read").unwrap_or_default().split_whitespace() {
            let (path, printed) = other.split_once('=').expect("a path and its canonical text");
            let path: Vec<u8> = path.split('x').map(|number| number.parse().expect("a square")).collect();
            let mv = moves.iter().find(|mv| mv.paths.contains(&path));
            let text = mv.map(|mv| game.move_text(&position, mv));
            assert_eq!(text.as_deref(), Some(printed), "{}: {other}", row.place());
        }
    }
}

#[test]
fn positions_are_parsed_and_printed() {
    for row in FAMILY.map(|name| Fixture::load(format!("{name}/positions.txt"))).iter().flat_map(Fixture::rows) {
        let game = game(row);
        assert_eq!(game.position_text(&position(&game, row)), row.text("written"), "{}", row.place());
    }
    for row in FAMILY.map(|name| Fixture::load(format!("{name}/bad.txt"))).iter().flat_map(Fixture::rows) {
        let read = game(row).parse_position(row.find("position").unwrap_or_default());
        assert_eq!(read.err(), Some(row.text("code")), "{}", row.place());
    }
}

#[test]
fn positions_of_random_games_are_parsed_again() {
    let mut rng = TestRng::new(5);
    for game in [SlowDraughts::english(8), SlowDraughts::international(10), SlowDraughts::international(12)] {
        let mut position = game.initial();
        for _ in 0..300 {
            let text = game.position_text(&position);
            assert_eq!(game.parse_position(&text), Ok(position), "{text}");
            let moves = game.legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            position = game.play(&position, &moves[rng.below(moves.len())]);
        }
    }
}

type Played = Vec<(SlowDraughtsPosition, SlowDraughtsMove)>;

/// The game without draws by repetition, so that the other rules end it.
fn without_repetition(game: SlowDraughts) -> SlowDraughts {
    SlowDraughts { draws: SlowDrawRules { repetition: None, ..game.draws }, ..game }
}

/// Plays the texts, then repeats `cycle` until the game is drawn. Returns the number of plies and the reason.
fn drawn_after(game: &SlowDraughts, start: &str, texts: &str, cycle: &str) -> (usize, SlowDrawReason) {
    let mut position = game.parse_position(start).expect("a position");
    let mut played = Played::new();
    for text in texts.split_whitespace().chain(cycle.split_whitespace().cycle()).take(200) {
        let legal = game.legal_moves(&position);
        let mv = legal.into_iter().find(|mv| game.move_text(&position, mv) == text);
        let mv = mv.unwrap_or_else(|| panic!("{text} is not legal: {}", game.position_text(&position)));
        let after = game.play(&position, &mv);
        played.push((position, mv));
        position = after;
        if let Some(reason) = draw_reason(game, &played) {
            return (played.len(), reason);
        }
    }
    panic!("no draw within 200 plies");
}

#[test]
fn repetition() {
    let english = SlowDraughts::english(8);
    // The start occurs again after 4 and 8 plies.
    assert_eq!(drawn_after(&english, "W:WK29:BK4", "", "29-25 4-8 25-29 8-4"), (8, SlowDrawReason::Repetition));
    // After moves of men, the first occurrence is the position behind them.
    let cycle = "4-8 29-25 8-4 25-29";
    assert_eq!(drawn_after(&english, "B:WK29,31:B1,K4", "1-5 31-26", cycle), (10, SlowDrawReason::Repetition));
    // The same pieces after an odd number of plies do not count: Black is to move.
    let mut international = SlowDraughts::international(10);
    international.draws = SlowDrawRules { repetition: Some(3), quiet: None, three_to_king: None, two_to_king: None };
    let cycle = "46-41 45-50 41-37 50-45 37-46 45-50 46-41 50-45 41-37 45-50 37-46 50-45";
    assert_eq!(drawn_after(&international, "W:WK46:BK45", "", cycle), (24, SlowDrawReason::Repetition));
}

#[test]
fn consecutive_king_moves() {
    let english = without_repetition(SlowDraughts::english(8));
    let mut kings25 = english;
    kings25.draws.quiet = Some(25);
    let cycle = "29-25 4-8 25-29 8-4";
    assert_eq!(drawn_after(&english, "W:WK29:BK4", "", cycle), (80, SlowDrawReason::Quiet));
    assert_eq!(drawn_after(&kings25, "W:WK29:BK4", "", cycle), (25, SlowDrawReason::Quiet));
    // A man's move in the third ply, and a capture in the first, restart the count.
    let (texts, cycle) = ("29-25 4-8 31-27", "8-4 25-29 4-8 29-25");
    assert_eq!(drawn_after(&kings25, "W:WK29,31:BK4", texts, cycle), (28, SlowDrawReason::Quiet));
    let cycle = "4-8 29-25 8-4 25-29";
    assert_eq!(drawn_after(&kings25, "W:WK29,31:BK4,27", "31x24", cycle), (26, SlowDrawReason::Quiet));
    let international = without_repetition(SlowDraughts::international(10));
    let cycle = "45-50 26-21 50-45 21-26";
    assert_eq!(drawn_after(&international, "W:W35,K45,K46:BK26,K36", "", cycle), (50, SlowDrawReason::Quiet));
}

#[test]
fn endings_against_a_lone_king() {
    let game = without_repetition(SlowDraughts::international(10));
    let after = |start, texts, cycle| {
        let (plies, reason) = drawn_after(&game, start, texts, cycle);
        assert_eq!(reason, SlowDrawReason::LoneKing, "{start} {texts}");
        plies
    };
    let after_promotion = "46-41 3-8 41-46 8-3";
    let after_capture = "3-8 28-32 8-3 32-28";
    // Three against one: 32 plies after the promotion that leads to this ending. Two against one: 10.
    assert_eq!(after("W:W8,20,30:BK46", "8-3", after_promotion), 33);
    assert_eq!(after("W:W8,30:BK46", "8-3", after_promotion), 11);
    // If the start is such an ending, the count begins there. A promotion within it does not restart the count.
    assert_eq!(after("W:W8,20,K45:BK46", "8-3", after_promotion), 32);
    assert_eq!(after("W:W8,K45:BK46", "8-3", after_promotion), 10);
    // Three become two in the sixth ply: 10 plies from there. Two become one: the count continues.
    let losing = "3-8 46-41 8-3 41-46 42-37 46x28";
    assert_eq!(after("W:WK3,15,42:BK46", losing, after_capture), 16);
    assert_eq!(after("W:WK3,42:BK46", losing, after_capture), 10);
    // Four against one is not such an ending.
    let (plies, reason) = drawn_after(&game, "W:W20,30,K3,K45:BK46", "", "3-8 46-41 8-3 41-46");
    assert_eq!((plies, reason), (50, SlowDrawReason::Quiet));
}
