//! Each rule that saves search, against the value of every position of small boards by trying everything.

use std::collections::HashMap;

use zermelo_core::{Game, Position, Proven, Wdl};
use zermelo_games::connect4::Connect4;
use zermelo_games::stones::Stones;
use zermelo_testkit::dice::Dice;
use zermelo_testkit::playout::random_game;
use zermelo_testkit::reference::SlowSolver;

use super::board::{Any, Board, Fixed};
use super::node::{Node, Settled};
use super::question::wdl;
use super::score;
use super::strategy;
use super::table::{Entry, Layout, NO_COLUMN, Narrow, Table, Wide};

type SmallBoard = Any<u64, Wide>;

/// Small boards on which both sides can win, of even and odd heights: width, height, length of a line.
const SMALL: [[u8; 3]; 7] = [[4, 4, 4], [4, 4, 3], [5, 4, 3], [3, 6, 3], [6, 2, 3], [5, 3, 3], [3, 5, 3]];

/// A small board and every position of it that the rules lead to, with its score.
struct Tried {
    game: Connect4<u64>,
    board: SmallBoard,
    solver: SlowSolver<Connect4<u64>>,
    positions: Vec<Stones<u64>>,
    /// Where the position of the mover's and the other's stones is.
    places: HashMap<[u64; 2], usize>,
}

impl Tried {
    fn everything([width, height, k]: [u8; 3]) -> Self {
        let game = Connect4::new(width, height, k);
        let mut places = HashMap::from([([0; 2], 0)]);
        let mut positions = vec![game.initial()];
        let mut at = 0;
        while let Some(&position) = positions.get(at) {
            at += 1;
            let mut moves = Vec::new();
            game.generate(&position, &mut moves);
            for mv in moves {
                let mut after = position;
                game.play_unchecked(&mut after, mv);
                places.entry([after.mover(), after.other()]).or_insert_with(|| {
                    positions.push(after);
                    positions.len() - 1
                });
            }
        }
        let solver = SlowSolver::new(game.clone(), usize::MAX);
        let board = Any::new(width.into(), height.into(), k.into());
        Self { game, board, solver, positions, places }
    }

    /// The score of a position in which the game goes on.
    fn score(&mut self, position: &Stones<u64>) -> i32 {
        let Proven { wdl, plies, .. } = self.solver.value(position).expect("the limit is out of reach");
        let last = |plies: u32| position.occupied().count_ones() as i32 + plies as i32 - 1;
        match (wdl, plies) {
            (Wdl::Win, Some(plies)) => score::of_win(self.board.area(), last(plies.0)),
            (Wdl::Loss, Some(plies)) => -score::of_win(self.board.area(), last(plies.0)),
            _ => 0,
        }
    }
}

fn go_on(game: &Connect4<u64>, positions: &[Stones<u64>]) -> Vec<Stones<u64>> {
    positions.iter().copied().filter(|position| game.outcome(position).is_none()).collect()
}

#[test]
fn strategies_promise_what_comes_true() {
    for size in SMALL {
        let mut tried = Tried::everything(size);
        let (mut spoke, mut was_exact) = (0_u32, 0_u32);
        for position in go_on(&tried.game, &tried.positions) {
            // As in the search: neither side can win on its next turn.
            let Some(node) = Node::new(tried.board, [position.mover(), position.other()]) else { continue };
            let landings = tried.board.landings(node.occupied());
            if landings & node.threats[1] != 0 {
                continue;
            }
            let ceiling = strategy::ceiling(tried.board, &node);
            if ceiling != strategy::NO_CEILING {
                let score = tried.score(&position);
                assert!(score <= ceiling, "{size:?}: {position:?} scores {score}, not at most {ceiling}");
                spoke += 1;
                was_exact += u32::from(score == ceiling);
            }
        }
        assert!(
            spoke > 20 && was_exact > 20,
            "{size:?}: {spoke} bounds, {was_exact} of them exact: too few to say something"
        );
    }
}

