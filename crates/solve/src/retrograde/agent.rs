//! A table as a player.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use zermelo_core::{
    Agent, AgentError, Bound, Decision, GameRecord, Observer, Ply, RootMove, Score, SearchLimits, StopToken, Wdl,
};

use super::{Entry, Ranked, Table};

/// A player that makes no mistake: it wins as soon as it can and loses as late as it can.
///
/// Of several moves that draw, or that lose equally late, it plays the one after which most replies are mistakes: replies after which it is
/// better off. Of those that are still equal, the first in the order of generation.
pub struct TableAgent {
    table: Arc<Table>,
}

impl TableAgent {
    /// A player with the table of its game.
    pub fn new(table: Arc<Table>) -> Self {
        Self { table }
    }
}

impl fmt::Debug for TableAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableAgent").finish_non_exhaustive()
    }
}

impl<G: Ranked> Agent<G> for TableAgent {
    fn new_game(&mut self, _: u64) {}

    fn choose(
        &mut self,
        record: &GameRecord<G>,
        _: &SearchLimits,
        _: &StopToken,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let begun = Instant::now();
        if record.ending().is_some() {
            return Err(AgentError::GameOver);
        }
        let mut thought = Thought { game: record.game(), table: &self.table, nodes: 0 };
        let decision = thought.decide(record.position()).ok_or_else(|| AgentError::UnfitGame {
            agent: "solver".to_owned(),
            game: record.game().table_name(),
            why: "its table does not tell the value of this position".to_owned(),
        })?;
        let decision = Decision { elapsed: begun.elapsed(), ..decision };
        observer.progress(&decision);
        Ok(decision)
    }
}

/// A decision in the making.
struct Thought<'a, G> {
    game: &'a G,
    table: &'a Table,
    /// The positions that were looked up.
    nodes: u64,
}

/// A move, the position after it, and what that is worth to the opponent.
type Child<G> = (<G as zermelo_core::Game>::Move, <G as zermelo_core::Game>::Position, Entry);

impl<G: Ranked> Thought<'_, G> {
    fn decide(&mut self, position: &G::Position) -> Option<Decision<G::Move>> {
        let children = self.children(position)?;
        let most = best(&children)?;
        let mut chosen: Option<(usize, Child<G>)> = None;
        for &child in children.iter().filter(|child| child.2 == most.2) {
            let mistakes = if most.2.wdl() == Some(Wdl::Loss) { 0 } else { self.mistakes(&child)? };
            if chosen.as_ref().is_none_or(|&(count, _)| mistakes > count) {
                chosen = Some((mistakes, child));
            }
        }
        let (_, (mv, after, entry)) = chosen?;
        let moves = children.iter().map(|&(mv, _, entry)| root_move(mv, entry)).collect();
        let pv = self.line(mv, after, entry);
        Some(Decision { score: Some(score(entry)), pv, moves, nodes: self.nodes, ..Decision::play(mv) })
    }

    fn children(&mut self, position: &G::Position) -> Option<Vec<Child<G>>> {
        let children = self.table.moves(self.game, position)?;
        self.nodes += children.len() as u64;
        Some(children)
    }

    /// How many replies to a move leave this side better off than the best one does.
    fn mistakes(&mut self, &(_, after, _): &Child<G>) -> Option<usize> {
        let replies = self.children(&after)?;
        let Some(best) = best(&replies) else { return Some(0) };
        Some(replies.iter().filter(|reply| reply.2.worth_leaving() < best.2.worth_leaving()).count())
    }

    /// The line of first best moves to the end; of a draw, the move alone.
    fn line(&mut self, first: G::Move, mut position: G::Position, entry: Entry) -> Vec<G::Move> {
        let mut line = vec![first];
        for _ in 0..entry.plies().unwrap_or(Ply(0)).0 {
            let Some((mv, after, _)) = self.children(&position).and_then(|children| best(&children)) else { break };
            line.push(mv);
            position = after;
        }
        line
    }
}

/// The first of the best moves.
fn best<M: Copy, P: Copy>(children: &[(M, P, Entry)]) -> Option<(M, P, Entry)> {
    children.iter().rev().max_by_key(|child| child.2.worth_leaving()).copied()
}

/// The score of a move that leaves this to the opponent.
fn score(entry: Entry) -> Score {
    match entry.plies() {
        Some(plies) => Score::finished(entry.wdl().unwrap_or(Wdl::Draw).reversed(), plies.next()),
        None => Score::DRAW,
    }
}

fn root_move<M>(mv: M, entry: Entry) -> RootMove<M> {
    RootMove { mv, score: Some(score(entry)), bound: Bound::Exact, share: None, visits: 0 }
}
