//! Teeko: every pattern, all sets of four men, random arrangements and random games against the
//! reference implementation; known values; invalid texts.

use zermelo_core::erased::{DynGame, ErasedGame, Playable};
use zermelo_core::{
    CodedError, Depth, Game, GameRecord, Notation, Outcome, Position, Side, Square, Termination, parse_moves, perft,
    perft_leaves,
};
use zermelo_games::teeko::{MEN, SIZE, Teeko, TeekoBitboard, TeekoPosition, Variant, squares};
use zermelo_testkit::conformance::check_invalid_positions;
use zermelo_testkit::fixture::{Fixture, Row};
use zermelo_testkit::playout::random_records;
use zermelo_testkit::reference::SlowTeeko;
use zermelo_testkit::rng::TestRng;

use super::reference::agree;

const SEED: u64 = 11;
const SQUARES: u32 = SIZE as u32 * SIZE as u32;
const FULL: TeekoBitboard = (1 << SQUARES) - 1;

fn fast(advanced: bool) -> Teeko {
    Teeko::new(if advanced { Variant::Advanced } else { Variant::Standard }, true)
}

fn slow(advanced: bool) -> SlowTeeko {
    SlowTeeko { advanced, first_centre: true }
}

/// Each variant with its reference implementation and its number of patterns.
fn variants() -> [(Teeko, SlowTeeko, usize); 2] {
    [(false, 44), (true, 58)].map(|(advanced, patterns)| (fast(advanced), slow(advanced), patterns))
}

/// The game of a row of a fixture.
fn game_of(row: &Row) -> Teeko {
    let variants = [Variant::Standard, Variant::Advanced];
    let mut games = variants.into_iter().flat_map(|variant| [true, false].map(|centre| Teeko::new(variant, centre)));
    let spec = row.text("game");
    games.find(|game| game.spec() == spec).unwrap_or_else(|| panic!("{}: no game {spec}", row.place()))
}

fn slow_of(game: &Teeko) -> SlowTeeko {
    SlowTeeko { advanced: game.variant() == Variant::Advanced, first_centre: game.first_centre() }
}

/// All sets of four squares.
fn fours() -> impl Iterator<Item = TeekoBitboard> {
    (0..=FULL).filter(|men| men.count_ones() == MEN)
}

fn single(square: Square) -> TeekoBitboard {
    1 << square.0
}

fn around(game: &Teeko, men: TeekoBitboard) -> TeekoBitboard {
    squares(men).fold(0, |set, square| set | game.neighbours(square)) & !men
}

fn name(square: Square) -> String {
    let (x, y) = (square.0 % 5, square.0 / 5);
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}

#[test]
fn random_games_equal_the_reference() {
    for advanced in [false, true] {
        for first_centre in [true, false] {
            let game = Teeko::new(fast(advanced).variant(), first_centre);
            agree(&game, &slow_of(&game), 60);
        }
    }
}

/// The moves of a game whose last move completes the set `men` of a side: a drop, or with `step` a
/// step. The men of the other side never form a pattern.
fn moves_to(game: &Teeko, men: TeekoBitboard, side: Side, step: bool) -> String {
    let is_quiet = |men: TeekoBitboard| !game.patterns().contains(&men);
    let free = FULL & !men;
    // For a step, the last man starts on an adjacent square on which the four men are not a
    // pattern.
    let origins = squares(men).flat_map(|last| squares(game.neighbours(last) & free).map(move |from| (last, from)));
    let (last, from) = origins
        .into_iter()
        .find(|&(last, from)| is_quiet(men & !single(last) | single(from)))
        .expect("a square from which a man has come");
    let start = if step { from } else { last };
    let own: Vec<Square> = squares(men & !single(last)).chain([start]).collect();
    // The men of the other side are apart. One of them makes a step before the last step of the
    // second side.
    let others = others(game, free & !single(start), is_quiet);
    let (aside_from, aside_to) = others
        .iter()
        .flat_map(|&from| squares(game.neighbours(from)).map(move |to| (from, to)))
        .find(|&(from, to)| {
            let set = others.iter().fold(0, |set, &square| set | single(square));
            let is_free = single(to) & (set | men | single(start)) == 0;
            is_free && is_quiet(set & !single(from) | single(to))
        })
        .expect("no side is blocked");
    let mut moves = Vec::new();
    for (own, other) in own.iter().zip(&others) {
        let pair = if side == Side::First { [own, other] } else { [other, own] };
        moves.extend(pair.map(|&square| name(square)));
    }
    match (step, side) {
        (false, Side::First) => drop(moves.pop()),
        (false, Side::Second) => {}
        (true, _) => {
            if side == Side::Second {
                moves.push(format!("{}-{}", name(aside_from), name(aside_to)));
            }
            moves.push(format!("{}-{}", name(start), name(last)));
        }
    }
    moves.join(" ")
}

