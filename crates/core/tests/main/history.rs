//! Draws that depend on earlier positions are the same in the record and in the line of a search.

use zermelo_core::{
    Depth, Ending, Game, GameRecord, History, Line, NoEvaluator, Notation, Outcome, Ply, Position, Repetition, Score,
    Square, Termination, parse_moves,
};
use zermelo_testkit::playout::random_game;
use zermelo_testkit::reference::{SlowBox, slow_minimax};
use zermelo_testkit::rng::TestRng;
use zermelo_testkit::toy::{Carousel, CarouselMove, Pursuit};

const THERE_AND_BACK: &str = "a-b d-e b-a e-d";
const REPETITION: Ending = Ending { outcome: Outcome::Draw, termination: Termination::Repetition };
const MOVE_LIMIT: Ending = Ending { outcome: Outcome::Draw, termination: Termination::MoveLimit };

fn played(game: Pursuit, text: &str) -> GameRecord<Pursuit> {
    let mut record = GameRecord::new(game);
    let moves = parse_moves(&game, record.position(), text).expect("legal moves");
    for mv in moves {
        record.play(mv, None).expect("the game goes on");
    }
    record
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let mut record = played(Pursuit::default(), THERE_AND_BACK);
    assert_eq!((record.ending(), record.line().history().occurrences()), (None, 2));
    for mv in [1, 4, 0] {
        record.play(Square(mv), None).unwrap();
        assert_eq!(record.ending(), None);
    }
    record.play(Square(3), None).unwrap();
    assert_eq!((record.ending(), record.line().history().occurrences()), (Some(REPETITION), 3));
    record.undo();
    assert_eq!(record.ending(), None);
}

/// If the sides do not move strictly in turn, a position can repeat after an odd number of plies.
#[test]
fn a_position_can_repeat_after_an_odd_number_of_plies() {
    let mut record = GameRecord::new(Carousel);
    for plies in 1..=6 {
        assert_eq!(record.ending(), None, "after {} plies", plies - 1);
        record.play(CarouselMove::Keep, None).expect("the game goes on");
        if plies == 3 {
            let found = record.line().history().repetition();
            assert_eq!(found, Some(Repetition { occurrences: 2, last: Ply(3), first: Ply(3) }));
        }
    }
    assert_eq!((record.ending(), record.line().history().occurrences()), (Some(REPETITION), 3));
    let found = record.line().history().repetition();
    assert_eq!(found, Some(Repetition { occurrences: 3, last: Ply(3), first: Ply(6) }));
}

#[test]
fn an_irreversible_move_restarts_the_count() {
    // The first side leaps to c, the second to f. The distances are the same, but the leaps are used: no earlier
    // position repeats.
    let leaps = format!("{THERE_AND_BACK} a-c d-f");
    let record = played(Pursuit::default(), &leaps);
    assert_eq!(record.line().history().occurrences(), 1);
    let record = played(Pursuit::default(), &format!("{leaps} c-b f-e b-c e-f"));
    assert_eq!((record.ending(), record.line().history().occurrences()), (None, 2));
    let record = played(Pursuit::default(), &format!("{leaps} c-b f-e b-c e-f c-b f-e b-c e-f"));
    assert_eq!((record.ending(), record.line().history().occurrences()), (Some(REPETITION), 3));
}

#[test]
fn the_move_limit_counts_plies_since_the_last_leap() {
    let record = played(Pursuit::new(6, 4), THERE_AND_BACK);
    assert_eq!((record.ending(), record.line().history().counters()), (Some(MOVE_LIMIT), 4));
    let record = played(Pursuit::new(6, 4), "a-b d-e b-a e-c a-b c-d b-a");
    assert_eq!((record.ending(), record.line().history().counters()), (None, 3));
}

#[test]
fn repetition_has_priority_over_the_move_limit() {
    let twice = format!("{THERE_AND_BACK} {THERE_AND_BACK}");
    assert_eq!(played(Pursuit::new(6, 8), &twice).ending(), Some(REPETITION));
}

#[test]
fn a_win_has_priority_over_a_draw() {
    // The ply that reaches the move limit captures the token: a win, not a draw.
    let record = played(Pursuit::new(6, 3), "a-b d-c b-c");
    assert_eq!(record.ending().map(|ending| ending.termination), Some(Termination::NoMove));
}

#[test]
fn a_start_can_have_counters() {
    let game = Pursuit::default();
    let (start, counters) = game.parse_start("a- d- x:H19").unwrap();
    let mut record = GameRecord::from_line(Line::with_counters(game, start, counters));
    assert_eq!(record.line().history().start_counters(), 19);
    record.play(Square(1), None).unwrap();
    assert_eq!(record.ending(), Some(MOVE_LIMIT));
    record.undo();
    assert_eq!((record.ending(), record.line().history().counters()), (None, 19));
    // A new history starts without counters.
    let mut fresh = GameRecord::from_position(game, start);
    fresh.play(Square(1), None).unwrap();
    assert_eq!(fresh.ending(), None);
}

