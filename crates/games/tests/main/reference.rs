//! The games against the reference implementations of the test kit: random games have the same
//! moves, results and texts.

use std::collections::BTreeSet;

use zermelo_core::erased::Playable;
use zermelo_core::{
    Depth, Game, GameRecord, Notation, PerftCount, Ply, Scene, Square, Termination, parse_moves, perft, perft_leaves,
};
use zermelo_games::bitboard::Wide;
use zermelo_games::connect3d::Connect3d;
use zermelo_games::connect4::Connect4;
use zermelo_games::mnk::Mnk;
use zermelo_testkit::playout::random_game;
use zermelo_testkit::reference::SlowBox;
use zermelo_testkit::rng::TestRng;

const SEED: u64 = 7;

fn texts<G: Playable>(record: &GameRecord<G>) -> BTreeSet<String> {
    let mut moves = Vec::new();
    record.line().generate(&mut moves);
    moves.iter().map(|&mv| record.game().move_text(record.position(), mv)).collect()
}

/// Plays random games and replays them with the reference implementation, comparing each position.
pub(super) fn agree<F: Playable, S: Playable>(fast: &F, slow: &S, games: usize) {
    let mut rng = TestRng::new(SEED);
    let mut wins = 0;
    for _ in 0..games {
        let record = random_game(fast, &mut rng, 512);
        let mut fast_record = GameRecord::new(fast.clone());
        let mut slow_record = GameRecord::new(slow.clone());
        for (before, played) in record.line().positions().iter().zip(record.moves()) {
            let text = fast.move_text(before, played.mv);
            let at = || format!("{}, seed {SEED}: {}", fast.spec(), fast.position_text(before));
            assert_eq!(texts(&fast_record), texts(&slow_record), "{}", at());
            assert_eq!(fast_record.ending(), slow_record.ending(), "{}", at());
            assert_eq!(fast.position_text(before), slow.position_text(slow_record.position()));
            fast_record.play(played.mv, None).unwrap_or_else(|why| panic!("{}: {why}", at()));
            let mv = slow.parse_move(slow_record.position(), &text).unwrap_or_else(|why| panic!("{}: {why}", at()));
            slow_record.play(mv, None).unwrap_or_else(|why| panic!("{}: {why}", at()));
        }
        let last = fast.position_text(fast_record.position());
        assert_eq!(fast_record.ending(), slow_record.ending(), "{}, seed {SEED}: {last}", fast.spec());
        wins += usize::from(!fast.winning_cells(fast_record.position()).is_empty());
    }
    let can_win = fast.spec() != "mnk:width=4,height=3";
    assert_eq!(wins > 0, can_win, "{}: random games reach wins where there are lines", fast.spec());
}

#[test]
fn mnk() {
    for (width, height, k) in [(3, 3, 3), (4, 3, 3), (3, 4, 3), (7, 5, 4), (4, 3, 5), (8, 8, 5)] {
        agree(&Mnk::<u64>::new(width, height, k), &SlowBox::<64>::flat(width, height, k, false), 60);
    }
    agree(&Mnk::<u128>::new(12, 10, 4), &SlowBox::<128>::flat(12, 10, 4, false), 30);
    agree(&Mnk::<Wide<4>>::new(15, 15, 5), &SlowBox::<256>::flat(15, 15, 5, false), 20);
}

#[test]
fn connect4() {
    for (width, height, k) in [(7, 6, 4), (6, 7, 4), (4, 3, 3), (3, 4, 3), (9, 5, 3), (5, 9, 5), (2, 9, 4)] {
        agree(&Connect4::<u64>::new(width, height, k), &SlowBox::<64>::flat(width, height, k, true), 100);
    }
    agree(&Connect4::<u128>::new(9, 9, 4), &SlowBox::<128>::flat(9, 9, 4, true), 50);
    agree(&Connect4::<Wide<5>>::new(16, 16, 5), &SlowBox::<256>::flat(16, 16, 5, true), 20);
}

