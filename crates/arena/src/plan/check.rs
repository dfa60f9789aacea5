//! The validation of a configuration.

use std::collections::HashSet;
use std::time::Duration;

use zermelo_core::erased::{DynAgent, DynGame};
use zermelo_core::{AgentError, Depth, SearchLimits, StopToken, TimeControl};
use zermelo_search::derive;

use super::error::PlanError;
use crate::Roster;
use crate::config::{AgentConfig, OpeningOrder, Sides, TournamentConfig, TournamentFormat};
use crate::opening::{BalanceFilter, OpeningSource};
use crate::play::clock::AgentLimits;
use crate::play::job::Participant;
use crate::schedule::Knockout;
use crate::values::GameCount;

/// The default time margin.
const MARGIN: Duration = Duration::from_millis(100);
/// The default timeout for a move without a time limit.
const HANG: Duration = Duration::from_mins(5);
/// The time for a move of an agent without any limit, as in `zermelo play`.
const UNLIMITED: Duration = Duration::from_secs(1);
/// Derives the seed of the openings from the master seed.
const OPENINGS: u64 = 0x6f70_656e;

fn conflict<T>(message: impl Into<String>) -> Result<T, PlanError> {
    Err(PlanError::Conflict(message.into()))
}

/// Checks for conflicting keys and numbers out of range.
pub(super) fn keys(config: &TournamentConfig) -> Result<(), PlanError> {
    const MOST_AGENTS: usize = 1000;
    let agents = config.agents.len();
    if !(2..=MOST_AGENTS).contains(&agents) {
        return conflict(format!("agents: there are {agents}; a tournament has 2 to {MOST_AGENTS}"));
    }
    let mut names = HashSet::new();
    if let Some(agent) = config.agents.iter().find(|agent| !names.insert(agent.name())) {
        return Err(PlanError::SameName(agent.name().to_owned()));
    }
    if i64::try_from(config.seed).is_err() {
        return conflict(format!("seed is {}; it is a whole number from 0 to {}", config.seed, i64::MAX));
    }
    if config.concurrency.is_some_and(|games| !(1..=1024).contains(&games)) {
        return conflict("concurrency is the number of concurrent games: 1 to 1024");
    }
    if config.pairs && config.sides != Sides::Both {
        return conflict(
            "pairs play each opening twice with the sides swapped, and sides says otherwise: set pairs = false, or \
             sides = \"both\"",
        );
    }
    if config.random_first > 1000 {
        return conflict(format!("random_first is {}; the maximum is 1000 plies", config.random_first));
    }
    format(config)?;
    rules(config)
}

fn format(config: &TournamentConfig) -> Result<(), PlanError> {
    let swiss = config.format == TournamentFormat::Swiss;
    let knockout = config.format == TournamentFormat::Knockout;
    if config.games == GameCount::Endless && (swiss || knockout) {
        return conflict(format!(
            "games is endless, and a {} ends: give the number of games of each match",
            config.format.word()
        ));
    }
    if config.rounds.is_some() && !swiss {
        return conflict("rounds is for format = \"swiss\"");
    }
    if config.rounds.is_some_and(|rounds| !(1..=10_000).contains(&rounds)) {
        return conflict("rounds is a whole number from 1 to 10000");
    }
    if config.extra_pairs.is_some() && !knockout {
        return conflict("extra_pairs is for format = \"knockout\"");
    }
    if config.extra_pairs.is_some_and(|pairs| pairs > 10_000) {
        return conflict("extra_pairs is a whole number from 0 to 10000");
    }
    if config.sprt.is_some() && (config.agents.len() != 2 || swiss || knockout) {
        return conflict("sprt tests the first agent against the second: give two agents and no swiss or knockout");
    }
    Ok(())
}

fn rules(config: &TournamentConfig) -> Result<(), PlanError> {
    let rules = &config.adjudication;
    if rules.win.is_some_and(|rule| rule.moves == 0 || rule.score < 1) {
        return conflict("adjudication.win: score and moves are whole numbers from 1");
    }
    if rules.draw.is_some_and(|rule| rule.moves == 0 || rule.score < 0) {
        return conflict("adjudication.draw: moves is a whole number from 1, score one from 0");
    }
    if rules.max_plies == Some(0) {
        return conflict("adjudication.max_plies is a whole number from 1");
    }
    let Some(rating) = &config.rating else { return Ok(()) };
    let is_known = |name: &String| config.agents.iter().any(|agent| agent.name() == name);
    match &rating.anchor {
        Some(anchor) if !is_known(anchor) => conflict(format!("rating.anchor: no agent is called \"{anchor}\"")),
        _ => Ok(()),
    }
}

/// The validated agents.
pub(super) struct Agents {
    /// The canonical specification of the game.
    pub(super) game: String,
    pub(super) players: Vec<Participant>,
    pub(super) deterministic: Vec<bool>,
}

/// Creates every agent and asks it for a move, so that an unsuitable agent is reported before the first game.
pub(super) fn agents(config: &TournamentConfig, roster: &dyn Roster) -> Result<Agents, PlanError> {
    let game = game(config, roster)?;
    if config.adjudication.solver && roster.oracle(&config.game).is_none() {
        return conflict(format!("adjudication.solver: there is no solver for {}; leave it out", game.spec()));
    }
    let mut found = Agents { game: game.spec(), players: Vec::new(), deterministic: Vec::new() };
    for (index, agent) in config.agents.iter().enumerate() {
        let (number, spec) = (index + 1, agent.spec.clone());
        let made = roster.agent(&spec, &found.game);
        let mut made = made.map_err(|error| PlanError::Agent { number, spec: spec.clone(), error })?;
        let allowance = allowance(config, agent, made.own_limits());
        try_out(made.as_mut(), game.as_ref(), &allowance).map_err(|error| PlanError::Unfit {
            number,
            spec: spec.clone(),
            error,
        })?;
        found.deterministic.push(made.is_deterministic());
        found.players.push(Participant { name: agent.name().to_owned(), spec, allowance });
    }
    Ok(found)
}