/// Four of the free squares, apart from each other, that are not a pattern.
fn others(game: &Teeko, free: TeekoBitboard, is_quiet: impl Fn(TeekoBitboard) -> bool) -> Vec<Square> {
    let free: Vec<Square> = squares(free).collect();
    let set = |places: &[Square]| places.iter().fold(0, |set, &square| set | single(square));
    let apart = |step: usize| free.iter().copied().step_by(step).take(4).collect::<Vec<Square>>();
    let mut choices = (3..=6).map(apart);
    let found = choices.find(|places| set(places).count_ones() == MEN && is_quiet(set(places)));
    found.unwrap_or_else(|| panic!("{}: four quiet squares", game.spec()))
}

/// Whether `side` wins the game with the last of these moves.
fn is_won<G: Playable>(game: &G, moves: &str, side: Side) -> bool {
    let mut record = GameRecord::new(game.clone());
    let list = parse_moves(game, record.position(), moves).unwrap_or_else(|why| panic!("{moves}: {why}"));
    for mv in list {
        record.play(mv, None).unwrap_or_else(|why| panic!("{moves}: {why}"));
    }
    let ending = record.ending();
    assert!(ending.is_none_or(|ending| ending.termination == Termination::Line), "{moves}: {ending:?}");
    assert!(ending.is_none_or(|ending| ending.outcome == Outcome::Win(side)), "{moves}: {ending:?}");
    assert_eq!(ending.is_some(), game.winning_cells(record.position()).len() == 4, "{moves}");
    ending.is_some()
}

/// Of all sets of four men, exactly the patterns win, for both sides, by the last drop and by a
/// step.
#[test]
fn exactly_the_patterns_win() {
    for (game, slow, patterns) in variants() {
        for side in Side::BOTH {
            for step in [false, true] {
                let mut wins = 0;
                for (index, men) in fours().enumerate() {
                    let moves = moves_to(&game, men, side, step);
                    let won = is_won(&game, &moves, side);
                    // The reference checks all wins and a sample of the other sets.
                    if won || index % 8 == 0 {
                        assert_eq!(is_won(&slow, &moves, side), won, "{}: {moves}", game.spec());
                    }
                    wins += usize::from(won);
                }
                assert_eq!(wins, patterns, "{}: {side:?}, by a move: {step}", game.spec());
                assert_eq!(wins, game.patterns().len());
            }
        }
    }
}

/// Four men cannot block the four men of the other side, nor occupy all squares from which one of
/// them can have come. So the rules need no case for a blocked side, and validation of positions
/// need not check the last move.
#[test]
fn no_side_is_ever_blocked() {
    for (game, _, _) in variants() {
        let is_pattern = |men: TeekoBitboard| game.patterns().contains(&men);
        let origins = |men: TeekoBitboard| {
            let comes_from = |&from: &Square| {
                squares(game.neighbours(from) & men).any(|to| !is_pattern(men & !single(to) | single(from)))
            };
            squares(around(&game, men)).filter(comes_from).count()
        };
        let (mut around_least, mut origins_least) = (SQUARES, SQUARES as usize);
        for men in fours() {
            around_least = around_least.min(around(&game, men).count_ones());
            origins_least = origins_least.min(origins(men));
        }
        assert_eq!(around_least, 5, "{}: a square in a corner has the fewest around it", game.spec());
        assert_eq!(origins_least, 5, "{}", game.spec());
    }
}

/// Random arrangements with up to five men per side are accepted by both implementations or by
/// none.
#[test]
fn the_same_arrangements_are_accepted() {
    let mut rng = TestRng::new(SEED);
    let mut read = [0; 2];
    for round in 0..6000 {
        let advanced = round % 2 == 0;
        let game = Teeko::new(fast(advanced).variant(), round % 3 == 0);
        let text = arrangement(&mut rng, &game);
        let (fast, slow) = (game.parse_position(&text), slow_of(&game).parse_position(&text));
        assert_eq!(fast.is_ok(), slow.is_ok(), "{}, seed {SEED}: {text}: {fast:?}", game.spec());
        read[usize::from(fast.is_ok())] += 1;
    }
    assert!(read.iter().all(|&count| count > 1000), "refused and read: {read:?}");
}

