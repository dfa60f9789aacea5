//! Reversi against a reference implementation, and known results.

use std::cmp::Ordering;
use std::collections::HashMap;

use zermelo_core::{
    CodedError, Depth, Game, GameRecord, Notation, Outcome, Position, Side, Square, Termination, parse_moves, perft,
    perft_leaves,
};
use zermelo_games::bitboard::Bits;
use zermelo_games::reversi::{Reversi, ReversiMove, ReversiPosition};
use zermelo_testkit::playout::random_game;
use zermelo_testkit::rng::TestRng;

const SEED: u64 = 7;

/// The reference implementation: a board as a list of squares, with rows from the top.
#[derive(Clone, PartialEq, Eq, Debug)]
struct SlowReversi {
    size: i32,
    discs: Vec<Option<Side>>,
    side: Side,
}

impl SlowReversi {
    fn start(size: u8) -> Self {
        let size = i32::from(size);
        let mut board = Self { size, discs: vec![None; (size * size) as usize], side: Side::First };
        let high = size / 2;
        for (x, y, side) in [
            (high - 1, high - 1, Side::Second),
            (high, high - 1, Side::First),
            (high - 1, high, Side::First),
            (high, high, Side::Second),
        ] {
            board.discs[(y * size + x) as usize] = Some(side);
        }
        board
    }

    fn at(&self, x: i32, y: i32) -> Option<Side> {
        let on_board = (0..self.size).contains(&x) && (0..self.size).contains(&y);
        if on_board { self.discs[(y * self.size + x) as usize] } else { None }
    }

    /// The squares of the discs that a disc of a side on a square flips.
    fn flips(&self, square: usize, side: Side) -> Vec<usize> {
        let (x, y) = (square as i32 % self.size, square as i32 / self.size);
        let mut flips = Vec::new();
        if self.discs[square].is_some() {
            return flips;
        }
        for dx in -1..=1 {
            for dy in -1..=1 {
                let mut run = Vec::new();
                let (mut x, mut y) = (x + dx, y + dy);
                while (dx, dy) != (0, 0) && self.at(x, y) == Some(side.opponent()) {
                    run.push((y * self.size + x) as usize);
                    (x, y) = (x + dx, y + dy);
                }
                if self.at(x, y) == Some(side) {
                    flips.extend(run);
                }
            }
        }
        flips
    }

    fn placements(&self, side: Side) -> Vec<usize> {
        (0..self.discs.len()).filter(|&square| !self.flips(square, side).is_empty()).collect()
    }

    fn count(&self, side: Side) -> usize {
        self.discs.iter().filter(|disc| **disc == Some(side)).count()
    }

    fn outcome(&self) -> Option<Outcome> {
        Side::BOTH.iter().all(|&side| self.placements(side).is_empty()).then(|| {
            match self.count(Side::First).cmp(&self.count(Side::Second)) {
                Ordering::Greater => Outcome::Win(Side::First),
                Ordering::Equal => Outcome::Draw,
                Ordering::Less => Outcome::Win(Side::Second),
            }
        })
    }

    fn moves(&self) -> Vec<ReversiMove> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let placed = self.placements(self.side).into_iter().map(|square| ReversiMove::Place(Square(square as u16)));
        let placed: Vec<ReversiMove> = placed.collect();
        if placed.is_empty() { vec![ReversiMove::Pass] } else { placed }
    }

    fn play(&mut self, mv: ReversiMove) {
        if let ReversiMove::Place(square) = mv {
            for flip in self.flips(square.index(), self.side) {
                self.discs[flip] = Some(self.side);
            }
            self.discs[square.index()] = Some(self.side);
        }
        self.side = self.side.opponent();
    }

    fn equals<B: Bits>(&self, position: &ReversiPosition<B>) -> bool {
        let at = |square: usize| Side::BOTH.into_iter().find(|&side| position.of(side).has(square as u32));
        self.side == position.side_to_move() && (0..self.discs.len()).all(|square| self.discs[square] == at(square))
    }
}

