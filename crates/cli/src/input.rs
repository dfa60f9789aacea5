//! Start positions of commands, Ctrl-C, and lines from standard input.

use std::io::{self, BufRead, IsTerminal};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use zermelo_core::StopToken;
use zermelo_core::erased::DynRecord;
use zermelo_core::text::excerpt;

use crate::args::StartArgs;
use crate::error::CliError;

/// The game record after `--position` and `--moves`.
pub fn start(args: &StartArgs) -> Result<Box<dyn DynRecord>, CliError> {
    let game = zermelo_catalog::game(&args.game)
        .map_err(|error| CliError::Spec { what: format!("game \"{}\"", excerpt(&args.game)), error })?;
    let mut record = match &args.position {
        None => game.new_record(),
        Some(text) => game.record_from(text).map_err(|error| CliError::Refused { what: "--position", error })?,
    };
    if let Some(moves) = &args.moves {
        record.play_all(moves).map_err(|error| CliError::Refused { what: "--moves", error })?;
    }
    Ok(record)
}

/// A token that Ctrl-C sets. A second Ctrl-C exits with code 130.
pub fn stop_on_interrupt() -> Result<StopToken, CliError> {
    let stop = StopToken::new();
    let token = stop.clone();
    ctrlc::set_handler(move || {
        if token.is_stopped() {
            std::process::exit(130);
        }
        token.stop();
    })
    .map_err(|error| CliError::Failed(format!("can't install the Ctrl-C handler: {error}")))?;
    Ok(stop)
}

/// The maximum length of a line, in bytes. Longer lines are discarded.
const MAX_LINE: usize = 65536;

/// The result of waiting for a line.
pub enum InputLine {
    /// A line, without its newline.
    Line(String),
    /// A line longer than [`MAX_LINE`].
    TooLong,
    /// The end of the input.
    EndOfInput,
    /// Ctrl-C.
    Interrupted,
}

/// The lines of standard input. A separate thread reads them, so that Ctrl-C is noticed while no line arrives.
pub struct StdinLines {
    receiver: Receiver<InputLine>,
    /// Whether the input is a terminal, which echoes the typed text.
    pub echoes: bool,
}

impl StdinLines {
    /// Starts the reading thread.
    pub fn of_stdin() -> Self {
        let (sender, receiver) = sync_channel(1);
        std::thread::spawn(move || {
            let mut input = io::stdin().lock();
            while let Some(typed) = read_line(&mut input) {
                if sender.send(typed).is_err() {
                    break;
                }
            }
        });
        Self { receiver, echoes: io::stdin().is_terminal() }
    }

    /// The next line, or `None` after a timeout.
    pub fn poll(&self, time: Duration) -> Option<InputLine> {
        match self.receiver.recv_timeout(time) {
            Ok(typed) => Some(typed),
            Err(RecvTimeoutError::Disconnected) => Some(InputLine::EndOfInput),
            Err(RecvTimeoutError::Timeout) => None,
        }
    }

    /// Waits for the next line or for Ctrl-C.
    pub fn next(&self, stop: &StopToken) -> InputLine {
        loop {
            match self.receiver.recv_timeout(Duration::from_millis(50)) {
                Ok(typed) => return typed,
                Err(RecvTimeoutError::Disconnected) => return InputLine::EndOfInput,
                Err(RecvTimeoutError::Timeout) if stop.is_stopped() => return InputLine::Interrupted,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// Reads a line of at most [`MAX_LINE`] bytes; `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> Option<InputLine> {
    let mut line = Vec::new();
    let mut too_long = false;
    let mut any = false;
    loop {
        // A read error, as after a hangup of the terminal, counts as the end of the input.
        let buffer = input.fill_buf().unwrap_or_default();
        if buffer.is_empty() {
            break;
        }
        any = true;
        let newline = buffer.iter().position(|&byte| byte == b'\n');
        let taken = newline.unwrap_or(buffer.len());
        if line.len() + taken > MAX_LINE {
            too_long = true;
        } else {
            line.extend_from_slice(&buffer[..taken]);
        }
        input.consume(newline.map_or(taken, |at| at + 1));
        if newline.is_some() {
            break;
        }
    }
    let typed =
        if too_long { InputLine::TooLong } else { InputLine::Line(String::from_utf8_lossy(&line).into_owned()) };
    any.then_some(typed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_lines_and_discards_too_long_ones() {
        let mut text = b"a1\r\n".to_vec();
        text.extend(std::iter::repeat_n(b'x', 3 * MAX_LINE));
        text.extend(b"\nlast");
        let mut input = io::BufReader::new(text.as_slice());
        assert!(matches!(read_line(&mut input), Some(InputLine::Line(line)) if line.trim() == "a1"));
        assert!(matches!(read_line(&mut input), Some(InputLine::TooLong)));
        assert!(matches!(read_line(&mut input), Some(InputLine::Line(line)) if line == "last"));
        assert!(read_line(&mut input).is_none());
    }
}
