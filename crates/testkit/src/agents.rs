//! What every player that is a program keeps to.

use zermelo_core::erased::{DynAgent, DynDecision, DynGame, DynRecord, ErasedGame, ErasedAgent, Playable, TextDecision};
use zermelo_core::{Agent, AgentError, GameRecord, Observer, SearchLimits, StopToken};

use crate::dice::Dice;

/// Positions that an agent is asked about.
const POSITIONS: usize = 12;
/// Moves and playouts that may still be begun when the stop token was up from the start: agents look at it now and then.
const AFTER_STOP: u64 = 20_000;

/// Makes sure that an agent keeps to its contract; see [`check_dyn_agent`]. `make` gives a new one each time.
///
/// # Panics
/// When it does not; the message says where, with the seed.
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

/// Makes sure of what holds for every agent, in positions of random games:
///
/// 1. it decides on a legal move, what it reports fits together, and the limits are kept;
/// 2. the same seed and records give the same decisions, in a new agent and in a used one after `new_game`;
/// 3. with the stop token up it answers with a legal move, after next to no work;
/// 4. a finished game is an error.
///
/// The limits must not be of time: it differs from run to run.
///
/// # Panics
/// When one of these does not hold; the message says where, with the seed.
pub fn check_dyn_agent(game: &dyn DynGame, make: &dyn Fn() -> Box<dyn DynAgent>, limits: &SearchLimits, seed: u64) {
    assert!(limits.time.is_none() && limits.clock.is_none(), "limits of time give no equal decisions");
    let mut dice = Dice::new(seed);
    let records: Vec<Box<dyn DynRecord>> = (0..POSITIONS).map(|_| unfinished(game, &mut dice)).collect();
    let ask = |agent: &mut dyn DynAgent| -> Vec<TextDecision> {
        agent.new_game(seed);
        records.iter().map(|record| decide(agent, record.as_ref(), limits, seed)).collect()
    };
    let mut first = make();
    let decisions = ask(first.as_mut());
    for (agent, which) in [(&mut make(), "another agent"), (&mut first, "the same agent after new_game")] {
        for ((record, before), again) in records.iter().zip(&decisions).zip(ask(agent.as_mut())) {
            let (before, again) = (timeless(before), timeless(&again));
            let place = place(agent.as_ref(), record.as_ref(), seed);
            assert!(before == again, "{place}: {which} decides otherwise\n  {before:?}\n  {again:?}");
        }
    }
    let raised = StopToken::new();
    raised.stop();
    // A limit that is never reached, for agents that refuse to search without one.
    let endless = SearchLimits::nodes(u64::MAX);
    for record in &records {
        let place = place(first.as_ref(), record.as_ref(), seed);
        let decision = first.choose(record.as_ref(), &endless, &raised, None);
        let decision = decision.unwrap_or_else(|why| panic!("{place}: stopped at the start, it fails: {why}")).text;
        plausible(record.as_ref(), &decision, &SearchLimits::NONE, &place);
        let work = decision.nodes + decision.playouts;
        assert!(work <= AFTER_STOP, "{place}: stopped at the start, it went on for {work} nodes and playouts");
    }
    let mut over = game.new_record();
    over.end(zermelo_core::Outcome::Draw, zermelo_core::Termination::Agreement);
    let refusal = first.choose(over.as_ref(), limits, &StopToken::new(), None);
    assert_eq!(refusal.err(), Some(AgentError::GameOver), "{}: asked after the end", first.spec());
}

/// A decision as an agent gives it, from its text: for agents that tests make up.
///
/// # Panics
/// When its move is not legal.
pub fn dyn_decision(record: &dyn DynRecord, text: TextDecision) -> DynDecision {
    let parse = |mv: String| record.parse(&mv).unwrap_or_else(|why| panic!("a made-up decision: {why}"));
    DynDecision { action: text.action.clone().map(parse), text }
}

/// As [`check_agent`] asks once: one decision, looked at from every side. For agents in records of the caller's choice.
///
/// # Panics
/// When the agent fails or its decision breaks the contract.
pub fn decide_in<G: Playable, A: Agent<G> + 'static>(
    record: &GameRecord<G>,
    agent: A,
    limits: &SearchLimits,
    seed: u64,
) -> TextDecision {
    let mut erased = ErasedAgent::new(record.game().clone(), "agent".to_owned(), agent);
    erased.new_game(seed);
    decide(&mut erased, &zermelo_core::erased::ErasedRecord(record.clone()), limits, seed)
}

