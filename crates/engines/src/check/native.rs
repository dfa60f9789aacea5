//! The rules of the native protocol.

use std::time::Duration;

use zermelo_core::erased::{DynGame, DynRecord};

use super::findings::{Breach, Finding, Rule, Verdict};
use super::positions::positions;
use super::talk::{Introduction, Notes, Talk};
use super::terms::{CheckError, FindGame, Terms, choose_game};
use crate::protocol::{Games, Go, IDS, Reply, Request, Tagged};

/// The time for a move where the time is not what is looked at.
const SHORT: u64 = 50;
/// The time for a move where it is.
const MOVETIME: u64 = 300;

/// What is looked at, in this order.
const RULES: &[(Rule, Look)] = &[
    (rule("ready", "answers \"ping WORD\" with \"pong WORD\" when a game has begun"), ready),
    (rule("legal", "answers \"go\" with one legal move, in positions of all kinds"), legal),
    (rule("position", "takes any position after any other, by moves and by text"), position),
    (rule("movetime", "answers within \"movetime\""), movetime),
    (rule("clock", "answers before its clock runs out"), clock),
    (rule("stop", "answers soon after \"stop\", and takes a \"stop\" when nothing is asked"), stop),
    (rule("thinking", "answers \"ping\" while it thinks"), thinking),
    (rule("games", "plays one game after another"), games),
    (rule("unknown", "passes over lines that it does not know, however long"), unknown),
    (rule("ids", "answers under the id of the request, if it says so"), ids),
    (rule("quit", "leaves at \"quit\""), quit),
    (rule("eof", "leaves at the end of its input"), eof),
];
const HANDSHAKE: Rule = rule("handshake", "answers \"zermelo-protocol 1\" with its name, its games and \"ok\"");
const LINES: Rule = rule("lines", "writes nothing but lines of the protocol");
const ANSWERS: Rule = rule("answers", "gives one \"bestmove\" for a \"go\", \"info\" before it, and neither unasked");

const fn rule(name: &'static str, text: &'static str) -> Rule {
    Rule { name, text }
}

type Look = fn(&mut Exam<'_>) -> Result<(), Breach>;

/// What all rules are looked at with.
struct Exam<'a> {
    terms: &'a Terms,
    notes: Notes,
    game: Box<dyn DynGame>,
    knows_ids: bool,
}

pub(super) fn check(terms: &Terms, find: FindGame<'_>, report: &mut dyn FnMut(&Verdict)) -> Result<String, CheckError> {
    let mut notes = Notes::default();
    let said = Talk::open(terms, &mut notes).map_err(CheckError::NotStarted)?.greet();
    let plays = said.as_ref().ok().and_then(|said| said.games.clone()).unwrap_or(Games::Any);
    let game = choose_game(terms, &plays, find)?;
    let spec = game.spec();
    let handshake = said.and_then(|said| introduced(said, &spec));
    let mut tell = |rule, finding| report(&Verdict { rule, finding });
    let knows_ids = match handshake {
        Ok(knows_ids) => {
            tell(HANDSHAKE, Finding::Kept);
            knows_ids
        }
        Err(breach) => {
            tell(HANDSHAKE, Finding::Broken(breach));
            let rest = RULES.iter().map(|(rule, _)| *rule).chain([LINES, ANSWERS]);
            rest.for_each(|rule| tell(rule, Finding::Skipped("no talk came about".to_owned())));
            return Ok(spec);
        }
    };
    let mut exam = Exam { terms, notes, game, knows_ids };
    for (rule, look) in RULES {
        let finding = match look(&mut exam) {
            Ok(()) if rule.name == "ids" && !knows_ids => Finding::Skipped(format!("it has no \"feature {IDS}\"")),
            looked => finding(looked),
        };
        tell(*rule, finding);
    }
    tell(LINES, finding(exam.notes.foreign.map_or(Ok(()), Err)));
    tell(ANSWERS, finding(exam.notes.unasked.map_or(Ok(()), Err)));
    Ok(spec)
}

fn finding(looked: Result<(), Breach>) -> Finding {
    looked.map_or_else(Finding::Broken, |()| Finding::Kept)
}

/// Whether the introduction is whole; gives whether it knows ids.
fn introduced(said: Introduction, spec: &str) -> Result<bool, Breach> {
    if !said.has_name {
        return Err(Breach::new("no \"id name\" before \"ok\""));
    }
    match said.games {
        None => Err(Breach::new("no \"games\" before \"ok\"")),
        Some(games) if !games.include(spec) => {
            Err(Breach::at(&Reply::Games(games).to_string(), format!("{spec} is not among its games")))
        }
        Some(_) => Ok(said.knows_ids),
    }
}

fn movetime_of(ms: u64) -> Go {
    Go { movetime: Some(ms), ..Go::default() }
}

impl Exam<'_> {
    /// A talk behind its handshake.
    fn greet(&mut self) -> Result<Talk<'_>, Breach> {
        let mut talk = Talk::open(self.terms, &mut self.notes).map_err(Breach::new)?;
        talk.greet()?;
        Ok(talk)
    }

    /// A talk in which a game has begun.
    fn begin(&mut self) -> Result<Talk<'_>, Breach> {
        let spec = self.game.spec();
        let mut talk = self.greet()?;
        talk.begin(&spec)?;
        Ok(talk)
    }

    fn positions(&self, count: u32) -> Vec<Box<dyn DynRecord>> {
        positions(self.game.as_ref(), count, self.terms.seed)
    }
}