#[test]
fn forced_replies_change_no_score() {
    for size in SMALL {
        let mut tried = Tried::everything(size);
        let (mut decided, mut quiet) = (0_u32, 0_u32);
        for position in go_on(&tried.game, &tried.positions) {
            let score = tried.score(&position);
            let Some(mut node) = Node::new(tried.board, [position.mover(), position.other()]) else {
                let stones = position.occupied().count_ones() as i32;
                assert_eq!(score, score::of_win(tried.board.area(), stones), "{size:?}: {position:?}");
                continue;
            };
            match node.settle(tried.board) {
                Settled::Score(settled) => {
                    decided += 1;
                    assert_eq!(settled, score, "{size:?}: {position:?}");
                }
                Settled::Quiet { is_same_side } => {
                    quiet += 1;
                    let side = if is_same_side { position.side_to_move() } else { position.side_to_move().opponent() };
                    let [least, most] = node.range(tried.board);
                    let at_end = if is_same_side { score } else { -score };
                    assert!((least..=most).contains(&at_end), "{size:?}: {position:?} for {side:?}");
                    let end = tried.positions[tried.places[&node.stones]];
                    assert_eq!(end.side_to_move(), side, "{size:?}: {position:?}");
                    assert_eq!(tried.score(&end), at_end, "{size:?}: {position:?}");
                }
            }
        }
        assert!(decided > 20 && quiet > 0, "{size:?}: {decided} decided, {quiet} quiet");
    }
}

#[test]
fn both_kinds_of_boards_see_the_same() {
    let fixed = Fixed::<7, 6, u64, Narrow>::NEW;
    let any = Any::<u64, Wide>::new(7, 6, 4);
    assert_eq!(fixed.squares(), any.squares());
    assert_eq!(fixed.odd_rows(), any.odd_rows());
    let (game, mut dice) = (Connect4::<u64>::new(7, 6, 4), Dice::new(5));
    for plies in (0..=42).cycle().take(2000) {
        let position = *random_game(&game, &mut dice, plies).position();
        let free = fixed.squares() & !position.occupied();
        let stones = position.mover();
        assert_eq!(fixed.completions(stones) & free, any.completions(stones) & free);
        assert_eq!(fixed.landings(position.occupied()), any.landings(position.occupied()));
        for set in [stones, position.other(), stones | free] {
            assert_eq!(fixed.has_line(set), any.has_line(set));
            assert_eq!(fixed.mirrored(set), any.mirrored(set));
            assert_eq!(fixed.mirrored(fixed.mirrored(set)), set);
        }
    }
}

#[test]
fn a_table_tells_positions_apart() {
    fn check<L: Layout<u64>>(bits: u32) {
        let table = Table::new(Table::LEAST).expect("there is one MiB");
        let entry = |n: i32| Entry { lower: -n % 20, upper: n % 20, work: n as u32 % 20, column: n as u32 % 7 };
        let key = |n: u64| n.wrapping_mul(0xD134_2543_DE82_EF95) >> (64 - bits);
        for n in 0..200_000 {
            let (bucket, tag) = table.place::<u64, L>(key(n), bits);
            L::put(table.bucket(bucket), tag, entry(n as i32));
        }
        let mut kept = 0;
        for n in 0..200_000 {
            let (bucket, tag) = table.place::<u64, L>(key(n), bits);
            if let Some(found) = L::find(table.bucket(bucket), tag) {
                assert_eq!(found, entry(n as i32), "entry {n}");
                kept += 1;
            }
        }
        assert!(kept > 50_000, "{kept} entries are left");
        let (bucket, tag) = table.place::<u64, L>(key(1 << 40), bits);
        assert_eq!(L::find(table.bucket(bucket), tag), None);
    }
    check::<Narrow>(49);
    check::<Narrow>(56);
    check::<Wide>(64);
}

#[test]
fn bounds_of_a_position_meet_in_the_table() {
    let table = Table::new(Table::LEAST).expect("there is one MiB");
    let (bucket, tag) = table.place::<u64, Narrow>(77, 49);
    for (lower, upper) in [(-18, 3), (1, 18)] {
        Narrow::put(table.bucket(bucket), tag, Entry { lower, upper, work: 1, column: NO_COLUMN });
    }
    let found = Narrow::find(table.bucket(bucket), tag).expect("it was put there");
    assert_eq!((found.lower, found.upper), (1, 3));
    assert_eq!(wdl(found.lower), Wdl::Win);
}
