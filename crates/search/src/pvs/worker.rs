//! What one thread needs to search a tree: the way up and down, and what it remembers.

use zermelo_core::trace::NodeEnd;
use zermelo_core::{Bound, Depth, Evaluator, GameRecord, History, Oracle, Ply, Position, Score, Searchable, Side};

use super::busy::Busy;
use super::lines::Lines;
use super::options::{Switches, TableUse};
use super::ordering::{Asked, Memory, Ranked};
use crate::budget::{Budget, Interrupted};
use crate::table::{Entry, NO_CODE, Table};
use crate::trace::{NoTrace, Trace};
use crate::tree::DEEPEST;

/// From this depth on the table is asked and filled.
pub(super) const TABLE_FROM: u32 = 2;
/// Down to this depth a position's key is that of its canonical image. Below, making images costs more than it saves.
const SYMMETRIC_FROM: u32 = 3;

/// What a value rests on beside the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Flow {
    /// Some leaf was cut by the horizon: a deeper search could find something else.
    pub(super) was_cut: bool,
    /// The first ply of the path that it rests on, by a draw by repetition; `Ply(u32::MAX)`: on none.
    pub(super) rests_on: Ply,
}

impl Flow {
    pub(super) const CLEAN: Self = Self { was_cut: false, rests_on: Ply(u32::MAX) };

    #[inline]
    pub(super) fn join(self, other: Self) -> Self {
        Self { was_cut: self.was_cut || other.was_cut, rests_on: self.rests_on.min(other.rests_on) }
    }
}

/// Where a node lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    /// Plies below the root.
    pub(super) ply: Ply,
    /// The code of the move that led here.
    pub(super) before: u16,
    /// What the table calls it, where that is known already, else 0.
    pub(super) key: u64,
}

/// How the table calls a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named<P> {
    pub(super) key: u64,
    /// The image whose name it is, with the symmetry that leads there; `None`: its own.
    pub(super) image: Option<(usize, P)>,
}

/// One thread's search.
pub(super) struct Worker<'a, G: Searchable, E: Evaluator<G>, T = NoTrace> {
    pub(super) game: &'a G,
    pub(super) evaluator: &'a E,
    pub(super) oracle: Option<&'a dyn Oracle<G>>,
    pub(super) table: Option<&'a Table>,
    pub(super) switches: Switches,
    pub(super) budget: Budget,
    /// Who hears of the nodes.
    pub(super) tracer: T,
    pub(super) memory: &'a mut Memory,
    pub(super) state: E::State,
    pub(super) history: History<G>,
    pub(super) root: G::Position,
    pub(super) side: Side,
    /// The symmetries other than the identity that leave the root as it is: only they share positions below it.
    symmetries: Vec<usize>,
    /// What all threads are searching, where they put off each other's moves.
    pub(super) busy: Option<Busy<'a>>,
    /// How many more entries may be displaced before the table grows.
    until_crowded: u64,
    /// Set while moves may be looked at less deep.
    pub(super) reduces: bool,
    /// No node lies deeper.
    pub(super) deepest: Ply,
    /// Replies are extended above this ply.
    pub(super) extends_above: Ply,
    pub(super) flow: Flow,
    /// For [`Game::generate`].
    pub(super) buffer: Vec<G::Move>,
    /// The moves of the open node just above the leaves.
    pub(super) last_moves: Vec<G::Move>,
    /// The moves of all open nodes.
    pub(super) list: Vec<Ranked<G::Move>>,
    pub(super) lines: Lines<G::Move>,
}

/// What a [`Memory`] is asked, by the switches.
pub(super) fn asked(switches: &Switches) -> Asked {
    Asked { killers: switches.killers, history: switches.history, countermoves: switches.countermoves }
}

