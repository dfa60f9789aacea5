//! `zermelo play`: games in the terminal, in full-screen or plain mode.

mod dialogue;
mod online;

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use zermelo_core::erased::DynRecord;
use zermelo_core::{Action, Clocks, Referee, StopToken, Termination};
use zermelo_search::derive;

use crate::error::CliError;
use crate::input::{self, StdinLines};
use crate::play::{GameReporter, GameSetup, LocalPlayer, PlayArgs, Statistics, add_result, limits, take_back};
use crate::save::SaveFile;
use crate::screen;
use dialogue::{LocalDialogue, PlayerAction};

/// Plays local games, or one on a server.
pub fn run(args: &PlayArgs) -> Result<(), CliError> {
    if args.plain {
        anstream::ColorChoice::Never.write_global();
    }
    if let Some(address) = &args.online.server {
        return online::run(args, address);
    }
    let start = args.start().ok_or_else(|| CliError::Usage("no game given; `zermelo games` lists them".to_owned()))?;
    let game = start.game.clone();
    let start = input::start(&start)?;
    if let Some(ending) = start.ending() {
        let how = ending.termination.words();
        return Err(CliError::Usage(format!("the start position is already decided ({how}); choose another one")));
    }
    let players = [LocalPlayer::new(&args.first, &game)?, LocalPlayer::new(&args.second, &game)?];
    let save_file = args.save.as_deref().map(|path| SaveFile::open(path, &game)).transpose()?;
    let stop = input::stop_on_interrupt()?;
    let seed = args.seed.unwrap_or_else(seed_from_clock);
    if !args.plain && !args.json && screen::is_possible() {
        let statistics = screen::run(args, start.as_ref(), players, save_file, &stop, seed)?;
        return Ok(GameReporter::new(false, false).print_statistics(&statistics)?);
    }
    let has_person = players.iter().any(LocalPlayer::is_human);
    let mut local_match = LocalMatch {
        args,
        statistics: players.iter().map(|player| Statistics::new(player.name())).collect(),
        players,
        save_file,
        dialogue: LocalDialogue::new(has_person.then(StdinLines::of_stdin), args.json),
        report: GameReporter::new(args.json, has_person),
        stop,
        seed,
    };
    for number in 0.. {
        let left = local_match.play_game(start.boxed_clone(), number)?;
        if left || !args.endless || local_match.stop.is_stopped() {
            break;
        }
    }
    local_match.report.print_statistics(&local_match.statistics)?;
    Ok(())
}

/// A seed from the clock. It is printed, so that a game can be reproduced.
fn seed_from_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    derive(now.as_nanos() as u64, u64::from(std::process::id())) >> 32
}

/// A series of local games in plain mode.
struct LocalMatch<'a> {
    args: &'a PlayArgs,
    players: [LocalPlayer; 2],
    statistics: Vec<Statistics>,
    save_file: Option<SaveFile>,
    dialogue: LocalDialogue,
    report: GameReporter,
    stop: StopToken,
    seed: u64,
}

/// How a turn ended.
enum TurnEnd {
    /// A move was played or taken back, or the game ended.
    Done,
    /// The person left, or the input ended.
    Left,
}

impl LocalMatch<'_> {
    /// Plays one game. Returns whether it was left unfinished.
    fn play_game(&mut self, mut record: Box<dyn DynRecord>, number: u64) -> Result<bool, CliError> {
        let mut setup = GameSetup::new(self.args, self.seed, number);
        let seats = setup.seats;
        for (at, player) in self.players.iter_mut().enumerate() {
            player.new_game(setup.player_seed(at));
        }
        setup.play_random_first(self.args, record.as_mut())?;
        let names = seats.map(|seat: usize| self.players[seat].name().to_owned());
        let names = [names[0].as_str(), names[1].as_str()];
        self.report.print_start(record.as_ref(), names, self.seed)?;
        let mut referee = Referee::new(record, Clocks::default());
        let mut left = false;
        while referee.ending().is_none() {
            if let TurnEnd::Left = self.take_turn(&mut referee, seats)? {
                left = true;
                break;
            }
        }
        let (record, ending) = (referee.record(), referee.ending());
        if let Some(save_file) = &mut self.save_file {
            save_file.add(record, names, self.seed)?;
        }
        self.report.print_end(record, ending)?;
        if let Some(ending) = ending {
            add_result(&mut self.statistics, seats, ending);
        }
        Ok(left)
    }

    fn take_turn(&mut self, referee: &mut Referee, seats: [usize; 2]) -> Result<TurnEnd, CliError> {
        if self.stop.is_stopped() {
            return Ok(TurnEnd::Left);
        }
        let (side, ply) = (referee.side_to_move(), referee.record().ply());
        let seat = seats[side.index()];
        let begun = Instant::now();
        let LocalPlayer::Agent { agent, name } = &mut self.players[seat] else {
            return self.ask_person(referee, seats);
        };
        let limits = limits(self.args, agent.as_ref());
        let decision = agent
            .choose(referee.record(), &limits, &self.stop, None)
            .map_err(|error| CliError::Agent { agent: name.clone(), error })?;
        let time = begun.elapsed();
        if self.stop.is_stopped() {
            // Discard the move of an interrupted search.
            return Ok(TurnEnd::Left);
        }
        let refused = |error| CliError::Refused { what: "the agent's move", error };
        referee.act(&decision.action, time).map_err(refused)?;
        let record = referee.record();
        if record.ply() > ply {
            self.statistics[seat].add_move(&decision.text, time);
            if let Some(save_file) = &mut self.save_file {
                save_file.record_decision(record.ply(), &decision.text);
            }
            self.report.print_move(record, Some(&decision.text), time)?;
        }
        if referee.offers_draw(side) {
            self.report.print_draw_offer(record, side)?;
        }
        Ok(TurnEnd::Done)
    }

    fn ask_person(&mut self, referee: &mut Referee, seats: [usize; 2]) -> Result<TurnEnd, CliError> {
        let side = referee.side_to_move();
        let begun = Instant::now();
        match self.dialogue.ask(referee, &self.stop)? {
            PlayerAction::Move(mv) => {
                let time = begun.elapsed();
                // The prompt returns only legal moves.
                let refused = |error| CliError::Refused { what: "the move", error };
                referee.act(&Action::Play(mv), time).map_err(refused)?;
                self.report.print_move(referee.record(), None, time)?;
            }
            PlayerAction::TakeBack => {
                let taken = take_back(referee, |side| self.players[seats[side.index()]].is_human());
                self.report.print_takeback(referee.record(), taken)?;
            }
            PlayerAction::Draw => {
                if referee.offer_draw(side).is_none() {
                    self.report.print_draw_offer(referee.record(), side)?;
                }
            }
            PlayerAction::Resign => {
                referee.lose(side, Termination::Resignation);
            }
            PlayerAction::Leave => return Ok(TurnEnd::Left),
        }
        Ok(TurnEnd::Done)
    }
}
