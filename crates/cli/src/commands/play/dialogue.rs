//! The prompt of a local game in plain mode.

use std::io::Write;

use zermelo_core::erased::DynMove;
use zermelo_core::{Referee, StopToken};

use crate::board;
use crate::error::CliError;
use crate::input::{InputLine, StdinLines};
use crate::play::wrapped;
use crate::style::{QUIET, paint};

/// A person's decision at the prompt.
pub enum PlayerAction {
    /// Play this legal move.
    Move(DynMove),
    /// Take the last move back.
    TakeBack,
    /// Offer a draw, or accept the opponent's offer.
    Draw,
    /// Resign.
    Resign,
    /// Leave the game unfinished.
    Leave,
}

const HELP: &str = "\
  MOVE      play a move, as `moves` lists it
  moves     list the legal moves
  board     show the board
  undo, u   take back your last move
  draw      offer a draw, or accept an offer
  resign    resign the game
  quit, q   quit and leave the game unfinished
  help, ?   show this help";

/// The prompt, with its input.
pub struct LocalDialogue {
    /// `None` when only agents play.
    lines: Option<StdinLines>,
    /// Whether the output is JSON: then the prompt prints nothing but errors, on standard error.
    json: bool,
}

impl LocalDialogue {
    /// A prompt that reads these lines.
    pub fn new(lines: Option<StdinLines>, json: bool) -> Self {
        Self { lines, json }
    }

    /// Asks until the answer is valid.
    pub fn ask(&self, referee: &Referee, stop: &StopToken) -> Result<PlayerAction, CliError> {
        let record = referee.record();
        let Some(lines) = &self.lines else { return Ok(PlayerAction::Leave) };
        loop {
            self.print(&format!("{} ", paint(QUIET, "Your move (? for help):")), false)?;
            let line = match lines.next(stop) {
                InputLine::Line(line) => {
                    if !lines.echoes {
                        self.print(line.trim_end(), true)?;
                    }
                    line
                }
                InputLine::TooLong => {
                    self.print_error("the line is too long; type a move, or ? for help")?;
                    continue;
                }
                InputLine::EndOfInput => {
                    self.print("\nEnd of input: the game stays unfinished.", true)?;
                    return Ok(PlayerAction::Leave);
                }
                InputLine::Interrupted => {
                    self.print("\nInterrupted: the game stays unfinished.", true)?;
                    return Ok(PlayerAction::Leave);
                }
            };
            match line.trim() {
                "" => {}
                "?" | "h" | "help" => self.print(HELP, true)?,
                "moves" => self.print(&wrapped(&record.legal_moves()), true)?,
                "board" => self.print(board::draw(&record.view()).trim_end(), true)?,
                "u" | "undo" if record.ply().0 == 0 => self.print_error("there is no move to take back")?,
                "u" | "undo" => return Ok(PlayerAction::TakeBack),
                "draw" if referee.offers_draw(referee.side_to_move()) => {
                    self.print_error("your draw offer is open until your opponent moves")?;
                }
                "draw" => return Ok(PlayerAction::Draw),
                "resign" => return Ok(PlayerAction::Resign),
                "q" | "quit" | "exit" => return Ok(PlayerAction::Leave),
                text => match record.parse(text) {
                    Ok(mv) => return Ok(PlayerAction::Move(mv)),
                    Err(refused) if refused.code == "move/malformed" => {
                        self.print_error(&format!("{refused}; type ? for help"))?;
                    }
                    Err(refused) => self.print_error(&refused.to_string())?,
                },
            }
        }
    }

    fn print(&self, text: &str, ends: bool) -> Result<(), CliError> {
        if self.json {
            return Ok(());
        }
        let mut out = anstream::stdout().lock();
        out.write_all(text.as_bytes())?;
        if ends {
            out.write_all(b"\n")?;
        }
        out.flush()?;
        Ok(())
    }

    fn print_error(&self, text: &str) -> Result<(), CliError> {
        if self.json {
            eprintln!("error: {text}");
            return Ok(());
        }
        self.print(text, true)
    }
}