/// A random arrangement, mostly of four men per side. In half of these, the men of one side are a
/// pattern.
fn arrangement(rng: &mut TestRng, game: &Teeko) -> String {
    let mut men: [TeekoBitboard; 2] = [0; 2];
    let numbers = match rng.below(4) {
        0 => [rng.below(3), rng.below(3)],
        1 => [3 + rng.below(3), 3 + rng.below(3)],
        _ => [4, 4],
    };
    if rng.below(2) == 0 && numbers.contains(&4) {
        let side = rng.below(2);
        men[side] = if numbers[side] == 4 { rng.pick(game.patterns()).expect("there are patterns") } else { 0 };
    }
    for side in [0, 1] {
        while men[side].count_ones() < numbers[side] as u32 {
            // The centre is frequent, because the first man of the game may be forbidden there.
            let square = if rng.below(6) == 0 { Square(12) } else { Square(rng.below(SQUARES as usize) as u16) };
            if (men[0] | men[1]) & single(square) == 0 {
                men[side] |= single(square);
            }
        }
    }
    let mark = |square: u32| match (men[0] >> square & 1, men[1] >> square & 1) {
        (1, _) => 'x',
        (_, 1) => 'o',
        _ => '1',
    };
    let rows: Vec<String> = (0..5).rev().map(|y| (5 * y..5 * y + 5).map(mark).collect()).collect();
    let rows = (2..=5).rev().fold(rows.join("/"), |rows, run| rows.replace(&"1".repeat(run), &run.to_string()));
    format!("{rows} {}", if rng.below(2) == 0 { 'x' } else { 'o' })
}

fn after(game: &impl Notation, moves: &str) -> String {
    let mut position = game.initial();
    for mv in parse_moves(game, &position, moves).unwrap_or_else(|why| panic!("{moves}: {why}")) {
        game.play_unchecked(&mut position, mv);
    }
    game.position_text(&position)
}

/// The rows of the fixture up to a depth that the reference counts quickly.
#[test]
fn fixtures_equal_the_reference() {
    for row in Fixture::load("teeko/perft.txt").rows() {
        let game = game_of(row);
        let slow = slow_of(&game);
        let depth = Depth(row.number("depth"));
        if depth > Depth(3) {
            continue;
        }
        let moves = row.optional("moves").unwrap_or_default();
        assert_eq!(after(&game, moves), after(&slow, moves), "{}", row.place());
        let mut position = slow.initial();
        for mv in parse_moves(&slow, &position, moves).unwrap_or_else(|why| panic!("{}: {why}", row.place())) {
            slow.play_unchecked(&mut position, mv);
        }
        let leaves = perft_leaves(&slow, &position, depth);
        let expected = (row.number::<u64>("nodes"), row.number::<u64>("won"), row.number::<u64>("drawn"));
        assert_eq!((leaves.nodes, leaves.won, leaves.drawn), expected, "{}", row.place());
    }
}

/// Bulk counting against counting leaf by leaf.
#[test]
fn bulk_counts_equal_single_leaves() {
    for advanced in [false, true] {
        for first_centre in [true, false] {
            let game = Teeko::new(fast(advanced).variant(), first_centre);
            for record in random_records(&game, SEED, 150) {
                let positions = record.line().positions();
                let first = positions.len().saturating_sub(3);
                // The last positions, and those around the placement of the last men.
                for position in positions.iter().take(10).skip(4).chain(&positions[first..]) {
                    for depth in (0..=3).map(Depth) {
                        let text = || format!("{}: {}, depth {depth}", game.spec(), game.position_text(position));
                        if depth == Depth(3) && position.occupied().count_ones() < 6 {
                            continue;
                        }
                        let counted = perft(&game, position, depth);
                        assert_eq!(counted, perft_leaves(&game, position, depth).nodes, "{}", text());
                    }
                }
            }
        }
    }
}

/// Men step back and forth: the third occurrence of a position is a draw.
#[test]
fn the_third_repetition_is_a_draw() {
    let game = fast(false);
    let mut record = GameRecord::new(game);
    let shuffle = "a2-a3 e4-e3 a3-a2 e3-e4";
    let drops = "a1 e5 a2 e4 c1 d5 d2 c4";
    for (round, text) in [drops, shuffle, shuffle].into_iter().enumerate() {
        for word in text.split(' ') {
            assert_eq!(record.ending(), None, "round {round}: {word}");
            let mv = game.parse_move(record.position(), word).unwrap_or_else(|why| panic!("{why}"));
            record.play(mv, None).unwrap_or_else(|why| panic!("{why}"));
        }
    }
    let ending = record.ending().expect("the position after the drops is there for the third time");
    assert_eq!((ending.outcome, ending.termination), (Outcome::Draw, Termination::Repetition));
    assert_eq!(record.ply().0, 16);
}