impl<'a, G: Searchable, E: Evaluator<G>, T: Trace<G::Move>> Worker<'a, G, E, T> {
    pub(super) fn new(
        record: &'a GameRecord<G>,
        evaluator: &'a E,
        oracle: Option<&'a dyn Oracle<G>>,
        table: Option<&'a Table>,
        switches: Switches,
        (memory, budget, tracer): (&'a mut Memory, Budget, T),
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
            memory,
            state: evaluator.fresh_on(line),
            history: line.history().clone(),
            root,
            side: line.side_to_move(),
            symmetries,
            busy: None,
            until_crowded: table.and_then(Table::crowded_at).unwrap_or(u64::MAX),
            reduces: switches.lmr,
            deepest: Ply(0),
            extends_above: Ply(0),
            flow: Flow::CLEAN,
            buffer: Vec::new(),
            last_moves: Vec::new(),
            list: Vec::new(),
            lines: Lines::default(),
        };
        worker.start_depth(Depth(1));
        worker
    }

    /// Makes ready for a search to a depth.
    pub(super) fn start_depth(&mut self, depth: Depth) {
        /// How far captures may lead beyond the deepest extension.
        const CAPTURES: u32 = 64;
        self.list.clear();
        self.flow = Flow::CLEAN;
        self.extends_above = Ply(2 * depth.0);
        self.deepest = Ply((3 * depth.0 + CAPTURES).min(DEEPEST.0));
    }

    /// Plays a legal move, if the budget allows; else nothing changes. Gives the position after it, which will be searched so deep.
    #[inline]
    pub(super) fn down(
        &mut self,
        before: &G::Position,
        mv: G::Move,
        below: Depth,
    ) -> Result<(G::Position, u64), Interrupted> {
        self.budget.node()?;
        let mut after = *before;
        self.game.play_unchecked(&mut after, mv);
        self.history.push(self.game, before, mv, &after);
        let key = self.foretell(&after, below);
        self.evaluator.update(self.game, &mut self.state, before, mv, &after);
        self.tracer.down(mv);
        if T::HEARS {
            let mut moves = Vec::new();
            self.game.generate(before, &mut moves);
            self.tracer.place(moves.iter().position(|&other| other == mv).unwrap_or_default());
        }
        Ok((after, key))
    }

    /// Takes back the move that [`down`](Worker::down) played.
    #[inline]
    pub(super) fn up(&mut self, before: &G::Position, mv: G::Move, after: &G::Position) {
        self.tracer.up();
        self.evaluator.revert(self.game, &mut self.state, before, mv, after);
        self.history.pop(self.game);
    }

    /// A value of the side that moves at a ply, from the view of the root's.
    #[inline]
    fn of_root(value: Score, ply: Ply) -> Score {
        if ply.0.is_multiple_of(2) { value } else { -value }
    }

    /// Tells that the search of a node begins, with its window.
    #[inline]
    pub(super) fn tell_window(&mut self, ply: Ply, alpha: Score, beta: Score) {
        self.tracer.again();
        let [low, high] = if ply.0.is_multiple_of(2) { [alpha, beta] } else { [-beta, -alpha] };
        self.tracer.window(low, high);
    }

    /// Tells what is known of a node without a search.
    #[inline]
    pub(super) fn tell_bound(&mut self, ply: Ply, value: Score, bound: Bound, end: NodeEnd) {
        let bound = match bound {
            Bound::Lower if !ply.0.is_multiple_of(2) => Bound::Upper,
            Bound::Upper if !ply.0.is_multiple_of(2) => Bound::Lower,
            bound => bound,
        };
        self.tracer.bound(Self::of_root(value, ply), bound, end);
    }

    /// Tells what the moves of a node brought.
    #[inline]
    pub(super) fn tell_value(&mut self, ply: Ply, value: Score) {
        self.tracer.value(Self::of_root(value, ply), ply.0.is_multiple_of(2));
    }

    /// The value of a position that is drawn by what came before.
    #[inline]
    pub(super) fn drawn(&mut self, position: &G::Position, ply: Ply) -> Option<Score> {
        if self.game.is_acyclic() {
            return None;
        }
        let rests_on = self.repeats(ply).or_else(|| {
            // The counters are part of the key wherever they can end the game in time: such a draw rests on the key alone.
            self.game.is_move_limit(self.history.counters(), position).then_some(Flow::CLEAN.rests_on)
        })?;
        // The board goes before the history.
        if self.game.outcome(position).is_some() {
            return None;
        }
        self.flow.rests_on = rests_on;
        Some(Score::DRAW)
    }

