//! The search of one node.

use zermelo_core::trace::NodeEnd;
use zermelo_core::{Bound, Depth, Evaluator, Foresight, GameRecord, Oracle, Ply, Position, Score, Searchable, Wdl};

use super::abdada::{DeferredMoves, MoveHash};
use super::ordering::{COUNTER, FROM_TABLE, NOISY, RankedMove, order_next, pick};
use super::worker::{Dependence, NodeContext, PvsWorker, TABLE_MIN_DEPTH, TableKey};
use crate::budget::InterruptedError;
use crate::trace::Trace;
use crate::transposition_table::{NO_MOVE_CODE, SearchedDepth, TableEntry};

/// The least depth at which moves are ordered. At depth 1 ordering costs more than it saves.
const ORDERING_MIN_DEPTH: u32 = 2;
/// The least depth of late-move reductions.
const LMR_MIN_DEPTH: u32 = 3;
/// The first moves of a node are never reduced.
const LMR_FULL_DEPTH_MOVES: usize = 3;

/// The type of a node.
pub(super) trait NodeType {
    /// Whether it is a PV node: its window is open and its principal variation is kept. A non-PV node has a null
    /// window.
    const IS_PV: bool;
}

/// A node with an open window (a PV node).
pub(super) struct PvNode;

/// A node with a null window (a non-PV node).
pub(super) struct NonPvNode;

impl NodeType for PvNode {
    const IS_PV: bool = true;
}

impl NodeType for NonPvNode {
    const IS_PV: bool = false;
}

/// The result of the checks before the moves of a node are searched.
enum PreSearch {
    /// The value or a sufficient bound, and its origin.
    Known(Score, Bound, NodeEnd),
    /// The moves are in the buffer, and the window is narrowed to the values that are possible.
    Search { alpha: Score, beta: Score },
}

