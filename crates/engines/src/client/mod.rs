//! An engine as a player.

mod native;
mod plain;
mod question;
mod setup;

use std::time::{Duration, Instant};

use zermelo_core::text::excerpt;
use zermelo_core::{
    Action, Agent, AgentError, Decision, Depth, GameRecord, MoveError, Notation, Observer, SearchLimits, Side,
    StopToken,
};

use crate::protocol::{Answer, Go, Info};
use native::Native;
use plain::Plain;
use question::{Engine, Question};

pub use setup::{Patience, Protocol, Setup, parse_options};

/// A program of somebody else that plays. It is started with its first game, and again with the next game after it broke down;
/// dropped, it is asked to leave and, if it does not, killed with all that it started.
pub struct ExternalAgent<G> {
    game: G,
    setup: Setup,
    seed: u64,
    engine: Option<Box<dyn Engine>>,
    /// Why there is no engine until the next game.
    broken: Option<AgentError>,
}

impl<G: Notation> ExternalAgent<G> {
    /// A player of a game. Nothing is started yet.
    pub fn new(game: G, setup: Setup) -> Self {
        Self { game, setup, seed: 0, engine: None, broken: None }
    }

    fn begin(&mut self) -> Result<(), AgentError> {
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => match self.setup.protocol {
                Protocol::Native => Box::new(Native::start(&self.setup)?) as Box<dyn Engine>,
                Protocol::Plain => Box::new(Plain::start(&self.setup)?),
            },
        };
        let first = self.question(&GameRecord::new(self.game.clone()), &SearchLimits::NONE);
        engine.new_game(&first, self.seed)?;
        self.engine = Some(engine);
        Ok(())
    }

    fn question(&self, record: &GameRecord<G>, limits: &SearchLimits) -> Question {
        let (game, line) = (record.game(), record.line());
        let counters = line.history().start_counters();
        let is_usual = *line.start() == game.initial() && counters == G::Counters::default();
        let mut legal = Vec::new();
        line.generate(&mut legal);
        let played = record.moves().iter().zip(line.positions());
        Question {
            spec: game.spec(),
            start: (!is_usual).then(|| game.position_text(line.start()) + &game.counters_text(counters)),
            moves: played.map(|(played, at)| game.move_text(at, played.mv)).collect(),
            position: game.position_text(line.position()) + &game.counters_text(line.history().counters()),
            legal: legal.into_iter().map(|mv| game.move_text(line.position(), mv)).collect(),
            go: Go::of(limits),
            patience: self.setup.patience.answer(limits, record.side_to_move()),
            may_be_stopped: limits.time.is_some() || limits.clock.is_some() || limits.is_unlimited(),
        }
    }
}

impl<G: Notation> Agent<G> for ExternalAgent<G> {
    fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        // The first move tells it: a game can't begin with an error.
        self.broken = self.begin().err();
    }

    fn own_limits(&self) -> SearchLimits {
        self.setup.limits
    }

    fn is_deterministic(&self) -> bool {
        self.setup.is_deterministic
    }

    fn choose(
        &mut self,
        record: &GameRecord<G>,
        limits: &SearchLimits,
        stop: &StopToken,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let started = Instant::now();
        if self.engine.is_none() && self.broken.is_none() {
            self.broken = self.begin().err();
        }
        if let Some(error) = &self.broken {
            return Err(error.clone());
        }
        let question = self.question(record, &limits.tightened(self.setup.limits));
        let Some(engine) = &mut self.engine else {
            return Err(AgentError::NotStarted("it is not there".to_owned()));
        };
        let mut last = Seen::default();
        let mut heard = |info: &Info| {
            last.add(info);
            if let Some(decision) = last.decision(record, None, started.elapsed()) {
                observer.progress(&decision);
            }
        };
        match engine.ask(&question, stop, &mut heard) {
            Ok(answer) => {
                let action = read_answer(record, &answer)?;
                last.decision(record, Some(action), started.elapsed())
                    .ok_or_else(|| AgentError::Malformed("an answer without a move".to_owned()))
            }
            Err(error) => {
                if !matches!(error, AgentError::Refused(_)) {
                    self.engine = None;
                    self.broken = Some(error.clone());
                }
                Err(error)
            }
        }
    }
}

