//! The rules of the plain protocol.

use std::time::Instant;

use zermelo_core::erased::DynRecord;

use super::options::{CheckError, CheckOptions, FindGame, choose_game};
use super::positions::positions;
use super::report::{ProtocolRule, RuleError, RuleReport, RuleStatus};
use crate::connection::{ConnectionEvent, EngineConnection, ReceivedLine};
use crate::plain;
use crate::protocol::{BestMove, SupportedGames};

const LEGAL: ProtocolRule =
    ProtocolRule { name: "legal", text: "answers each line with a line that contains one legal move" };
const LINES: ProtocolRule = ProtocolRule { name: "lines", text: "writes exactly one line for each line" };
const EOF: ProtocolRule = ProtocolRule { name: "eof", text: "exits at the end of its input" };

pub(super) fn check(
    options: &CheckOptions,
    find: FindGame<'_>,
    report: &mut dyn FnMut(&RuleReport),
) -> Result<String, CheckError> {
    let game = choose_game(options, &SupportedGames::Any, find)?;
    let mut connection =
        EngineConnection::open(&options.launch, options.timeouts.handshake).map_err(CheckError::NotStarted)?;
    let mut tell = |rule, status| report(&RuleReport { rule, status });
    let records = positions(game.as_ref(), options.positions, options.seed);
    let answered = records.iter().try_for_each(|record| ask(&mut connection, options, record.as_ref()));
    let all_answered = answered.is_ok();
    tell(LEGAL, answered.map_or_else(RuleStatus::Failed, |()| RuleStatus::Passed));
    if all_answered {
        let (lines, eof) = end_session(connection, options);
        tell(LINES, lines);
        tell(EOF, eof);
    } else {
        let why = || RuleStatus::Skipped("it did not answer in all positions".to_owned());
        tell(LINES, why());
        tell(EOF, why());
    }
    Ok(game.spec())
}

fn ask(connection: &mut EngineConnection, options: &CheckOptions, record: &dyn DynRecord) -> Result<(), RuleError> {
    let request = plain::format_request(&record.game_spec(), &record.position_text(), &record.legal_moves());
    connection.send(&request);
    let until = Instant::now() + options.timeouts.handshake;
    let line = loop {
        match connection.receive(until, None) {
            ConnectionEvent::TimedOut | ConnectionEvent::Stopped => {
                let seconds = options.timeouts.handshake.as_secs_f64();
                return Err(RuleError::at(&request, format!("no move within {seconds} s of this line")));
            }
            ConnectionEvent::Exited(how) | ConnectionEvent::Closed(how) => {
                return Err(RuleError::at(&request, format!("{how}, after this line")));
            }
            ConnectionEvent::Line(ReceivedLine::Text(line)) if line.trim().is_empty() => {}
            ConnectionEvent::Line(ReceivedLine::Text(line)) => break line,
            ConnectionEvent::Line(ReceivedLine::NotUtf8(line)) => return Err(RuleError::at(&line, "it is not UTF-8")),
            ConnectionEvent::Line(ReceivedLine::TooLong) => return Err(RuleError::new("a line that is too long")),
        }
    };
    match plain::parse_answer(&line) {
        None => Err(RuleError::at(&line, "expected one move, or resign, and nothing else")),
        Some(BestMove::Move { text, .. }) => {
            let played = record.boxed_clone().play(&text, None);
            played.map(drop).map_err(|why| RuleError::at(&line, format!("in {}: {why}", record.position_text())))
        }
        Some(_) => Ok(()),
    }
}

/// Closes the input and waits for the engine to exit. Returns the status of `lines` and of `eof`.
fn end_session(mut connection: EngineConnection, options: &CheckOptions) -> (RuleStatus, RuleStatus) {
    connection.close_input();
    let until = Instant::now() + options.timeouts.quit;
    let mut lines = RuleStatus::Passed;
    loop {
        match connection.receive(until, None) {
            ConnectionEvent::Line(ReceivedLine::Text(line)) if line.trim().is_empty() => {}
            ConnectionEvent::Line(ReceivedLine::Text(line) | ReceivedLine::NotUtf8(line)) => {
                lines = RuleStatus::Failed(RuleError::at(&line, "this line has no question"));
            }
            ConnectionEvent::Line(ReceivedLine::TooLong) => {
                lines = RuleStatus::Failed(RuleError::new("a line that is too long"));
            }
            ConnectionEvent::Exited(_) => return (lines, RuleStatus::Passed),
            ConnectionEvent::Closed(_) if connection.is_remote() => return (lines, RuleStatus::Passed),
            ConnectionEvent::Closed(_) | ConnectionEvent::TimedOut | ConnectionEvent::Stopped => {
                let seconds = options.timeouts.quit.as_secs_f64();
                let why = format!("it was still running {seconds} s after the end of its input");
                return (lines, RuleStatus::Failed(RuleError::new(why)));
            }
        }
    }
}
