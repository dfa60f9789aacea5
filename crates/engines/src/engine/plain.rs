//! The engine's side of the plain protocol.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use zermelo_core::erased::{DynAgent, DynGame};
use zermelo_core::text::excerpt;
use zermelo_core::{Action, SearchLimits, StopToken};

use super::house::{Complaint, House};
use crate::link::{Received, read_line};
use crate::plain::read_question;
use crate::protocol::LineError;

/// For a player that sets itself no limit: the protocol knows of none.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// Answers each line with a line.
pub(super) fn serve(mut input: impl BufRead, mut output: impl Write, house: &dyn House) -> io::Result<()> {
    let mut table: Option<Table> = None;
    while let Some(received) = read_line(&mut input)? {
        let answer = match received {
            Received::Line(line) if line.trim().is_empty() => continue,
            Received::Line(line) => answer(&mut table, &line, house),
            Received::TooLong | Received::NotText(_) => {
                Err(Complaint::new("protocol/malformed", "the line is too long or not UTF-8"))
            }
        };
        writeln!(output, "{}", answer.unwrap_or_else(|why| why.reply().to_string()))?;
        output.flush()?;
    }
    Ok(())
}

/// The game that was asked about last.
struct Table {
    spec: String,
    game: Box<dyn DynGame>,
    agent: Box<dyn DynAgent>,
}

fn answer(table: &mut Option<Table>, line: &str, house: &dyn House) -> Result<String, Complaint> {
    let expected = "a game's specification, a tab, a position, a tab and the legal moves";
    let wrong = || LineError::Malformed { line: excerpt(line), expected };
    let (spec, position) = read_question(line).ok_or_else(wrong)?;
    let mut at = match table.take() {
        Some(at) if at.spec == spec => at,
        _ => {
            let mut agent = house.agent(spec)?;
            agent.new_game(0);
            Table { spec: spec.to_owned(), game: house.game(spec)?, agent }
        }
    };
    let chosen = at.choose(position);
    *table = Some(at);
    chosen
}

impl Table {
    fn choose(&mut self, position: &str) -> Result<String, Complaint> {
        let record = self.game.record_from(position)?;
        let is_unlimited = self.agent.own_limits().is_unlimited();
        let limits = if is_unlimited { SearchLimits::time(USUAL_TIME) } else { SearchLimits::NONE };
        match self.agent.choose(record.as_ref(), &limits, &StopToken::new(), None)?.action {
            Action::Play(mv) | Action::OfferDraw(mv) => Ok(mv.to_string()),
            Action::Resign => Ok("resign".to_owned()),
        }
    }
}
