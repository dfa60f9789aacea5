//! Evaluators of Teeko: equal to a slow count, invariant under symmetries, within their ranges; repetitions are
//! avoided.

use zermelo_core::spec::Spec;
use zermelo_core::{Depth, Evaluator, Game, GameRecord, Line, Notation, Position, Scene, Score, Side, Square};
use zermelo_eval::{Evaluated, RepetitionPolicy, TeekoEvaluator, alignment, centrality, spread};
use zermelo_games::teeko::{MEN, Teeko, TeekoBitboard, TeekoPosition, Variant, squares};
use zermelo_testkit::evaluators::check_evaluator;
use zermelo_testkit::playout::{random_game, random_records};
use zermelo_testkit::reference::slow_minimax;
use zermelo_testkit::rng::TestRng;

const SEED: u64 = 3;

const GAMES: [(Variant, bool); 3] = [(Variant::Standard, true), (Variant::Advanced, true), (Variant::Standard, false)];

fn games() -> impl Iterator<Item = Teeko> {
    GAMES.into_iter().map(|(variant, first_centre)| Teeko::new(variant, first_centre))
}

fn parse(text: &str) -> Result<TeekoEvaluator, String> {
    Teeko::evaluator(&text.parse::<Spec>().expect("well formed")).map_err(|why| why.to_string())
}

/// Each term alone, all of them, and none.
fn evaluators() -> [TeekoEvaluator; 5] {
    ["seed", "spacing", "centre", "diagonal", "none"].map(|text| parse(text).expect("there is such an evaluator"))
}

fn value(game: Teeko, position: &TeekoPosition, evaluator: TeekoEvaluator) -> Score {
    evaluator.evaluate(&game, &evaluator.fresh(&game, position), position)
}

#[test]
fn states_follow_the_moves() {
    for game in games() {
        for evaluator in evaluators() {
            check_evaluator(&game, &evaluator, SEED);
        }
    }
}

/// One side's men as columns and rows, from the display.
fn men(game: Teeko, position: &TeekoPosition, side: Side) -> Vec<[i32; 2]> {
    let board = game.board();
    let pieces = game.pieces(position).into_iter().filter(|piece| piece.side == side);
    let cell = |square: Square| board.cells.iter().find(|cell| cell.square == square).expect("a cell of the board");
    pieces.map(|piece| cell(piece.square).at).map(|[x, y, _]| [i32::from(x), i32::from(y)]).collect()
}

fn slow_spread(men: &[[i32; 2]]) -> i32 {
    let mut largest = 0;
    for [ax, ay] in men {
        for [bx, by] in men {
            largest = largest.max(((ax - bx).abs() + 1) * ((ay - by).abs() + 1));
        }
    }
    largest
}

fn slow_centrality(men: &[[i32; 2]]) -> i32 {
    men.iter().map(|[x, y]| 4 - (x - 2).abs() - (y - 2).abs()).sum()
}

/// On a diagonal the difference or the sum of column and row is constant; those of fewer than four squares are in the
/// corners.
fn slow_alignment(men: &[[i32; 2]]) -> i32 {
    if men.len() < 4 {
        return 0;
    }
    let all: Vec<[i32; 2]> = (0..5).flat_map(|x| (0..5).map(move |y| [x, y])).collect();
    let mut best = i32::MIN;
    for offset in [-1, 0, 1] {
        for falling in [false, true] {
            let is_on = |[x, y]: [i32; 2]| if falling { x + y - 4 == offset } else { x - y == offset };
            let on = men.iter().filter(|man| is_on(**man)).count() as i32;
            let free = all.iter().filter(|place| is_on(**place) && !men.contains(place));
            let fourth = men.iter().find(|man| !is_on(**man));
            let steps = fourth.map(|[x, y]| free.map(|[a, b]| (a - x).abs().max((b - y).abs())).min());
            best = best.max(match on {
                4 => 7,
                3 => 7 - steps.flatten().expect("a fourth man, a free square"),
                fewer => fewer - 3,
            });
        }
    }
    best
}

