//! Type-erased agents.

use std::marker::PhantomData;

use super::{DynMove, DynRecord, DynTrace, ErasedRecord, ErasedTrace, Playable, TextDecision};
use crate::{
    Action, Agent, AgentError, Decision, GameRecord, NoObserver, Observer, RootMove, SearchLimits, StopToken,
    moves_text,
};

/// The decision of an agent: the action to apply to the record, and the whole decision as text.
#[derive(Clone, Debug)]
pub struct DynDecision {
    /// The action. Pass its move to [`DynRecord::play_move`].
    pub action: Action<DynMove>,
    /// The decision, with its moves as text.
    pub text: TextDecision,
}

/// An agent of any game.
pub trait DynAgent: Send {
    /// The specification: the name of the agent with its parameters.
    fn spec(&self) -> &str;

    /// Starts a new game; see [`Agent::new_game`].
    fn new_game(&mut self, seed: u64);

    /// The limits in the agent's specification.
    fn own_limits(&self) -> SearchLimits;

    /// Whether the seed has no effect; see [`Agent::is_deterministic`].
    fn is_deterministic(&self) -> bool {
        false
    }

    /// Chooses an action for the side to move; see [`Agent::choose`].
    ///
    /// # Errors
    /// As [`Agent::choose`], and [`AgentError::OtherGame`] for a record of another game.
    fn choose(
        &mut self,
        record: &dyn DynRecord,
        limits: &SearchLimits,
        stop: &StopToken,
        observer: Option<&mut dyn Observer<String>>,
    ) -> Result<DynDecision, AgentError>;

    /// As [`choose`](DynAgent::choose), and returns the search tree; see [`Agent::trace`].
    ///
    /// # Errors
    /// As [`choose`](DynAgent::choose), and [`AgentError::NoTree`] if the agent does not record its tree.
    fn trace(
        &mut self,
        record: &dyn DynRecord,
        limits: &SearchLimits,
        stop: &StopToken,
        most: usize,
    ) -> Result<Box<dyn DynTrace>, AgentError> {
        let _ = (record, limits, stop, most);
        Err(AgentError::NoTree("it does not record its search".to_owned()))
    }
}

/// Implements [`DynAgent`] for an agent of one game.
pub struct ErasedAgent<G, A> {
    agent: A,
    spec: String,
    /// The specification of the agent's game.
    game_spec: String,
    game: PhantomData<fn(G)>,
}

impl<G: Playable, A: Agent<G>> ErasedAgent<G, A> {
    /// Wraps an agent. `spec` is the agent's specification.
    #[expect(clippy::needless_pass_by_value, reason = "symmetric with the agent, which is owned")]
    pub fn new(game: G, spec: String, agent: A) -> Self {
        Self { agent, spec, game_spec: game.spec(), game: PhantomData }
    }

    /// The typed record, if it is of this agent's game and the game is not over. The one downcast of a decision.
    fn downcast<'r>(game_spec: &str, record: &'r dyn DynRecord) -> Result<&'r GameRecord<G>, AgentError> {
        let other_game = |found| AgentError::OtherGame { expected: game_spec.to_owned(), found };
        let Some(ErasedRecord(record)) = record.as_any().downcast_ref::<ErasedRecord<G>>() else {
            return Err(other_game(record.game_spec()));
        };
        let found = record.game().spec();
        if found != game_spec {
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
        let record = Self::downcast(&self.game_spec, record)?;
        let decision = match observer {
            None => self.agent.choose(record, limits, stop, &mut NoObserver)?,
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
        let record = Self::downcast(&self.game_spec, record)?;
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
