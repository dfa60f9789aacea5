//! The slow rules of draughts against published numbers, known lists of moves, and draws counted by hand.

use std::collections::BTreeSet;

use zermelo_testkit::dice::Dice;
use zermelo_testkit::fixture::{Fixture, Row};
use zermelo_testkit::reference::slow_draughts::{
    SlowColour, SlowDraughts, SlowDraughtsMove, SlowDraughtsPosition, SlowDraw, SlowDraws, SlowMajority, SlowPromotion,
    SlowRemoval, draw,
};

/// What a row costs at most, in leaves.
const COSTLY: u64 = 200_000;
/// What it costs at most where every leaf is asked for its moves.
const BRIEF: u64 = 5_000;

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
    game.read(text).unwrap_or_else(|code| panic!("{}: {code}", row.place()))
}

fn texts(game: &SlowDraughts, position: &SlowDraughtsPosition) -> BTreeSet<String> {
    game.legal(position).iter().map(|mv| game.text(position, mv)).collect()
}

#[test]
fn leaves_of_both_games() {
    for row in FAMILY.map(|name| Fixture::load(format!("{name}/perft.txt"))).iter().flat_map(Fixture::rows) {
        let nodes = row.number::<u64>("nodes");
        if nodes > COSTLY {
            continue;
        }
        let (game, depth) = (game(row), row.number("depth"));
        let position = position(&game, row);
        assert_eq!(game.perft(&position, depth), nodes, "{}", row.place());
        if nodes <= BRIEF {
            let leaves = game.leaves(&position, depth);
            assert_eq!((leaves.nodes, leaves.won), (nodes, row.number("won")), "{}", row.place());
        }
    }
}

/// Games of the family that are not in the catalogue try the other parameters.
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
        if nodes <= COSTLY {
            let position = position(&game, row);
            assert_eq!(game.perft(&position, row.number("depth")), nodes, "{}", row.place());
            counted.insert(row.text("rules").to_owned());
        }
    }
    assert_eq!(counted.len(), 4, "{counted:?}");
}

/// The king captures 37, 22 and 21 and stands on 26. The way on, over 42 to 48, crosses 37: it is open if 37 has gone.
#[test]
fn removal_decides_what_stands_in_the_way() {
    let at_end = SlowDraughts::international(10);
    let at_once = SlowDraughts { removal: SlowRemoval::AtOnce, ..at_end };
    let position = at_end.read("W:WK46:B21,22,37,42").expect("a position");
    assert_eq!(texts(&at_end, &position), BTreeSet::from(["46x26".to_owned()]));
    assert_eq!(texts(&at_once, &position), BTreeSet::from(["46x48".to_owned()]));
}

#[test]
fn known_moves() {
    for row in FAMILY.map(|name| Fixture::load(format!("{name}/moves.txt"))).iter().flat_map(Fixture::rows) {
        let game = game(row);
        let position = position(&game, row);
        let expected: Vec<&str> = row.find("moves").unwrap_or_default().split_whitespace().collect();
        let moves = game.legal(&position);
        assert_eq!(moves.len(), expected.len(), "{}: {moves:?}", row.place());
        let expected: BTreeSet<String> = expected.into_iter().map(str::to_owned).collect();
        assert_eq!(texts(&game, &position), expected, "{}", row.place());
        for other in row.find("read").unwrap_or_default().split_whitespace() {
            let (way, printed) = other.split_once('=').expect("a way and how it is printed");
            let way: Vec<u8> = way.split('x').map(|number| number.parse().expect("a square")).collect();
            let mv = moves.iter().find(|mv| mv.paths.contains(&way));
            let text = mv.map(|mv| game.text(&position, mv));
            assert_eq!(text.as_deref(), Some(printed), "{}: {other}", row.place());
        }
    }
}

#[test]
fn positions_are_read_and_written() {
    for row in FAMILY.map(|name| Fixture::load(format!("{name}/positions.txt"))).iter().flat_map(Fixture::rows) {
        let game = game(row);
        assert_eq!(game.position_text(&position(&game, row)), row.text("written"), "{}", row.place());
    }
    for row in FAMILY.map(|name| Fixture::load(format!("{name}/bad.txt"))).iter().flat_map(Fixture::rows) {
        let read = game(row).read(row.find("position").unwrap_or_default());
        assert_eq!(read.err(), Some(row.text("code")), "{}", row.place());
    }
}

#[test]
fn positions_of_random_games_are_read_back() {
    let mut dice = Dice::new(5);
    for game in [SlowDraughts::english(8), SlowDraughts::international(10), SlowDraughts::international(12)] {
        let mut position = game.initial();
        for _ in 0..300 {
            let text = game.position_text(&position);
            assert_eq!(game.read(&text), Ok(position), "{text}");
            let moves = game.legal(&position);
            if moves.is_empty() {
                break;
            }
            position = game.play(&position, &moves[dice.below(moves.len())]);
        }
    }
}

type Played = Vec<(SlowDraughtsPosition, SlowDraughtsMove)>;

