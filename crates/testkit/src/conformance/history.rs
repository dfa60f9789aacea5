//! The record, a line of a search and a plain count of positions agree on every draw; what was done can be taken back.

use zermelo_core::erased::{DynGame, ErasedGame, Playable};
use zermelo_core::{Ending, GameRecord, Outcome, Ply, RecordError, Termination, moves_text, parse_moves};

use super::witness::{Witness, demand};
use crate::dice::Dice;

/// Plays a random game from a record on, looks at it from every side, and hands it back.
pub(super) fn game<G: Playable>(
    witness: &Witness<G>,
    start: &GameRecord<G>,
    dice: &mut Dice,
    plies: usize,
) -> GameRecord<G> {
    let mut record = start.clone();
    let mut line = start.line().clone();
    let mut before = Vec::new();
    let mut moves = Vec::new();
    loop {
        witness.at(record.position());
        let ending = record.ending();
        demand!(
            witness,
            ending == expected(&record),
            "the record says {ending:?}, a plain count {:?}",
            expected(&record)
        );
        demand!(witness, line.ending() == ending, "a search's line says {:?}, the record {ending:?}", line.ending());
        demand!(witness, line.outcome() == ending.map(|ending| ending.outcome), "outcome and ending differ");
        let text_again = reread(&record);
        demand!(witness, text_again.is_ok(), "the record's text: {}", text_again.unwrap_err());
        if ending.is_some() || before.len() == plies {
            break;
        }
        moves.clear();
        record.line().generate(&mut moves);
        let Some(mv) = dice.pick(&moves) else { witness.fail("nothing can be played, but the game goes on") };
        witness.on(mv);
        before.push(Moment::of(&record));
        if let Err(why) = record.play(mv, None) {
            witness.fail(&format!("a generated move is refused: {why}"));
        }
        line.push(mv);
        demand!(
            witness,
            line.position() == record.position(),
            "the record and a search's line are in different positions"
        );
    }
    over(witness, &record, &moves);
    replayed(witness, start, &record);
    // Back through both, and the record forward again at the end: the same game.
    let mut back = record.clone();
    for moment in before.iter().rev() {
        witness.at(back.position());
        demand!(witness, back.undo().is_some(), "a move was played, but none can be taken back");
        line.pop();
        let here = Moment::of(&back);
        demand!(witness, here == *moment, "undo leads to {here:?}, before the move it was {moment:?}");
        let same = line.position() == back.position() && line.history().occurrences() == moment.occurrences;
        demand!(witness, same && line.ending().is_none(), "pop does not lead to where undo does");
    }
    demand!(witness, back.undo().is_none() && back.ply() == Ply(0), "undo goes back beyond the start");
    record
}

/// What must come back with an undo.
struct Moment<G: Playable> {
    position: G::Position,
    counters: G::Counters,
    occurrences: u32,
    ending: Option<Ending>,
}

impl<G: Playable> Moment<G> {
    fn of(record: &GameRecord<G>) -> Self {
        let history = record.line().history();
        Self {
            position: *record.position(),
            counters: history.counters(),
            occurrences: history.occurrences(),
            ending: record.ending(),
        }
    }
}

impl<G: Playable> PartialEq for Moment<G> {
    fn eq(&self, other: &Self) -> bool {
        (self.position, self.counters, self.occurrences, self.ending)
            == (other.position, other.counters, other.occurrences, other.ending)
    }
}

impl<G: Playable> std::fmt::Debug for Moment<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}, {:?}, time {}, {:?}", self.position, self.counters, self.occurrences, self.ending)
    }
}

/// The ending by the board, else by counting the equal positions of the whole game, irreversible moves or not.
fn expected<G: Playable>(record: &GameRecord<G>) -> Option<Ending> {
    let (game, position) = (record.game(), record.position());
    if let Some(outcome) = game.outcome(position) {
        return Some(Ending { outcome, termination: game.termination(position) });
    }
    let draw = |termination| Some(Ending { outcome: Outcome::Draw, termination });
    let times = record.line().positions().iter().filter(|earlier| *earlier == position).count() as u32;
    assert!(times == 1 || !game.is_acyclic(), "acyclic, but a position came up {times} times: {position:?}");
    assert_eq!(record.line().history().occurrences(), times, "the history's count of {position:?}");
    if game.repetition_limit().is_some_and(|limit| times >= limit) {
        return draw(Termination::Repetition);
    }
    if !game.is_acyclic() && game.is_move_limit(record.line().history().counters(), position) {
        return draw(Termination::MoveLimit);
    }
    None
}

/// The text of a record's position, with its counters, starts a game there.
fn reread<G: Playable>(record: &GameRecord<G>) -> Result<(), String> {
    let game = record.game();
    let counters = record.line().history().counters();
    let text = game.position_text(record.position()) + &game.counters_text(counters);
    let (position, read) = game.parse_start(&text).map_err(|why| format!("\"{text}\" is refused: {why}"))?;
    if position != *record.position() || read != counters {
        return Err(format!("\"{text}\" is read as {position:?} with {read:?} for {counters:?}"));
    }
    let read = ErasedGame(game.clone()).record_from(&text).map_err(|why| format!("\"{text}\" is refused: {why}"))?;
    for again in [read.position_text(), read.start_text()] {
        if again != text {
            return Err(format!("\"{text}\" is read back as \"{again}\""));
        }
    }
    Ok(())
}

/// A finished game takes no move; an unfinished one can be ended beside the board, and takes none afterwards.
fn over<G: Playable>(witness: &Witness<G>, record: &GameRecord<G>, moves: &[G::Move]) {
    let mut over = record.clone();
    over.end(Outcome::Draw, Termination::Agreement);
    let Some(ending) = over.ending() else { witness.fail("a game ended by agreement goes on") };
    demand!(witness, record.ending().is_none_or(|before| before == ending), "a finished game was ended again");
    for &mv in moves {
        witness.on(mv);
        let taken = over.play(mv, None);
        demand!(witness, taken == Err(RecordError::Over(ending)), "after the end: {taken:?}");
    }
    demand!(witness, over.ply() == record.ply(), "a move was taken after the end");
}

/// The list of the moves' texts replays the game, both where the game is known and where it is not.
fn replayed<G: Playable>(witness: &Witness<G>, start: &GameRecord<G>, record: &GameRecord<G>) {
    let game = witness.game;
    let played: Vec<G::Move> = record.moves().iter().map(|played| played.mv).collect();
    let list = moves_text(start.line(), &played).join(" ");
    match parse_moves(game, start.position(), &list) {
        Ok(read) => demand!(witness, read == played, "the list of moves \"{list}\" is read as {read:?}"),
        Err(why) => witness.fail(&format!("the list of moves \"{list}\" is refused: {why}")),
    }
    let start_text = game.position_text(start.position()) + &game.counters_text(start.line().history().counters());
    let erased = ErasedGame(game.clone()).record_from(&start_text).and_then(|mut erased| {
        erased.play_all(&list)?;
        Ok(erased)
    });
    match erased {
        Ok(erased) => {
            let view = erased.view();
            demand!(witness, erased.ending() == record.ending(), "replayed, it ends as {:?}", erased.ending());
            demand!(
                witness,
                view.ply == record.ply() && view.ending == record.ending(),
                "the view is of another moment"
            );
            let last = view.last.map(|last| last.text);
            demand!(
                witness,
                last.as_deref() == list.rsplit(' ').next().filter(|text| !text.is_empty()),
                "last move {last:?}"
            );
        }
        Err(why) => witness.fail(&format!("the list of moves \"{list}\" does not replay: {why}")),
    }
}
