//! `threats`: equal to a slow count cell by cell, invariant under symmetries, right about odd and even rows of Connect
//! Four.

use std::collections::HashSet;

use proptest::prelude::*;
use zermelo_core::spec::Spec;
use zermelo_core::{Evaluator, Notation, Position, Score, Side, Square};
use zermelo_eval::{Evaluated, LineEvaluator};
use zermelo_games::bitboard::{Bits, Wide};
use zermelo_games::connect3d::Connect3d;
use zermelo_games::connect4::Connect4;
use zermelo_games::mnk::Mnk;
use zermelo_games::stones::{StoneGame, Stones};
use zermelo_testkit::evaluators::check_evaluator;
use zermelo_testkit::playout::random_game;
use zermelo_testkit::rng::TestRng;

fn threats(params: &str) -> LineEvaluator {
    Connect4::<u64>::evaluator(&format!("threats{params}").parse::<Spec>().expect("well formed")).expect("known")
}

/// Weights that distinguish the terms.
const ODD: &str = ":growth=3,tempo=0,later=1000,parity=500,stacked=170,zugzwang=77";

fn value<G: StoneGame>(game: &G, position: &Stones<G::Set>, evaluator: LineEvaluator) -> i32 {
    evaluator.evaluate(game, &evaluator.fresh(game, position), position).value()
}

#[test]
fn states_follow_the_moves() {
    for params in ["", ODD] {
        let evaluator = threats(params);
        check_evaluator(&Mnk::<u64>::new(3, 3, 3), &evaluator, 1);
        check_evaluator(&Mnk::<u64>::new(3, 3, 2), &evaluator, 1);
        check_evaluator(&Mnk::<u64>::new(3, 3, 1), &evaluator, 1);
        check_evaluator(&Mnk::<u128>::new(9, 10, 5), &evaluator, 2);
        check_evaluator(&Connect4::<u64>::new(7, 6, 4), &evaluator, 3);
        check_evaluator(&Connect4::<Wide<5>>::new(16, 16, 6), &evaluator, 4);
        check_evaluator(&Connect3d::<Wide<4>>::new([6, 5, 5], 4, true), &evaluator, 5);
        check_evaluator(&Connect3d::<u64>::new([4, 4, 4], 4, false), &evaluator, 6);
    }
}

/// A board, cell by cell.
struct Slow<'g, G: StoneGame> {
    game: &'g G,
    position: Stones<G::Set>,
}