/// Games without a draw by repetition, so that the other rules are seen.
fn without_repetition(game: SlowDraughts) -> SlowDraughts {
    SlowDraughts { draws: SlowDraws { repetition: None, ..game.draws }, ..game }
}

/// Plays the texts in turn, then `cycle` again and again, until the game is drawn; the number of plies and the reason.
fn drawn_after(game: &SlowDraughts, start: &str, texts: &str, cycle: &str) -> (usize, SlowDraw) {
    let mut position = game.read(start).expect("a position");
    let mut played = Played::new();
    for text in texts.split_whitespace().chain(cycle.split_whitespace().cycle()).take(200) {
        let legal = game.legal(&position);
        let mv = legal.into_iter().find(|mv| game.text(&position, mv) == text);
        let mv = mv.unwrap_or_else(|| panic!("{text} is not legal: {}", game.position_text(&position)));
        let after = game.play(&position, &mv);
        played.push((position, mv));
        position = after;
        if let Some(reason) = draw(game, &played) {
            return (played.len(), reason);
        }
    }
    panic!("no draw within 200 plies");
}

#[test]
fn repetition() {
    let english = SlowDraughts::english(8);
    // The start comes up again after 4 and 8 plies.
    assert_eq!(drawn_after(&english, "W:WK29:BK4", "", "29-25 4-8 25-29 8-4"), (8, SlowDraw::Repetition));
    // With men's moves before, the position behind them is the first of the three.
    let cycle = "4-8 29-25 8-4 25-29";
    assert_eq!(drawn_after(&english, "B:WK29,31:B1,K4", "1-5 31-26", cycle), (10, SlowDraw::Repetition));
    // The same pieces after 5 plies do not count: it is Black's move.
    let mut international = SlowDraughts::international(10);
    international.draws = SlowDraws { repetition: Some(3), quiet: None, three_to_king: None, two_to_king: None };
    let cycle = "46-41 45-50 41-37 50-45 37-46 45-50 46-41 50-45 41-37 45-50 37-46 50-45";
    assert_eq!(drawn_after(&international, "W:WK46:BK45", "", cycle), (24, SlowDraw::Repetition));
}

#[test]
fn moves_of_kings_only() {
    let english = without_repetition(SlowDraughts::english(8));
    let mut kings25 = english;
    kings25.draws.quiet = Some(25);
    let cycle = "29-25 4-8 25-29 8-4";
    assert_eq!(drawn_after(&english, "W:WK29:BK4", "", cycle), (80, SlowDraw::Quiet));
    assert_eq!(drawn_after(&kings25, "W:WK29:BK4", "", cycle), (25, SlowDraw::Quiet));
    // A man's move in the third ply, and a capture in the first, begin the count anew.
    let (texts, cycle) = ("29-25 4-8 31-27", "8-4 25-29 4-8 29-25");
    assert_eq!(drawn_after(&kings25, "W:WK29,31:BK4", texts, cycle), (28, SlowDraw::Quiet));
    let cycle = "4-8 29-25 8-4 25-29";
    assert_eq!(drawn_after(&kings25, "W:WK29,31:BK4,27", "31x24", cycle), (26, SlowDraw::Quiet));
    let international = without_repetition(SlowDraughts::international(10));
    let cycle = "45-50 26-21 50-45 21-26";
    assert_eq!(drawn_after(&international, "W:W35,K45,K46:BK26,K36", "", cycle), (50, SlowDraw::Quiet));
}

#[test]
fn endings_against_a_lone_king() {
    let game = without_repetition(SlowDraughts::international(10));
    let after = |start, texts, cycle| {
        let (plies, reason) = drawn_after(&game, start, texts, cycle);
        assert_eq!(reason, SlowDraw::LoneKing, "{start} {texts}");
        plies
    };
    let crowned = "46-41 3-8 41-46 8-3";
    let captured = "3-8 28-32 8-3 32-28";
    // Three to one: 32 plies, those after the crowning that brings it about; two to one: 10.
    assert_eq!(after("W:W8,20,30:BK46", "8-3", crowned), 33);
    assert_eq!(after("W:W8,30:BK46", "8-3", crowned), 11);
    // From the start on where the start is such an ending; a crowning within it changes nothing.
    assert_eq!(after("W:W8,20,K45:BK46", "8-3", crowned), 32);
    assert_eq!(after("W:W8,K45:BK46", "8-3", crowned), 10);
    // Three become two in the sixth ply: 10 from there. Two become one: the count goes on.
    let lost = "3-8 46-41 8-3 41-46 42-37 46x28";
    assert_eq!(after("W:WK3,15,42:BK46", lost, captured), 16);
    assert_eq!(after("W:WK3,42:BK46", lost, captured), 10);
    // Four to one is no such ending.
    let (plies, reason) = drawn_after(&game, "W:W20,30,K3,K45:BK46", "", "3-8 46-41 8-3 41-46");
    assert_eq!((plies, reason), (50, SlowDraw::Quiet));
}