#[test]
fn connect3d() {
    for (size @ [width, height, depth], k, gravity) in [
        ([4, 4, 4], 4, true),
        ([4, 4, 4], 4, false),
        ([3, 3, 3], 3, true),
        ([3, 3, 3], 3, false),
        ([4, 2, 5], 3, true),
        ([5, 3, 2], 3, false),
    ] {
        let slow = SlowBox::<64>::new(width, depth, height, k, gravity);
        agree(&Connect3d::<u64>::new(size, k, gravity), &slow, 40);
    }
    let slow = SlowBox::<150>::new(6, 5, 5, 4, true);
    agree(&Connect3d::<Wide<4>>::new([6, 5, 5], 4, true), &slow, 30);
    let slow = SlowBox::<512>::new(8, 8, 8, 4, false);
    agree(&Connect3d::<Wide<8>>::new([8, 8, 8], 4, false), &slow, 4);
}

/// A line completed on the last square wins, with and without gravity.
#[test]
fn a_win_on_the_last_square_is_a_win() {
    let game = Mnk::<u64>::new(3, 3, 3);
    let mut record = GameRecord::new(game.clone());
    for mv in parse_moves(&game, record.position(), "a1 a2 b2 a3 b3 b1 c1 c2 c3").expect("the moves are legal") {
        record.play(mv, None).expect("the game goes on");
    }
    assert_eq!(record.ending().map(|ending| ending.termination), Some(Termination::Line));
    let mut rng = TestRng::new(SEED);
    let games = (0..500).map(|_| random_game(&Connect4::<u64>::new(3, 3, 3), &mut rng, 9));
    let full: Vec<_> = games.filter(|game| game.ply() == Ply(9)).filter_map(|game| game.ending()).collect();
    for termination in [Termination::Line, Termination::BoardFull] {
        assert!(full.iter().any(|ending| ending.termination == termination), "{termination:?}");
    }
}

/// A stone that connects two groups to a run longer than `k` wins.
#[test]
fn a_run_longer_than_k_wins() {
    let game = Mnk::<u64>::new(7, 2, 4);
    let start = game.parse_position("ooo1ooo/xxx1xxx x").expect("nobody has four yet");
    let after = game.play(&start, Square(3)).expect("the gap is free");
    assert_eq!(game.winning_cells(&after).len(), 7);
}

/// Perft leaves and their results from the start equal those of the reference implementation, so
/// that the counts of the fixtures have a second source.
#[test]
fn leaves() {
    fn agree(fast: &impl PerftCount, slow: &impl PerftCount, depth: u32) {
        let leaves = perft_leaves(slow, &slow.initial(), Depth(depth));
        assert_eq!(perft_leaves(fast, &fast.initial(), Depth(depth)), leaves, "{slow:?}, depth {depth}");
        assert_eq!(perft(fast, &fast.initial(), Depth(depth)), leaves.nodes, "{slow:?}, depth {depth}, in bulk");
    }
    agree(&Connect4::<u64>::new(7, 6, 4), &SlowBox::<64>::flat(7, 6, 4, true), 8);
    agree(&Connect4::<u64>::new(4, 4, 4), &SlowBox::<64>::flat(4, 4, 4, true), 11);
    agree(&Connect4::<u128>::new(9, 8, 4), &SlowBox::<128>::flat(9, 8, 4, true), 6);
    agree(&Mnk::<u64>::new(3, 3, 3), &SlowBox::<64>::flat(3, 3, 3, false), 9);
    agree(&Connect3d::<Wide<4>>::new([6, 5, 5], 4, true), &SlowBox::<150>::new(6, 5, 5, 4, true), 4);
    agree(&Connect3d::<u64>::new([4, 4, 4], 4, true), &SlowBox::<64>::new(4, 4, 4, 4, true), 5);
    agree(&Connect3d::<u64>::new([4, 4, 4], 4, false), &SlowBox::<64>::new(4, 4, 4, 4, false), 3);
}
