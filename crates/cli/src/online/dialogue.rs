//! A game on a server in plain mode.

use std::io::Write;
use std::time::{Duration, Instant};

use zermelo_client::Line;
use zermelo_core::{Side, StopToken};
use zermelo_protocol::{RoomAction, Stage};

use super::command::{self, Command};
use super::game::{Game, Kind, News};
use super::seat::Seat;
use super::words;
use crate::board;
use crate::failure::Failure;
use crate::input::{Lines, Typed};
use crate::play::{Report, wrapped};
use crate::style::{QUIET, STRONG, paint};

const HELP: &str = "  MOVE          play a move, as `moves` lists it
  moves, board  list the legal moves; show the board
  draw          offer a draw, or accept an offer
  undo, u       ask for a takeback of your last move
  accept        accept your opponent's offer
  decline       decline it, or withdraw your own offer
  resign        resign the game
  abort         abort the game, before both sides have moved
  claim         claim the win after your opponent has left; or `claim draw`
  say TEXT      send a chat message; `say` lists them
  rematch       offer a rematch, after the game
  quit, q       leave; the game continues, and you can rejoin
  help, ?       show this help";

/// The interval between two polls of standard input.
const BEAT: Duration = Duration::from_millis(40);

/// The prompt and the game.
struct Dialogue<'a> {
    seat: &'a Seat,
    game: Game,
    line: Line,
    report: Report,
    begun: Instant,
    /// Whether the prompt is the last output.
    prompted: bool,
    /// Whether the hint that the game can be claimed was printed.
    claimable: bool,
    /// Whether the terminal echoes the typed lines.
    echoes: bool,
}

/// Runs until the person leaves.
pub fn run(seat: &Seat, game: Game, line: Line, stop: &StopToken) -> Result<(), Failure> {
    let lines = Lines::of_stdin();
    let mut dialogue = Dialogue {
        seat,
        game,
        line,
        report: Report::new(false, true),
        begun: Instant::now(),
        prompted: false,
        claimable: false,
        echoes: lines.echoes,
    };
    let result = dialogue.talk(&lines, stop);
    let Dialogue { game, mut line, .. } = dialogue;
    if let Some(action) = game.farewell() {
        line.act(action);
    }
    line.leave();
    if let Some(words) = seat.come_back(&game) {
        anstream::println!("{words}");
    }
    result
}

