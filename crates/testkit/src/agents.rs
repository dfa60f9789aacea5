//! The contract of agents, as a check for tests.

use zermelo_core::erased::{
    DynAgent, DynDecision, DynGame, DynRecord, ErasedAgent, ErasedGame, Playable, TextDecision,
};
use zermelo_core::{Agent, AgentError, GameRecord, Observer, SearchLimits, StopToken};

use crate::rng::TestRng;

/// The number of positions in which an agent decides.
const POSITIONS: usize = 12;
/// The most nodes and playouts of a search whose stop token was set before it began: agents check the token only from
/// time to time.
const AFTER_STOP: u64 = 20_000;

/// Checks that an agent keeps its contract; see [`check_dyn_agent`]. `make` creates a new agent for each call.
///
/// # Panics
/// When the agent breaks the contract. The message contains the position and the seed.
pub fn check_agent<G: Playable, A: Agent<G> + 'static>(
    game: &G,
    name: &str,
    make: impl Fn() -> A,
    limits: &SearchLimits,
    seed: u64,
) {
    let make = || Box::new(ErasedAgent::new(game.clone(), name.to_owned(), make())) as Box<dyn DynAgent>;
    check_dyn_agent(&ErasedGame(game.clone()), &make, limits, seed);
}

/// Checks the contract of agents in positions of random games:
///
/// 1. An agent chooses a legal move, its report is consistent, and it keeps the limits.
/// 2. The same seed and records give the same decisions, in a new agent and in a used one after `new_game`.
/// 3. If the stop token is already set, the agent still chooses a legal move, after very little work.
/// 4. A finished game is an error.
///
/// The limits must not contain a time: it differs from run to run.
///
/// # Panics
/// When the agent breaks the contract. The message contains the position and the seed.
pub fn check_dyn_agent(game: &dyn DynGame, make: &dyn Fn() -> Box<dyn DynAgent>, limits: &SearchLimits, seed: u64) {
    assert!(limits.time.is_none() && limits.clock.is_none(), "with a time limit, decisions differ from run to run");
    let mut rng = TestRng::new(seed);
    let records: Vec<Box<dyn DynRecord>> = (0..POSITIONS).map(|_| random_unfinished_record(game, &mut rng)).collect();
    let decide_all = |agent: &mut dyn DynAgent| -> Vec<TextDecision> {
        agent.new_game(seed);
        records.iter().map(|record| decide_and_check(agent, record.as_ref(), limits, seed)).collect()
    };
    let mut first = make();
    let decisions = decide_all(first.as_mut());
    for (agent, which) in [(&mut make(), "another agent"), (&mut first, "the same agent after new_game")] {
        for ((record, before), again) in records.iter().zip(&decisions).zip(decide_all(agent.as_mut())) {
            let (before, again) = (without_time(before), without_time(&again));
            let context = describe(agent.as_ref(), record.as_ref(), seed);
            assert!(before == again, "{context}: {which} makes another decision\n  {before:?}\n  {again:?}");
        }
    }
    let stopped = StopToken::new();
    stopped.stop();
    // A limit that is never reached, for agents that do not search without a limit.
    let unreachable_limit = SearchLimits::nodes(u64::MAX);
    for record in &records {
        let context = describe(first.as_ref(), record.as_ref(), seed);
        let decision = first.choose(record.as_ref(), &unreachable_limit, &stopped, None);
        let decision =
            decision.unwrap_or_else(|why| panic!("{context}: with the stop token set, the agent fails: {why}")).text;
        check_report(record.as_ref(), &decision, &SearchLimits::NONE, &context);
        let work = decision.nodes + decision.playouts;
        assert!(work <= AFTER_STOP, "{context}: with the stop token set, the agent searched {work} nodes and playouts");
    }
    let mut finished = game.new_record();
    finished.end(zermelo_core::Outcome::Draw, zermelo_core::Termination::Agreement);
    let result = first.choose(finished.as_ref(), limits, &StopToken::new(), None);
    assert_eq!(result.err(), Some(AgentError::GameOver), "{}: a decision in a finished game", first.spec());
}

/// The decision of an agent, from its text form, for agents that tests define.
///
/// # Panics
/// When the move is not legal.
pub fn dyn_decision(record: &dyn DynRecord, text: TextDecision) -> DynDecision {
    let parse = |mv: String| record.parse(&mv).unwrap_or_else(|why| panic!("the move of a decision: {why}"));
    DynDecision { action: text.action.clone().map(parse), text }
}

