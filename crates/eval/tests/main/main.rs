//! Evaluators of line games: incremental updates equal a fresh count, values are antisymmetric and equal a slow count.

mod draughts;
mod hex;
mod reversi;
mod shapes;
mod teeko;
mod threats;

use proptest::prelude::*;
use zermelo_core::spec::Spec;
use zermelo_core::{Evaluator, Notation, Position, Score, Side, Square};
use zermelo_eval::{Evaluated, LineEvaluator, PointOfView, StoneCount};
use zermelo_games::bitboard::{Bits, Wide};
use zermelo_games::connect3d::Connect3d;
use zermelo_games::connect4::Connect4;
use zermelo_games::lattice::DIRECTIONS;
use zermelo_games::mnk::Mnk;
use zermelo_games::stones::{StoneGame, Stones};
use zermelo_testkit::evaluators::check_evaluator;
use zermelo_testkit::playout::random_game;
use zermelo_testkit::rng::TestRng;

const fn alignments(count: StoneCount, view: PointOfView) -> LineEvaluator {
    LineEvaluator::Alignments { count, view }
}

const ALL: [LineEvaluator; 6] = [
    LineEvaluator::None,
    LineEvaluator::Combinations,
    alignments(StoneCount::Windows, PointOfView::Difference),
    alignments(StoneCount::Windows, PointOfView::Own),
    alignments(StoneCount::Runs, PointOfView::Difference),
    alignments(StoneCount::Runs, PointOfView::Own),
];

#[test]
fn states_follow_the_moves() {
    for evaluator in ALL {
        check_evaluator(&Mnk::<u64>::new(3, 3, 3), &evaluator, 1);
        check_evaluator(&Mnk::<u128>::new(9, 10, 5), &evaluator, 2);
        check_evaluator(&Connect4::<u64>::new(7, 6, 4), &evaluator, 3);
        check_evaluator(&Connect4::<Wide<5>>::new(16, 16, 6), &evaluator, 4);
        check_evaluator(&Connect3d::<Wide<4>>::new([6, 5, 5], 4, true), &evaluator, 5);
        check_evaluator(&Connect3d::<u64>::new([4, 4, 4], 4, false), &evaluator, 6);
    }
}

/// The value of stones in a line of `k`, as documented on the games' pages.
fn weight(stones: usize, k: usize) -> i32 {
    if (2..k).contains(&stones) { 10_i32.pow(stones as u32 - 2) } else { 0 }
}

/// One side's count, the slow way: every window, every run, every line through every stone, looked up cell by cell.
fn slow<G: StoneGame>(game: &G, position: &Stones<G::Set>, evaluator: LineEvaluator, side: Side) -> i32 {
    let lattice = game.lattice();
    let k = usize::from(lattice.k());
    let holds = |owner: Side, square: &Square| position.of(owner).has(u32::from(square.0));
    match evaluator {
        // `threats.rs` has its own slow count.
        LineEvaluator::None | LineEvaluator::Threats(_) => 0,
        LineEvaluator::Combinations => {
            let stones = |line: &[Square]| line.iter().filter(|square| holds(side, square)).count();
            lattice.lines().map(|line| stones(line) as i32).sum()
        }
        LineEvaluator::Alignments { count: StoneCount::Windows, .. } => {
            let open = lattice.lines().filter(|line| !line.iter().any(|square| holds(side.opponent(), square)));
            open.map(|line| weight(line.iter().filter(|square| holds(side, square)).count(), k)).sum()
        }
        LineEvaluator::Alignments { count: StoneCount::Runs, .. } => {
            let step = |cell: [u8; 3], direction: [i8; 3], sign: i8| {
                let mut to = cell;
                for axis in 0..3 {
                    let at = i16::from(cell[axis]) + i16::from(direction[axis]) * i16::from(sign);
                    to[axis] = u8::try_from(at).ok().filter(|&at| at < lattice.size()[axis])?;
                }
                holds(side, &lattice.square(to)).then_some(to)
            };
            let mut sum = 0;
            for cell in lattice.cells().filter(|&cell| holds(side, &lattice.square(cell))) {
                for direction in DIRECTIONS.into_iter().filter(|&direction| step(cell, direction, -1).is_none()) {
                    let run = std::iter::successors(Some(cell), |&cell| step(cell, direction, 1)).count();
                    sum += weight(run, k);
                }
            }
            sum
        }
    }
}

