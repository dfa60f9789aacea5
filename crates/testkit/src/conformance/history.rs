//! The record, the line of a search and a count of equal positions agree on every draw, and every move can be taken
//! back.

use zermelo_core::erased::{DynGame, ErasedGame, Playable};
use zermelo_core::{Ending, GameRecord, Outcome, Ply, RecordError, Termination, moves_text, parse_moves};

use super::context::{CheckContext, ensure};
use crate::rng::TestRng;

/// Continues a record by a random game, checks it after every move, and returns it.
pub(super) fn play_random_game<G: Playable>(
    context: &CheckContext<G>,
    start: &GameRecord<G>,
    rng: &mut TestRng,
    plies: usize,
) -> GameRecord<G> {
    let mut record = start.clone();
    let mut line = start.line().clone();
    let mut snapshots = Vec::new();
    let mut moves = Vec::new();
    loop {
        context.set_position(record.position());
        let ending = record.ending();
        ensure!(
            context,
            ending == expected_ending(&record),
            "the record's ending is {ending:?}, expected {:?}",
            expected_ending(&record)
        );
        ensure!(context, line.ending() == ending, "the line's ending is {:?}, the record's {ending:?}", line.ending());
        ensure!(
            context,
            line.outcome() == ending.map(|ending| ending.outcome),
            "outcome and ending of the line differ"
        );
        if let Err(why) = check_roundtrip(&record) {
            context.fail(&format!("the record's text: {why}"));
        }
        if ending.is_some() || snapshots.len() == plies {
            break;
        }
        moves.clear();
        record.line().generate(&mut moves);
        let Some(mv) = rng.pick(&moves) else { context.fail("the game is not over, but there is no legal move") };
        context.set_move(mv);
        snapshots.push(RecordSnapshot::of(&record));
        if let Err(why) = record.play(mv, None) {
            context.fail(&format!("a generated move is rejected: {why}"));
        }
        line.push(mv);
        ensure!(context, line.position() == record.position(), "the record and the line are in different positions");
    }
    check_after_end(context, &record, &moves);
    check_replay(context, start, &record);
    // Both go back to the start. Each position must be as it was before the move.
    let mut back = record.clone();
    for snapshot in snapshots.iter().rev() {
        context.set_position(back.position());
        ensure!(context, back.undo().is_some(), "undo takes no move back");
        line.pop();
        let undone = RecordSnapshot::of(&back);
        ensure!(context, undone == *snapshot, "undo leads to {undone:?}, before the move it was {snapshot:?}");
        let same = line.position() == back.position() && line.history().occurrences() == snapshot.occurrences;
        ensure!(context, same && line.ending().is_none(), "pop and undo lead to different states");
    }
    ensure!(context, back.undo().is_none() && back.ply() == Ply(0), "undo takes back more moves than were played");
    record
}

/// The state of a record that `undo` must restore.
struct RecordSnapshot<G: Playable> {
    position: G::Position,
    counters: G::Counters,
    occurrences: u32,
    ending: Option<Ending>,
}

impl<G: Playable> RecordSnapshot<G> {
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

impl<G: Playable> PartialEq for RecordSnapshot<G> {
    fn eq(&self, other: &Self) -> bool {
        (self.position, self.counters, self.occurrences, self.ending)
            == (other.position, other.counters, other.occurrences, other.ending)
    }
}

impl<G: Playable> std::fmt::Debug for RecordSnapshot<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}, {:?}, occurrence {}, {:?}", self.position, self.counters, self.occurrences, self.ending)
    }
}

