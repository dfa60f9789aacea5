//! An agent that plays by a table.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use zermelo_core::{
    Agent, AgentError, Bound, Decision, GameRecord, Observer, Ply, RootMove, Score, SearchLimits, StopToken, Wdl,
};

use super::level::{LevelError, TableOptions};
use super::{EndgameTable, RankedGame, TableChild, TableEntry, TableError, user_tables};

/// A perfect player: it wins as early and loses as late as possible.
///
/// Of several moves that draw, or lose equally late, it plays the one with the most mistakes among the replies. A mistake is a reply with
/// a worse value than the best one. Remaining ties go to the first move in the order of generation.
///
/// The table is loaded or built before the first game. If stopped before the table is available, the agent plays an immediate win or the
/// first move.
pub struct TableAgent<G> {
    game: G,
    threads: usize,
    table: Option<Arc<EndgameTable>>,
}

impl<G: RankedGame> TableAgent<G> {
    /// An agent that builds its table with `threads` threads if it is not on disk.
    pub fn new(game: &G, threads: usize) -> Self {
        Self { game: game.clone(), threads, table: None }
    }

    /// An agent with a given table.
    pub fn with_table(game: &G, table: Arc<EndgameTable>) -> Self {
        Self { table: Some(table), ..Self::new(game, 1) }
    }

    /// The table; `None` if the build was stopped.
    fn table(&mut self, stop: &StopToken) -> Result<Option<Arc<EndgameTable>>, TableError> {
        if self.table.is_none() {
            let options = TableOptions { threads: self.threads, stop: stop.clone() };
            match user_tables::table(&self.game, &options, &mut |_| {}) {
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

impl<G: RankedGame> Agent<G> for TableAgent<G> {
    fn new_game(&mut self, _: u64) {
        // `choose` reports the error.
        let _ = self.table(&StopToken::new());
    }

    fn choose(
        &mut self,
        record: &GameRecord<G>,
        _: &SearchLimits,
        stop: &StopToken,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let started = Instant::now();
        if record.ending().is_some() {
            return Err(AgentError::GameOver);
        }
        let table = self.table(stop).map_err(|why| AgentError::NotStarted(why.to_string()))?;
        let decision = match table {
            Some(table) => {
                let mut chooser = TableMoveChooser { game: record.game(), table: &table, nodes: 0 };
                chooser.decide(record.position()).ok_or_else(|| unfit(record.game()))?
            }
            None => fallback_move(record).ok_or(AgentError::GameOver)?,
        };
        let decision = Decision { elapsed: started.elapsed(), ..decision };
        observer.progress(&decision);
        Ok(decision)
    }
}

fn unfit<G: RankedGame>(game: &G) -> AgentError {
    let why = "its table has no value for this position".to_owned();
    AgentError::UnfitGame { agent: "solver".to_owned(), game: game.table_name(), why }
}

/// A move without a table.
fn fallback_move<G: RankedGame>(record: &GameRecord<G>) -> Option<Decision<G::Move>> {
    let mut moves = Vec::new();
    record.line().generate(&mut moves);
    let mv = record.game().winning_move(record.position()).or_else(|| moves.first().copied())?;
    Some(Decision { note: Some("stopped before its table was available".to_owned()), ..Decision::play(mv) })
}

/// Chooses a move by a table.
struct TableMoveChooser<'a, G> {
    game: &'a G,
    table: &'a EndgameTable,
    /// The number of positions looked up.
    nodes: u64,
}

impl<G: RankedGame> TableMoveChooser<'_, G> {
    fn decide(&mut self, position: &G::Position) -> Option<Decision<G::Move>> {
        let children = self.children(position)?;
        let best_entry = best(&children)?.entry;
        let mut chosen: Option<(usize, &TableChild<G>)> = None;
        for child in children.iter().filter(|child| child.entry == best_entry) {
            let mistakes = if best_entry.wdl() == Some(Wdl::Loss) { 0 } else { self.mistakes(&child.position)? };
            if chosen.as_ref().is_none_or(|&(count, _)| mistakes > count) {
                chosen = Some((mistakes, child));
            }
        }
        let (_, &TableChild { mv, position, entry }) = chosen?;
        let moves = children.iter().map(|child| root_move(child.mv, child.entry)).collect();
        let pv = self.principal_variation(mv, position, entry);
        Some(Decision { score: Some(score(entry)), pv, moves, nodes: self.nodes, ..Decision::play(mv) })
    }

    fn children(&mut self, position: &G::Position) -> Option<Vec<TableChild<G>>> {
        let children = self.table.moves(self.game, position)?;
        self.nodes += children.len() as u64;
        Some(children)
    }

    /// The number of replies with a worse value than the best reply.
    fn mistakes(&mut self, position: &G::Position) -> Option<usize> {
        let replies = self.children(position)?;
        let preference = |reply: &TableChild<G>| reply.entry.preference();
        let most = replies.iter().map(preference).max();
        Some(replies.iter().filter(|reply| Some(preference(reply)) < most).count())
    }

    /// The principal variation to the end of the game; for a draw, the first move alone.
    fn principal_variation(&mut self, first: G::Move, mut position: G::Position, entry: TableEntry) -> Vec<G::Move> {
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
fn best<G: RankedGame>(children: &[TableChild<G>]) -> Option<&TableChild<G>> {
    children.iter().rev().max_by_key(|child| child.entry.preference())
}

/// The score of a move to a position with this entry.
fn score(entry: TableEntry) -> Score {
    match entry.plies() {
        Some(plies) => Score::finished(entry.wdl().unwrap_or(Wdl::Draw).reversed(), plies.next()),
        None => Score::DRAW,
    }
}

fn root_move<M>(mv: M, entry: TableEntry) -> RootMove<M> {
    RootMove { mv, score: Some(score(entry)), bound: Bound::Exact, share: None, visits: 0 }
}