/// Whether the side to move wins within a number of plies, by exhaustive search.
fn wins(game: &Teeko, position: &TeekoPosition, plies: u32) -> bool {
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    let mut after: Vec<TeekoPosition> = moves.iter().map(|&mv| game.play(position, mv).expect("legal")).collect();
    if after.iter().any(TeekoPosition::is_won) {
        return true;
    }
    plies >= 3 && after.drain(..).any(|after| loses(game, &after, plies - 1))
}

/// Whether the side to move loses within a number of plies.
fn loses(game: &Teeko, position: &TeekoPosition, plies: u32) -> bool {
    if position.is_won() {
        return true;
    }
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    plies >= 2
        && moves.iter().all(|&mv| {
            let after = game.play(position, mv).expect("legal");
            !after.is_won() && wins(game, &after, plies - 1)
        })
}

#[test]
fn known_values() {
    let fixture = Fixture::load("teeko/values.txt");
    for row in fixture.rows() {
        let game = game_of(row);
        let text = row.text("position");
        let position = game.parse_position(text).unwrap_or_else(|why| panic!("{}: {why}", row.place()));
        let plies = row.number::<u32>("plies");
        let found: Vec<bool> = match row.text("value") {
            "win" => (1..=plies).map(|plies| wins(&game, &position, plies)).collect(),
            "loss" => (1..=plies).map(|plies| loses(&game, &position, plies)).collect(),
            other => panic!("{}: value {other}", row.place()),
        };
        let expected: Vec<bool> = (1..=plies).map(|within| within == plies).collect();
        assert_eq!(found, expected, "{}: {text}: within each number of plies", row.place());
    }
    for spec in ["teeko", "teeko:variant=advanced"] {
        let count = fixture.rows().iter().filter(|row| row.text("game") == spec).count();
        assert!(count >= 20, "{count} of {spec}");
    }
}

#[test]
fn invalid_positions() {
    let game = fast(false);
    check_invalid_positions(
        &game,
        &[
            ("", "position/no-side"),
            ("5/5/5/5/5", "position/no-side"),
            ("5/5/5/5 x", "position/row-count"),
            ("5/5/5/5/4 x", "position/row-length"),
            ("5/5/5/5/5 | 5/5/5/5/5 x", "position/plane-count"),
            ("5/5/2b2/5/5 o", "position/bad-character"),
            ("xxx1x/x4/5/5/oooo1 o", "position/too-many-men"),
            ("xx1xx/5/oo1oo/4o/5 x", "position/too-many-men"),
            ("5/5/2x2/5/5 x", "position/unbalanced"),
            ("5/5/2o2/5/5 x", "position/unbalanced"),
            ("xxx2/x4/5/5/ooo2 x", "position/unbalanced"),
            ("xxx2/5/5/o4/ooo2 x", "position/unbalanced"),
            ("xxxx1/5/5/5/oooo1 x", "position/both-won"),
            ("xxxx1/5/5/5/ooo1o x", "position/mover-won"),
            ("xxx1x/5/5/5/oooo1 o", "position/mover-won"),
        ],
    );
    // The first side's fourth man completes a pattern, so the other side never places its fourth
    // man.
    let why = game.parse_position("xx3/xx3/5/o3o/o3o x").expect_err("the game was over before the last drop");
    assert_eq!(
        why.to_string(),
        "x has a pattern and is to move; the game ended with that pattern, so the other side is to move"
    );
    let why = game.parse_position("xxxxx/5/5/oo3/oo3 o").expect_err("five men");
    assert_eq!(why.to_string(), "5 x; a side has 4 men");
    let why = game.parse_position("xx3/x4/5/o4/oo3 o").expect_err("both have three");
    assert_eq!(why.to_string(), "3 x and 3 o with o to move; o places when x has one more until both have placed 4");
    // The patterns of the advanced variant do not win in the standard variant.
    let corners = "x3x/5/1oo2/o2o1/x3x o";
    assert!(!game.parse_position(corners).expect("undecided").is_won());
    assert!(fast(true).parse_position(corners).expect("won").is_won());
    // All of these can be reached: by the seventh ply, by the eighth, by a step.
    for text in ["xxxx1/5/5/5/ooo2 o", "xxx1x/5/5/5/oooo1 x", "xxxx1/5/5/5/ooo1o o"] {
        assert!(game.parse_position(text).expect(text).is_won(), "{text}");
    }
    let without = Teeko::new(Variant::Standard, false);
    check_invalid_positions(
        &without,
        &[("5/5/2x2/5/5 o", "position/first-centre"), ("5/5/2xo1/5/5 x", "position/first-centre")],
    );
    for text in ["5/5/2ox1/5/5 x", "5/5/2xx1/5/4o o"] {
        without.parse_position(text).unwrap_or_else(|why| panic!("{text}: {why}"));
    }
}

