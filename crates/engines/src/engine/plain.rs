//! The engine side of the plain protocol.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use zermelo_core::erased::{DynAgent, DynGame};
use zermelo_core::text::excerpt;
use zermelo_core::{Action, SearchLimits, StopToken};

use super::backend::{EngineBackend, RequestError};
use crate::connection::{ReceivedLine, read_line};
use crate::plain::parse_request;
use crate::protocol::LineError;

/// The time for a move of an agent without limits of its own, since the protocol has none.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Answers each line with a line.
pub(super) fn serve(mut input: impl BufRead, mut output: impl Write, backend: &dyn EngineBackend) -> io::Result<()> {
    let mut current: Option<PlainGame> = None;
    while let Some(received) = read_line(&mut input)? {
        let answer = match received {
            ReceivedLine::Text(line) if line.trim().is_empty() => continue,
            ReceivedLine::Text(line) => answer(&mut current, &line, backend),
            ReceivedLine::TooLong | ReceivedLine::NotUtf8(_) => {
                Err(RequestError::new("protocol/malformed", "the line is too long or not UTF-8"))
            }
        };
        writeln!(output, "{}", answer.unwrap_or_else(|why| why.into_reply().to_string()))?;
        output.flush()?;
    }
    Ok(())
}

/// The game of the last request, with its agent.
struct PlainGame {
    spec: String,
    game: Box<dyn DynGame>,
    agent: Box<dyn DynAgent>,
}

fn answer(current: &mut Option<PlainGame>, line: &str, backend: &dyn EngineBackend) -> Result<String, RequestError> {
    let expected = "a game's specification, a tab, a position, a tab and the legal moves";
    let wrong = || LineError::Malformed { line: excerpt(line), expected };
    let (spec, position) = parse_request(line).ok_or_else(wrong)?;
    let mut game = match current.take() {
        Some(game) if game.spec == spec => game,
        _ => {
            let mut agent = backend.agent(spec)?;
            agent.new_game(0);
            PlainGame { spec: spec.to_owned(), game: backend.game(spec)?, agent }
        }
    };
    let answer = game.choose(position);
    *current = Some(game);
    answer
}

impl PlainGame {
    fn choose(&mut self, position: &str) -> Result<String, RequestError> {
        let record = self.game.record_from(position)?;
        let is_unlimited = self.agent.own_limits().is_unlimited();
        let limits = if is_unlimited { SearchLimits::time(DEFAULT_TIME) } else { SearchLimits::NONE };
        match self.agent.choose(record.as_ref(), &limits, &StopToken::new(), None)?.action {
            Action::Play(mv) | Action::OfferDraw(mv) => Ok(mv.to_string()),
            Action::Resign => Ok("resign".to_owned()),
        }
    }
}