#[test]
fn values_equal_slow_counts_and_are_the_same_under_every_symmetry() {
    let mut rng = TestRng::new(SEED);
    for game in games() {
        for _ in 0..30 {
            let record = random_game(&game, &mut rng, 60);
            for position in record.line().positions().iter().filter(|position| !position.is_won()) {
                let text = || format!("seed {SEED}: {}", game.position_text(position));
                let sides = [position.side_to_move(), position.side_to_move().opponent()];
                let [own, other] = sides.map(|side| men(game, position, side));
                let spacing = slow_spread(&other) - slow_spread(&own);
                let centre = slow_centrality(&own) - slow_centrality(&other);
                let diagonal = slow_alignment(&own) - slow_alignment(&other);
                let expected = [spacing + centre + diagonal, spacing, centre, diagonal, 0];
                for (evaluator, expected) in evaluators().into_iter().zip(expected) {
                    assert_eq!(
                        value(game, position, evaluator),
                        Score::estimate(expected),
                        "{evaluator:?}, {}",
                        text()
                    );
                    for symmetry in 0..game.symmetries() {
                        let image = game.transform(position, symmetry);
                        assert_eq!(value(game, &image, evaluator), Score::estimate(expected), "{symmetry}: {}", text());
                    }
                }
            }
        }
    }
}

fn fours() -> impl Iterator<Item = TeekoBitboard> {
    (0..1 << 25).filter(|men: &TeekoBitboard| men.count_ones() == MEN)
}

/// The range of a term over all placements of four men that have not won.
fn range(game: Teeko, term: fn(TeekoBitboard) -> i32) -> (i32, i32) {
    let values: Vec<i32> = fours().filter(|men| !game.patterns().contains(men)).map(term).collect();
    (*values.iter().min().expect("not empty"), *values.iter().max().expect("not empty"))
}

/// With all men placed, spacing is between -21 and 21, centrality between -13 and 13, and both ends are reached.
#[test]
fn terms_lie_in_their_ranges() {
    for game in games() {
        let can_stand_in_corners = game.variant() == Variant::Standard;
        assert_eq!(range(game, spread), (4, 25));
        assert_eq!(range(game, centrality), (i32::from(!can_stand_in_corners), 13));
        assert_eq!(range(game, alignment), (-3, 7));
    }
    let game = Teeko::new(Variant::Standard, true);
    let [_, spacing, centre, ..] = evaluators();
    for (text, evaluator, expected) in [
        ("o3o/2x2/1xxx1/5/o3o x", spacing, 21),
        ("o3o/2x2/1xxx1/5/o3o o", spacing, -21),
        ("o3o/2x2/1xxx1/5/o3o x", centre, 13),
        ("o3o/2x2/1xxx1/5/o3o o", centre, -13),
        // While men are being placed, spacing may exceed that range: two men in opposite corners against one.
        ("x4/5/2o2/5/4x o", spacing, 24),
    ] {
        let position = game.parse_position(text).expect(text);
        assert_eq!(value(game, &position, evaluator), Score::estimate(expected), "{text}");
    }
}

/// The examples of the game's page.
#[test]
fn diagonals() {
    let men = |names: &str| {
        let square = |name: &str| {
            let bytes = name.as_bytes();
            u32::from(bytes[1] - b'1') * 5 + u32::from(bytes[0] - b'a')
        };
        names.split(' ').map(square).fold(0, |set: TeekoBitboard, square| set | 1 << square)
    };
    for (names, expected) in [
        ("a1 b2 c3", 0),
        ("a1 b2 d4 e5", 7),
        ("a1 b2 c3 d3", 6),
        ("a1 b2 c3 a5", 4),
        ("b1 c2 d3 e5", 6),
        ("a1 b2 a4 b5", -1),
        ("a2 b2 c2 e2", -2),
        ("a1 b1 c1 e1", -2),
        ("a3 c1 e3 c5", -3),
    ] {
        let found = alignment(men(names));
        assert_eq!(found, expected, "{names}");
        assert_eq!(squares(men(names)).count(), names.split(' ').count());
    }
}

const DROPS: &str = "a1 e5 a2 e3 d1 c5 d3 b4";

fn record(game: Teeko, moves: &str) -> GameRecord<Teeko> {
    let mut record = GameRecord::new(game);
    for text in moves.split_whitespace() {
        let mv = game.parse_move(record.position(), text).unwrap_or_else(|why| panic!("{why}"));
        record.play(mv, None).unwrap_or_else(|why| panic!("{why}"));
    }
    record
}

/// The value of a move for the side that plays it, by a plain search.
fn value_of(record: &GameRecord<Teeko>, mv: &str, depth: u32, evaluator: TeekoEvaluator) -> Score {
    let mv = record.game().parse_move(record.position(), mv).expect("legal");
    let found = slow_minimax(record, Some(Depth(depth)), &evaluator);
    found.moves.iter().find(|(other, _)| *other == mv).expect("a legal move").1
}

