//! `zermelo play`: games in the terminal, in full-screen or plain mode.

mod dialogue;
mod online;

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use zermelo_core::erased::DynRecord;
use zermelo_core::{Action, Clocks, Referee, StopToken, Termination};
use zermelo_search::derive;

use crate::failure::Failure;
use crate::input::{self, Lines};
use crate::play::{Deal, PlayArgs, Player, Report, Statistics, limits, note_ending, take_back};
use crate::save::Archive;
use crate::screen;
use dialogue::{Answer, Dialogue};

/// Plays local games, or one on a server.
pub fn run(args: &PlayArgs) -> Result<(), Failure> {
    if args.plain {
        anstream::ColorChoice::Never.write_global();
    }
    if let Some(address) = &args.online.server {
        return online::run(args, address);
    }
    let start = args.start().ok_or_else(|| Failure::Usage("no game given; `zermelo games` lists them".to_owned()))?;
    let game = start.game.clone();
    let start = input::start(&start)?;
    if let Some(ending) = start.ending() {
        let how = ending.termination.words();
        return Err(Failure::Usage(format!("the start position is already decided ({how}); choose another one")));
    }
    let players = [Player::new(&args.first, &game)?, Player::new(&args.second, &game)?];
    let archive = args.save.as_deref().map(|path| Archive::open(path, &game)).transpose()?;
    let stop = input::stop_on_interrupt()?;
    let seed = args.seed.unwrap_or_else(seed_from_clock);
    if !args.plain && !args.json && screen::is_possible() {
        let statistics = screen::run(args, start.as_ref(), players, archive, &stop, seed)?;
        return Ok(Report::new(false, false).statistics(&statistics)?);
    }
    let hears = players.iter().any(Player::is_human);
    let mut table = Table {
        args,
        statistics: players.iter().map(|player| Statistics::new(player.name())).collect(),
        players,
        archive,
        dialogue: Dialogue::new(hears.then(Lines::of_stdin), args.json),
        report: Report::new(args.json, hears),
        stop,
        seed,
    };
    for number in 0.. {
        let left = table.play_game(start.boxed_clone(), number)?;
        if left || !args.endless || table.stop.is_stopped() {
            break;
        }
    }
    table.report.statistics(&table.statistics)?;
    Ok(())
}

/// A seed from the clock. It is printed, so that a game can be reproduced.
fn seed_from_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    derive(now.as_nanos() as u64, u64::from(std::process::id())) >> 32
}

/// A series of local games in plain mode.
struct Table<'a> {
    args: &'a PlayArgs,
    players: [Player; 2],
    statistics: Vec<Statistics>,
    archive: Option<Archive>,
    dialogue: Dialogue,
    report: Report,
    stop: StopToken,
    seed: u64,
}

/// How a turn ended.
enum Turn {
    /// A move was played or taken back, or the game ended.
    Done,
    /// The person left, or the input ended.
    Left,
}

impl Table<'_> {
    /// Plays one game. Returns whether it was left unfinished.
    fn play_game(&mut self, mut record: Box<dyn DynRecord>, number: u64) -> Result<bool, Failure> {
        let mut deal = Deal::new(self.args, self.seed, number);
        let seats = deal.seats;
        for (at, player) in self.players.iter_mut().enumerate() {
            player.new_game(deal.seed_of(at));
        }
        deal.open(self.args, record.as_mut())?;
        let names = seats.map(|seat: usize| self.players[seat].name().to_owned());
        let names = [names[0].as_str(), names[1].as_str()];
        self.report.start(record.as_ref(), names, self.seed)?;
        let mut referee = Referee::new(record, Clocks::default());
        let mut left = false;
        while referee.ending().is_none() {
            if let Turn::Left = self.take_turn(&mut referee, seats)? {
                left = true;
                break;
            }
        }
        let (record, ending) = (referee.record(), referee.ending());
        if let Some(archive) = &mut self.archive {
            archive.add(record, names, self.seed)?;
        }
        self.report.end(record, ending)?;
        if let Some(ending) = ending {
            note_ending(&mut self.statistics, seats, ending);
        }
        Ok(left)
    }

    fn take_turn(&mut self, referee: &mut Referee, seats: [usize; 2]) -> Result<Turn, Failure> {
        if self.stop.is_stopped() {
            return Ok(Turn::Left);
        }
        let (side, ply) = (referee.side_to_move(), referee.record().ply());
        let seat = seats[side.index()];
        let begun = Instant::now();
        let Player::Agent { agent, name } = &mut self.players[seat] else {
            return self.ask_person(referee, seats);
        };
        let limits = limits(self.args, agent.as_ref());
        let decision = agent
            .choose(referee.record(), &limits, &self.stop, None)
            .map_err(|error| Failure::Agent { agent: name.clone(), error })?;
        let time = begun.elapsed();
        if self.stop.is_stopped() {
            // Discard the move of an interrupted search.
            return Ok(Turn::Left);
        }
        let refused = |error| Failure::Refused { what: "the agent's move", error };
        referee.act(&decision.action, time).map_err(refused)?;
        let record = referee.record();
        if record.ply() > ply {
            self.statistics[seat].note_move(&decision.text, time);
            if let Some(archive) = &mut self.archive {
                archive.note(record.ply(), &decision.text);
            }
            self.report.moved(record, Some(&decision.text), time)?;
        }
        if referee.offers_draw(side) {
            self.report.draw_offered(record, side)?;
        }
        Ok(Turn::Done)
    }

    fn ask_person(&mut self, referee: &mut Referee, seats: [usize; 2]) -> Result<Turn, Failure> {
        let side = referee.side_to_move();
        let begun = Instant::now();
        match self.dialogue.ask(referee, &self.stop)? {
            Answer::Move(mv) => {
                let time = begun.elapsed();
                // The prompt returns only legal moves.
                let refused = |error| Failure::Refused { what: "the move", error };
                referee.act(&Action::Play(mv), time).map_err(refused)?;
                self.report.moved(referee.record(), None, time)?;
            }
            Answer::TakeBack => {
                let taken = take_back(referee, |side| self.players[seats[side.index()]].is_human());
                self.report.taken_back(referee.record(), taken)?;
            }
            Answer::Draw => {
                if referee.offer_draw(side).is_none() {
                    self.report.draw_offered(referee.record(), side)?;
                }
            }
            Answer::Resign => {
                referee.lose(side, Termination::Resignation);
            }
            Answer::Leave => return Ok(Turn::Left),
        }
        Ok(Turn::Done)
    }
}