fn decide(agent: &mut dyn DynAgent, record: &dyn DynRecord, limits: &SearchLimits, seed: u64) -> TextDecision {
    let place = place(agent, record, seed);
    let mut heard = Vec::new();
    let mut observer = |progress: &TextDecision| heard.push(progress.clone());
    let observer: &mut dyn Observer<String> = &mut observer;
    let before = record.position_text();
    let decision = agent.choose(record, limits, &StopToken::new(), Some(observer));
    let DynDecision { action, text: decision } = decision.unwrap_or_else(|why| panic!("{place}: it fails: {why}"));
    assert_eq!(action.map(|mv| mv.to_string()), decision.action, "{place}: the action and its text differ");
    assert_eq!(record.position_text(), before, "{place}: the record was changed");
    let own = agent.own_limits();
    plausible(record, &decision, &limits.tightened(own), &place);
    for progress in &heard {
        plausible(record, progress, &limits.tightened(own), &format!("{place}, on the way"));
    }
    decision
}

/// Legal moves alone, each root move once, a line that begins with the decision and can be played, within the limits.
fn plausible(record: &dyn DynRecord, decision: &TextDecision, limits: &SearchLimits, place: &str) {
    let legal = record.legal_moves();
    let best = decision.action.mv();
    if let Some(best) = best {
        assert!(legal.contains(best), "{place}: {best} is not legal");
        if let Some(first) = decision.pv.first() {
            assert_eq!(first, best, "{place}: the expected line begins with another move");
        }
    }
    let mut line = record.boxed_clone();
    for mv in &decision.pv {
        line.play(mv, None).unwrap_or_else(|why| panic!("{place}: {mv} of the line {:?}: {why}", decision.pv));
    }
    for (at, root) in decision.moves.iter().enumerate() {
        assert!(legal.contains(&root.mv), "{place}: a value for {}, which is not legal", root.mv);
        let twice = decision.moves[..at].iter().any(|earlier| earlier.mv == root.mv);
        assert!(!twice, "{place}: two values for {}", root.mv);
    }
    let shares = decision.moves.iter().filter_map(|root| root.share).chain(decision.share);
    for share in shares {
        assert!((0.0..=1.0).contains(&share), "{place}: a share of {share}");
    }
    let keeps = |limit: Option<u64>, spent| limit.is_none_or(|limit| spent <= limit);
    assert!(keeps(limits.nodes, decision.nodes), "{place}: {} nodes of {:?}", decision.nodes, limits.nodes);
    assert!(
        keeps(limits.playouts, decision.playouts),
        "{place}: {} playouts of {:?}",
        decision.playouts,
        limits.playouts
    );
    let deepest = limits.depth.is_none_or(|limit| decision.depth <= limit);
    assert!(deepest, "{place}: depth {} of {:?}", decision.depth, limits.depth);
}

/// What must be the same each time.
fn timeless(decision: &TextDecision) -> TextDecision {
    TextDecision { elapsed: std::time::Duration::ZERO, ..decision.clone() }
}

/// A random game that goes on: cut anywhere, from time to time near its end.
fn unfinished(game: &dyn DynGame, dice: &mut Dice) -> Box<dyn DynRecord> {
    const PLIES: usize = 200;
    let mut record = game.new_record();
    for _ in 0..PLIES {
        let legal = record.legal_moves();
        if legal.is_empty() {
            break;
        }
        let text = &legal[dice.below(legal.len())];
        record.play(text, None).unwrap_or_else(|why| panic!("{}: its own move {text}: {why}", game.spec()));
    }
    let played = record.ply().index();
    assert!(played > 0, "{} is over before it begins", game.spec());
    let back = if dice.below(2) == 0 { 1 + dice.below(played) } else { (1 + dice.below(6)).min(played) };
    for _ in 0..back {
        record.undo();
    }
    record
}

fn place(agent: &dyn DynAgent, record: &dyn DynRecord, seed: u64) -> String {
    format!("{} in {}, seed {seed}, position {}", agent.spec(), record.game_spec(), record.position_text())
}
