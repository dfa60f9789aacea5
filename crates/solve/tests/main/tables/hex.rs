//! Tables of Hex on small boards.

use zermelo_core::{Game, Outcome, Position, Side, Wdl};
use zermelo_games::hex::{Hex, HexMove};
use zermelo_solve::retrograde::{EndgameTable, RankedGame};
use zermelo_testkit::fixture::Fixture;

use super::small::check_all;
use super::table;

#[test]
fn every_entry_is_correct() {
    for size in 1..=3 {
        for swap in [false, true] {
            check_all(&Hex::<u64>::new(size, swap));
        }
    }
}

fn value(game: &Hex<u64>, table: &EndgameTable, moves: &[HexMove]) -> Option<Wdl> {
    let mut position = game.initial();
    for &mv in moves {
        position = game.play(&position, mv).expect("a legal move");
    }
    game.rank(&position).and_then(|at| table.get(at).wdl())
}

/// The winning first moves by rows: `w` for a win, `.` for a loss.
fn openings(game: &Hex<u64>, table: &EndgameTable) -> String {
    let mut moves = Vec::new();
    game.generate(&game.initial(), &mut moves);
    let wins = |&mv: &HexMove| value(game, table, &[mv]) == Some(Wdl::Loss);
    let letters: Vec<char> = moves.iter().map(|mv| if wins(mv) { 'w' } else { '.' }).collect();
    letters.chunks(game.board().size().into()).map(|row| row.iter().collect()).collect::<Vec<String>>().join("/")
}

/// Boards up to 4x4; the largest are skipped in slow builds.
#[test]
fn first_player_wins_without_swap_and_second_with_it() {
    for row in Fixture::load("hex/openings.txt").rows() {
        let size: u8 = row.number("size");
        if size > 3 && cfg!(debug_assertions) && std::env::var_os("ZERMELO_TESTS").is_none_or(|tier| tier != "full") {
            eprintln!("{}: counted only with ZERMELO_TESTS=full", row.place());
            continue;
        }
        let game = Hex::<u64>::new(size, false);
        let whole = table(&game, 2);
        assert_eq!(value(&game, &whole, &[]), Some(Wdl::Win), "{}", row.place());
        let found = openings(&game, &whole);
        assert_eq!(found, row.text("wins"), "{}", row.place());
        let swap = Hex::<u64>::new(size, true);
        let whole = table(&swap, 2);
        // On a board of one cell the game ends before the swap.
        let expected = if size == 1 { Wdl::Win } else { Wdl::Loss };
        assert_eq!(value(&swap, &whole, &[]), Some(expected), "{}", row.place());
    }
}

/// A swap takes over the opening, so its value is that of the opening.
#[test]
fn a_swap_takes_the_value_of_the_opening() {
    for size in 2..=3 {
        let [plain, swap] = [false, true].map(|swap| Hex::<u64>::new(size, swap));
        let [plain_table, swap_table] = [table(&plain, 1), table(&swap, 1)];
        let mut moves = Vec::new();
        plain.generate(&plain.initial(), &mut moves);
        for mv in moves {
            let without = value(&plain, &plain_table, &[mv]).map(Wdl::reversed);
            let swapped = value(&swap, &swap_table, &[mv, HexMove::Swap]).map(Wdl::reversed);
            assert_eq!(swapped, without, "{size}: {mv:?}");
            assert_eq!(value(&swap, &swap_table, &[mv]), Some(Wdl::Win), "{size}: the second player wins after {mv:?}");
        }
    }
}

#[test]
fn large_boards_have_no_table() {
    assert!(Hex::<u64>::new(5, true).levels().is_empty());
    let arrangements =
        |swap: bool| -> u64 { Hex::<u64>::new(4, swap).levels().iter().map(|level| level.arrangements).sum() };
    assert_eq!(arrangements(false), 10_165_779);
    // Except for the empty board, each arrangement also occurs with the sides exchanged.
    assert_eq!(arrangements(true), 2 * 10_165_779 - 1);
    let won = Hex::<u64>::new(1, true);
    let after = won.play(&won.initial(), HexMove::Place(zermelo_core::Square(0))).expect("free");
    assert_eq!((won.outcome(&after), after.side_to_move()), (Some(Outcome::Win(Side::First)), Side::Second));
}
