//! The search of one node.

use zermelo_core::trace::NodeEnd;
use zermelo_core::{Bound, Depth, Evaluator, Foresight, GameRecord, Oracle, Ply, Position, Score, Searchable, Wdl};

use super::busy::{Mark, PutOff};
use super::ordering::{COUNTER, FROM_TABLE, NOISY, Ranked, order, pick};
use super::worker::{At, Flow, Named, TABLE_FROM, Worker};
use crate::budget::Interrupted;
use crate::table::{Entry, NO_CODE, Searched};
use crate::trace::Trace;

/// From this depth on moves are put in order. Just above the leaves that costs more than it saves.
const ORDERED_FROM: u32 = 2;
/// From this depth on late moves are looked at less deep.
const REDUCED_FROM: u32 = 3;
/// So many moves are always looked at in full.
const NEVER_REDUCED: usize = 3;

/// A kind of node.
pub(super) trait Kind {
    /// Its window is open and its best line is wanted. Else its window is empty, and it answers a question: more or not?
    const IS_OPEN: bool;
}

/// A node of an open window.
pub(super) struct Open;

/// A node of an empty window.
pub(super) struct Scout;

impl Kind for Open {
    const IS_OPEN: bool = true;
}

impl Kind for Scout {
    const IS_OPEN: bool = false;
}

/// What is known of a node before its moves are tried.
enum Early {
    /// Its value or a bound of it that is enough, and where that comes from.
    Known(Score, Bound, NodeEnd),
    /// The moves to try are in the buffer, and the value lies in this window or outside the one that was asked for.
    Moves { alpha: Score, beta: Score },
}

