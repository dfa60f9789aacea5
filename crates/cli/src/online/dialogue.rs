//! A game on a server in plain mode.

use std::io::Write;
use std::time::{Duration, Instant};

use zermelo_client::RoomConnection;
use zermelo_core::{Side, StopToken};
use zermelo_protocol::{RoomAction, Stage};

use super::command::{self, RoomCommand};
use super::context::ServerContext;
use super::game::{OnlineGame, RoomUpdate, UpdateKind};
use super::words;
use crate::board;
use crate::error::CliError;
use crate::input::{InputLine, StdinLines};
use crate::play::{GameReporter, wrapped};
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
const POLL_INTERVAL: Duration = Duration::from_millis(40);

/// The prompt and the game.
struct OnlineDialogue<'a> {
    context: &'a ServerContext,
    game: OnlineGame,
    connection: RoomConnection,
    report: GameReporter,
    begun: Instant,
    /// Whether the prompt is the last output.
    prompted: bool,
    /// Whether the hint that the game can be claimed was printed.
    claimable: bool,
    /// Whether the terminal echoes the typed lines.
    echoes: bool,
}

/// Runs until the person leaves.
pub fn run(
    context: &ServerContext,
    game: OnlineGame,
    connection: RoomConnection,
    stop: &StopToken,
) -> Result<(), CliError> {
    let lines = StdinLines::of_stdin();
    let mut dialogue = OnlineDialogue {
        context,
        game,
        connection,
        report: GameReporter::new(false, true),
        begun: Instant::now(),
        prompted: false,
        claimable: false,
        echoes: lines.echoes,
    };
    let result = dialogue.run_loop(&lines, stop);
    let OnlineDialogue { game, mut connection, .. } = dialogue;
    if let Some(action) = game.leave_action() {
        connection.act(action);
    }
    connection.close();
    if let Some(words) = context.rejoin_hint(&game) {
        anstream::println!("{words}");
    }
    result
}