/// Checks one decision as [`check_agent`] does, in a record that the caller gives.
///
/// # Panics
/// When the agent fails or its decision breaks the contract.
pub fn check_decision<G: Playable, A: Agent<G> + 'static>(
    record: &GameRecord<G>,
    agent: A,
    limits: &SearchLimits,
    seed: u64,
) -> TextDecision {
    let mut erased = ErasedAgent::new(record.game().clone(), "agent".to_owned(), agent);
    erased.new_game(seed);
    decide_and_check(&mut erased, &zermelo_core::erased::ErasedRecord(record.clone()), limits, seed)
}

fn decide_and_check(
    agent: &mut dyn DynAgent,
    record: &dyn DynRecord,
    limits: &SearchLimits,
    seed: u64,
) -> TextDecision {
    let context = describe(agent, record, seed);
    let mut reports = Vec::new();
    let mut observer = |progress: &TextDecision| reports.push(progress.clone());
    let observer: &mut dyn Observer<String> = &mut observer;
    let before = record.position_text();
    let decision = agent.choose(record, limits, &StopToken::new(), Some(observer));
    let DynDecision { action, text: decision } =
        decision.unwrap_or_else(|why| panic!("{context}: the agent fails: {why}"));
    assert_eq!(action.map(|mv| mv.to_string()), decision.action, "{context}: the action and its text form differ");
    assert_eq!(record.position_text(), before, "{context}: the agent changed the record");
    let own = agent.own_limits();
    check_report(record, &decision, &limits.tightened(own), &context);
    for progress in &reports {
        check_report(record, progress, &limits.tightened(own), &format!("{context}, progress report"));
    }
    decision
}

/// Only legal moves are reported, each root move once. The principal variation begins with the decision and can be
/// played. The limits are kept.
fn check_report(record: &dyn DynRecord, decision: &TextDecision, limits: &SearchLimits, context: &str) {
    let legal = record.legal_moves();
    let best = decision.action.mv();
    if let Some(best) = best {
        assert!(legal.contains(best), "{context}: {best} is not legal");
        if let Some(first) = decision.pv.first() {
            assert_eq!(first, best, "{context}: the principal variation begins with another move");
        }
    }
    let mut line = record.boxed_clone();
    for mv in &decision.pv {
        line.play(mv, None)
            .unwrap_or_else(|why| panic!("{context}: {mv} of the principal variation {:?}: {why}", decision.pv));
    }
    for (at, root) in decision.moves.iter().enumerate() {
        assert!(legal.contains(&root.mv), "{context}: a value for {}, which is not legal", root.mv);
        let is_duplicate = decision.moves[..at].iter().any(|earlier| earlier.mv == root.mv);
        assert!(!is_duplicate, "{context}: two values for {}", root.mv);
    }
    let shares = decision.moves.iter().filter_map(|root| root.share).chain(decision.share);
    for share in shares {
        assert!((0.0..=1.0).contains(&share), "{context}: a share of {share}");
    }
    let is_within = |limit: Option<u64>, spent| limit.is_none_or(|limit| spent <= limit);
    assert!(is_within(limits.nodes, decision.nodes), "{context}: {} nodes, limit {:?}", decision.nodes, limits.nodes);
    assert!(
        is_within(limits.playouts, decision.playouts),
        "{context}: {} playouts, limit {:?}",
        decision.playouts,
        limits.playouts
    );
    let is_depth_kept = limits.depth.is_none_or(|limit| decision.depth <= limit);
    assert!(is_depth_kept, "{context}: depth {}, limit {:?}", decision.depth, limits.depth);
}

/// The part of a decision that must be the same in every run.
fn without_time(decision: &TextDecision) -> TextDecision {
    TextDecision { elapsed: std::time::Duration::ZERO, ..decision.clone() }
}

/// An unfinished random game: half of the games are cut at any ply, half within 6 plies of their end.
fn random_unfinished_record(game: &dyn DynGame, rng: &mut TestRng) -> Box<dyn DynRecord> {
    const MAX_PLIES: usize = 200;
    let mut record = game.new_record();
    for _ in 0..MAX_PLIES {
        let legal = record.legal_moves();
        if legal.is_empty() {
            break;
        }
        let text = &legal[rng.below(legal.len())];
        record
            .play(text, None)
            .unwrap_or_else(|why| panic!("{}: the legal move {text} is rejected: {why}", game.spec()));
    }
    let played = record.ply().index();
    assert!(played > 0, "{} is over before it begins", game.spec());
    let back = if rng.below(2) == 0 { 1 + rng.below(played) } else { (1 + rng.below(6)).min(played) };
    for _ in 0..back {
        record.undo();
    }
    record
}

fn describe(agent: &dyn DynAgent, record: &dyn DynRecord, seed: u64) -> String {
    format!("{} in {}, seed {seed}, position {}", agent.spec(), record.game_spec(), record.position_text())
}