impl<G: StoneGame> Slow<'_, G> {
    fn owner(&self, square: Square) -> Option<Side> {
        self.position.at(u32::from(square.0))
    }

    /// The cell below, with gravity.
    fn below(&self, square: Square) -> Option<Square> {
        let lattice = self.game.lattice();
        let [x, y, z] = lattice.cell(square).expect("a cell");
        (self.game.has_gravity() && y > 0).then(|| lattice.square([x, y - 1, z]))
    }

    fn is_open(&self, square: Square) -> bool {
        self.owner(square).is_none() && self.below(square).is_none_or(|below| self.owner(below).is_some())
    }

    /// The lines without a stone of the other side: the number of own stones of each, and its empty cells.
    fn lines(&self, side: Side) -> Vec<(usize, Vec<Square>)> {
        let is_alone = |line: &&[Square]| line.iter().all(|&square| self.owner(square) != Some(side.opponent()));
        let split = |line: &[Square]| {
            let empty: Vec<Square> = line.iter().copied().filter(|&square| self.owner(square).is_none()).collect();
            (line.len() - empty.len(), empty)
        };
        self.game.lattice().lines().filter(is_alone).map(split).collect()
    }

    fn gaps(&self, side: Side) -> HashSet<Square> {
        self.lines(side).into_iter().filter(|(_, empty)| empty.len() == 1).map(|(_, empty)| empty[0]).collect()
    }

    /// The empty cells shared by two lines that each miss one more stone.
    fn forks(&self, side: Side) -> usize {
        let lines: Vec<Vec<Square>> =
            self.lines(side).into_iter().map(|(_, empty)| empty).filter(|empty| empty.len() == 2).collect();
        let cells = self.game.lattice().cells().map(|cell| self.game.lattice().square(cell));
        if self.game.lattice().k() < 3 {
            return 0;
        }
        cells.filter(|cell| lines.iter().filter(|empty| empty.contains(cell)).count() >= 2).count()
    }

    fn lines_value(&self, side: Side) -> i32 {
        let worth = |stones: usize| if stones == 0 { 0 } else { 3_i32.pow(stones as u32 - 1) };
        self.lines(side).into_iter().map(|(stones, _)| worth(stones)).sum()
    }

    /// The first player gets a cell by parity if an odd number of moves leads there when all other columns are full.
    fn comes_to(&self, square: Square, side: Side) -> bool {
        let [width, height, depth] = self.game.lattice().size().map(usize::from);
        let row = usize::from(self.game.lattice().cell(square).expect("a cell")[1]);
        let before = (width * depth - 1) * height + row;
        before % 2 == side.index()
    }

    fn later(&self, side: Side) -> (i32, bool) {
        let all: HashSet<Square> = Side::BOTH.into_iter().flat_map(|side| self.gaps(side)).collect();
        let own = self.gaps(side);
        let mut sum = (0, false);
        for &square in own.iter().filter(|&&square| !self.is_open(square)) {
            let below = self.below(square).expect("a cell that is not playable is above another");
            if own.contains(&below) && !self.is_open(below) {
                sum.0 += 170;
            }
            let mut down = std::iter::successors(Some(below), |&square| self.below(square));
            if down.any(|square| all.contains(&square)) {
                continue;
            }
            sum.0 += 1000;
            if self.comes_to(square, side) {
                sum = (sum.0 + 500, true);
            }
        }
        sum
    }

    fn value(&self) -> i32 {
        let mover = self.position.side_to_move();
        let [mine, theirs] = [mover, mover.opponent()].map(|side| self.gaps(side));
        if mine.iter().any(|&square| self.is_open(square)) {
            return 100_000;
        }
        let blocks: Vec<Square> = theirs.iter().copied().filter(|&square| self.is_open(square)).collect();
        let cells = self.game.lattice().cells().map(|cell| self.game.lattice().square(cell));
        let gives = |square: Square| theirs.iter().any(|&gap| self.below(gap) == Some(square));
        let mut moves = cells.filter(|&square| self.is_open(square) && (blocks.is_empty() || blocks.contains(&square)));
        if blocks.len() > 1 || moves.all(gives) {
            return -90_000;
        }
        let lines = self.lines_value(mover) - self.lines_value(mover.opponent());
        if !self.game.has_gravity() {
            if blocks.is_empty() && self.forks(mover) > 0 {
                return 50_000;
            }
            return lines - 20 * self.forks(mover.opponent()).min(8) as i32;
        }
        let [own, other] = [mover, mover.opponent()].map(|side| self.later(side));
        let [first, second] = if mover == Side::First { [own, other] } else { [other, own] };
        let zugzwang = match (first.1, second.1) {
            (true, _) => 77,
            (false, true) => -77,
            (false, false) => 0,
        };
        lines + own.0 - other.0 + if mover == Side::First { zugzwang } else { -zugzwang }
    }
}

