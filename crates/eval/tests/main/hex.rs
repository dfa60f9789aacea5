//! Hex distances: equal to a slow count over cells, invariant under the half turn and under exchange of the sides.

use std::collections::{HashMap, VecDeque};

use zermelo_core::{Evaluator, Game, Notation, Position, Score, Side};
use zermelo_eval::{Evaluated, HexDistance, HexEvaluator, hex_distance};
use zermelo_games::bitboard::{Bits, Wide};
use zermelo_games::hex::{Hex, STEPS};
use zermelo_games::stones::Stones;
use zermelo_testkit::evaluators::check_evaluator;
use zermelo_testkit::playout::random_records;

const SEED: u64 = 9;

fn evaluator(spec: &str) -> HexEvaluator {
    Hex::<u64>::evaluator(&spec.parse().expect("well formed")).expect("known")
}

#[test]
fn states_follow_the_moves() {
    for spec in ["bridges", "distance", "none"] {
        check_evaluator(&Hex::<u64>::new(5, true), &evaluator(spec), 1);
        check_evaluator(&Hex::<u128>::new(11, true), &evaluator(spec), 2);
    }
}

/// A cell by column and row; off the board it belongs to the edge.
type Cell = (i8, i8);

struct Slow<'g, B> {
    game: &'g Hex<B>,
    position: &'g Stones<B>,
    side: Side,
    bridges: bool,
}

impl<B: Bits> Slow<'_, B> {
    fn size(&self) -> i8 {
        self.game.board().size() as i8
    }

    fn owner(&self, (x, y): Cell) -> Option<Side> {
        self.position.at((y as u32) * u32::from(self.game.board().size()) + x as u32)
    }

    fn is_inside(&self, (x, y): Cell) -> bool {
        (0..self.size()).contains(&x) && (0..self.size()).contains(&y)
    }

    fn is_open(&self, cell: Cell) -> bool {
        self.is_inside(cell) && self.owner(cell).is_none()
    }

    /// The coordinate between the side's edges: -1 for the first edge, the size for the last.
    fn along(&self, (x, y): Cell) -> i8 {
        if self.side == Side::First { y } else { x }
    }

    /// The cost of a cell on a path; `None` if it is blocked.
    fn cost(&self, cell: Cell) -> Option<u32> {
        if !self.is_inside(cell) {
            return None;
        }
        match self.owner(cell) {
            None => Some(1),
            Some(owner) => (owner == self.side).then_some(0),
        }
    }

    /// The cells adjacent to a cell or a bridge apart, including cells off the board.
    fn joined(&self, (x, y): Cell) -> Vec<Cell> {
        let mut joined: Vec<Cell> = STEPS.iter().map(|[dx, dy]| (x + dx, y + dy)).collect();
        for (index, [ax, ay]) in STEPS.into_iter().enumerate() {
            let [bx, by] = STEPS[(index + 1) % STEPS.len()];
            if self.bridges && self.is_open((x + ax, y + ay)) && self.is_open((x + bx, y + by)) {
                joined.push((x + ax + bx, y + ay + by));
            }
        }
        joined
    }

    /// The cheapest path from one edge to each cell and to the other edge, by a search in the order of costs.
    fn from(&self, end: i8) -> HashMap<Cell, u32> {
        let (start, goal) = if end == 0 { (-1, self.size()) } else { (self.size(), -1) };
        let mut known: HashMap<Cell, u32> = HashMap::new();
        let mut open = VecDeque::new();
        // Cells off the board, as far as a bridge from the edge reaches.
        for other in -2..self.size() + 2 {
            let cell = if self.side == Side::First { (other, start) } else { (start, other) };
            open.push_back((cell, 0));
        }
        while let Some((cell, cost)) = open.pop_front() {
            if known.contains_key(&cell) {
                continue;
            }
            known.insert(cell, cost);
            if self.along(cell) == goal {
                continue;
            }
            for next in self.joined(cell) {
                let beyond = if goal > start { self.along(next) >= goal } else { self.along(next) <= goal };
                if beyond && self.along(cell) != start {
                    // Only the edge itself counts, not the cells behind it.
                    if self.along(next) == goal {
                        open.push_front((next, cost));
                    }
                } else if let Some(more) = self.cost(next) {
                    if more == 0 {
                        open.push_front((next, cost));
                    } else {
                        open.push_back((next, cost + more));
                    }
                }
            }
        }
        known
    }

    fn distance(&self) -> u32 {
        let known = self.from(0);
        let goal = known.iter().filter(|&(&cell, _)| self.along(cell) == self.size());
        goal.map(|(_, &cost)| cost).min().expect("an undecided position")
    }

    fn path_cells(&self) -> Vec<Cell> {
        let (there, back, total) = (self.from(0), self.from(1), self.distance());
        let on_way =
            |cell: &Cell| self.is_open(*cell) && back.get(cell).is_some_and(|back| there[cell] + back == total + 1);
        there.keys().copied().filter(on_way).collect()
    }
}

