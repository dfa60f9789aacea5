//! Strategy bounds and forced replies against exhaustive search on small boards; the boards and the table.

use std::collections::HashMap;

use zermelo_core::{Game, Position, Proven, Wdl};
use zermelo_games::connect4::Connect4;
use zermelo_games::stones::Stones;
use zermelo_testkit::playout::random_game;
use zermelo_testkit::reference::SlowSolver;
use zermelo_testkit::rng::TestRng;

use super::board::{AnyBoard, FixedBoard, SolverBoard};
use super::node::{ForcedOutcome, SolverNode};
use super::question::wdl;
use super::score;
use super::strategy;
use super::table::{BoundsEntry, BoundsTable, BucketLayout, NO_COLUMN, NarrowLayout, WideLayout};

type SmallBoard = AnyBoard<u64, WideLayout>;

/// Small boards on which both sides can win, of even and odd heights: width, height, length of a line.
const SMALL: [[u8; 3]; 7] = [[4, 4, 4], [4, 4, 3], [5, 4, 3], [3, 6, 3], [6, 2, 3], [5, 3, 3], [3, 5, 3]];

/// A small board with all reachable positions and their scores.
struct SolvedBoard {
    game: Connect4<u64>,
    board: SmallBoard,
    solver: SlowSolver<Connect4<u64>>,
    positions: Vec<Stones<u64>>,
    /// The index of a position by the stones of the mover and of the opponent.
    places: HashMap<[u64; 2], usize>,
}

impl SolvedBoard {
    fn new([width, height, k]: [u8; 3]) -> Self {
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
        let board = AnyBoard::new(width.into(), height.into(), k.into());
        Self { game, board, solver, positions, places }
    }

    /// The score of an unfinished position.
    fn score(&mut self, position: &Stones<u64>) -> i32 {
        let Proven { wdl, plies, .. } = self.solver.value(position).expect("no limit");
        let last = |plies: u32| position.occupied().count_ones() as i32 + plies as i32 - 1;
        match (wdl, plies) {
            (Wdl::Win, Some(plies)) => score::of_win(self.board.area(), last(plies.0)),
            (Wdl::Loss, Some(plies)) => -score::of_win(self.board.area(), last(plies.0)),
            _ => 0,
        }
    }
}

fn unfinished(game: &Connect4<u64>, positions: &[Stones<u64>]) -> Vec<Stones<u64>> {
    positions.iter().copied().filter(|position| game.outcome(position).is_none()).collect()
}

#[test]
fn strategy_bounds_are_true() {
    for size in SMALL {
        let mut solved = SolvedBoard::new(size);
        let (mut bounds, mut exact) = (0_u32, 0_u32);
        for position in unfinished(&solved.game, &solved.positions) {
            // As in the search, neither side has an immediate win.
            let Some(node) = SolverNode::new(solved.board, [position.mover(), position.other()]) else { continue };
            let landings = solved.board.landings(node.occupied());
            if landings & node.threats[1] != 0 {
                continue;
            }
            let bound = strategy::upper_bound(solved.board, &node);
            if bound != strategy::NO_BOUND {
                let score = solved.score(&position);
                assert!(score <= bound, "{size:?}: {position:?} scores {score}, not at most {bound}");
                bounds += 1;
                exact += u32::from(score == bound);
            }
        }
        assert!(bounds > 20 && exact > 20, "{size:?}: {bounds} bounds, {exact} of them exact: too few");
    }
}

#[test]
fn forced_replies_keep_the_score() {
    for size in SMALL {
        let mut solved = SolvedBoard::new(size);
        let (mut decided, mut quiet) = (0_u32, 0_u32);
        for position in unfinished(&solved.game, &solved.positions) {
            let score = solved.score(&position);
            let Some(mut node) = SolverNode::new(solved.board, [position.mover(), position.other()]) else {
                let stones = position.occupied().count_ones() as i32;
                assert_eq!(score, score::of_win(solved.board.area(), stones), "{size:?}: {position:?}");
                continue;
            };
            match node.play_forced(solved.board) {
                ForcedOutcome::Score(settled) => {
                    decided += 1;
                    assert_eq!(settled, score, "{size:?}: {position:?}");
                }
                ForcedOutcome::Quiet { is_same_side } => {
                    quiet += 1;
                    let side = if is_same_side { position.side_to_move() } else { position.side_to_move().opponent() };
                    let [least, most] = node.score_range(solved.board);
                    let at_end = if is_same_side { score } else { -score };
                    assert!((least..=most).contains(&at_end), "{size:?}: {position:?} for {side:?}");
                    let end = solved.positions[solved.places[&node.stones]];
                    assert_eq!(end.side_to_move(), side, "{size:?}: {position:?}");
                    assert_eq!(solved.score(&end), at_end, "{size:?}: {position:?}");
                }
            }
        }
        assert!(decided > 20 && quiet > 0, "{size:?}: {decided} decided, {quiet} quiet");
    }
}

#[test]
fn fixed_and_generic_boards_agree() {
    let fixed = FixedBoard::<7, 6, u64, NarrowLayout>::NEW;
    let any = AnyBoard::<u64, WideLayout>::new(7, 6, 4);
    assert_eq!(fixed.squares(), any.squares());
    assert_eq!(fixed.odd_rows(), any.odd_rows());
    let (game, mut rng) = (Connect4::<u64>::new(7, 6, 4), TestRng::new(5));
    for plies in (0..=42).cycle().take(2000) {
        let position = *random_game(&game, &mut rng, plies).position();
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
fn the_table_does_not_confuse_positions() {
    fn check<L: BucketLayout<u64>>(bits: u32) {
        let table = BoundsTable::new(BoundsTable::MIN_BYTES).expect("there is one MiB");
        let entry =
            |n: i32| BoundsEntry { lower: -n % 20, upper: n % 20, log_nodes: n as u32 % 20, column: n as u32 % 7 };
        let key = |n: u64| n.wrapping_mul(0xD134_2543_DE82_EF95) >> (64 - bits);
        for n in 0..200_000 {
            let (bucket, tag) = table.locate::<u64, L>(key(n), bits);
            L::store(table.bucket(bucket), tag, entry(n as i32));
        }
        let mut kept = 0;
        for n in 0..200_000 {
            let (bucket, tag) = table.locate::<u64, L>(key(n), bits);
            if let Some(found) = L::find(table.bucket(bucket), tag) {
                assert_eq!(found, entry(n as i32), "entry {n}");
                kept += 1;
            }
        }
        assert!(kept > 50_000, "{kept} entries are left");
        let (bucket, tag) = table.locate::<u64, L>(key(1 << 40), bits);
        assert_eq!(L::find(table.bucket(bucket), tag), None);
    }
    check::<NarrowLayout>(49);
    check::<NarrowLayout>(56);
    check::<WideLayout>(64);
}

#[test]
fn bounds_of_a_position_are_intersected() {
    let table = BoundsTable::new(BoundsTable::MIN_BYTES).expect("there is one MiB");
    let (bucket, tag) = table.locate::<u64, NarrowLayout>(77, 49);
    for (lower, upper) in [(-18, 3), (1, 18)] {
        NarrowLayout::store(table.bucket(bucket), tag, BoundsEntry { lower, upper, log_nodes: 1, column: NO_COLUMN });
    }
    let found = NarrowLayout::find(table.bucket(bucket), tag).expect("a stored entry");
    assert_eq!((found.lower, found.upper), (1, 3));
    assert_eq!(wdl(found.lower), Wdl::Win);
}