/// The ending by the board, otherwise by the equal positions of the whole game. Irreversible moves do not shorten the
/// count.
fn expected_ending<G: Playable>(record: &GameRecord<G>) -> Option<Ending> {
    let (game, position) = (record.game(), record.position());
    if let Some(outcome) = game.outcome(position) {
        return Some(Ending { outcome, termination: game.termination(position) });
    }
    let draw = |termination| Some(Ending { outcome: Outcome::Draw, termination });
    let occurrences = record.line().positions().iter().filter(|earlier| *earlier == position).count() as u32;
    assert!(
        occurrences == 1 || !game.is_acyclic(),
        "the game is acyclic, but a position occurs {occurrences} times: {position:?}"
    );
    assert_eq!(record.line().history().occurrences(), occurrences, "the history's occurrences of {position:?}");
    if game.repetition_limit().is_some_and(|limit| occurrences >= limit) {
        return draw(Termination::Repetition);
    }
    if !game.is_acyclic() && game.is_move_limit(record.line().history().counters(), position) {
        return draw(Termination::MoveLimit);
    }
    None
}

/// The text of a record's position, with its counters, is parsed as the same position and counters.
fn check_roundtrip<G: Playable>(record: &GameRecord<G>) -> Result<(), String> {
    let game = record.game();
    let counters = record.line().history().counters();
    let text = game.position_text(record.position()) + &game.counters_text(counters);
    let (position, read) = game.parse_start(&text).map_err(|why| format!("\"{text}\" is rejected: {why}"))?;
    if position != *record.position() || read != counters {
        return Err(format!("\"{text}\" is parsed as {position:?} with {read:?} instead of {counters:?}"));
    }
    let read = ErasedGame(game.clone()).record_from(&text).map_err(|why| format!("\"{text}\" is rejected: {why}"))?;
    for again in [read.position_text(), read.start_text()] {
        if again != text {
            return Err(format!("\"{text}\" is printed again as \"{again}\""));
        }
    }
    Ok(())
}

/// A finished game rejects moves. An unfinished game can be ended by agreement and then rejects moves as well.
fn check_after_end<G: Playable>(context: &CheckContext<G>, record: &GameRecord<G>, moves: &[G::Move]) {
    let mut ended = record.clone();
    ended.end(Outcome::Draw, Termination::Agreement);
    let Some(ending) = ended.ending() else { context.fail("a game that was ended by agreement has no ending") };
    ensure!(
        context,
        record.ending().is_none_or(|before| before == ending),
        "the ending of a finished game was changed"
    );
    for &mv in moves {
        context.set_move(mv);
        let played = ended.play(mv, None);
        ensure!(context, played == Err(RecordError::Over(ending)), "a move after the end: {played:?}");
    }
    ensure!(context, ended.ply() == record.ply(), "a move was played after the end");
}

/// The list of the moves' texts replays the game, through the game's own type and through the erased one.
fn check_replay<G: Playable>(context: &CheckContext<G>, start: &GameRecord<G>, record: &GameRecord<G>) {
    let game = context.game;
    let played: Vec<G::Move> = record.moves().iter().map(|played| played.mv).collect();
    let list = moves_text(start.line(), &played).join(" ");
    match parse_moves(game, start.position(), &list) {
        Ok(read) => ensure!(context, read == played, "the list of moves \"{list}\" is parsed as {read:?}"),
        Err(why) => context.fail(&format!("the list of moves \"{list}\" is rejected: {why}")),
    }
    let start_text = game.position_text(start.position()) + &game.counters_text(start.line().history().counters());
    let erased = ErasedGame(game.clone()).record_from(&start_text).and_then(|mut erased| {
        erased.play_all(&list)?;
        Ok(erased)
    });
    match erased {
        Ok(erased) => {
            let view = erased.view();
            ensure!(
                context,
                erased.ending() == record.ending(),
                "the replayed game has the ending {:?}",
                erased.ending()
            );
            ensure!(
                context,
                view.ply == record.ply() && view.ending == record.ending(),
                "ply or ending of the view and the record differ"
            );
            let last = view.last.map(|last| last.text);
            ensure!(
                context,
                last.as_deref() == list.rsplit(' ').next().filter(|text| !text.is_empty()),
                "the view's last move is {last:?}"
            );
        }
        Err(why) => context.fail(&format!("the list of moves \"{list}\" does not replay: {why}")),
    }
}