impl OnlineDialogue<'_> {
    fn run_loop(&mut self, lines: &StdinLines, stop: &StopToken) -> Result<(), CliError> {
        self.print_header()?;
        let mut input_ended = false;
        loop {
            if stop.is_stopped() {
                return self.print("Interrupted.");
            }
            // Lines typed ahead wait until the server has confirmed the pending move.
            let typed = if input_ended || self.game.pending().is_some() { None } else { lines.poll(POLL_INTERVAL) };
            match typed {
                Some(InputLine::Line(line)) => {
                    if !self.echoes {
                        anstream::println!("{}", line.trim_end());
                    }
                    self.prompted = false;
                    if self.execute(&line)? {
                        return Ok(());
                    }
                }
                Some(InputLine::TooLong) => self.print("The line is too long; type a move, or ? for help")?,
                Some(InputLine::EndOfInput | InputLine::Interrupted) => input_ended = true,
                None => {}
            }
            // A spectator can watch the rest of the game without input.
            if input_ended && self.game.pending().is_none() && (self.game.you().is_some() || !self.is_open()) {
                return self.print("End of input.");
            }
            let wait = if input_ended || self.game.pending().is_some() { POLL_INTERVAL } else { Duration::ZERO };
            let messages: Vec<_> =
                self.connection.next_event(wait).into_iter().chain(self.connection.events()).collect();
            for message in messages {
                for update in self.game.handle(message, self.begun.elapsed())? {
                    self.print_update(update)?;
                }
            }
            if self.game.room().status.stage == Stage::Aborted {
                return Ok(());
            }
            self.announce_claim()?;
            self.prompt()?;
        }
    }

    /// Whether the game waits for players or runs.
    fn is_open(&self) -> bool {
        matches!(self.game.room().status.stage, Stage::Waiting | Stage::Playing)
    }

    /// Prints the room and the game.
    fn print_header(&mut self) -> Result<(), CliError> {
        let ServerContext { address, me, .. } = self.context;
        let room = &self.game.room().room;
        self.print(&format!("Room {room} at {address}. Your name: {}.", me.name))?;
        self.print_game()
    }

    /// Prints the players, the board and the state of the game.
    fn print_game(&mut self) -> Result<(), CliError> {
        if let Some(waiting) = self.context.waiting(&self.game) {
            return self.print(&format!("{waiting} (q to leave)"));
        }
        let view = self.game.record().view();
        let seat = |side: Side| format!("{}: {}", board::side_name(&view, side), self.game.name(side));
        let head = format!("{}  {}   {}", paint(STRONG, &view.game), seat(Side::First), seat(Side::Second));
        let clock = words::clock(self.game.room().clock);
        self.print(&format!("{head}\n{}", paint(QUIET, &clock)))?;
        if self.game.you().is_none() {
            self.print(words::WATCHING)?;
        }
        match (self.game.room().status.stage, self.game.record().ending()) {
            (Stage::Aborted, _) => self.print(words::ABORTED)?,
            (_, Some(ending)) => self.report.print_end(self.game.record(), Some(ending))?,
            _ => self.print(&format!("\n{}\n{}", board::draw(&view), board::turn(&view)))?,
        }
        self.print_clocks()?;
        if let Some(proposal) = self.game.proposal() {
            self.print(&format!("{proposal} (accept or decline)"))?;
        }
        Ok(())
    }

    /// Prints the clocks.
    fn print_clocks(&mut self) -> Result<(), CliError> {
        let clocks = self.game.clocks(&self.game.record().view(), self.begun.elapsed());
        match clocks {
            Some(clocks) if self.game.is_running() => self.print(&paint(QUIET, format!("Clocks: {clocks}"))),
            _ => Ok(()),
        }
    }

    fn print_update(&mut self, RoomUpdate { kind, text }: RoomUpdate) -> Result<(), CliError> {
        match kind {
            UpdateKind::Notice | UpdateKind::Presence | UpdateKind::Refusal | UpdateKind::Connection => {
                let is_asked = self.game.proposal().is_some_and(|proposal| proposal == text);
                self.print(&if is_asked { format!("{text} (accept or decline)") } else { text })
            }
            UpdateKind::Moved(took) => {
                self.break_prompt();
                self.report.print_move(self.game.record(), None, took)?;
                self.print_clocks()
            }
            UpdateKind::TakenBack(moves) => {
                self.break_prompt();
                self.report.print_takeback(self.game.record(), moves)?;
                self.print_clocks()
            }
            UpdateKind::Board => self.update_board(&text),
            UpdateKind::Over => {
                if !text.is_empty() {
                    self.print(&text)?;
                }
                if let Some(ending) = self.game.record().ending() {
                    self.break_prompt();
                    self.report.print_end(self.game.record(), Some(ending))?;
                    if self.game.you().is_some() {
                        self.print("Type rematch to play again, or q to leave.")?;
                    }
                }
                Ok(())
            }
            UpdateKind::Room(room) => {
                self.connection.follow(&room);
                self.print(&text)
            }
        }
    }

    fn update_board(&mut self, text: &str) -> Result<(), CliError> {
        // The players are printed when the game begins.
        if self.context.waiting(&self.game).is_some() {
            return Ok(());
        }
        if !text.is_empty() {
            self.print(text)?;
        }
        self.print_game()
    }

    /// Prints once that the game can be claimed.
    fn announce_claim(&mut self) -> Result<(), CliError> {
        let due = self.game.claim_in(self.begun.elapsed());
        let was = std::mem::replace(&mut self.claimable, due.is_some_and(|time| time.is_zero()));
        if self.claimable && !was {
            return self.print("You can claim the game now: type `claim` for a win, or `claim draw`.");
        }
        Ok(())
    }

    /// Executes a line. Returns whether the person leaves.
    fn execute(&mut self, line: &str) -> Result<bool, CliError> {
        let done = match command::parse(line) {
            RoomCommand::Leave => return Ok(true),
            RoomCommand::Act(action) => self.act(action),
            RoomCommand::Accept => self.game.accept().and_then(|action| self.act(action)),
            RoomCommand::Decline => self.game.decline().and_then(|action| self.act(action)),
            RoomCommand::Sayings => Err(format!("chat messages, by text or number: {}", words::sayings())),
            RoomCommand::Other(text) => match text.as_str() {
                "" => Ok(()),
                "?" | "h" | "help" => Err(HELP.to_owned()),
                "moves" => Err(wrapped(&self.game.record().legal_moves())),
                "board" => {
                    self.print_game()?;
                    Ok(())
                }
                text => self.game.play(text).map(|(_, action)| {
                    self.connection.act(action);
                }),
            },
        };
        if let Err(words) = done {
            self.print(&words)?;
        }
        Ok(false)
    }

    fn act(&mut self, action: RoomAction) -> Result<(), String> {
        if self.game.you().is_none() {
            return Err(words::WATCHING.to_owned());
        }
        self.connection.act(action);
        Ok(())
    }

    /// Prints the prompt, once per turn.
    fn prompt(&mut self) -> Result<(), CliError> {
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

    fn print(&mut self, text: &str) -> Result<(), CliError> {
        self.break_prompt();
        let mut out = anstream::stdout().lock();
        writeln!(out, "{text}")?;
        Ok(out.flush()?)
    }
}