impl Dialogue<'_> {
    fn talk(&mut self, lines: &Lines, stop: &StopToken) -> Result<(), Failure> {
        self.head()?;
        let mut has_ended = false;
        loop {
            if stop.is_stopped() {
                return self.say("Interrupted.");
            }
            // Lines typed ahead wait until the server has confirmed the pending move.
            let typed = if has_ended || self.game.pending().is_some() { None } else { lines.poll(BEAT) };
            match typed {
                Some(Typed::Line(line)) => {
                    if !self.echoes {
                        anstream::println!("{}", line.trim_end());
                    }
                    self.prompted = false;
                    if self.obey(&line)? {
                        return Ok(());
                    }
                }
                Some(Typed::TooLong) => self.say("The line is too long; type a move, or ? for help")?,
                Some(Typed::End | Typed::Interrupted) => has_ended = true,
                None => {}
            }
            // A spectator can watch the rest of the game without input.
            if has_ended && self.game.pending().is_none() && (self.game.you().is_some() || !self.is_alive()) {
                return self.say("End of input.");
            }
            let wait = if has_ended || self.game.pending().is_some() { BEAT } else { Duration::ZERO };
            let told: Vec<_> = self.line.next(wait).into_iter().chain(self.line.told()).collect();
            for told in told {
                for news in self.game.hear(told, self.begun.elapsed())? {
                    self.tell(news)?;
                }
            }
            if self.game.room().status.stage == Stage::Aborted {
                return Ok(());
            }
            self.count_down()?;
            self.prompt()?;
        }
    }

    /// Whether the game waits for players or runs.
    fn is_alive(&self) -> bool {
        matches!(self.game.room().status.stage, Stage::Waiting | Stage::Playing)
    }

    /// Prints the room and the game.
    fn head(&mut self) -> Result<(), Failure> {
        let Seat { address, me, .. } = self.seat;
        let room = &self.game.room().room;
        self.say(&format!("Room {room} at {address}. Your name: {}.", me.name))?;
        self.whole()
    }

    /// Prints the players, the board and the state of the game.
    fn whole(&mut self) -> Result<(), Failure> {
        if let Some(waiting) = self.seat.waiting(&self.game) {
            return self.say(&format!("{waiting} (q to leave)"));
        }
        let view = self.game.record().view();
        let seat = |side: Side| format!("{}: {}", board::side_name(&view, side), self.game.name(side));
        let head = format!("{}  {}   {}", paint(STRONG, &view.game), seat(Side::First), seat(Side::Second));
        let clock = words::clock(self.game.room().clock);
        self.say(&format!("{head}\n{}", paint(QUIET, &clock)))?;
        if self.game.you().is_none() {
            self.say(words::WATCHING)?;
        }
        match (self.game.room().status.stage, self.game.record().ending()) {
            (Stage::Aborted, _) => self.say(words::ABORTED)?,
            (_, Some(ending)) => self.report.end(self.game.record(), Some(ending))?,
            _ => self.say(&format!("\n{}\n{}", board::draw(&view), board::turn(&view)))?,
        }
        self.after_board()?;
        if let Some(proposal) = self.game.proposal() {
            self.say(&format!("{proposal} (accept or decline)"))?;
        }
        Ok(())
    }

    /// Prints the clocks.
    fn after_board(&mut self) -> Result<(), Failure> {
        let clocks = self.game.clocks(&self.game.record().view(), self.begun.elapsed());
        match clocks {
            Some(clocks) if self.game.is_on() => self.say(&paint(QUIET, format!("Clocks: {clocks}"))),
            _ => Ok(()),
        }
    }

    fn tell(&mut self, News { kind, text }: News) -> Result<(), Failure> {
        match kind {
            Kind::Word | Kind::Presence | Kind::Refusal | Kind::Line => {
                let is_asked = self.game.proposal().is_some_and(|proposal| proposal == text);
                self.say(&if is_asked { format!("{text} (accept or decline)") } else { text })
            }
            Kind::Moved(took) => {
                self.break_prompt();
                self.report.moved(self.game.record(), None, took)?;
                self.after_board()
            }
            Kind::TakenBack(moves) => {
                self.break_prompt();
                self.report.taken_back(self.game.record(), moves)?;
                self.after_board()
            }
            Kind::Board => self.board(&text),
            Kind::Over => {
                if !text.is_empty() {
                    self.say(&text)?;
                }
                if let Some(ending) = self.game.record().ending() {
                    self.break_prompt();
                    self.report.end(self.game.record(), Some(ending))?;
                    if self.game.you().is_some() {
                        self.say("Type rematch to play again, or q to leave.")?;
                    }
                }
                Ok(())
            }
            Kind::Room(room) => {
                self.line.follow(&room);
                self.say(&text)
            }
        }
    }

    fn board(&mut self, text: &str) -> Result<(), Failure> {
        // The players are printed when the game begins.
        if self.seat.waiting(&self.game).is_some() {
            return Ok(());
        }
        if !text.is_empty() {
            self.say(text)?;
        }
        self.whole()
    }

    /// Prints once that the game can be claimed.
    fn count_down(&mut self) -> Result<(), Failure> {
        let due = self.game.claim_in(self.begun.elapsed());
        let was = std::mem::replace(&mut self.claimable, due.is_some_and(|time| time.is_zero()));
        if self.claimable && !was {
            return self.say("You can claim the game now: type `claim` for a win, or `claim draw`.");
        }
        Ok(())
    }

    /// Executes a line. Returns whether the person leaves.
    fn obey(&mut self, line: &str) -> Result<bool, Failure> {
        let done = match command::read(line) {
            Command::Leave => return Ok(true),
            Command::Act(action) => self.act(action),
            Command::Accept => self.game.accept().and_then(|action| self.act(action)),
            Command::Decline => self.game.decline().and_then(|action| self.act(action)),
            Command::Sayings => Err(format!("chat messages, by text or number: {}", words::sayings())),
            Command::Other(text) => match text.as_str() {
                "" => Ok(()),
                "?" | "h" | "help" => Err(HELP.to_owned()),
                "moves" => Err(wrapped(&self.game.record().legal_moves())),
                "board" => {
                    self.whole()?;
                    Ok(())
                }
                text => self.game.play(text).map(|(_, action)| {
                    self.line.act(action);
                }),
            },
        };
        if let Err(words) = done {
            self.say(&words)?;
        }
        Ok(false)
    }

    fn act(&mut self, action: RoomAction) -> Result<(), String> {
        if self.game.you().is_none() {
            return Err(words::WATCHING.to_owned());
        }
        self.line.act(action);
        Ok(())
    }

    /// Prints the prompt, once per turn.
    fn prompt(&mut self) -> Result<(), Failure> {
        if self.prompted || !self.game.is_your_turn() {
            return Ok(());
        }
        self.prompted = true;
        let mut out = anstream::stdout().lock();
        write!(out, "{} ", paint(QUIET, "Your move (? for help):"))?;
        Ok(out.flush()?)
    }

    /// Ends the line of the prompt before other output.
    fn break_prompt(&mut self) {
        if std::mem::take(&mut self.prompted) {
            anstream::println!();
        }
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        self.break_prompt();
        let mut out = anstream::stdout().lock();
        writeln!(out, "{text}")?;
        Ok(out.flush()?)
    }
}
