//! The state of one search thread.

use zermelo_core::trace::NodeEnd;
use zermelo_core::{Bound, Depth, Evaluator, GameRecord, History, Oracle, Ply, Position, Score, Searchable, Side};

use super::abdada::AbdadaThread;
use super::options::{Switches, TableUse};
use super::ordering::{MoveOrdering, OrderingHeuristics, RankedMove};
use super::pv_table::PvTable;
use crate::budget::{Budget, InterruptedError};
use crate::trace::{NoTrace, Trace};
use crate::transposition_table::{NO_MOVE_CODE, TableEntry, TranspositionTable};
use crate::tree_walker::MAX_DEPTH;

/// The least depth at which the transposition table is used.
pub(super) const TABLE_MIN_DEPTH: u32 = 2;
/// The least depth at which a position's key is that of its canonical image. Below it, computing images costs more than
/// it saves.
const SYMMETRY_MIN_DEPTH: u32 = 3;

/// What a value depends on apart from the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Dependence {
    /// Whether a leaf was at the horizon, so that a deeper search could change the value.
    pub(super) hit_horizon: bool,
    /// Graph history interaction: the first ply of the path that the value depends on because of a draw by repetition;
    /// `Ply(u32::MAX)` if it does not depend on the path.
    pub(super) repetition_ply: Ply,
}

impl Dependence {
    pub(super) const NONE: Self = Self { hit_horizon: false, repetition_ply: Ply(u32::MAX) };

    #[inline]
    pub(super) fn join(self, other: Self) -> Self {
        Self {
            hit_horizon: self.hit_horizon || other.hit_horizon,
            repetition_ply: self.repetition_ply.min(other.repetition_ply),
        }
    }
}

/// The context of a node on the current path.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeContext {
    /// Plies below the root.
    pub(super) ply: Ply,
    /// The code of the move that led here.
    pub(super) previous_move: u16,
    /// Its key in the transposition table, or 0 if that is not computed yet.
    pub(super) key: u64,
}

/// The key of a position in the transposition table.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableKey<P> {
    pub(super) key: u64,
    /// The symmetry and the image whose key it is; `None` for the position's own key.
    pub(super) image: Option<(usize, P)>,
}

/// One search thread.
pub(super) struct PvsWorker<'a, G: Searchable, E: Evaluator<G>, T = NoTrace> {
    pub(super) game: &'a G,
    pub(super) evaluator: &'a E,
    pub(super) oracle: Option<&'a dyn Oracle<G>>,
    pub(super) table: Option<&'a TranspositionTable>,
    pub(super) switches: Switches,
    pub(super) budget: Budget,
    /// Records the nodes.
    pub(super) tracer: T,
    pub(super) ordering: &'a mut MoveOrdering,
    pub(super) state: E::State,
    pub(super) history: History<G>,
    pub(super) root: G::Position,
    pub(super) side: Side,
    /// The symmetries of the root other than the identity. Only these map positions of the tree to each other.
    symmetries: Vec<usize>,
    /// The moves that the threads are searching, where moves are deferred.
    pub(super) abdada: Option<AbdadaThread<'a>>,
    /// The number of displaced entries until the table grows.
    until_growth: u64,
    /// Whether late moves are reduced.
    pub(super) reduces: bool,
    /// No node is deeper than this ply.
    pub(super) max_ply: Ply,
    /// Forced replies are extended above this ply.
    pub(super) max_extension_ply: Ply,
    pub(super) dependence: Dependence,
    /// A buffer for [`Game::generate`](zermelo_core::Game::generate).
    pub(super) buffer: Vec<G::Move>,
    /// The moves of the current frontier node.
    pub(super) frontier_moves: Vec<G::Move>,
    /// The move lists of all open nodes.
    pub(super) list: Vec<RankedMove<G::Move>>,
    pub(super) pv_table: PvTable<G::Move>,
}

/// The ordering heuristics that are switched on.
pub(super) fn ordering_heuristics(switches: &Switches) -> OrderingHeuristics {
    OrderingHeuristics { killers: switches.killers, history: switches.history, countermoves: switches.countermoves }
}