/// Compares every `every`-th position of some games.
fn equals_the_slow_count<B: Bits>(game: &Hex<B>, every: usize) {
    for record in random_records(game, SEED, 12) {
        for position in record.line().positions().iter().step_by(every) {
            if game.outcome(position).is_some() {
                continue;
            }
            for side in Side::BOTH {
                for bridges in [false, true] {
                    let slow = Slow { game, position, side, bridges };
                    let HexDistance { stones, path_cells } = hex_distance(game.board(), position, side, bridges);
                    let text = game.position_text(position);
                    assert_eq!(stones, slow.distance(), "{side:?}, bridges {bridges}: {text}");
                    let mut expected: Vec<u32> = slow
                        .path_cells()
                        .iter()
                        .map(|&(x, y)| (y as u32) * u32::from(game.board().size()) + x as u32)
                        .collect();
                    expected.sort_unstable();
                    let found: Vec<u32> = path_cells.squares().collect();
                    assert_eq!(found, expected, "{side:?}, bridges {bridges}: {text}");
                }
            }
        }
    }
}

#[test]
fn distances_equal_a_slow_count() {
    equals_the_slow_count(&Hex::<u64>::new(2, false), 1);
    equals_the_slow_count(&Hex::<u64>::new(4, true), 1);
    equals_the_slow_count(&Hex::<u64>::new(7, true), 5);
    equals_the_slow_count(&Hex::<Wide<4>>::new(12, false), 41);
}

/// On the empty board each side needs as many stones as there are rows, with bridges half of them.
#[test]
fn distances_on_the_empty_board() {
    for (size, bridged) in [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (7, 3)] {
        let game = Hex::<u64>::new(size, false);
        for side in Side::BOTH {
            let of = |bridges| hex_distance(game.board(), &game.initial(), side, bridges).stones;
            assert_eq!((of(false), of(true)), (u32::from(size), bridged), "{size}");
        }
    }
}

#[test]
fn symmetric_positions_are_worth_the_same() {
    let game = Hex::<u64>::new(6, false);
    let value = |position: &Stones<u64>, evaluator: HexEvaluator| evaluator.evaluate(&game, &(), position);
    for record in random_records(&game, SEED, 10) {
        for position in record.line().positions().iter().filter(|position| !position.is_won()) {
            for spec in ["bridges", "distance:way=3,turn=7"] {
                let evaluator = evaluator(spec);
                let expected = value(position, evaluator);
                assert_eq!(value(&game.transform(position, 1), evaluator), expected);
                assert_eq!(value(&game.reversed(position), evaluator), expected);
            }
        }
    }
}

/// The parameters set the weights.
#[test]
fn values_are_sums_of_the_terms() {
    let game = Hex::<u64>::new(3, false);
    let position = game.parse_position("3/1x1/3 o").expect("legal");
    assert_eq!(position.side_to_move(), Side::Second);
    // First's stone in the middle is connected to both edges by bridges: no stone is missing. Second must pass through
    // b1 or b3.
    let first = hex_distance(game.board(), &position, Side::First, true);
    let second = hex_distance(game.board(), &position, Side::Second, true);
    assert_eq!(first.stones, 0);
    let expected = -100 * second.stones as i32 + 4 * second.path_cells.count() as i32 + 50;
    assert_eq!(evaluator("bridges").evaluate(&game, &(), &position), Score::estimate(expected));
}
