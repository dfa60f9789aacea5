//! An external engine as an agent.

mod config;
mod engine_client;
mod native;
mod plain;

use std::time::{Duration, Instant};

use zermelo_core::text::excerpt;
use zermelo_core::{
    Action, Agent, AgentError, Decision, Depth, GameRecord, Notation, Observer, ParseMoveError, SearchLimits, Side,
    StopToken,
};

use crate::protocol::{BestMove, GoLimits, Info};
use engine_client::{EngineClient, MoveRequest};
use native::NativeClient;
use plain::PlainClient;

pub use config::{EngineConfig, EngineTimeouts, Protocol, parse_options};

/// An external engine. It is started with its first game, and after a failure again with the next game. Dropping the agent sends
/// `quit`, and kills the engine's process group if it does not exit.
pub struct ExternalAgent<G> {
    game: G,
    config: EngineConfig,
    seed: u64,
    engine: Option<Box<dyn EngineClient>>,
    /// The failure that stopped the engine; every move fails with it until the next game.
    failure: Option<AgentError>,
}

impl<G: Notation> ExternalAgent<G> {
    /// An agent for a game. The engine is not started yet.
    pub fn new(game: G, config: EngineConfig) -> Self {
        Self { game, config, seed: 0, engine: None, failure: None }
    }

    fn start_game(&mut self) -> Result<(), AgentError> {
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => match self.config.protocol {
                Protocol::Native => Box::new(NativeClient::start(&self.config)?) as Box<dyn EngineClient>,
                Protocol::Plain => Box::new(PlainClient::start(&self.config)?),
            },
        };
        let first = self.request(&GameRecord::new(self.game.clone()), &SearchLimits::NONE);
        engine.new_game(&first, self.seed)?;
        self.engine = Some(engine);
        Ok(())
    }

    fn request(&self, record: &GameRecord<G>, limits: &SearchLimits) -> MoveRequest {
        let (game, line) = (record.game(), record.line());
        let counters = line.history().start_counters();
        let is_initial = *line.start() == game.initial() && counters == G::Counters::default();
        let mut legal = Vec::new();
        line.generate(&mut legal);
        let played = record.moves().iter().zip(line.positions());
        MoveRequest {
            spec: game.spec(),
            start: (!is_initial).then(|| game.position_text(line.start()) + &game.counters_text(counters)),
            moves: played.map(|(played, at)| game.move_text(at, played.mv)).collect(),
            position: game.position_text(line.position()) + &game.counters_text(line.history().counters()),
            legal: legal.into_iter().map(|mv| game.move_text(line.position(), mv)).collect(),
            go: GoLimits::from_limits(limits),
            timeout: self.config.timeouts.answer(limits, record.side_to_move()),
            accepts_answer_after_stop: limits.time.is_some() || limits.clock.is_some() || limits.is_unlimited(),
        }
    }
}

impl<G: Notation> Agent<G> for ExternalAgent<G> {
    fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        // The first move reports the error: `new_game` can't fail.
        self.failure = self.start_game().err();
    }

    fn own_limits(&self) -> SearchLimits {
        self.config.limits
    }

    fn is_deterministic(&self) -> bool {
        self.config.is_deterministic
    }

    fn choose(
        &mut self,
        record: &GameRecord<G>,
        limits: &SearchLimits,
        stop: &StopToken,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let started = Instant::now();
        if self.engine.is_none() && self.failure.is_none() {
            self.failure = self.start_game().err();
        }
        if let Some(error) = &self.failure {
            return Err(error.clone());
        }
        let request = self.request(record, &limits.tightened(self.config.limits));
        let Some(engine) = &mut self.engine else {
            return Err(AgentError::NotStarted("it is not running".to_owned()));
        };
        let mut latest = LatestInfo::default();
        let mut on_info = |info: &Info| {
            latest.update(info);
            if let Some(decision) = latest.decision(record, None, started.elapsed()) {
                observer.progress(&decision);
            }
        };
        match engine.request_move(&request, stop, &mut on_info) {
            Ok(answer) => {
                let action = parse_action(record, &answer)?;
                latest
                    .decision(record, Some(action), started.elapsed())
                    .ok_or_else(|| AgentError::Malformed("an answer without a move".to_owned()))
            }
            Err(error) => {
                if !matches!(error, AgentError::Refused(_)) {
                    self.engine = None;
                    self.failure = Some(error.clone());
                }
                Err(error)
            }
        }
    }
}

fn parse_action<G: Notation>(record: &GameRecord<G>, answer: &BestMove) -> Result<Action<G::Move>, AgentError> {
    Ok(match answer {
        BestMove::Resign => Action::Resign,
        BestMove::Move { text, offers_draw } => {
            let mv = record.game().parse_move(record.position(), text).map_err(|why| illegal_move_error(text, &why))?;
            if *offers_draw { Action::OfferDraw(mv) } else { Action::Play(mv) }
        }
    })
}

fn illegal_move_error<I: zermelo_core::CodedError>(text: &str, why: &ParseMoveError<I>) -> AgentError {
    AgentError::IllegalMove(match why {
        ParseMoveError::Illegal { why, .. } => format!("{}: {why}", excerpt(text)),
        ParseMoveError::Malformed { .. } => why.to_string(),
    })
}

/// The latest value of each field of `info`.
#[derive(Default)]
struct LatestInfo {
    info: Info,
}

impl LatestInfo {
    fn update(&mut self, info: &Info) {
        let latest = &mut self.info;
        latest.depth = info.depth.or(latest.depth);
        latest.score = info.score.or(latest.score);
        latest.share = info.share.or(latest.share);
        latest.nodes = info.nodes.or(latest.nodes);
        latest.playouts = info.playouts.or(latest.playouts);
        if !info.pv.is_empty() {
            latest.pv.clone_from(&info.pv);
        }
        if info.text.is_some() {
            latest.text.clone_from(&info.text);
        }
    }

    /// The decision with this action, or with the first move of the principal variation if there is no action yet.
    fn decision<G: Notation>(
        &self,
        record: &GameRecord<G>,
        action: Option<Action<G::Move>>,
        elapsed: Duration,
    ) -> Option<Decision<G::Move>> {
        let mut pv = legal_prefix(record, &self.info.pv);
        let action = match action {
            Some(action) => {
                // A variation that begins with another move is out of date.
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

/// The moves of a variation, up to the first illegal one.
fn legal_prefix<G: Notation>(record: &GameRecord<G>, texts: &[String]) -> Vec<G::Move> {
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

impl EngineTimeouts {
    /// How long to wait for the answer to a `go` with these limits.
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

    use super::engine_client::deadline_after;
    use super::*;

    #[test]
    fn the_timeout_follows_the_time_limit() {
        let timeouts = EngineTimeouts {
            margin: Duration::from_secs(2),
            hang: Duration::from_secs(30),
            ..EngineTimeouts::default()
        };
        let second = |seconds| Duration::from_secs(seconds);
        assert_eq!(timeouts.answer(&SearchLimits::nodes(5), Side::First), second(30));
        assert_eq!(timeouts.answer(&SearchLimits::time(second(5)), Side::First), second(7));
        let clock = Clock { remaining: [second(1), second(9)], increment: [second(0); 2], moves_to_go: None };
        let limits = SearchLimits { clock: Some(clock), ..SearchLimits::time(second(5)) };
        assert_eq!(timeouts.answer(&limits, Side::First), second(3));
        assert_eq!(timeouts.answer(&limits, Side::Second), second(7));
        let endless = timeouts.answer(&SearchLimits::time(Duration::MAX), Side::First);
        assert!(deadline_after(endless) > Instant::now());
    }
}