fn equals_the_slow_count<G: StoneGame + Notation>(game: &G, seed: u64) {
    let evaluator = threats(ODD);
    let record = random_game(game, &mut TestRng::new(seed), 300);
    for position in record.line().positions().iter().filter(|position| game.outcome(position).is_none()) {
        let text = game.position_text(position);
        let found = value(game, position, evaluator);
        assert_eq!(found, Slow { game, position: *position }.value(), "seed {seed}: {text}");
        for symmetry in 0..game.symmetries() {
            assert_eq!(value(game, &game.transform(position, symmetry), evaluator), found, "{text}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn kept_threats_equal_slow_ones_and_are_symmetric(seed: u64) {
        equals_the_slow_count(&Mnk::<u64>::new(5, 4, 3), seed);
        equals_the_slow_count(&Mnk::<u64>::new(6, 7, 5), seed);
        equals_the_slow_count(&Mnk::<u64>::new(3, 2, 2), seed);
        equals_the_slow_count(&Connect4::<u64>::new(7, 6, 4), seed);
        equals_the_slow_count(&Connect4::<u128>::new(9, 7, 4), seed);
        equals_the_slow_count(&Connect3d::<u64>::new([4, 3, 3], 3, true), seed);
        equals_the_slow_count(&Connect3d::<u64>::new([4, 4, 4], 4, true), seed);
        equals_the_slow_count(&Connect3d::<u64>::new([4, 4, 4], 4, false), seed);
    }
}

/// Without gravity, a position with colours and sides swapped is the same position.
#[test]
fn colours_are_alike_without_gravity() {
    let game = Mnk::<u64>::new(6, 6, 4);
    for params in ["", ODD] {
        let evaluator = threats(params);
        for pair in [["6/6/2x3/1xo3/3o2/6 x", "6/6/2o3/1ox3/3x2/6 o"], ["6/6/2x3/1xo3/3o2/6 o", "6/6/2o3/1ox3/3x2/6 x"]]
        {
            let stones = |text: &str| -> Stones<u64> {
                let side = if text.ends_with('x') { Side::First } else { Side::Second };
                let mut position = Stones::empty();
                // Arrangements that no game leads to: the stones are set directly.
                for (row, cells) in text.split(['/', ' ']).take(6).enumerate() {
                    let mut column = 0;
                    for cell in cells.chars() {
                        let Some(gap) = cell.to_digit(10) else {
                            let owner = if cell == 'x' { Side::First } else { Side::Second };
                            if position.side_to_move() != owner {
                                position = position.passed();
                            }
                            position.place(u64::single((5 - row as u32) * 6 + column), |_| false);
                            column += 1;
                            continue;
                        };
                        column += gap;
                    }
                }
                if position.side_to_move() == side { position } else { position.passed() }
            };
            let [one, other] = pair.map(|text| value(&game, &stones(text), evaluator));
            assert_eq!(one, other, "{pair:?}");
            assert_ne!(one, 0);
        }
    }
}

/// Red (x) has three in row 3 or in row 4; the square that completes them is above an empty column.
#[test]
fn odd_rows_are_the_first_players() {
    let game = Connect4::<u64>::new(7, 6, 4);
    let worth = |text: &str, params: &str| {
        let position = game.parse_position(text).unwrap_or_else(|why| panic!("{text}: {why}"));
        value(&game, &position, threats(params))
    };
    let gained = |text: &str| {
        let without = worth(text, ":growth=1,tempo=0,later=0,parity=0,stacked=0,zugzwang=0");
        without - worth(text, ":growth=1,tempo=0,later=0,parity=40,stacked=0,zugzwang=60")
    };
    assert_eq!(gained("7/7/7/xxx4/oxo4/xoo4 o"), 40 + 60, "d3 comes to the first player");
    assert_eq!(gained("7/7/xxx4/oxo4/xoo4/xox3o o"), 0, "d4 does not");
}

#[test]
fn what_decides_at_once_is_seen() {
    let game = Connect4::<u64>::new(7, 6, 4);
    let worth = |text: &str| {
        let position = game.parse_position(text).unwrap_or_else(|why| panic!("{text}: {why}"));
        Score::from_value(value(&game, &position, threats("")))
    };
    // x completes its row; o can stop only one of two squares.
    assert!(worth("7/7/7/7/7/xxx1ooo x") > Score::from_value(90_000));
    assert!(worth("7/7/7/7/1oo4/1xxx3 o") < Score::from_value(-80_000));
    assert!(worth("7/7/7/7/7/7 x").value().abs() < 10);
}