/// Asks for a move in a position and waits for it, and for what else comes.
fn ask(talk: &mut Talk<'_>, record: &dyn DynRecord, go: Go, patience: Duration) -> Result<(), Breach> {
    talk.place(record, false);
    talk.go(None, go);
    talk.answer(record, patience)?;
    talk.sync()
}

fn ready(exam: &mut Exam<'_>) -> Result<(), Breach> {
    exam.begin()?.sync()
}

fn legal(exam: &mut Exam<'_>) -> Result<(), Breach> {
    let (records, patience) = (exam.positions(exam.terms.positions), exam.terms.patience.hang);
    let mut talk = exam.begin()?;
    records.iter().try_for_each(|record| ask(&mut talk, record.as_ref(), movetime_of(SHORT), patience))
}

fn position(exam: &mut Exam<'_>) -> Result<(), Breach> {
    // From the late ones to the start.
    let (mut records, patience) = (exam.positions(7), exam.terms.patience.hang);
    records.sort_by_key(|record| std::cmp::Reverse(record.ply()));
    let mut talk = exam.begin()?;
    for (number, record) in records.iter().enumerate() {
        // A position that is overruled before anything is asked leaves no trace.
        talk.place(records[0].as_ref(), false);
        talk.place(record.as_ref(), number % 2 == 1);
        talk.go(None, movetime_of(SHORT));
        talk.answer(record.as_ref(), patience)?;
        talk.sync()?;
    }
    Ok(())
}

fn movetime(exam: &mut Exam<'_>) -> Result<(), Breach> {
    within(exam, movetime_of(MOVETIME))
}

fn clock(exam: &mut Exam<'_>) -> Result<(), Breach> {
    within(exam, Go { left: [Some(MOVETIME); 2], ..Go::default() })
}

/// Asks for a move at the start, where there is most to think about.
fn within(exam: &mut Exam<'_>, go: Go) -> Result<(), Breach> {
    let patience = Duration::from_millis(MOVETIME) + exam.terms.patience.margin;
    let start = exam.game.new_record();
    ask(&mut exam.begin()?, start.as_ref(), go, patience)
}

fn stop(exam: &mut Exam<'_>) -> Result<(), Breach> {
    let (start, patience) = (exam.game.new_record(), exam.terms.patience.stop);
    let mut talk = exam.begin()?;
    talk.place(start.as_ref(), false);
    talk.sync()?;
    talk.go(None, Go::default());
    talk.say(&Request::Stop);
    talk.answer(start.as_ref(), patience)?;
    // It may have answered by itself and heard this one at rest; here is another, for those that did not.
    talk.say(&Request::Stop);
    talk.sync()
}

fn thinking(exam: &mut Exam<'_>) -> Result<(), Breach> {
    let start = exam.game.new_record();
    let mut talk = exam.begin()?;
    talk.place(start.as_ref(), false);
    talk.go(None, Go::default());
    talk.sync()
}

fn games(exam: &mut Exam<'_>) -> Result<(), Breach> {
    let (spec, records, patience) = (exam.game.spec(), exam.positions(4), exam.terms.patience.hang);
    let mut talk = exam.greet()?;
    for record in &records {
        talk.begin(&spec)?;
        ask(&mut talk, record.as_ref(), movetime_of(SHORT), patience)?;
    }
    Ok(())
}

fn unknown(exam: &mut Exam<'_>) -> Result<(), Breach> {
    let (start, patience) = (exam.game.new_record(), exam.terms.patience.hang);
    let mut talk = exam.begin()?;
    let long = format!("xyzzy {}", "x".repeat(100_000));
    for line in ["xyzzy", "", "  xyzzy go stop quit", "\u{fc}\u{2003}\u{1f3b2}", &long] {
        talk.say_line(line);
        talk.sync()?;
    }
    ask(&mut talk, start.as_ref(), movetime_of(SHORT), patience)
}

fn ids(exam: &mut Exam<'_>) -> Result<(), Breach> {
    if !exam.knows_ids {
        return Ok(());
    }
    let (start, patience) = (exam.game.new_record(), exam.terms.patience);
    let mut talk = exam.begin()?;
    let word = || Some("word".to_owned());
    talk.say_line(&Tagged { id: Some("a1".to_owned()), line: Request::Ping(word()) }.to_string());
    let is_pong = |reply: Tagged<Reply>| (reply.line == Reply::Pong(word())).then_some(reply);
    let pong = talk.wait(patience.ready, "pong word", is_pong)?;
    talk.place(start.as_ref(), false);
    talk.go(Some("b2"), movetime_of(SHORT));
    let answer = talk.answer(start.as_ref(), patience.hang)?;
    for (reply, id) in [(pong, "a1"), (answer, "b2")] {
        if reply.id.as_deref() != Some(id) {
            return Err(Breach::at(&reply.to_string(), format!("it answers a request with the id #{id}")));
        }
    }
    Ok(())
}

fn quit(exam: &mut Exam<'_>) -> Result<(), Breach> {
    leave(exam, true)
}

fn eof(exam: &mut Exam<'_>) -> Result<(), Breach> {
    leave(exam, false)
}

/// Lets it play a move and go.
fn leave(exam: &mut Exam<'_>, quit: bool) -> Result<(), Breach> {
    let (start, patience) = (exam.game.new_record(), exam.terms.patience.hang);
    let mut talk = exam.begin()?;
    ask(&mut talk, start.as_ref(), movetime_of(SHORT), patience)?;
    talk.leave(quit)
}