/// Compares discs, moves in order and results of all positions of random games. Returns the number
/// of passes.
fn agree<B: Bits>(game: &Reversi<B>, games: usize) -> usize {
    let mut rng = TestRng::new(SEED);
    let mut passes = 0;
    for _ in 0..games {
        let record = random_game(game, &mut rng, 512);
        let mut slow = SlowReversi::start(game.size());
        let played = record.moves().iter().map(|played| Some(played.mv)).chain([None]);
        for (position, mv) in record.line().positions().iter().zip(played) {
            let at = || format!("{}, seed {SEED}: {}", game.spec(), game.position_text(position));
            assert!(slow.equals(position), "{}", at());
            let mut moves = Vec::new();
            game.generate(position, &mut moves);
            assert_eq!(moves, slow.moves(), "{}", at());
            assert_eq!(game.outcome(position), slow.outcome(), "{}", at());
            passes += usize::from(mv == Some(ReversiMove::Pass));
            if let Some(mv) = mv {
                slow.play(mv);
            }
        }
        assert!(record.ending().is_some(), "a game ends");
    }
    passes
}

#[test]
fn random_games_equal_the_reference() {
    let passes = [4, 6, 8].map(|size| agree(&Reversi::<u64>::new(size), 150));
    assert!(passes.iter().all(|&passes| passes > 0), "{passes:?}");
    assert!(agree(&Reversi::<u128>::new(10), 40) > 0);
    assert!(agree(&Reversi::<u128>::new(8), 10) > 0, "a larger bitboard plays the same game");
}

#[test]
fn the_start_is_that_of_othello() {
    let game = Reversi::<u64>::new(8);
    let mut record = GameRecord::new(game.clone());
    assert_eq!(game.position_text(record.position()), "8/8/8/3ox3/3xo3/8/8/8 x");
    for text in ["d3", "c4", "F5", "e6"] {
        assert!(game.parse_move(record.position(), text).is_ok(), "{text}");
    }
    let moves = parse_moves(&game, record.position(), "F5D6C3d3c4").expect("a list without spaces");
    assert_eq!(moves, parse_moves(&game, record.position(), "f5 d6 c3 d3 c4").expect("a list with spaces"));
    for mv in moves {
        record.play(mv, None).expect("the moves are legal");
    }
    assert_eq!(game.position_text(record.position()), "8/8/2xo4/2xxx3/3oxx2/3o4/8/8 o");
}

/// A game that ends because a side has no disc.
#[test]
fn a_side_without_discs_has_lost() {
    let game = Reversi::<u64>::new(8);
    let mut record = GameRecord::new(game.clone());
    for mv in parse_moves(&game, record.position(), "e6f4e3f6g5d6e7f5c5").expect("the moves are legal") {
        record.play(mv, None).expect("the game goes on");
    }
    let ending = record.ending().expect("the game is over");
    assert_eq!((ending.outcome, ending.termination), (Outcome::Win(Side::First), Termination::Points));
    assert_eq!(record.position().of(Side::Second), 0);
}

#[test]
fn passes_are_written_read_and_refused() {
    let game = Reversi::<u64>::new(4);
    // White has no placement, but black has one.
    let position = game.parse_position("xo2/xxo1/xxxx/xxxx o").expect("a position");
    let record = GameRecord::from_position(game.clone(), position);
    assert_eq!(record.ending(), None);
    for text in ["pass", "PASS", "pa", "--"] {
        assert_eq!(game.parse_move(&position, text), Ok(ReversiMove::Pass), "{text}");
    }
    assert_eq!(game.move_text(&position, ReversiMove::Pass), "pass");
    assert_eq!(game.split_moves("c1PASSd1 pa--d2"), ["c1", "PASS", "d1", "pa", "--", "d2"]);
    assert_eq!(game.split_moves("c1-d2"), ["c1", "-d2"]);
    let refused = |position: &str, text: &str| {
        let position = game.parse_position(position).expect("a position");
        let why = game.parse_move(&position, text).expect_err("the move is refused");
        (why.code(), why.to_string())
    };
    let start = "4/1ox1/1xo1/4 x";
    assert_eq!(refused(start, "pass").0, "move/can-place");
    assert_eq!(refused(start, "a1").1, "\"a1\" is not possible: a disc on a1 turns nothing over");
    assert_eq!(refused(start, "b2").0, "move/taken");
    assert_eq!(refused(start, "e1").0, "move/off-board");
    assert_eq!(refused(start, "b").0, "move/malformed");
    assert_eq!(refused("xxxx/xxxx/xxxx/xxxo x", "a1").0, "move/game-over");
}