fn read_answer<G: Notation>(record: &GameRecord<G>, answer: &Answer) -> Result<Action<G::Move>, AgentError> {
    Ok(match answer {
        Answer::Resign => Action::Resign,
        Answer::Move { text, offers_draw } => {
            let mv = record.game().parse_move(record.position(), text).map_err(|why| illegal(text, &why))?;
            if *offers_draw { Action::OfferDraw(mv) } else { Action::Play(mv) }
        }
    })
}

fn illegal<I: zermelo_core::Refusal>(text: &str, why: &MoveError<I>) -> AgentError {
    AgentError::IllegalMove(match why {
        MoveError::Illegal { why, .. } => format!("{}: {why}", excerpt(text)),
        MoveError::Malformed { .. } => why.to_string(),
    })
}

/// The last that an engine said of each thing.
#[derive(Default)]
struct Seen {
    info: Info,
}

impl Seen {
    fn add(&mut self, info: &Info) {
        let seen = &mut self.info;
        seen.depth = info.depth.or(seen.depth);
        seen.score = info.score.or(seen.score);
        seen.share = info.share.or(seen.share);
        seen.nodes = info.nodes.or(seen.nodes);
        seen.playouts = info.playouts.or(seen.playouts);
        if !info.pv.is_empty() {
            seen.pv.clone_from(&info.pv);
        }
        if info.text.is_some() {
            seen.text.clone_from(&info.text);
        }
    }

    /// As a decision; without an action, that of the expected line, if there is one.
    fn decision<G: Notation>(
        &self,
        record: &GameRecord<G>,
        action: Option<Action<G::Move>>,
        elapsed: Duration,
    ) -> Option<Decision<G::Move>> {
        let mut pv = line_of(record, &self.info.pv);
        let action = match action {
            Some(action) => {
                // A line that begins with another move is one that it thought better of.
                if action.mv() != pv.first() {
                    pv.clear();
                    pv.extend(action.mv());
                }
                action
            }
            None => Action::Play(*pv.first()?),
        };
        Some(Decision {
            action,
            score: self.info.score,
            share: self.info.share,
            depth: Depth(self.info.depth.unwrap_or(0)),
            nodes: self.info.nodes.unwrap_or(0),
            playouts: self.info.playouts.unwrap_or(0),
            elapsed,
            pv,
            moves: Vec::new(),
            note: self.info.text.clone(),
        })
    }
}

/// The moves of a line, up to the first that can't be played.
fn line_of<G: Notation>(record: &GameRecord<G>, texts: &[String]) -> Vec<G::Move> {
    let (game, mut position) = (record.game(), *record.position());
    let mut line = Vec::new();
    for text in texts {
        if game.outcome(&position).is_some() {
            break;
        }
        let Ok(mv) = game.parse_move(&position, text) else { break };
        line.push(mv);
        game.play_unchecked(&mut position, mv);
    }
    line
}

impl Patience {
    /// How long an answer to a question with these limits may take.
    fn answer(&self, limits: &SearchLimits, side: Side) -> Duration {
        let clock = limits.clock.as_ref().map(|clock| clock.remaining(side));
        let time = match (limits.time, clock) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        time.map_or(self.hang, |time| time.saturating_add(self.margin))
    }
}

#[cfg(test)]
mod tests {
    use zermelo_core::Clock;

    use super::question::from_now;
    use super::*;

    #[test]
    fn patience_follows_the_time_or_is_its_own() {
        let patience =
            Patience { margin: Duration::from_secs(2), hang: Duration::from_secs(30), ..Patience::default() };
        let second = |seconds| Duration::from_secs(seconds);
        assert_eq!(patience.answer(&SearchLimits::nodes(5), Side::First), second(30));
        assert_eq!(patience.answer(&SearchLimits::time(second(5)), Side::First), second(7));
        let clock = Clock { remaining: [second(1), second(9)], increment: [second(0); 2], moves_to_go: None };
        let limits = SearchLimits { clock: Some(clock), ..SearchLimits::time(second(5)) };
        assert_eq!(patience.answer(&limits, Side::First), second(3));
        assert_eq!(patience.answer(&limits, Side::Second), second(7));
        let endless = patience.answer(&SearchLimits::time(Duration::MAX), Side::First);
        assert!(from_now(endless) > Instant::now());
    }
}