/// A search in the middle of a game needs the earlier positions, otherwise it misses draws by repetition.
#[test]
fn a_line_contains_the_history_of_its_record() {
    let record = played(Pursuit::default(), &format!("{THERE_AND_BACK} a-b d-e b-a"));
    let mut line = record.line().clone();
    line.push(Square(3));
    assert_eq!(line.ending(), Some(REPETITION));
    assert_eq!(line.outcome(), Some(Outcome::Draw));
    line.pop();
    line.push(Square(5));
    assert_eq!(line.ending(), None);
    // The same move from the position alone does not end the game.
    let mut without_history = Line::new(*record.game(), *record.position());
    without_history.push(Square(3));
    assert_eq!(without_history.ending(), None);
}

/// In every position of the trees below random records, push and pop of a line agree with play and undo of a record.
#[test]
fn line_and_record_agree_below_random_records() {
    fn compare(line: &mut Line<Pursuit>, record: &mut GameRecord<Pursuit>, depth: u32) -> u32 {
        assert_eq!(line.ending(), record.ending(), "{:?}", line.positions());
        assert_eq!(line.history().counters(), record.line().history().counters());
        if depth == 0 || line.outcome().is_some() {
            return u32::from(line.ending() == Some(REPETITION));
        }
        let mut moves = Vec::new();
        line.generate(&mut moves);
        let mut draws = 0;
        for mv in moves {
            line.push(mv);
            record.play(mv, None).unwrap();
            draws += compare(line, record, depth - 1);
            record.undo();
            line.pop();
        }
        draws
    }
    let game = Pursuit::new(6, 12);
    let mut draws = 0;
    for seed in 0..40 {
        let mut record = random_game(&game, &mut TestRng::new(seed), 9);
        let mut line = record.line().clone();
        let before = format!("{line:?}");
        draws += compare(&mut line, &mut record, 5);
        assert_eq!(format!("{line:?}"), before, "seed {seed}: pop restores everything");
    }
    assert!(draws > 0, "the trees contain draws by repetition");
}

/// A history without a line counts the positions that are pushed, by their keys.
#[test]
fn a_history_counts_the_positions_that_are_pushed() {
    let game = Pursuit::default();
    let mut position = game.initial();
    let mut history = History::<Pursuit>::new(&position);
    history.reserve(8);
    for (ply, mv) in [1, 4, 0, 3, 1, 4, 0, 3].map(Square).into_iter().enumerate() {
        assert_eq!(history.draw(&game, &position), None, "ply {ply}");
        let before = position;
        game.play_unchecked(&mut position, mv);
        history.push(&game, &before, mv, &position);
    }
    assert_eq!(history.draw(&game, &position), Some(Termination::Repetition));
    (0..8).for_each(|_| history.pop(&game));
    assert_eq!((history.occurrences(), history.counters()), (1, 0));
}

/// In an acyclic game, the history counts nothing and finds no draws.
#[test]
fn acyclic_games_keep_no_history() {
    let game = SlowBox::<9>::flat(3, 3, 3, false);
    let record = random_game(&game, &mut TestRng::new(7), 9);
    let history = record.line().history();
    assert_eq!((history.occurrences(), history.draw(&game, record.position())), (1, None));
    let keys: Vec<u64> = record.line().positions().iter().map(Position::key).collect();
    assert!(keys.len() > 5 && keys.iter().enumerate().all(|(at, key)| !keys[..at].contains(key)));
}

/// On six cells the side to move loses: every step comes within reach of a leap. In a record in which one of the steps
/// leads to the third occurrence of a position, the same side draws.
#[test]
fn repetition_saves_a_lost_game() {
    let game = Pursuit::default();
    let new_record = GameRecord::new(game);
    assert_eq!(slow_minimax(&new_record, Some(Depth(4)), &NoEvaluator).score, Score::loss_in(Ply(2)));
    let start = game.parse_position("b+ d+ o").unwrap();
    let mut record = GameRecord::from_position(game, start);
    for mv in parse_moves(&game, &start, "d-e b-a e-d a-b d-e b-a e-d").unwrap() {
        record.play(mv, None).unwrap();
    }
    assert_eq!(record.position(), new_record.position());
    let with_history = slow_minimax(&record, Some(Depth(4)), &NoEvaluator);
    assert_eq!((with_history.score, with_history.best()), (Score::DRAW, Some(Square(1))));
}
