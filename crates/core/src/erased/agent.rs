//! An agent behind a pointer.

use std::marker::PhantomData;

use super::{DynMove, DynRecord, DynTrace, ErasedRecord, ErasedTrace, Playable, TextDecision};
use crate::{
    Action, Agent, AgentError, Decision, GameRecord, Observer, RootMove, SearchLimits, Silent, StopToken, moves_text,
};

/// What an agent decided: the action for the record that it was asked about, and all of it as text for people and files.
#[derive(Clone, Debug)]
pub struct DynDecision {
    /// What to do; a move goes to [`DynRecord::play_move`].
    pub action: Action<DynMove>,
    /// The same action, with what the search found, as text.
    pub text: TextDecision,
}

/// An agent, whichever game it plays.
pub trait DynAgent: Send {
    /// The text that names the agent with its parameters.
    fn spec(&self) -> &str;

    /// Forgets the game before; see [`Agent::new_game`].
    fn new_game(&mut self, seed: u64);

    /// The limits that the agent was set up with.
    fn own_limits(&self) -> SearchLimits;

    /// Whether it answers the same record with the same move in every game; see [`Agent::is_deterministic`].
    fn is_deterministic(&self) -> bool {
        false
    }

    /// Chooses for the side to move; see [`Agent::choose`].
    fn choose(
        &mut self,
        record: &dyn DynRecord,
        limits: &SearchLimits,
        stop: &StopToken,
        observer: Option<&mut dyn Observer<String>>,
    ) -> Result<DynDecision, AgentError>;

    /// As [`choose`](DynAgent::choose), and keeps the tree of the search; see [`Agent::trace`].
    fn trace(
        &mut self,
        record: &dyn DynRecord,
        limits: &SearchLimits,
        stop: &StopToken,
        most: usize,
    ) -> Result<Box<dyn DynTrace>, AgentError> {
        let _ = (record, limits, stop, most);
        Err(AgentError::NoTree("it keeps no account of its search".to_owned()))
    }
}

/// The wrapper that makes a [`DynAgent`] of an agent.
pub struct ErasedAgent<G, A> {
    agent: A,
    spec: String,
    /// The specification of its game.
    plays: String,
    game: PhantomData<fn(G)>,
}

impl<G: Playable, A: Agent<G>> ErasedAgent<G, A> {
    /// An agent of a game, with the text that names it.
    #[expect(clippy::needless_pass_by_value, reason = "the agent is that game's from now on")]
    pub fn new(game: G, spec: String, agent: A) -> Self {
        Self { agent, spec, plays: game.spec(), game: PhantomData }
    }

    /// The record, if it is one of this agent's game and the game goes on. The one downcast of a decision.
    fn own<'r>(plays: &str, record: &'r dyn DynRecord) -> Result<&'r GameRecord<G>, AgentError> {
        let other_game = |found| AgentError::OtherGame { expected: plays.to_owned(), found };
        let Some(ErasedRecord(record)) = record.as_any().downcast_ref::<ErasedRecord<G>>() else {
            return Err(other_game(record.game_spec()));
        };
        let found = record.game().spec();
        if found != plays {
            return Err(other_game(found));
        }
        if record.ending().is_some() { Err(AgentError::GameOver) } else { Ok(record) }
    }
}

impl<G: Playable, A: Agent<G>> DynAgent for ErasedAgent<G, A> {
    fn spec(&self) -> &str {
        &self.spec
    }

    fn new_game(&mut self, seed: u64) {
        self.agent.new_game(seed);
    }

    fn own_limits(&self) -> SearchLimits {
        self.agent.own_limits()
    }

    fn is_deterministic(&self) -> bool {
        self.agent.is_deterministic()
    }

    fn choose(
        &mut self,
        record: &dyn DynRecord,
        limits: &SearchLimits,
        stop: &StopToken,
        observer: Option<&mut dyn Observer<String>>,
    ) -> Result<DynDecision, AgentError> {
        let record = Self::own(&self.plays, record)?;
        let decision = match observer {
            None => self.agent.choose(record, limits, stop, &mut Silent)?,
            Some(observer) => {
                let mut relay = |decision: &Decision<G::Move>| observer.progress(&to_text(record, decision));
                self.agent.choose(record, limits, stop, &mut relay)?
            }
        };
        if let Some(&mv) = decision.action.mv()
            && let Err(why) = record.game().check(record.position(), mv)
        {
            return Err(AgentError::IllegalMove(format!("{mv:?}: {why}")));
        }
        let text = to_text(record, &decision);
        let action = decision.action.map(|mv| DynMove::new(mv, record.game().move_text(record.position(), mv)));
        Ok(DynDecision { action, text })
    }

    fn trace(
        &mut self,
        record: &dyn DynRecord,
        limits: &SearchLimits,
        stop: &StopToken,
        most: usize,
    ) -> Result<Box<dyn DynTrace>, AgentError> {
        let record = Self::own(&self.plays, record)?;
        let (decision, tree) = self.agent.trace(record, limits, stop, most)?;
        Ok(Box::new(ErasedTrace::new(record.clone(), to_text(record, &decision), tree)))
    }
}

fn to_text<G: Playable>(record: &GameRecord<G>, decision: &Decision<G::Move>) -> TextDecision {
    let text = |mv: G::Move| record.game().move_text(record.position(), mv);
    Decision {
        action: decision.action.map(text),
        score: decision.score,
        share: decision.share,
        depth: decision.depth,
        nodes: decision.nodes,
        playouts: decision.playouts,
        elapsed: decision.elapsed,
        pv: moves_text(record.line(), &decision.pv),
        moves: decision
            .moves
            .iter()
            .map(|root| RootMove {
                mv: text(root.mv),
                score: root.score,
                bound: root.bound,
                share: root.share,
                visits: root.visits,
            })
            .collect(),
        note: decision.note.clone(),
    }
}