fn game(config: &TournamentConfig, roster: &dyn Roster) -> Result<Box<dyn DynGame>, PlanError> {
    roster.game(&config.game).map_err(|error| PlanError::Game { spec: config.game.clone(), error })
}

fn allowance(config: &TournamentConfig, agent: &AgentConfig, own: SearchLimits) -> AgentLimits {
    let limits = agent.limits(&config.limits);
    let mut told = SearchLimits {
        depth: limits.depth.map(Depth),
        nodes: limits.nodes,
        playouts: limits.playouts,
        time: limits.time.map(|time| time.0),
        clock: None,
    };
    let is_clocked = limits.clock.is_some_and(|control| control != TimeControl::None);
    if told.is_unlimited() && own.is_unlimited() && !is_clocked {
        told.time = Some(UNLIMITED);
    }
    AgentLimits {
        limits: told,
        clock: limits.clock.unwrap_or_default(),
        margin: limits.margin.map_or(MARGIN, |margin| margin.0),
        hang: limits.hang.map_or(HANG, |hang| hang.0),
    }
}

/// Asks for a move in the initial position, with the stop flag already raised.
fn try_out(agent: &mut dyn DynAgent, game: &dyn DynGame, allowance: &AgentLimits) -> Result<(), AgentError> {
    let record = game.new_record();
    if record.ending().is_some() {
        return Ok(());
    }
    let stop = StopToken::new();
    stop.stop();
    agent.new_game(0);
    agent.choose(record.as_ref(), &allowance.limits, &stop, None).map(|_| ())
}

/// Creates the source of openings.
pub(super) fn openings(config: &TournamentConfig, roster: &dyn Roster) -> Result<OpeningSource, PlanError> {
    let game = game(config, roster)?;
    let Some(asked) = &config.openings else { return Ok(OpeningSource::start()) };
    let seed = derive(config.seed, OPENINGS);
    let lines = asked.list.is_some() || asked.book.is_some();
    match (asked.plies, &asked.list) {
        (Some(_), _) if lines => conflict("openings: give only one of plies, book and list"),
        (Some(plies), _) if !(1..=1000).contains(&plies) => conflict("openings.plies is a whole number from 1 to 1000"),
        (Some(plies), _) => {
            let balance = if asked.balanced { Some(balance(config, roster)?) } else { None };
            Ok(OpeningSource::chance(game, seed, plies, balance)?)
        }
        (None, _) if asked.balanced || asked.judge.is_some() || asked.within.is_some() => {
            conflict("openings: balanced, judge and within need plies")
        }
        (None, Some(list)) => {
            Ok(OpeningSource::list(game.as_ref(), list, (asked.order == OpeningOrder::Random).then_some(seed))?)
        }
        (None, None) if asked.book.is_some() => conflict("openings.book was not read"),
        (None, None) => conflict("openings: give plies = N, book = \"FILE\" or list = [..]"),
    }
}

fn balance(config: &TournamentConfig, roster: &dyn Roster) -> Result<BalanceFilter, PlanError> {
    let asked = config.openings.clone().unwrap_or_default();
    let oracle = if asked.judge.is_none() { roster.oracle(&config.game) } else { None };
    let judge = asked.judge.or_else(|| roster.judge(&config.game)).filter(|_| oracle.is_none());
    if oracle.is_none() && judge.is_none() {
        return conflict("openings.balanced: there is no solver or default judge; set openings.judge to an agent");
    }
    let make = |spec: String| {
        let made = roster.agent(&spec, &config.game);
        made.map_err(|error| PlanError::Judge { spec, error })
    };
    Ok(BalanceFilter { oracle, judge: judge.map(make).transpose()?, within: asked.within })
}

/// Rejects a pairing of deterministic agents with fewer distinct openings than it needs.
pub(super) fn repeats(
    config: &TournamentConfig,
    agents: &Agents,
    openings: &mut OpeningSource,
) -> Result<(), PlanError> {
    if config.allow_repeats || config.random_first > 0 {
        return Ok(());
    }
    let Some((a, b)) = same_game_pairing(config.format, &agents.deterministic) else { return Ok(()) };
    // Each opening is played from both sides, in pairs or in turn.
    let games_a_start = if config.sides == Sides::Both { 2 } else { 1 };
    let extra = if config.format == TournamentFormat::Knockout {
        2 * u64::from(config.extra_pairs.unwrap_or(Knockout::EXTRA_PAIRS))
    } else {
        0
    };
    let wanted = config.games.number().map(|games| (games + extra).div_ceil(games_a_start));
    let different = openings.different(wanted.unwrap_or(u64::MAX));
    if wanted.is_some_and(|wanted| different >= wanted) {
        return Ok(());
    }
    let name = |at: usize| agents.players[at].name.clone();
    let wanted = wanted.map_or("endless".to_owned(), |wanted| wanted.to_string());
    Err(PlanError::Repeats { first: name(a), second: name(b), wanted, different })
}

/// Two deterministic agents that may play each other.
fn same_game_pairing(format: TournamentFormat, deterministic: &[bool]) -> Option<(usize, usize)> {
    let mut deterministic_agents = (0..deterministic.len()).filter(|&at| deterministic[at]);
    let (first, second) = (deterministic_agents.next()?, deterministic_agents.next()?);
    // In a gauntlet only the first agent plays the others.
    (format != TournamentFormat::Gauntlet || first == 0).then_some((first, second))
}