/// The value by the incremental state for the side to move, with `searcher` to move at the root.
fn value<G: StoneGame>(game: &G, position: &Stones<G::Set>, evaluator: LineEvaluator) -> Score {
    evaluator.evaluate(game, &evaluator.fresh(game, position), position)
}

fn equals_the_slow_count<G: StoneGame + Notation>(game: &G, seed: u64) {
    let mut rng = TestRng::new(seed);
    let record = random_game(game, &mut rng, 300);
    for position in record.line().positions().iter().filter(|position| !position.is_won()) {
        for evaluator in ALL {
            let side = position.side_to_move();
            let own = slow(game, position, evaluator, side);
            let other = slow(game, position, evaluator, side.opponent());
            let view_is_own = matches!(evaluator, LineEvaluator::Alignments { view: PointOfView::Own, .. });
            let expected = if view_is_own { own } else { own - other };
            let text = game.position_text(position);
            assert_eq!(
                value(game, position, evaluator),
                Score::estimate(expected),
                "{evaluator:?} seed {seed}: {text}"
            );
            if !view_is_own {
                // The same stones with the other side to move have the opposite value.
                assert_eq!(value(game, &position.passed(), evaluator), Score::estimate(-expected), "{text}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn kept_counts_equal_slow_counts_and_are_fair(seed: u64) {
        equals_the_slow_count(&Mnk::<u64>::new(5, 4, 3), seed);
        equals_the_slow_count(&Mnk::<u64>::new(6, 7, 5), seed);
        equals_the_slow_count(&Connect4::<u64>::new(7, 6, 4), seed);
        equals_the_slow_count(&Connect3d::<u64>::new([4, 3, 3], 3, true), seed);
        equals_the_slow_count(&Connect3d::<Wide<4>>::new([4, 5, 4], 4, false), seed);
    }
}

/// In a search, `view=own` counts for the side to move at the root at every ply.
#[test]
fn own_is_the_side_that_searches() {
    let game = Mnk::<u64>::new(4, 4, 4);
    let evaluator = alignments(StoneCount::Windows, PointOfView::Own);
    let root = game.parse_position("4/4/4/xo2 x").expect("a legal position");
    let mut state = evaluator.fresh(&game, &root);
    let mv = game.parse_move(&root, "a2").expect("a2 is free");
    let mut after = root;
    zermelo_core::Game::play_unchecked(&game, &mut after, mv);
    evaluator.update(&game, &mut state, &root, mv, &after);
    assert_eq!(evaluator.evaluate(&game, &state, &after), Score::estimate(-1), "x has two in column a; o is to move");
}

#[test]
fn specifications_are_checked() {
    let parse = |text: &str| Connect4::<u64>::evaluator(&text.parse::<Spec>().expect("well formed"));
    assert_eq!(parse("none"), Ok(LineEvaluator::None));
    assert_eq!(parse("combinations"), Ok(LineEvaluator::Combinations));
    assert_eq!(parse("alignments"), Ok(alignments(StoneCount::Windows, PointOfView::Difference)));
    assert_eq!(parse("alignments:count=runs,view=own"), Ok(alignments(StoneCount::Runs, PointOfView::Own)));
    for (text, message) in [
        ("material", "there is no evaluator \"material\"; there is alignments, threats, combinations or none"),
        ("alignments:depth=3", "alignments has no parameter \"depth\"; it has count or view"),
        ("alignments:count=all", "count=all: count is windows or runs"),
        ("none:view=own", "none has no parameter \"view\"; it has none"),
    ] {
        assert_eq!(parse(text).expect_err("refused").to_string(), message);
    }
}