/// A move that repeats the position after the drops is nearly lost for the side that plays it, also with replies behind
/// it; other moves have the same value as without avoidance.
#[test]
fn repetitions_are_avoided() {
    let game = Teeko::new(Variant::Standard, true);
    let record = record(game, &format!("{DROPS} a2-a3 e3-e2 a3-a2"));
    let (ignoring, avoiding) = (parse("seed").expect("known"), parse("seed:repetition=avoid").expect("known"));
    assert_eq!((ignoring.repetition, avoiding.repetition), (RepetitionPolicy::Ignore, RepetitionPolicy::Avoid));
    let nearly_lost = Score::estimate(i32::MIN);
    for depth in 1..=3 {
        assert_eq!(value_of(&record, "e2-e3", depth, avoiding), nearly_lost, "depth {depth}");
        assert!(value_of(&record, "e2-e3", depth, ignoring).value() > -100, "depth {depth}");
    }
    assert_eq!(value_of(&record, "e2-d2", 1, avoiding), value_of(&record, "e2-d2", 1, ignoring));
    // A search from the position alone has no history.
    let alone = GameRecord::from_line(Line::new(game, *record.position()));
    assert_eq!(value_of(&alone, "e2-e3", 1, avoiding), value_of(&alone, "e2-e3", 1, ignoring));
    // Within the search: four plies back and forth; the side that completes them pays.
    let start = self::record(game, DROPS);
    let mut line = start.line().clone();
    let mut state = avoiding.fresh_on(&line);
    let mut values = Vec::new();
    for text in ["a2-a3", "e3-e2", "a3-a2", "e2-e3", "d1-c1"] {
        let before = *line.position();
        let mv = game.parse_move(&before, text).expect("legal");
        line.push(mv);
        avoiding.update(&game, &mut state, &before, mv, line.position());
        values.push(avoiding.evaluate(&game, &state, line.position()));
    }
    assert!(values[..3].iter().all(|score| score.value().abs() < 100), "{values:?}");
    assert_eq!(values[3..], [-nearly_lost, nearly_lost], "good for the first side with either side to move");
}

/// Taking moves back restores the history: after each way down and up, every value is as before.
#[test]
fn memory_of_repetitions_is_taken_back() {
    let game = Teeko::new(Variant::Standard, true);
    let avoiding = parse("seed:repetition=avoid").expect("known");
    let mut rng = TestRng::new(SEED);
    let mut repeated = 0;
    for record in random_records(&game, SEED, 40) {
        let mut line = record.line().clone();
        let mut state = avoiding.fresh_on(&line);
        let fresh = state.clone();
        let mut played = Vec::new();
        while played.len() < 30 && line.outcome().is_none() {
            let before = *line.position();
            let mut moves = Vec::new();
            line.generate(&mut moves);
            // Moves back where a man came from, whenever it can.
            let back = line
                .positions()
                .iter()
                .rev()
                .nth(3)
                .and_then(|&old| moves.iter().copied().find(|&mv| game.play(&before, mv).expect("legal") == old));
            let mv = back.or_else(|| rng.pick(&moves)).expect("a side is never blocked");
            line.push(mv);
            avoiding.update(&game, &mut state, &before, mv, line.position());
            played.push(mv);
        }
        repeated += usize::from(avoiding.evaluate(&game, &state, line.position()).value().abs() > 100);
        for &mv in played.iter().rev() {
            let after = *line.position();
            line.pop();
            avoiding.revert(&game, &mut state, line.position(), mv, &after);
        }
        assert_eq!(state, fresh, "seed {SEED}");
    }
    assert!(repeated > 0, "some of these lines repeat a position");
}

#[test]
fn specifications_are_checked() {
    let all = TeekoEvaluator { spacing: true, centre: true, diagonal: true, ..TeekoEvaluator::default() };
    assert_eq!(parse("seed"), Ok(all));
    assert_eq!(parse("seed:centre=off"), Ok(TeekoEvaluator { centre: false, ..all }));
    assert_eq!(
        parse("seed:spacing=off,diagonal=off,repetition=avoid"),
        Ok(TeekoEvaluator { spacing: false, diagonal: false, repetition: RepetitionPolicy::Avoid, ..all })
    );
    assert_eq!(parse("spacing"), Ok(TeekoEvaluator { spacing: true, ..TeekoEvaluator::default() }));
    assert_eq!(parse("none"), Ok(TeekoEvaluator::default()));
    for (text, message) in [
        ("material", "there is no evaluator \"material\"; there is seed, shapes, spacing, centre, diagonal or none"),
        ("seed:area=on", "seed has no parameter \"area\"; it has spacing, centre, diagonal or repetition"),
        ("seed:centre=1", "centre=1: centre is on or off"),
        ("centre:repetition=lose", "repetition=lose: repetition is ignore or avoid"),
        ("none:repetition=avoid", "none has no parameter \"repetition\"; it has none"),
    ] {
        assert_eq!(parse(text), Err(message.to_owned()));
    }
}
