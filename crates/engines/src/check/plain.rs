//! The rules of the plain protocol.

use std::time::Instant;

use zermelo_core::erased::DynRecord;

use super::findings::{Breach, Finding, Rule, Verdict};
use super::positions::positions;
use super::terms::{CheckError, FindGame, Terms, choose_game};
use crate::link::{Heard, Link, Received};
use crate::plain;
use crate::protocol::{Answer, Games};

const LEGAL: Rule = Rule { name: "legal", text: "answers each line with a line that holds one legal move" };
const LINES: Rule = Rule { name: "lines", text: "writes nothing but one line for each line" };
const EOF: Rule = Rule { name: "eof", text: "leaves at the end of its input" };

pub(super) fn check(terms: &Terms, find: FindGame<'_>, report: &mut dyn FnMut(&Verdict)) -> Result<String, CheckError> {
    let game = choose_game(terms, &Games::Any, find)?;
    let mut link = Link::open(&terms.launch, terms.patience.handshake).map_err(CheckError::NotStarted)?;
    let mut tell = |rule, finding| report(&Verdict { rule, finding });
    let records = positions(game.as_ref(), terms.positions, terms.seed);
    let answered = records.iter().try_for_each(|record| ask(&mut link, terms, record.as_ref()));
    let is_answered = answered.is_ok();
    tell(LEGAL, answered.map_or_else(Finding::Broken, |()| Finding::Kept));
    if is_answered {
        let (lines, eof) = leave(link, terms);
        tell(LINES, lines);
        tell(EOF, eof);
    } else {
        let why = || Finding::Skipped("it did not get through the positions".to_owned());
        tell(LINES, why());
        tell(EOF, why());
    }
    Ok(game.spec())
}

fn ask(link: &mut Link, terms: &Terms, record: &dyn DynRecord) -> Result<(), Breach> {
    let question = plain::question(&record.game_spec(), &record.position_text(), &record.legal_moves());
    link.say(&question);
    let until = Instant::now() + terms.patience.handshake;
    let line = loop {
        match link.listen(until, None) {
            Heard::Silence | Heard::Stopped => {
                let seconds = terms.patience.handshake.as_secs_f64();
                return Err(Breach::at(&question, format!("no move within {seconds} s of this line")));
            }
            Heard::Crashed(how) | Heard::Closed(how) => {
                return Err(Breach::at(&question, format!("{how}, after this line")));
            }
            Heard::Received(Received::Line(line)) if line.trim().is_empty() => {}
            Heard::Received(Received::Line(line)) => break line,
            Heard::Received(Received::NotText(line)) => return Err(Breach::at(&line, "it is not UTF-8")),
            Heard::Received(Received::TooLong) => return Err(Breach::new("a line that is too long")),
        }
    };
    match plain::answer(&line) {
        None => Err(Breach::at(&line, "expected one move, or resign, and nothing else")),
        Some(Answer::Move { text, .. }) => {
            let played = record.boxed_clone().play(&text, None);
            played.map(drop).map_err(|why| Breach::at(&line, format!("in {}: {why}", record.position_text())))
        }
        Some(_) => Ok(()),
    }
}

/// Ends its input and listens to the end.
fn leave(mut link: Link, terms: &Terms) -> (Finding, Finding) {
    link.close_input();
    let until = Instant::now() + terms.patience.quit;
    let mut lines = Finding::Kept;
    loop {
        match link.listen(until, None) {
            Heard::Received(Received::Line(line)) if line.trim().is_empty() => {}
            Heard::Received(Received::Line(line) | Received::NotText(line)) => {
                lines = Finding::Broken(Breach::at(&line, "there was no line left to answer"));
            }
            Heard::Received(Received::TooLong) => lines = Finding::Broken(Breach::new("a line that is too long")),
            Heard::Crashed(_) => return (lines, Finding::Kept),
            Heard::Closed(_) if link.is_remote() => return (lines, Finding::Kept),
            Heard::Closed(_) | Heard::Silence | Heard::Stopped => {
                let seconds = terms.patience.quit.as_secs_f64();
                let why = format!("it was still there {seconds} s after the end of its input");
                return (lines, Finding::Broken(Breach::new(why)));
            }
        }
    }
}
