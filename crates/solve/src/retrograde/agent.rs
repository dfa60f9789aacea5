//! A table as a player.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use zermelo_core::{
    Agent, AgentError, Bound, Decision, GameRecord, Observer, Ply, RootMove, Score, SearchLimits, StopToken, Wdl,
};

use super::level::{LevelError, Means};
use super::{Child, Entry, Ranked, Table, TableError, home};

/// A player that makes no mistake: it wins as soon as it can and loses as late as it can.
///
/// Of several moves that draw, or that lose equally late, it plays the one after which most replies are mistakes: replies after which it is
/// better off. Of those that are still equal, the first in the order of generation.
///
/// Its table is found, or made, before its first game. A player that is stopped before it has one plays a move that wins at once, else the
/// first there is.
pub struct TableAgent<G> {
    game: G,
    threads: usize,
    table: Option<Arc<Table>>,
}

impl<G: Ranked> TableAgent<G> {
    /// A player of a game, and how many threads make its table if it is not there.
    pub fn new(game: &G, threads: usize) -> Self {
        Self { game: game.clone(), threads, table: None }
    }

    /// A player with a table.
    pub fn with_table(game: &G, table: Arc<Table>) -> Self {
        Self { table: Some(table), ..Self::new(game, 1) }
    }

    /// Its table; `None` if it was stopped before there was one.
    fn table(&mut self, stop: &StopToken) -> Result<Option<Arc<Table>>, TableError> {
        if self.table.is_none() {
            let means = Means { threads: self.threads, stop: stop.clone() };
            match home::table(&self.game, &means, &mut |_| {}) {
                Err(TableError::Level(LevelError::Stopped)) => {}
                found => self.table = Some(found?),
            }
        }
        Ok(self.table.clone())
    }
}

impl<G> fmt::Debug for TableAgent<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableAgent").finish_non_exhaustive()
    }
}

impl<G: Ranked> Agent<G> for TableAgent<G> {
    fn new_game(&mut self, _: u64) {
        // What is wrong with it is said when a move is asked for.
        let _ = self.table(&StopToken::new());
    }

    fn choose(
        &mut self,
        record: &GameRecord<G>,
        _: &SearchLimits,
        stop: &StopToken,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let begun = Instant::now();
        if record.ending().is_some() {
            return Err(AgentError::GameOver);
        }
        let table = self.table(stop).map_err(|why| AgentError::NotStarted(why.to_string()))?;
        let decision = match table {
            Some(table) => {
                let mut thought = Thought { game: record.game(), table: &table, nodes: 0 };
                thought.decide(record.position()).ok_or_else(|| unfit(record.game()))?
            }
            None => at_once(record).ok_or(AgentError::GameOver)?,
        };
        let decision = Decision { elapsed: begun.elapsed(), ..decision };
        observer.progress(&decision);
        Ok(decision)
    }
}

fn unfit<G: Ranked>(game: &G) -> AgentError {
    let why = "its table does not tell the value of this position".to_owned();
    AgentError::UnfitGame { agent: "solver".to_owned(), game: game.table_name(), why }
}

/// A move without a table.
fn at_once<G: Ranked>(record: &GameRecord<G>) -> Option<Decision<G::Move>> {
    let mut moves = Vec::new();
    record.line().generate(&mut moves);
    let mv = record.game().winning_move(record.position()).or_else(|| moves.first().copied())?;
    Some(Decision { note: Some("stopped before its table was made".to_owned()), ..Decision::play(mv) })
}

/// A decision in the making.
struct Thought<'a, G> {
    game: &'a G,
    table: &'a Table,
    /// The positions that were looked up.
    nodes: u64,
}

impl<G: Ranked> Thought<'_, G> {
    fn decide(&mut self, position: &G::Position) -> Option<Decision<G::Move>> {
        let children = self.children(position)?;
        let most = best(&children)?.entry;
        let mut chosen: Option<(usize, &Child<G>)> = None;
        for child in children.iter().filter(|child| child.entry == most) {
            let mistakes = if most.wdl() == Some(Wdl::Loss) { 0 } else { self.mistakes(&child.position)? };
            if chosen.as_ref().is_none_or(|&(count, _)| mistakes > count) {
                chosen = Some((mistakes, child));
            }
        }
        let (_, &Child { mv, position, entry }) = chosen?;
        let moves = children.iter().map(|child| root_move(child.mv, child.entry)).collect();
        let pv = self.line(mv, position, entry);
        Some(Decision { score: Some(score(entry)), pv, moves, nodes: self.nodes, ..Decision::play(mv) })
    }

    fn children(&mut self, position: &G::Position) -> Option<Vec<Child<G>>> {
        let children = self.table.moves(self.game, position)?;
        self.nodes += children.len() as u64;
        Some(children)
    }

    /// How many replies leave the side that has just moved better off than the best one does.
    fn mistakes(&mut self, position: &G::Position) -> Option<usize> {
        let replies = self.children(position)?;
        let worth = |reply: &Child<G>| reply.entry.worth_leaving();
        let most = replies.iter().map(worth).max();
        Some(replies.iter().filter(|reply| Some(worth(reply)) < most).count())
    }

    /// The line of first best moves to the end; of a draw, the move alone.
    fn line(&mut self, first: G::Move, mut position: G::Position, entry: Entry) -> Vec<G::Move> {
        let mut line = vec![first];
        for _ in 0..entry.plies().unwrap_or(Ply(0)).0 {
            let Some(children) = self.children(&position) else { break };
            let Some(child) = best(&children) else { break };
            line.push(child.mv);
            position = child.position;
        }
        line
    }
}

/// The first of the best moves.
fn best<G: Ranked>(children: &[Child<G>]) -> Option<&Child<G>> {
    children.iter().rev().max_by_key(|child| child.entry.worth_leaving())
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