impl<G: Searchable, E: Evaluator<G>, T: Trace<G::Move>> Worker<'_, G, E, T> {
    /// The value of a node, from the view of the side to move: exact inside the window, at most the true value from `beta` on, at least
    /// the true value up to `alpha`. Says in `flow` what it rests on.
    pub(super) fn node<K: Kind>(
        &mut self,
        position: &G::Position,
        at: At,
        depth: Depth,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Interrupted> {
        self.flow = Flow::CLEAN;
        if K::IS_OPEN {
            self.lines.clear(at.ply);
        }
        self.tell_window(at.ply, alpha, beta);
        if let Some(draw) = self.drawn(position, at.ply) {
            self.tell_bound(at.ply, draw, Bound::Exact, NodeEnd::GameOver);
            return Ok(draw);
        }
        if depth == Depth(0) || at.ply >= self.deepest {
            return self.horizon(position, at, alpha, beta);
        }
        if self.table.is_none() || depth.0 < TABLE_FROM {
            return self.inner::<K>(position, at, depth, alpha, beta, None).map(|(value, _)| value);
        }
        let named = match at.key {
            0 => self.name(position, depth),
            key => Named { key, image: None },
        };
        let entry = self.probe(&named);
        if let Some(entry) = &entry
            && let Some((value, is_final)) = self.known(entry, at.ply, depth, alpha, beta)
        {
            self.flow.was_cut = !is_final;
            self.tell_bound(at.ply, value, entry.bound, NodeEnd::Table);
            return Ok(value);
        }
        let hint = entry.map_or(NO_CODE, |entry| entry.code);
        let (value, found) = self.inner::<K>(position, at, depth, alpha, beta, Some((&named, hint)))?;
        if let Some((bound, code)) = found {
            self.keep(&named, at.ply, depth, (value, bound, code));
        }
        Ok(value)
    }

    /// The value of an entry, if it answers what is asked, and whether no deeper search can find another.
    #[inline]
    fn known(&self, entry: &Entry, ply: Ply, depth: Depth, alpha: Score, beta: Score) -> Option<(Score, bool)> {
        let value = entry.score.from_node(ply);
        let is_high = entry.bound != Bound::Upper && value >= beta;
        let is_low = entry.bound != Bound::Lower && value <= alpha;
        if !(entry.bound == Bound::Exact || is_high || is_low) {
            return None;
        }
        let is_deep_enough = match entry.searched {
            Searched::ToEnd => return Some((value, true)),
            Searched::Plies(plies) if self.takes_deeper() => plies >= depth,
            Searched::Plies(plies) => plies == depth,
        };
        if is_deep_enough {
            return Some((value, false));
        }
        // A win that was found stays one, however deep is asked.
        let is_proven = is_high && value > Score::DRAW || is_low && value < Score::DRAW;
        (self.takes_deeper() && is_proven && value.decided().is_some()).then_some((value, true))
    }

    fn keep(&mut self, named: &Named<G::Position>, ply: Ply, depth: Depth, (value, bound, code): (Score, Bound, u16)) {
        let Some(table) = self.table else { return };
        if self.flow.rests_on < ply {
            if code != NO_CODE {
                self.store(table, named.key, Entry::move_only(code));
            }
            return;
        }
        let is_final = !self.flow.was_cut && self.takes_deeper();
        let searched = if is_final { Searched::ToEnd } else { Searched::Plies(depth) };
        self.store(table, named.key, Entry { score: value.from_root(ply), bound, searched, code });
    }

    /// The value of a node that is not in the table; with what the value says and the best move's stored code, where it is worth
    /// storing.
    #[inline]
    fn inner<K: Kind>(
        &mut self,
        position: &G::Position,
        at: At,
        depth: Depth,
        alpha: Score,
        beta: Score,
        table: Option<(&Named<G::Position>, u16)>,
    ) -> Result<(Score, Option<(Bound, u16)>), Interrupted> {
        let (mut alpha, beta) = match self.begin::<K>(position, at, depth, alpha, beta) {
            Early::Known(value, bound, end) => {
                self.tell_bound(at.ply, value, bound, end);
                return Ok((value, None));
            }
            Early::Moves { alpha, beta } => (alpha, beta),
        };
        let floor = alpha;
        let count = self.buffer.len();
        self.tracer.moves(count);
        let is_forced = count == 1 && self.switches.extensions && at.ply < self.extends_above;
        if depth == Depth(1) && !is_forced {
            return self.above_leaves::<K>(position, at, alpha, beta).map(|value| (value, None));
        }
        let from = self.list.len();
        let first_ranked = self.list_moves(position, depth, table);
        let below = if is_forced { depth } else { depth.less_one() };
        let mut best = Score::MIN;
        let mut best_move = None;
        let mut flow = Flow::CLEAN;
        let shared = self.busy.and_then(|busy| busy.at_depth(depth)).zip(table);
        let mut put_off = PutOff::default();
        let mut tried = 0;
        while tried < count {
            let place = from + tried;
            let fresh = put_off.fresh(count - tried);
            if depth.0 >= ORDERED_FROM && tried >= first_ranked && fresh > 0 {
                if tried == first_ranked && put_off == PutOff::default() {
                    self.rank_from(place, position, at);
                }
                order(&mut self.list[place..place + fresh], tried);
            }
            let Ranked { mv, code, rank } = self.list[place];
            let shared = shared.map(|(busy, (named, _))| (busy, Mark::new(named.key, code)));
            if tried > 0
                && shared.is_some_and(|(busy, mark)| busy.holds(mark))
                && put_off.first_of(&mut self.list[place..])
            {
                continue;
            }
            let less = if rank < COUNTER { self.reduction::<K>(depth, tried) } else { 0 };
            let (after, key) = self.down(position, mv, Depth(below.0 - less))?;
            let there = At { ply: at.ply.next(), before: code, key };
            let held = shared.map(|(busy, mark)| busy.hold(mark));
            let value = self.child::<K>(&after, there, below, (tried, less), alpha, beta);
            self.up(position, mv, &after);
            drop(held);
            let value = value?;
            tried += 1;
            flow = flow.join(self.flow);
            if value <= best {
                continue;
            }
            best = value;
            if value <= alpha {
                continue;
            }
            alpha = value;
            let code = if depth.0 >= ORDERED_FROM { code } else { self.game.move_code(position, mv) };
            best_move = Some((mv, code));
            if value >= beta {
                if K::IS_OPEN {
                    // The node below may have been a scout, without a line.
                    self.lines.end_with(at.ply, mv);
                }
                // The others can't matter any more.
                flow = self.flow;
                if depth.0 >= ORDERED_FROM && !self.game.is_noisy(position, mv) {
                    let place = (position.side_to_move(), at.ply, at.before);
                    self.memory.cut(place, code, &self.list[from..from + tried - 1], depth);
                }
                break;
            }
            if K::IS_OPEN {
                self.lines.put(at.ply, mv);
            }
        }
        self.list.truncate(from);
        self.flow = flow;
        self.tell_value(at.ply, best);
        let Some((named, _)) = table else { return Ok((best, None)) };
        let bound = if best >= beta {
            Bound::Lower
        } else if best > floor {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let code = best_move.map_or(NO_CODE, |(mv, code)| self.stored_code(named, mv, code));
        Ok((best, Some((bound, code))))
    }

    /// Looks for what can be told without trying the moves; else puts them into the buffer.
    #[inline]
    fn begin<K: Kind>(&mut self, position: &G::Position, at: At, depth: Depth, alpha: Score, beta: Score) -> Early {
        if let Some(outcome) = self.game.outcome(position) {
            let value = Score::finished(outcome.wdl(position.side_to_move()), at.ply);
            return Early::Known(value, Bound::Exact, NodeEnd::GameOver);
        }
        if let Some(value) = self.ask_oracle(position, at.ply) {
            return Early::Known(value, Bound::Exact, NodeEnd::Proven);
        }
        // The side to move wins with its next move at the soonest, and loses with the reply.
        let mut bounds = [Score::loss_in(at.ply.next()), Score::win_in(at.ply.next())];
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
                if K::IS_OPEN {
                    self.lines.end_with(at.ply, mv);
                }
                return Early::Known(bounds[1], Bound::Exact, NodeEnd::Proven);
            }
            Foresight::Lost => {
                return Early::Known(Score::loss_in(Ply(at.ply.0 + 2)), Bound::Exact, NodeEnd::Proven);
            }
            Foresight::Sound => bounds = [Score::loss_in(Ply(at.ply.0 + 4)), Score::win_in(Ply(at.ply.0 + 3))],
            Foresight::Unknown => self.game.generate(position, &mut self.buffer),
        }
        let [worst, most] = bounds;
        if worst >= beta {
            return Early::Known(worst, Bound::Lower, NodeEnd::Proven);
        }
        if most <= alpha {
            return Early::Known(most, Bound::Upper, NodeEnd::Proven);
        }
        Early::Moves { alpha: alpha.max(worst), beta: beta.min(most) }
    }

    /// The value of a node whose moves, in the buffer, lead to leaves. They are tried as they come: an order would cost more than it
    /// saves.
    #[inline]
    fn above_leaves<K: Kind>(
        &mut self,
        position: &G::Position,
        at: At,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, Interrupted> {
        std::mem::swap(&mut self.buffer, &mut self.last_moves);
        let there = At { ply: at.ply.next(), before: NO_CODE, key: 0 };
        let mut best = Score::MIN;
        let mut flow = Flow::CLEAN;
        for place in 0..self.last_moves.len() {
            let mv = self.last_moves[place];
            let (after, _) = self.down(position, mv, Depth(0))?;
            let value = self.leaf(&after, there, -beta, -alpha);
            self.up(position, mv, &after);
            let value = -value?;
            flow = flow.join(self.flow);
            if value <= best {
                continue;
            }
            best = value;
            if value <= alpha {
                continue;
            }
            alpha = value;
            if K::IS_OPEN {
                self.lines.end_with(at.ply, mv);
            }
            if value >= beta {
                flow = self.flow;
                break;
            }
        }
        self.flow = flow;
        self.tell_value(at.ply, best);
        Ok(best)
    }

    /// Moves the buffer onto the list, the table's move first. How many of them need no rank.
    #[inline]
    fn list_moves(&mut self, position: &G::Position, depth: Depth, table: Option<(&Named<G::Position>, u16)>) -> usize {
        let from = self.list.len();
        self.list.extend(self.buffer.iter().map(|&mv| Ranked { mv, code: NO_CODE, rank: 0 }));
        let hint = table.filter(|&(_, hint)| hint != NO_CODE && depth.0 >= ORDERED_FROM);
        usize::from(hint.is_some_and(|(named, hint)| self.put_first(from, position, named, hint)))
    }

    /// Brings the move with a stored code to a place on the list, if it is there.
    #[inline]
    fn put_first(&mut self, from: usize, position: &G::Position, named: &Named<G::Position>, hint: u16) -> bool {
        for place in from..self.list.len() {
            let mv = self.list[place].mv;
            let code = self.game.move_code(position, mv);
            if self.stored_code(named, mv, code) == hint {
                self.list[place] = Ranked { mv, code, rank: FROM_TABLE };
                self.list[from..=place].rotate_right(1);
                return true;
            }
        }
        false
    }

    /// Ranks the moves on the list from a place on.
    #[inline]
    fn rank_from(&mut self, place: usize, position: &G::Position, at: At) {
        let side = position.side_to_move();
        for ranked in &mut self.list[place..] {
            let mv = ranked.mv;
            ranked.code = self.game.move_code(position, mv);
            ranked.rank = if self.game.is_noisy(position, mv) {
                NOISY
            } else {
                self.memory.rank(side, at.ply, at.before, ranked.code)
            };
            if self.switches.ordering {
                ranked.rank += self.evaluator.rank(self.game, &self.state, position, mv);
            }
        }
    }

    /// What the oracle proves of a position. It assumes a fresh history: where something can come back it is not asked.
    #[inline]
    fn ask_oracle(&self, position: &G::Position, ply: Ply) -> Option<Score> {
        let oracle = self.oracle?;
        if !(self.game.is_acyclic() || self.history.is_fresh()) || !oracle.may_know(self.game, position) {
            return None;
        }
        proven_score(oracle, self.game, position, ply)
    }

    /// How many plies less a late quiet move is looked at first. Integers alone: the same everywhere.
    #[inline]
    fn reduction<K: Kind>(&self, depth: Depth, tried: usize) -> u32 {
        if !self.reduces || depth.0 < REDUCED_FROM || tried < NEVER_REDUCED {
            return 0;
        }
        let plies = depth.0.ilog2() * (tried + 1).ilog2() / 3;
        let plies = if K::IS_OPEN { plies.saturating_sub(1) } else { plies };
        plies.min(depth.0 - 2)
    }

    /// The value of the node below, from the view of the side that moved there. The first move is searched with the whole window; the
    /// others are asked first whether they are better, the late ones less deep.
    #[inline]
    fn child<K: Kind>(
        &mut self,
        after: &G::Position,
        at: At,
        below: Depth,
        (tried, less): (usize, u32),
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Interrupted> {
        let has_null_window = K::IS_OPEN && self.switches.null_window && tried > 0;
        if less > 0 {
            let shallow = Depth(below.0 - less);
            let value = if has_null_window || !K::IS_OPEN {
                -self.node::<Scout>(after, at, shallow, -alpha.above(), -alpha)?
            } else {
                -self.node::<K>(after, at, shallow, -beta, -alpha)?
            };
            if value <= alpha {
                self.tracer.reduced();
                return Ok(value);
            }
        }
        if has_null_window {
            let value = -self.node::<Scout>(after, at, below, -alpha.above(), -alpha)?;
            if value <= alpha || value >= beta {
                return Ok(value);
            }
        }
        Ok(-self.node::<K>(after, at, below, -beta, -alpha)?)
    }

    /// The value of a node at the horizon, or of one that is drawn.
    #[inline]
    fn leaf(&mut self, position: &G::Position, at: At, alpha: Score, beta: Score) -> Result<Score, Interrupted> {
        self.flow = Flow::CLEAN;
        self.tell_window(at.ply, alpha, beta);
        if let Some(draw) = self.drawn(position, at.ply) {
            self.tell_bound(at.ply, draw, Bound::Exact, NodeEnd::GameOver);
            return Ok(draw);
        }
        self.horizon(position, at, alpha, beta)
    }

    /// The value of a node at the horizon, or below it where captures go on.
    #[inline]
    fn horizon(&mut self, position: &G::Position, at: At, alpha: Score, beta: Score) -> Result<Score, Interrupted> {
        if self.switches.quiescence && self.game.has_noisy(position) && at.ply < self.deepest {
            return self.noisy(position, at, alpha, beta);
        }
        let (value, end) = if let Some(outcome) = self.game.outcome(position) {
            (Score::finished(outcome.wdl(position.side_to_move()), at.ply), NodeEnd::GameOver)
        } else if let Some(value) = self.ask_oracle(position, at.ply) {
            (value, NodeEnd::Proven)
        } else {
            (self.guess(position), NodeEnd::Horizon)
        };
        self.tell_bound(at.ply, value, Bound::Exact, end);
        Ok(value)
    }

    #[inline]
    fn guess(&mut self, position: &G::Position) -> Score {
        self.flow.was_cut = true;
        self.evaluator.evaluate(self.game, &self.state, position)
    }

    /// The value of a node below the horizon in which noisy moves are there. Where every move is noisy, one of them has to be made; else
    /// the side to move may as well stay with the guess.
    fn noisy(&mut self, position: &G::Position, at: At, mut alpha: Score, beta: Score) -> Result<Score, Interrupted> {
        self.buffer.clear();
        self.game.generate(position, &mut self.buffer);
        let from = self.list.len();
        for &mv in &self.buffer {
            if self.game.is_noisy(position, mv) {
                let rank = self.evaluator.rank(self.game, &self.state, position, mv);
                self.list.push(Ranked { mv, code: NO_CODE, rank });
            }
        }
        let mut best = Score::MIN;
        let mut flow = Flow::CLEAN;
        let count = self.list.len() - from;
        self.tracer.moves(count);
        if count < self.buffer.len() {
            best = self.guess(position);
            alpha = alpha.max(best);
            flow = self.flow;
            if best >= beta {
                self.list.truncate(from);
                self.tell_value(at.ply, best);
                return Ok(best);
            }
        }
        for place in from..from + count {
            pick(&mut self.list[place..]);
            let mv = self.list[place].mv;
            let (after, key) = self.down(position, mv, Depth(0))?;
            let there = At { ply: at.ply.next(), before: NO_CODE, key };
            let value = self.leaf(&after, there, -beta, -alpha);
            self.up(position, mv, &after);
            let value = -value?;
            flow = flow.join(self.flow);
            if value > best {
                best = value;
                alpha = alpha.max(value);
                if value >= beta {
                    flow = self.flow;
                    break;
                }
            }
        }
        self.list.truncate(from);
        self.flow = flow;
        self.tell_value(at.ply, best);
        Ok(best)
    }
}

/// What an oracle proves of a position `ply` below the root. A win whose length is not known is no win in so many plies: it is left to
/// the search.
fn proven_score<G: Searchable>(oracle: &dyn Oracle<G>, game: &G, position: &G::Position, ply: Ply) -> Option<Score> {
    let record = GameRecord::from_position(game.clone(), *position);
    let proven = oracle.probe(&record)?;
    match (proven.wdl, proven.plies) {
        (Wdl::Draw, _) => Some(Score::DRAW),
        (wdl, Some(plies)) => Some(Score::finished(wdl, Ply(ply.0 + plies.0))),
        (_, None) => None,
    }
}