impl<G: Searchable, E: Evaluator<G>, T: Trace<G::Move>> PvsWorker<'_, G, E, T> {
    /// The value of a node, from the view of the side to move. Fail-soft: exact inside the window, a lower bound from
    /// `beta` on, an upper bound up to `alpha`. Sets `dependence`.
    pub(super) fn node<K: NodeType>(
        &mut self,
        position: &G::Position,
        context: NodeContext,
        depth: Depth,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, InterruptedError> {
        self.dependence = Dependence::NONE;
        if K::IS_PV {
            self.pv_table.clear(context.ply);
        }
        self.trace_window(context.ply, alpha, beta);
        if let Some(draw) = self.history_draw(position, context.ply) {
            self.trace_bound(context.ply, draw, Bound::Exact, NodeEnd::GameOver);
            return Ok(draw);
        }
        if depth == Depth(0) || context.ply >= self.max_ply {
            return self.horizon(position, context, alpha, beta);
        }
        if self.table.is_none() || depth.0 < TABLE_MIN_DEPTH {
            return self.search_moves::<K>(position, context, depth, alpha, beta, None).map(|(value, _)| value);
        }
        let table_key = match context.key {
            0 => self.table_key(position, depth),
            key => TableKey { key, image: None },
        };
        let entry = self.probe(&table_key);
        if let Some(entry) = &entry
            && let Some((value, is_final)) = self.table_cutoff(entry, context.ply, depth, alpha, beta)
        {
            self.dependence.hit_horizon = !is_final;
            self.trace_bound(context.ply, value, entry.bound, NodeEnd::Table);
            return Ok(value);
        }
        let hint = entry.map_or(NO_MOVE_CODE, |entry| entry.move_code);
        let (value, found) = self.search_moves::<K>(position, context, depth, alpha, beta, Some((&table_key, hint)))?;
        if let Some((bound, code)) = found {
            self.store_result(&table_key, context.ply, depth, (value, bound, code));
        }
        Ok(value)
    }

    /// The value of a table entry if it suffices for a cutoff or is exact, and whether no deeper search can change it.
    #[inline]
    fn table_cutoff(
        &self,
        entry: &TableEntry,
        ply: Ply,
        depth: Depth,
        alpha: Score,
        beta: Score,
    ) -> Option<(Score, bool)> {
        let value = entry.score.from_node(ply);
        let is_high = entry.bound != Bound::Upper && value >= beta;
        let is_low = entry.bound != Bound::Lower && value <= alpha;
        if !(entry.bound == Bound::Exact || is_high || is_low) {
            return None;
        }
        let is_deep_enough = match entry.depth {
            SearchedDepth::ToEnd => return Some((value, true)),
            SearchedDepth::Plies(plies) if self.accepts_deeper_entries() => plies >= depth,
            SearchedDepth::Plies(plies) => plies == depth,
        };
        if is_deep_enough {
            return Some((value, false));
        }
        // A proven win or loss holds at any depth.
        let is_proven = is_high && value > Score::DRAW || is_low && value < Score::DRAW;
        (self.accepts_deeper_entries() && is_proven && value.decided().is_some()).then_some((value, true))
    }

    fn store_result(
        &mut self,
        table_key: &TableKey<G::Position>,
        ply: Ply,
        depth: Depth,
        (value, bound, code): (Score, Bound, u16),
    ) {
        let Some(table) = self.table else { return };
        if self.dependence.repetition_ply < ply {
            if code != NO_MOVE_CODE {
                self.store(table, table_key.key, TableEntry::move_only(code));
            }
            return;
        }
        let is_final = !self.dependence.hit_horizon && self.accepts_deeper_entries();
        let searched = if is_final { SearchedDepth::ToEnd } else { SearchedDepth::Plies(depth) };
        self.store(
            table,
            table_key.key,
            TableEntry { score: value.from_root(ply), bound, depth: searched, move_code: code },
        );
    }

    /// Searches a node that the table did not answer. Returns its value, and what to store: the bound and the best
    /// move's code.
    #[inline]
    fn search_moves<K: NodeType>(
        &mut self,
        position: &G::Position,
        context: NodeContext,
        depth: Depth,
        alpha: Score,
        beta: Score,
        table: Option<(&TableKey<G::Position>, u16)>,
    ) -> Result<(Score, Option<(Bound, u16)>), InterruptedError> {
        let (mut alpha, beta) = match self.pre_search::<K>(position, context, depth, alpha, beta) {
            PreSearch::Known(value, bound, end) => {
                self.trace_bound(context.ply, value, bound, end);
                return Ok((value, None));
            }
            PreSearch::Search { alpha, beta } => (alpha, beta),
        };
        let floor = alpha;
        let count = self.buffer.len();
        self.tracer.set_move_count(count);
        let is_forced = count == 1 && self.switches.extensions && context.ply < self.max_extension_ply;
        if depth == Depth(1) && !is_forced {
            return self.frontier_node::<K>(position, context, alpha, beta).map(|value| (value, None));
        }
        let from = self.list.len();
        let first_ranked = self.list_moves(position, depth, table);
        let below = if is_forced { depth } else { depth.less_one() };
        let mut best = Score::MIN;
        let mut best_move = None;
        let mut dependence = Dependence::NONE;
        let shared = self.abdada.and_then(|abdada| abdada.if_deep_enough(depth)).zip(table);
        let mut deferred = DeferredMoves::default();
        let mut tried = 0;
        while tried < count {
            let index = from + tried;
            let not_deferred = deferred.not_deferred(count - tried);
            if depth.0 >= ORDERING_MIN_DEPTH && tried >= first_ranked && not_deferred > 0 {
                if tried == first_ranked && deferred == DeferredMoves::default() {
                    self.rank_moves(index, position, context);
                }
                order_next(&mut self.list[index..index + not_deferred], tried);
            }
            let RankedMove { mv, code, rank } = self.list[index];
            let shared = shared.map(|(abdada, (table_key, _))| (abdada, MoveHash::new(table_key.key, code)));
            if tried > 0
                && shared.is_some_and(|(abdada, hash)| abdada.is_searched(hash))
                && deferred.defer_first(&mut self.list[index..])
            {
                continue;
            }
            let reduction = if rank < COUNTER { self.late_move_reduction::<K>(depth, tried) } else { 0 };
            let (after, key) = self.make_move(position, mv, Depth(below.0 - reduction))?;
            let child_context = NodeContext { ply: context.ply.next(), previous_move: code, key };
            let guard = shared.map(|(abdada, hash)| abdada.start_search(hash));
            let value = self.search_child::<K>(&after, child_context, below, (tried, reduction), alpha, beta);
            self.unmake_move(position, mv, &after);
            drop(guard);
            let value = value?;
            tried += 1;
            dependence = dependence.join(self.dependence);
            if value <= best {
                continue;
            }
            best = value;
            if value <= alpha {
                continue;
            }
            alpha = value;
            let code = if depth.0 >= ORDERING_MIN_DEPTH { code } else { self.game.move_code(position, mv) };
            best_move = Some((mv, code));
            if value >= beta {
                if K::IS_PV {
                    // The child may have been a non-PV node, which has no line.
                    self.pv_table.set_last(context.ply, mv);
                }
                // After a cutoff the value depends on this move only.
                dependence = self.dependence;
                if depth.0 >= ORDERING_MIN_DEPTH && !self.game.is_noisy(position, mv) {
                    let node = (position.side_to_move(), context.ply, context.previous_move);
                    self.ordering.update_on_cutoff(node, code, &self.list[from..from + tried - 1], depth);
                }
                break;
            }
            if K::IS_PV {
                self.pv_table.update(context.ply, mv);
            }
        }
        self.list.truncate(from);
        self.dependence = dependence;
        self.trace_value(context.ply, best);
        let Some((table_key, _)) = table else { return Ok((best, None)) };
        let bound = if best >= beta {
            Bound::Lower
        } else if best > floor {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let code = best_move.map_or(NO_MOVE_CODE, |(mv, code)| self.table_code(table_key, mv, code));
        Ok((best, Some((bound, code))))
    }

    /// Checks what can be known without searching the moves; otherwise generates them into the buffer.
    #[inline]
    fn pre_search<K: NodeType>(
        &mut self,
        position: &G::Position,
        context: NodeContext,
        depth: Depth,
        alpha: Score,
        beta: Score,
    ) -> PreSearch {
        if let Some(outcome) = self.game.outcome(position) {
            let value = Score::finished(outcome.wdl(position.side_to_move()), context.ply);
            return PreSearch::Known(value, Bound::Exact, NodeEnd::GameOver);
        }
        if let Some(value) = self.ask_oracle(position, context.ply) {
            return PreSearch::Known(value, Bound::Exact, NodeEnd::Proven);
        }
        // The side to move wins with its next move at the earliest, and loses by the reply to it.
        let mut bounds = [Score::loss_in(context.ply.next()), Score::win_in(context.ply.next())];
        self.buffer.clear();
        let mut foreseen = Foresight::Unknown;
        if self.switches.threats {
            foreseen = if depth > Depth(1) {
                self.game.foresee(position, &mut self.buffer)
            } else {
                self.game.winning_move(position).map_or(Foresight::Unknown, Foresight::Win)
            };
        }
        match foreseen {
            Foresight::Win(mv) => {
                if K::IS_PV {
                    self.pv_table.set_last(context.ply, mv);
                }
                return PreSearch::Known(bounds[1], Bound::Exact, NodeEnd::Proven);
            }
            Foresight::Lost => {
                return PreSearch::Known(Score::loss_in(Ply(context.ply.0 + 2)), Bound::Exact, NodeEnd::Proven);
            }
            Foresight::Sound => {
                bounds = [Score::loss_in(Ply(context.ply.0 + 4)), Score::win_in(Ply(context.ply.0 + 3))];
            }
            Foresight::Unknown => self.game.generate(position, &mut self.buffer),
        }
        let [worst, most] = bounds;
        if worst >= beta {
            return PreSearch::Known(worst, Bound::Lower, NodeEnd::Proven);
        }
        if most <= alpha {
            return PreSearch::Known(most, Bound::Upper, NodeEnd::Proven);
        }
        PreSearch::Search { alpha: alpha.max(worst), beta: beta.min(most) }
    }

    /// The value of a frontier node (depth 1), whose moves are in the buffer. They are tried in the order of
    /// generation: ordering would cost more than it saves.
    #[inline]
    fn frontier_node<K: NodeType>(
        &mut self,
        position: &G::Position,
        context: NodeContext,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, InterruptedError> {
        std::mem::swap(&mut self.buffer, &mut self.frontier_moves);
        let child_context = NodeContext { ply: context.ply.next(), previous_move: NO_MOVE_CODE, key: 0 };
        let mut best = Score::MIN;
        let mut dependence = Dependence::NONE;
        for index in 0..self.frontier_moves.len() {
            let mv = self.frontier_moves[index];
            let (after, _) = self.make_move(position, mv, Depth(0))?;
            let value = self.leaf(&after, child_context, -beta, -alpha);
            self.unmake_move(position, mv, &after);
            let value = -value?;
            dependence = dependence.join(self.dependence);
            if value <= best {
                continue;
            }
            best = value;
            if value <= alpha {
                continue;
            }
            alpha = value;
            if K::IS_PV {
                self.pv_table.set_last(context.ply, mv);
            }
            if value >= beta {
                dependence = self.dependence;
                break;
            }
        }
        self.dependence = dependence;
        self.trace_value(context.ply, best);
        Ok(best)
    }

    /// Appends the buffer to the move list, the table's move first. Returns how many moves need no rank.
    #[inline]
    fn list_moves(
        &mut self,
        position: &G::Position,
        depth: Depth,
        table: Option<(&TableKey<G::Position>, u16)>,
    ) -> usize {
        let from = self.list.len();
        self.list.extend(self.buffer.iter().map(|&mv| RankedMove { mv, code: NO_MOVE_CODE, rank: 0 }));
        let hint = table.filter(|&(_, hint)| hint != NO_MOVE_CODE && depth.0 >= ORDERING_MIN_DEPTH);
        usize::from(hint.is_some_and(|(table_key, hint)| self.move_hint_to_front(from, position, table_key, hint)))
    }

    /// Moves the move with the code `hint` to the index `from` of the list, if it is there.
    #[inline]
    fn move_hint_to_front(
        &mut self,
        from: usize,
        position: &G::Position,
        table_key: &TableKey<G::Position>,
        hint: u16,
    ) -> bool {
        for index in from..self.list.len() {
            let mv = self.list[index].mv;
            let code = self.game.move_code(position, mv);
            if self.table_code(table_key, mv, code) == hint {
                self.list[index] = RankedMove { mv, code, rank: FROM_TABLE };
                self.list[from..=index].rotate_right(1);
                return true;
            }
        }
        false
    }

    /// Ranks the moves of the list from an index on.
    #[inline]
    fn rank_moves(&mut self, index: usize, position: &G::Position, context: NodeContext) {
        let side = position.side_to_move();
        for ranked in &mut self.list[index..] {
            let mv = ranked.mv;
            ranked.code = self.game.move_code(position, mv);
            ranked.rank = if self.game.is_noisy(position, mv) {
                NOISY
            } else {
                self.ordering.rank(side, context.ply, context.previous_move, ranked.code)
            };
            if self.switches.ordering {
                ranked.rank += self.evaluator.rank(self.game, &self.state, position, mv);
            }
        }
    }

    /// The oracle's value. It holds for a fresh history: where the position could repeat an earlier one, the oracle is
    /// not asked.
    #[inline]
    fn ask_oracle(&self, position: &G::Position, ply: Ply) -> Option<Score> {
        let oracle = self.oracle?;
        if !(self.game.is_acyclic() || self.history.is_fresh()) || !oracle.can_probe(self.game, position) {
            return None;
        }
        proven_score(oracle, self.game, position, ply)
    }

    /// The late-move reduction in plies. Integer arithmetic only, so that it is the same on every machine.
    #[inline]
    fn late_move_reduction<K: NodeType>(&self, depth: Depth, tried: usize) -> u32 {
        if !self.reduces || depth.0 < LMR_MIN_DEPTH || tried < LMR_FULL_DEPTH_MOVES {
            return 0;
        }
        let plies = depth.0.ilog2() * (tried + 1).ilog2() / 3;
        let plies = if K::IS_PV { plies.saturating_sub(1) } else { plies };
        plies.min(depth.0 - 2)
    }

    /// The value of a child, from the view of the parent's side to move. The first move is searched with the full
    /// window, the others with a null window first, late ones to a reduced depth first.
    #[inline]
    fn search_child<K: NodeType>(
        &mut self,
        after: &G::Position,
        context: NodeContext,
        below: Depth,
        (tried, reduction): (usize, u32),
        alpha: Score,
        beta: Score,
    ) -> Result<Score, InterruptedError> {
        let has_null_window = K::IS_PV && self.switches.null_window && tried > 0;
        if reduction > 0 {
            let shallow = Depth(below.0 - reduction);
            let value = if has_null_window || !K::IS_PV {
                -self.node::<NonPvNode>(after, context, shallow, -alpha.above(), -alpha)?
            } else {
                -self.node::<K>(after, context, shallow, -beta, -alpha)?
            };
            if value <= alpha {
                self.tracer.mark_reduced();
                return Ok(value);
            }
        }
        if has_null_window {
            let value = -self.node::<NonPvNode>(after, context, below, -alpha.above(), -alpha)?;
            if value <= alpha || value >= beta {
                return Ok(value);
            }
        }
        Ok(-self.node::<K>(after, context, below, -beta, -alpha)?)
    }

    /// The value of a leaf, which may be drawn by its history.
    #[inline]
    fn leaf(
        &mut self,
        position: &G::Position,
        context: NodeContext,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, InterruptedError> {
        self.dependence = Dependence::NONE;
        self.trace_window(context.ply, alpha, beta);
        if let Some(draw) = self.history_draw(position, context.ply) {
            self.trace_bound(context.ply, draw, Bound::Exact, NodeEnd::GameOver);
            return Ok(draw);
        }
        self.horizon(position, context, alpha, beta)
    }

    /// The value of a node at the horizon, by quiescence search if there are noisy moves.
    #[inline]
    fn horizon(
        &mut self,
        position: &G::Position,
        context: NodeContext,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, InterruptedError> {
        if self.switches.quiescence && self.game.has_noisy(position) && context.ply < self.max_ply {
            return self.quiescence(position, context, alpha, beta);
        }
        let (value, end) = if let Some(outcome) = self.game.outcome(position) {
            (Score::finished(outcome.wdl(position.side_to_move()), context.ply), NodeEnd::GameOver)
        } else if let Some(value) = self.ask_oracle(position, context.ply) {
            (value, NodeEnd::Proven)
        } else {
            (self.static_eval(position), NodeEnd::Horizon)
        };
        self.trace_bound(context.ply, value, Bound::Exact, end);
        Ok(value)
    }

    #[inline]
    fn static_eval(&mut self, position: &G::Position) -> Score {
        self.dependence.hit_horizon = true;
        self.evaluator.evaluate(self.game, &self.state, position)
    }

    /// Quiescence search: the noisy moves only. If the position has quiet moves too, the static evaluation is a lower
    /// bound (stand pat); otherwise a noisy move is forced.
    fn quiescence(
        &mut self,
        position: &G::Position,
        context: NodeContext,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, InterruptedError> {
        self.buffer.clear();
        self.game.generate(position, &mut self.buffer);
        let from = self.list.len();
        for &mv in &self.buffer {
            if self.game.is_noisy(position, mv) {
                let rank = self.evaluator.rank(self.game, &self.state, position, mv);
                self.list.push(RankedMove { mv, code: NO_MOVE_CODE, rank });
            }
        }
        let mut best = Score::MIN;
        let mut dependence = Dependence::NONE;
        let count = self.list.len() - from;
        self.tracer.set_move_count(count);
        if count < self.buffer.len() {
            best = self.static_eval(position);
            alpha = alpha.max(best);
            dependence = self.dependence;
            if best >= beta {
                self.list.truncate(from);
                self.trace_value(context.ply, best);
                return Ok(best);
            }
        }
        for index in from..from + count {
            pick(&mut self.list[index..]);
            let mv = self.list[index].mv;
            let (after, key) = self.make_move(position, mv, Depth(0))?;
            let child_context = NodeContext { ply: context.ply.next(), previous_move: NO_MOVE_CODE, key };
            let value = self.leaf(&after, child_context, -beta, -alpha);
            self.unmake_move(position, mv, &after);
            let value = -value?;
            dependence = dependence.join(self.dependence);
            if value > best {
                best = value;
                alpha = alpha.max(value);
                if value >= beta {
                    dependence = self.dependence;
                    break;
                }
            }
        }
        self.list.truncate(from);
        self.dependence = dependence;
        self.trace_value(context.ply, best);
        Ok(best)
    }
}

/// The oracle's value of a position `ply` plies below the root. A win of unknown length has no score; it is left to the
/// search.
fn proven_score<G: Searchable>(oracle: &dyn Oracle<G>, game: &G, position: &G::Position, ply: Ply) -> Option<Score> {
    let record = GameRecord::from_position(game.clone(), *position);
    let proven = oracle.probe(&record)?;
    match (proven.wdl, proven.plies) {
        (Wdl::Draw, _) => Some(Score::DRAW),
        (wdl, Some(plies)) => Some(Score::finished(wdl, Ply(ply.0 + plies.0))),
        (_, None) => None,
    }
}