#[test]
fn positions_that_no_game_reaches_are_refused() {
    let game = Reversi::<u64>::new(4);
    for (text, code, message) in [
        (
            "4/1o2/1xo1/4 x",
            "position/empty-middle",
            "c2 is empty; the four squares in the middle have discs from the start",
        ),
        ("4/1ox1/1xo1/4", "position/no-side", ""),
        ("4/1ox1/1xo1 x", "position/row-count", ""),
    ] {
        let why = game.parse_position(text).expect_err(text);
        assert_eq!(why.code(), code, "{text}");
        assert!(message.is_empty() || why.to_string() == message, "{why}");
    }
    let game = Reversi::<u64>::new(8);
    let why = game.parse_position("x7/8/8/3ox3/3xo3/8/8/8 x").expect_err("a disc in the corner");
    assert_eq!((why.code(), why.to_string().contains("a1")), ("position/detached", true));
}

/// Perft leaves equal those of the reference implementation, so that the counts of the fixtures
/// have a second source.
#[test]
fn leaves_equal_the_reference() {
    fn count(board: &SlowReversi, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let after = |mv| {
            let mut after = board.clone();
            after.play(mv);
            after
        };
        board.moves().into_iter().map(|mv| count(&after(mv), depth - 1)).sum()
    }
    for (size, depth) in [(4, 7), (6, 6), (8, 5)] {
        let game = Reversi::<u64>::new(size);
        let nodes = count(&SlowReversi::start(size), depth);
        assert_eq!(perft(&game, &game.initial(), Depth(depth)), nodes, "size {size}");
        assert_eq!(perft_leaves(&game, &game.initial(), Depth(depth)).nodes, nodes, "size {size}, leaf by leaf");
    }
}

/// The best final difference of discs for the side to move, by exhaustive search.
fn margin(game: &Reversi<u64>, position: &ReversiPosition<u64>, known: &mut HashMap<ReversiPosition<u64>, i32>) -> i32 {
    if game.outcome(position).is_some() {
        let (own, other) = (position.mover().count_ones() as i32, position.other().count_ones() as i32);
        return own - other;
    }
    let canonical = game.canonical(position);
    if let Some(&margin) = known.get(&canonical) {
        return margin;
    }
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    let after = |mv| game.play(position, mv).expect("a generated move is legal");
    let best = moves.into_iter().map(|mv| -margin(game, &after(mv), known)).max().expect("an undecided position");
    known.insert(canonical, best);
    best
}

/// On 4x4 the second side wins 11 to 3 (docs/games/reversi.md).
#[test]
fn the_smallest_board_is_won_by_the_second_side() {
    let game = Reversi::<u64>::new(4);
    assert_eq!(margin(&game, &game.initial(), &mut HashMap::new()), -8);
}

#[test]
fn discs_next_to_corners_and_edges_are_stable() {
    let game = Reversi::<u64>::new(8);
    let set = |names: &[[u32; 2]]| names.iter().fold(0_u64, |set, [column, row]| set | 1 << (row * 8 + column));
    // Runs from the corner along both edges and the disc between them are stable. A run that does
    // not touch the corner is not.
    let stable = [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1]];
    let unstable = [[5, 0], [6, 0], [3, 3], [7, 4]];
    assert_eq!(game.geometry().stable_discs(set(&stable) | set(&unstable)), set(&stable));
    assert_eq!(game.geometry().stable_discs(u64::MAX), u64::MAX);
    assert_eq!(game.geometry().neighbours(set(&[[0, 0]])), set(&[[1, 0], [0, 1], [1, 1]]));
    assert_eq!(game.geometry().neighbours(set(&[[7, 7]])), set(&[[6, 7], [6, 6], [7, 6]]));
    assert_eq!(game.geometry().corners(), set(&[[0, 0], [7, 0], [0, 7], [7, 7]]));
}
