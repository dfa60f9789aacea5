//! A game on a server as a dialogue of lines.

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

const HELP: &str = "  a move        play it, such as the ones that `moves` lists
  moves, board  list the legal moves; show the board again
  draw          propose a draw, or take the one that is proposed
  undo, u       propose to take your last move back
  accept        take what the other proposes
  decline       refuse it, or take your own proposal back
  resign        give the game up
  abort         call it off, before each side has moved
  claim         claim the win when the other has left; `claim draw`
  say WORDS     say something; `say` lists what
  rematch       propose to play again, when the game is over
  quit, q       leave: the game goes on without you, and you can come back
  help, ?       this";

/// How long is waited for a line before the server is listened to.
const BEAT: Duration = Duration::from_millis(40);

/// A conversation.
struct Dialogue<'a> {
    seat: &'a Seat,
    game: Game,
    line: Line,
    report: Report,
    begun: Instant,
    /// Whether a prompt stands at the end of what is printed.
    prompted: bool,
    /// Whether one was told that the game may be claimed now.
    claimable: bool,
    /// Whether the lines show by themselves when they are typed.
    echoes: bool,
}

/// Plays until somebody leaves.
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
            // Who typed ahead is heard when the server has answered.
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
                Some(Typed::TooLong) => self.say("That line is too long; type a move or ?")?,
                Some(Typed::End | Typed::Interrupted) => has_ended = true,
                None => {}
            }
            // Who watches can do without a keyboard.
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

    /// Whether there is something to wait for.
    fn is_alive(&self) -> bool {
        matches!(self.game.room().status.stage, Stage::Waiting | Stage::Playing)
    }

    /// Where one is, and how the game stands.
    fn head(&mut self) -> Result<(), Failure> {
        let Seat { address, me, .. } = self.seat;
        let room = &self.game.room().room;
        self.say(&format!("Room {room} at {address}, where you are {}.", me.name))?;
        self.whole()
    }

    /// The players, the board, how it stands.
    fn whole(&mut self) -> Result<(), Failure> {
        if let Some(waiting) = self.seat.waiting(&self.game) {
            return self.say(&format!("{waiting} (q leaves)"));
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
            self.say(&format!("{proposal} (accept, or decline)"))?;
        }
        Ok(())
    }

    /// The clocks, below the board.
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
                self.say(&if is_asked { format!("{text} (accept, or decline)") } else { text })
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
        // Who joins is shown when the game begins.
        if self.seat.waiting(&self.game).is_some() {
            return Ok(());
        }
        if !text.is_empty() {
            self.say(text)?;
        }
        self.whole()
    }

    /// Says once that the game may be claimed, and when it will be.
    fn count_down(&mut self) -> Result<(), Failure> {
        let due = self.game.claim_in(self.begun.elapsed());
        let was = std::mem::replace(&mut self.claimable, due.is_some_and(|time| time.is_zero()));
        if self.claimable && !was {
            return self.say("You may claim the game now: type claim, or claim draw.");
        }
        Ok(())
    }

    /// Does what was typed; whether one leaves.
    fn obey(&mut self, line: &str) -> Result<bool, Failure> {
        let done = match command::read(line) {
            Command::Leave => return Ok(true),
            Command::Act(action) => self.act(action),
            Command::Accept => self.game.accept().and_then(|action| self.act(action)),
            Command::Decline => self.game.decline().and_then(|action| self.act(action)),
            Command::Sayings => Err(format!("say one of these, or its number: {}", words::sayings())),
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

    /// Asks for a move, once a turn.
    fn prompt(&mut self) -> Result<(), Failure> {
        if self.prompted || !self.game.is_your_turn() {
            return Ok(());
        }
        self.prompted = true;
        let mut out = anstream::stdout().lock();
        write!(out, "{} ", paint(QUIET, "Your move (? for help):"))?;
        Ok(out.flush()?)
    }

    /// What is said next does not stand behind the prompt.
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
