//! Every line of a board wins for both sides, and an incomplete line does not.

use zermelo_core::{Outcome, Side, Square};
use zermelo_games::bitboard::{Bits, Wide};
use zermelo_games::connect3d::Connect3d;
use zermelo_games::lattice::{DIRECTIONS, Lattice};
use zermelo_games::mnk::Mnk;
use zermelo_games::stones::{StoneGame, Stones};
use zermelo_testkit::fixture::{Fixture, fixtures_dir};

/// `count` squares outside the line for the other side, which do not contain a line.
fn elsewhere(lattice: &Lattice, line: &[Square], count: usize) -> Vec<Square> {
    let mut chosen: Vec<Square> = Vec::new();
    let mut set = Wide::<8>::EMPTY;
    for square in lattice.cells().map(|cell| lattice.square(cell)).filter(|square| !line.contains(square)) {
        let more = set | Wide::single(u32::from(square.0));
        if chosen.len() < count && !lattice.has_line(more) {
            chosen.push(square);
            set = more;
        }
    }
    assert_eq!(chosen.len(), count, "the board has room for the other side");
    chosen
}

/// Plays the stones of each line in order with unchecked moves, so that gravity is ignored.
fn every_line_wins<G: StoneGame<Move = Square>>(game: &G) {
    let lattice = game.lattice();
    for line in lattice.lines() {
        for side in Side::BOTH {
            let others = elsewhere(lattice, line, line.len());
            let mut position: Stones<G::Set> = game.initial();
            for (&own, &other) in line.iter().zip(&others) {
                assert_eq!(game.outcome(&position), None);
                let (first, second) = if side == Side::First { (own, other) } else { (other, own) };
                game.play_unchecked(&mut position, first);
                if side == Side::First && own == line[line.len() - 1] {
                    break;
                }
                assert_eq!(game.outcome(&position), None);
                game.play_unchecked(&mut position, second);
            }
            assert_eq!(game.outcome(&position), Some(Outcome::Win(side)), "{line:?} of {game:?}");
            let mut squares = line.to_vec();
            squares.sort_unstable();
            assert_eq!(position.winning_squares(lattice), squares);
        }
    }
}

#[test]
fn in_three_dimensions() {
    every_line_wins(&Connect3d::<Wide<4>>::new([6, 5, 5], 4, true));
    every_line_wins(&Connect3d::<Wide<4>>::new([6, 5, 5], 4, false));
    every_line_wins(&Connect3d::<u64>::new([4, 4, 4], 4, true));
    every_line_wins(&Connect3d::<u64>::new([4, 4, 4], 4, false));
    every_line_wins(&Connect3d::<Wide<4>>::new([5, 3, 4], 3, true));
    every_line_wins(&Connect3d::<Wide<4>>::new([5, 3, 4], 3, false));
}

#[test]
fn in_the_plane() {
    every_line_wins(&Mnk::<u64>::new(3, 3, 3));
    every_line_wins(&Mnk::<u64>::new(7, 5, 4));
    every_line_wins(&Mnk::<u64>::new(5, 7, 4));
    every_line_wins(&Mnk::<Wide<4>>::new(15, 14, 5));
}

/// The number of lines along each set of axes.
#[test]
fn line_counts_by_class() {
    let fixture = Fixture::load(fixtures_dir().join("connect3d/lines.txt"));
    for row in fixture.rows() {
        let size = ["width", "height", "depth"].map(|column| row.number(column));
        let game = Connect3d::<Wide<4>>::new(size, row.number("k"), true);
        let lattice = game.lattice();
        assert_eq!(lattice.line_count(), row.number::<usize>("lines"), "{}", row.place());
        let axes = |line: &[Square]| {
            let [from, to] = [line[0], line[1]].map(|square| lattice.cell(square).expect("lines lie on the board"));
            [0, 1, 2].map(|axis| from[axis] != to[axis])
        };
        for (class, wanted) in [
            ("across", [true, false, false]),
            ("upright", [false, true, false]),
            ("away", [false, false, true]),
            ("across-upright", [true, true, false]),
            ("upright-away", [false, true, true]),
            ("across-away", [true, false, true]),
            ("space", [true, true, true]),
        ] {
            let count = lattice.lines().filter(|line| axes(line) == wanted).count();
            assert_eq!(count, row.number::<usize>(class), "{}: {class}", row.place());
        }
    }
    assert_eq!(DIRECTIONS.len(), 13);
}

/// The number of lines through each cell of one plane of 5 rows and 6 columns, and the sums in the
/// whole box.
#[test]
fn line_counts_by_cell() {
    let fixture = Fixture::load(fixtures_dir().join("connect3d/lines-through-cells.txt"));
    let plane = Connect3d::<Wide<4>>::new([6, 5, 1], 4, true);
    let mut sum = 0;
    for row in fixture.rows() {
        for (x, column) in (0..).zip(["a", "b", "c", "d", "e", "f"]) {
            let square = plane.lattice().square([x, row.number::<u8>("row") - 1, 0]);
            let lines = plane.lattice().lines_through(square).len();
            assert_eq!(lines, row.number::<usize>(column), "{}: {column}", row.place());
            sum += lines;
        }
    }
    assert_eq!((sum, plane.lattice().line_count()), (4 * 39, 39));
    let space = Connect3d::<Wide<4>>::new([6, 5, 5], 4, true);
    let through = |cell| space.lattice().lines_through(space.lattice().square(cell)).len();
    let counts: Vec<usize> = space.lattice().cells().map(through).collect();
    assert_eq!(counts.iter().sum::<usize>(), 1644);
    assert_eq!((counts.iter().min(), counts.iter().max()), (Some(&5), Some(&27)));
}