fn refused(game: Teeko, moves: &str) -> (&'static str, String) {
    let refused = ErasedGame(game).new_record().play_all(moves).expect_err("the moves are not legal");
    (refused.code, refused.message)
}

#[test]
fn illegal_moves() {
    let game = fast(false);
    let placed = "a1 e5 a2 e4 c1 d5 d2 c4";
    for (moves, code, message) in [
        ("a1 a1", "move/taken", "square a1 is taken"),
        ("a1-a2", "move/not-all-placed", "4 of your four men are not placed yet: place one, such as c3"),
        (
            "a1 e5 a2 e4 c1 d5 d2 d5-c5",
            "move/not-all-placed",
            "1 of your four men is not placed yet: place one, such as c3",
        ),
        (&format!("{placed} c3"), "move/all-placed", "all four men are placed: move one, such as c3-d4"),
        (&format!("{placed} e5-d4"), "move/not-yours", "the man on e5 is not yours"),
        (&format!("{placed} c3-d4"), "move/nobody-there", "no man stands on c3"),
        (&format!("{placed} a1-a2"), "move/taken", "square a2 is taken"),
        (
            &format!("{placed} a2-a4"),
            "move/not-neighbours",
            "a4 is not beside a2: a man goes one square, in any direction",
        ),
        (
            "f1",
            "move/off-board",
            "there is no such square on this board; expected a column from a to e and a row from 1 to 5",
        ),
        ("a1 b1 a2 b2 a3 b3 a4 c1", "move/game-over", "the game is over"),
    ] {
        let (found, words) = refused(game, moves);
        assert_eq!(found, code, "{moves}");
        assert!(words.ends_with(&format!("is not possible: {message}")), "{moves}: {words}");
    }
    for text in ["a", "1", "1a", "c3-", "-c3", "c3--d4", "c3d4", "c3-d4-e5", "a+1", "é1", "a１", "c3 -d4"] {
        assert_eq!(refused(game, text).0, "move/malformed", "{text}");
    }
    for text in ["a0", "a6", "a01", "z9", "a999", "c3-d6", "c9-d4"] {
        assert_eq!(refused(game, text).0, "move/off-board", "{text}");
    }
    let without = Teeko::new(Variant::Standard, false);
    let (code, message) = refused(without, "c3");
    assert_eq!(code, "move/first-centre");
    assert!(message.ends_with("may not be placed in the centre; take any other square"), "{message}");
    assert_eq!(after(&without, "c4 c3"), "5/2x2/2o2/5/5 x");
}

/// A move with squares outside the board is an error and does not panic.
#[test]
fn moves_from_outside_the_board() {
    use zermelo_games::teeko::TeekoMove;
    let game = fast(false);
    let position = game.parse_position("5/ox1xo/5/ox1xo/5 x").expect("undecided");
    for (from, to) in [(25, 1), (6, 25), (u16::MAX, 6), (6, u16::MAX)].map(|(from, to)| (Square(from), Square(to))) {
        let why = game.check(&position, TeekoMove::Step { from, to }).expect_err("off the board");
        assert_eq!(why.code(), "move/off-board");
    }
    assert_eq!(
        game.check(&game.initial(), TeekoMove::Drop(Square(25))).map_err(|why| why.code()),
        Err("move/off-board")
    );
    assert_eq!(position.side_to_move(), Side::First);
}

#[test]
fn specifications_leave_defaults_out() {
    let spec = |variant, first_centre| Teeko::new(variant, first_centre).spec();
    assert_eq!(spec(Variant::Standard, true), "teeko");
    assert_eq!(spec(Variant::Advanced, true), "teeko:variant=advanced");
    assert_eq!(spec(Variant::Standard, false), "teeko:first-centre=off");
    assert_eq!(spec(Variant::Advanced, false), "teeko:variant=advanced,first-centre=off");
}