impl<'a, G: Searchable, E: Evaluator<G>, T: Trace<G::Move>> PvsWorker<'a, G, E, T> {
    pub(super) fn new(
        record: &'a GameRecord<G>,
        evaluator: &'a E,
        oracle: Option<&'a dyn Oracle<G>>,
        table: Option<&'a TranspositionTable>,
        switches: Switches,
        (ordering, budget, tracer): (&'a mut MoveOrdering, Budget, T),
    ) -> Self {
        let line = record.line();
        let root = *line.position();
        let game = line.game();
        let symmetries = if switches.symmetry && table.is_some() {
            (1..game.symmetries()).filter(|&symmetry| game.transform(&root, symmetry) == root).collect()
        } else {
            Vec::new()
        };
        let mut worker = Self {
            game,
            evaluator,
            oracle: oracle.filter(|_| switches.oracle),
            table,
            switches,
            budget,
            tracer,
            ordering,
            state: evaluator.fresh_on(line),
            history: line.history().clone(),
            root,
            side: line.side_to_move(),
            symmetries,
            abdada: None,
            until_growth: table.and_then(TranspositionTable::growth_threshold).unwrap_or(u64::MAX),
            reduces: switches.lmr,
            max_ply: Ply(0),
            max_extension_ply: Ply(0),
            dependence: Dependence::NONE,
            buffer: Vec::new(),
            frontier_moves: Vec::new(),
            list: Vec::new(),
            pv_table: PvTable::default(),
        };
        worker.start_depth(Depth(1));
        worker
    }

    /// Prepares a search to a depth.
    pub(super) fn start_depth(&mut self, depth: Depth) {
        /// The most plies of quiescence search below the deepest extension.
        const CAPTURES: u32 = 64;
        self.list.clear();
        self.dependence = Dependence::NONE;
        self.max_extension_ply = Ply(2 * depth.0);
        self.max_ply = Ply((3 * depth.0 + CAPTURES).min(MAX_DEPTH.0));
    }

    /// Plays a legal move. Returns the position after it, which will be searched to depth `below`, and its table key.
    ///
    /// # Errors
    /// When the budget is spent; then nothing has changed.
    #[inline]
    pub(super) fn make_move(
        &mut self,
        before: &G::Position,
        mv: G::Move,
        below: Depth,
    ) -> Result<(G::Position, u64), InterruptedError> {
        self.budget.count_node()?;
        let mut after = *before;
        self.game.play_unchecked(&mut after, mv);
        self.history.push(self.game, before, mv, &after);
        let key = self.prefetch_entry(&after, below);
        self.evaluator.update(self.game, &mut self.state, before, mv, &after);
        self.tracer.make_move(mv);
        if T::IS_ENABLED {
            let mut moves = Vec::new();
            self.game.generate(before, &mut moves);
            self.tracer.set_move_index(moves.iter().position(|&other| other == mv).unwrap_or_default());
        }
        Ok((after, key))
    }

    /// Takes back the move that [`make_move`](PvsWorker::make_move) played.
    #[inline]
    pub(super) fn unmake_move(&mut self, before: &G::Position, mv: G::Move, after: &G::Position) {
        self.tracer.unmake_move();
        self.evaluator.revert(self.game, &mut self.state, before, mv, after);
        self.history.pop(self.game);
    }

    /// Converts a value from the view of the side to move at `ply` to that of the side to move at the root.
    #[inline]
    fn root_view(value: Score, ply: Ply) -> Score {
        if ply.0.is_multiple_of(2) { value } else { -value }
    }

    /// Reports the start of a node's search, with its window.
    #[inline]
    pub(super) fn trace_window(&mut self, ply: Ply, alpha: Score, beta: Score) {
        self.tracer.restart_node();
        let [low, high] = if ply.0.is_multiple_of(2) { [alpha, beta] } else { [-beta, -alpha] };
        self.tracer.set_window(low, high);
    }

    /// Reports the value or bound of a node that needs no search.
    #[inline]
    pub(super) fn trace_bound(&mut self, ply: Ply, value: Score, bound: Bound, end: NodeEnd) {
        let bound = match bound {
            Bound::Lower if !ply.0.is_multiple_of(2) => Bound::Upper,
            Bound::Upper if !ply.0.is_multiple_of(2) => Bound::Lower,
            bound => bound,
        };
        self.tracer.set_bound(Self::root_view(value, ply), bound, end);
    }

    /// Reports the value of a node after its moves.
    #[inline]
    pub(super) fn trace_value(&mut self, ply: Ply, value: Score) {
        self.tracer.set_value(Self::root_view(value, ply), ply.0.is_multiple_of(2));
    }

    /// The value of a position that is drawn by its history.
    #[inline]
    pub(super) fn history_draw(&mut self, position: &G::Position, ply: Ply) -> Option<Score> {
        if self.game.is_acyclic() {
            return None;
        }
        let repetition_ply = self.repetition(ply).or_else(|| {
            // Counters within reach of a move limit are part of the key, so such a draw does not depend on the path.
            self.game.is_move_limit(self.history.counters(), position).then_some(Dependence::NONE.repetition_ply)
        })?;
        // A decided board takes precedence over the history.
        if self.game.outcome(position).is_some() {
            return None;
        }
        self.dependence.repetition_ply = repetition_ply;
        Some(Score::DRAW)
    }

    /// If the position is a draw by repetition: the first ply that this depends on.
    #[inline]
    fn repetition(&self, ply: Ply) -> Option<Ply> {
        let limit = self.game.repetition_limit()?;
        let found = self.history.repetition()?;
        let back = |plies: Ply| Ply(ply.0.saturating_sub(plies.0));
        if found.occurrences >= limit {
            Some(back(found.first))
        } else {
            // Only for an earlier occurrence strictly below the root: the side that repeated it once can do so again.
            (self.switches.rep2 && found.last < ply).then(|| back(found.last))
        }
    }

    /// The key of a position that is searched to `depth`.
    #[inline]
    pub(super) fn table_key(&self, position: &G::Position, depth: Depth) -> TableKey<G::Position> {
        let mut table_key = TableKey { key: 0, image: None };
        if !self.symmetries.is_empty() && depth.0 >= SYMMETRY_MIN_DEPTH {
            let mut least = *position;
            for &symmetry in &self.symmetries {
                let image = self.game.transform(position, symmetry);
                if image < least {
                    least = image;
                    table_key.image = Some((symmetry, image));
                }
            }
        }
        table_key.key = match &table_key.image {
            Some((_, image)) => image.key(),
            None if self.game.is_acyclic() => position.key(),
            None => self.history.key(),
        };
        table_key.key ^= self.salt();
        if !self.game.is_acyclic() {
            let counters = self.game.counters_key(self.history.counters(), position, self.max_ply);
            table_key.key ^= counters.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        table_key
    }

    /// Separates entries that must not be mixed: those of searches for either side (an evaluator may depend on the
    /// searching side), and those with and without reductions.
    #[inline]
    fn salt(&self) -> u64 {
        const SIDE: u64 = 0xa076_1d64_78bd_642f;
        const FULL: u64 = 0xe703_7ed1_a0b4_28db;
        let side = if self.side == Side::First { 0 } else { SIDE };
        let full = if self.reduces == self.switches.lmr { 0 } else { FULL };
        side ^ full
    }

    /// The code of a move as stored in the table: under the symmetry of the key.
    #[inline]
    pub(super) fn table_code(&self, table_key: &TableKey<G::Position>, mv: G::Move, code: u16) -> u16 {
        match &table_key.image {
            None => code,
            Some((symmetry, image)) => self.game.move_code(image, self.game.transform_move(mv, *symmetry)),
        }
    }

    /// Looks up a position, if there is a table.
    #[inline]
    pub(super) fn probe(&self, table_key: &TableKey<G::Position>) -> Option<TableEntry> {
        self.table?.probe(table_key.key)
    }

    /// Computes the key of a position and prefetches its table entry, before the evaluator follows the move. Returns 0
    /// where the root has symmetries: there a key is expensive and is computed only when it is needed.
    #[inline]
    fn prefetch_entry(&self, position: &G::Position, depth: Depth) -> u64 {
        match self.table {
            Some(table) if depth.0 >= TABLE_MIN_DEPTH && self.symmetries.is_empty() => {
                let key = self.table_key(position, depth).key;
                table.prefetch(key);
                key
            }
            _ => 0,
        }
    }

    /// Stores an entry, and grows the table when it gets crowded.
    #[inline]
    pub(super) fn store(&mut self, table: &TranspositionTable, key: u64, entry: TableEntry) {
        if table.store(key, entry) {
            self.until_growth -= 1;
            if self.until_growth == 0 {
                table.grow();
                self.until_growth = table.growth_threshold().unwrap_or(u64::MAX);
            }
        }
    }

    /// Leaves growing the table to another thread.
    pub(super) fn disable_table_growth(&mut self) {
        self.until_growth = u64::MAX;
    }

    /// Whether entries of a larger depth may be used.
    #[inline]
    pub(super) fn accepts_deeper_entries(&self) -> bool {
        self.switches.table == TableUse::On
    }

    /// The best move of a position according to the table, if it is legal there.
    pub(super) fn table_move(&mut self, position: &G::Position, depth: Depth) -> Option<G::Move> {
        let table_key = self.table_key(position, depth);
        let code = self.probe(&table_key)?.move_code;
        if code == NO_MOVE_CODE || self.game.outcome(position).is_some() {
            return None;
        }
        self.buffer.clear();
        self.game.generate(position, &mut self.buffer);
        let is_it = |mv: &&G::Move| self.table_code(&table_key, **mv, self.game.move_code(position, **mv)) == code;
        self.buffer.iter().find(is_it).copied()
    }
}
