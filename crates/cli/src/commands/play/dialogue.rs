//! The prompt of a local game in plain mode.

use std::io::Write;

use zermelo_core::erased::DynMove;
use zermelo_core::{Referee, StopToken};

use crate::board;
use crate::failure::Failure;
use crate::input::{Lines, Typed};
use crate::play::wrapped;
use crate::style::{QUIET, paint};

/// A person's decision at the prompt.
pub enum Answer {
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
pub struct Dialogue {
    /// `None` when only agents play.
    lines: Option<Lines>,
    /// Whether the output is JSON: then the prompt prints nothing but errors, on standard error.
    json: bool,
}

impl Dialogue {
    /// A prompt that reads these lines.
    pub fn new(lines: Option<Lines>, json: bool) -> Self {
        Self { lines, json }
    }

    /// Asks until the answer is valid.
    pub fn ask(&self, referee: &Referee, stop: &StopToken) -> Result<Answer, Failure> {
        let record = referee.record();
        let Some(lines) = &self.lines else { return Ok(Answer::Leave) };
        loop {
            self.say(&format!("{} ", paint(QUIET, "Your move (? for help):")), false)?;
            let line = match lines.next(stop) {
                Typed::Line(line) => {
                    if !lines.echoes {
                        self.say(line.trim_end(), true)?;
                    }
                    line
                }
                Typed::TooLong => {
                    self.complain("the line is too long; type a move, or ? for help")?;
                    continue;
                }
                Typed::End => {
                    self.say("\nEnd of input: the game stays unfinished.", true)?;
                    return Ok(Answer::Leave);
                }
                Typed::Interrupted => {
                    self.say("\nInterrupted: the game stays unfinished.", true)?;
                    return Ok(Answer::Leave);
                }
            };
            match line.trim() {
                "" => {}
                "?" | "h" | "help" => self.say(HELP, true)?,
                "moves" => self.say(&wrapped(&record.legal_moves()), true)?,
                "board" => self.say(board::draw(&record.view()).trim_end(), true)?,
                "u" | "undo" if record.ply().0 == 0 => self.complain("there is no move to take back")?,
                "u" | "undo" => return Ok(Answer::TakeBack),
                "draw" if referee.offers_draw(referee.side_to_move()) => {
                    self.complain("your draw offer is open until your opponent moves")?;
                }
                "draw" => return Ok(Answer::Draw),
                "resign" => return Ok(Answer::Resign),
                "q" | "quit" | "exit" => return Ok(Answer::Leave),
                text => match record.parse(text) {
                    Ok(mv) => return Ok(Answer::Move(mv)),
                    Err(refused) if refused.code == "move/malformed" => {
                        self.complain(&format!("{refused}; type ? for help"))?;
                    }
                    Err(refused) => self.complain(&refused.to_string())?,
                },
            }
        }
    }

    fn say(&self, text: &str, ends: bool) -> Result<(), Failure> {
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

    fn complain(&self, text: &str) -> Result<(), Failure> {
        if self.json {
            eprintln!("error: {text}");
            return Ok(());
        }
        self.say(text, true)
    }
}