    /// The first ply that a draw by repetition rests on, if this is one.
    #[inline]
    fn repeats(&self, ply: Ply) -> Option<Ply> {
        let limit = self.game.repetition_limit()?;
        let found = self.history.repetition()?;
        let back = |plies: Ply| Ply(ply.0.saturating_sub(plies.0));
        if found.occurrences >= limit {
            Some(back(found.first))
        } else {
            // Strictly below the root: what came up there once can be brought about once more.
            (self.switches.rep2 && found.last < ply).then(|| back(found.last))
        }
    }

    /// How the table calls a position that is searched so deep.
    #[inline]
    pub(super) fn name(&self, position: &G::Position, depth: Depth) -> Named<G::Position> {
        let mut named = Named { key: 0, image: None };
        if !self.symmetries.is_empty() && depth.0 >= SYMMETRIC_FROM {
            let mut least = *position;
            for &symmetry in &self.symmetries {
                let image = self.game.transform(position, symmetry);
                if image < least {
                    least = image;
                    named.image = Some((symmetry, image));
                }
            }
        }
        named.key = match &named.image {
            Some((_, image)) => image.key(),
            None if self.game.is_acyclic() => position.key(),
            None => self.history.key(),
        };
        named.key ^= self.salt();
        if !self.game.is_acyclic() {
            let counters = self.game.counters_key(self.history.counters(), position, self.deepest);
            named.key ^= counters.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        named
    }

    /// Keeps apart what must not meet in the table: values for the one and the other side to search (an evaluator may see the board
    /// with its eyes), values with and without reductions.
    #[inline]
    fn salt(&self) -> u64 {
        const SIDE: u64 = 0xa076_1d64_78bd_642f;
        const FULL: u64 = 0xe703_7ed1_a0b4_28db;
        let side = if self.side == Side::First { 0 } else { SIDE };
        let full = if self.reduces == self.switches.lmr { 0 } else { FULL };
        side ^ full
    }

    /// The code of a move as the table knows it.
    #[inline]
    pub(super) fn stored_code(&self, named: &Named<G::Position>, mv: G::Move, code: u16) -> u16 {
        match &named.image {
            None => code,
            Some((symmetry, image)) => self.game.move_code(image, self.game.transform_move(mv, *symmetry)),
        }
    }

    /// What the table knows of a position, if it has one.
    #[inline]
    pub(super) fn probe(&self, named: &Named<G::Position>) -> Option<Entry> {
        self.table?.probe(named.key)
    }

    /// Asks for the entry of a position before the evaluator follows the move; gives its key. Where the root has symmetries, a key costs
    /// more: it is made when it is needed, and this is 0.
    #[inline]
    fn foretell(&self, position: &G::Position, depth: Depth) -> u64 {
        match self.table {
            Some(table) if depth.0 >= TABLE_FROM && self.symmetries.is_empty() => {
                let key = self.name(position, depth).key;
                table.prefetch(key);
                key
            }
            _ => 0,
        }
    }

    /// Stores what was found of a position.
    #[inline]
    pub(super) fn store(&mut self, table: &Table, key: u64, entry: Entry) {
        if table.store(key, entry) {
            self.until_crowded -= 1;
            if self.until_crowded == 0 {
                table.grow();
                self.until_crowded = table.crowded_at().unwrap_or(u64::MAX);
            }
        }
    }

    /// Leaves it to another thread to let the table grow.
    pub(super) fn never_grows(&mut self) {
        self.until_crowded = u64::MAX;
    }

    /// Whether the table is of use.
    #[inline]
    pub(super) fn takes_deeper(&self) -> bool {
        self.switches.table == TableUse::On
    }

    /// The move that the table holds for best in a position, if it is legal there.
    pub(super) fn known_move(&mut self, position: &G::Position, depth: Depth) -> Option<G::Move> {
        let named = self.name(position, depth);
        let code = self.probe(&named)?.code;
        if code == NO_CODE || self.game.outcome(position).is_some() {
            return None;
        }
        self.buffer.clear();
        self.game.generate(position, &mut self.buffer);
        let is_it = |mv: &&G::Move| self.stored_code(&named, **mv, self.game.move_code(position, **mv)) == code;
        self.buffer.iter().find(is_it).copied()
    }
}
