//! The df-pn search for one win query: does the attacker win, within a number of plies or at all?
//!
//! Depth first, without recursion: `path` holds the open nodes from the root down, `children` the children of all of
//! them. A node is left when its proof or disproof number reaches its threshold. The thresholds are set so that the
//! search leaves a node when another child becomes the most-proving one.
//!
//! In the notation of Nagai, phi is the number that the side to move wants to reach 0 (the proof number where the
//! attacker moves, the disproof number elsewhere), and delta is the other one.

use zermelo_core::{Foresight, Outcome, Ply, Position, Searchable, Side};

use super::history_draws::HistoryDraws;
use super::numbers::{DISPROOF, INFINITE, MAX_FINITE, PATH_INDEPENDENT, PROOF, ProofNumbers, ProofResult, UNBOUNDED};
use super::options::{DfpnOptions, ProofAggregation};
use super::proof_table::{ProofEntry, ProofTable};
use crate::budget::{Budget, InterruptedError};

/// The longest path. A deeper node is given up, which proves nothing.
const MAX_PATH: usize = 2000;

/// The goal to prove at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProofGoal {
    /// The side that shall win.
    pub(super) attacker: Side,
    /// The most plies of the win; [`UNBOUNDED`] for any win.
    pub(super) within: u16,
}

/// The state of a query after a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ProofStatus {
    /// Proven (`true`) or disproven (`false`).
    Answered(bool),
    /// The nodes of this run are spent.
    Paused,
    /// The budget is spent or the search is stopped.
    Interrupted,
    /// A number reached [`MAX_FINITE`] or a path reached [`MAX_PATH`].
    GivenUp,
}

/// A child of an open node.
#[derive(Debug)]
pub(super) struct DfpnChild<G: Searchable> {
    pub(super) mv: G::Move,
    position: G::Position,
    counters: G::Counters,
    pub(super) found: ProofResult,
    /// Whether it is not in the table yet.
    is_new: bool,
}

/// An open node.
#[derive(Debug)]
struct DfpnNode<G: Searchable> {
    position: G::Position,
    counters: G::Counters,
    /// The key of the position.
    key: u64,
    /// A hash of the path since the last irreversible move.
    path_hash: u64,
    /// The ply of the path after that move: positions above it can't repeat.
    repeatable_from: Ply,
    /// How many plies the attacker has left.
    plies_left: u16,
    /// Whether the attacker moves (an OR node).
    attacker_moves: bool,
    /// The search leaves the node when a number reaches its threshold.
    thresholds: ProofNumbers,
    /// The index of its first child.
    from: usize,
    /// The index of the child that is being searched.
    chosen: usize,
    /// Whether at least one child must be searched before the node is left.
    must_continue: bool,
    /// The node count of the search when the node was opened.
    nodes_before: u64,
}

#[expect(clippy::expl_impl_clone_on_copy, reason = "derived, it would ask for a game that is `Copy`")]
impl<G: Searchable> Clone for DfpnChild<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Searchable> Copy for DfpnChild<G> {}

#[expect(clippy::expl_impl_clone_on_copy, reason = "derived, it would ask for a game that is `Copy`")]
impl<G: Searchable> Clone for DfpnNode<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Searchable> Copy for DfpnNode<G> {}

/// The numbers of a node, computed from its children.
struct NodeSummary {
    numbers: ProofNumbers,
    /// The index of the most-proving child.
    best: usize,
    /// The second smallest phi of the node among its children.
    second: u32,
    /// The number of children that are not solved.
    unsolved: u32,
}

/// The search.
pub(super) struct DfpnSearch<'a, G: Searchable> {
    pub(super) game: &'a G,
    pub(super) table: &'a mut ProofTable,
    pub(super) budget: Budget,
    options: DfpnOptions,
    history_draws: HistoryDraws<G>,
    is_symmetric: bool,
    attacker: Side,
    path: Vec<DfpnNode<G>>,
    children: Vec<DfpnChild<G>>,
    moves: Vec<G::Move>,
    sound: Vec<G::Move>,
    /// The children of the root after the last run; empty if it was interrupted before its start.
    pub(super) root_children: Vec<DfpnChild<G>>,
    /// The deepest ply reached.
    pub(super) deepest: Ply,
}

impl<'a, G: Searchable> DfpnSearch<'a, G> {
    pub(super) fn new(
        game: &'a G,
        table: &'a mut ProofTable,
        history_draws: HistoryDraws<G>,
        options: DfpnOptions,
        budget: Budget,
    ) -> Self {
        // In a cyclic graph, sums of numbers could grow without end.
        let adding = if game.is_acyclic() { options.adding } else { ProofAggregation::Weak };
        Self {
            game,
            table,
            budget,
            options: DfpnOptions { adding, ..options },
            is_symmetric: options.symmetry && game.symmetries() > 1 && history_draws.is_symmetric(),
            history_draws,
            attacker: Side::First,
            path: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            sound: Vec::new(),
            root_children: Vec::new(),
            deepest: Ply(0),
        }
    }

    /// Runs a query for at most `slice` nodes. Its results stay in the table.
    pub(super) fn run(&mut self, root: &G::Position, goal: ProofGoal, slice: u64) -> ProofStatus {
        let pause = self.budget.nodes().saturating_add(slice);
        self.attacker = goal.attacker;
        self.root_children.clear();
        let attacker_moves = root.side_to_move() == self.attacker;
        let root = DfpnNode {
            position: *root,
            counters: self.history_draws.root_counters(),
            key: root.key(),
            path_hash: 0,
            repeatable_from: Ply(0),
            plies_left: parity(goal.within, attacker_moves),
            attacker_moves,
            thresholds: ProofNumbers::GIVEN_UP,
            from: 0,
            chosen: 0,
            must_continue: false,
            nodes_before: self.budget.nodes(),
        };
        if self.expand(root).is_err() {
            return ProofStatus::Interrupted;
        }
        loop {
            let mut node = self.path[self.path.len() - 1];
            let summary = self.summarize(&node);
            let is_open = summary.numbers.answer().is_none() && !summary.numbers.reaches(ProofNumbers::GIVEN_UP);
            if node.must_continue && is_open {
                node.thresholds = node.thresholds.above(summary.numbers);
            }
            if summary.numbers.reaches(node.thresholds) {
                if let Some(found) = self.close() {
                    return found.numbers.answer().map_or(ProofStatus::GivenUp, ProofStatus::Answered);
                }
                continue;
            }
            let end = if self.budget.nodes() >= pause {
                ProofStatus::Paused
            } else if self.descend(&node, &summary).is_err() {
                ProofStatus::Interrupted
            } else {
                continue;
            };
            while self.close().is_none() {}
            return end;
        }
    }

    /// Computes the numbers of a node, and its most-proving child.
    fn summarize(&self, node: &DfpnNode<G>) -> NodeSummary {
        let (phi, delta) = if node.attacker_moves { (PROOF, DISPROOF) } else { (DISPROOF, PROOF) };
        let (mut best, mut least, mut second) = (node.from, INFINITE, INFINITE);
        let (mut total, mut widest, mut unsolved) = (0_u32, 0, 0);
        for (at, child) in self.children[node.from..].iter().enumerate() {
            let numbers = child.found.numbers.0;
            if numbers[phi] < least {
                (best, second, least) = (node.from + at, least, numbers[phi]);
            } else {
                second = second.min(numbers[phi]);
            }
            total = total.saturating_add(numbers[delta]);
            widest = widest.max(numbers[delta]);
            unsolved += u32::from(numbers[delta] > 0);
        }
        let all = match self.options.adding {
            ProofAggregation::Sum => total,
            ProofAggregation::Weak => widest.saturating_add(unsolved.saturating_sub(1)),
        };
        let mut numbers = [0; 2];
        (numbers[phi], numbers[delta]) = match least {
            0 => (0, INFINITE),
            INFINITE => (INFINITE, 0),
            least => (least, all.min(MAX_FINITE)),
        };
        NodeSummary { numbers: ProofNumbers(numbers), best, second, unsolved }
    }

    /// Opens the most-proving child.
    fn descend(&mut self, node: &DfpnNode<G>, summary: &NodeSummary) -> Result<(), InterruptedError> {
        let (phi, delta) = if node.attacker_moves { (PROOF, DISPROOF) } else { (DISPROOF, PROOF) };
        let child = self.children[summary.best];
        let numbers = child.found.numbers.0;
        let mut thresholds = [0; 2];
        let margin = (f64::from(summary.second) * f64::from(self.options.epsilon)) as u32;
        thresholds[phi] = summary.second.saturating_add(margin).saturating_add(1).min(node.thresholds.0[phi]);
        thresholds[delta] = match self.options.adding {
            ProofAggregation::Sum => {
                (node.thresholds.0[delta] - summary.numbers.0[delta]).saturating_add(numbers[delta])
            }
            ProofAggregation::Weak => node.thresholds.0[delta].saturating_sub(summary.unsolved.saturating_sub(1)),
        };
        for (threshold, number) in thresholds.iter_mut().zip(numbers) {
            // Numbers that were capped at the maximum may be inconsistent; the search goes on all the same.
            *threshold = (*threshold).clamp(number.saturating_add(1).min(MAX_FINITE), MAX_FINITE);
        }
        let ply = self.path.len();
        let parent = &mut self.path[ply - 1];
        (parent.chosen, parent.must_continue) = (summary.best, false);
        let (path_hash, repeatable_from) = self.extend_path_hash(node, child.mv, Ply(ply as u32));
        self.expand(DfpnNode {
            position: child.position,
            counters: child.counters,
            key: child.position.key(),
            path_hash,
            repeatable_from,
            plies_left: decrement(node.plies_left),
            attacker_moves: !node.attacker_moves,
            thresholds: ProofNumbers(thresholds),
            from: self.children.len(),
            chosen: 0,
            // Numbers from other paths can make the search loop, leaving each node as soon as it is opened. So no visit
            // ends before it has seen something new (as in Kishimoto 2010, threshold controlling).
            must_continue: !child.is_new && !self.game.is_acyclic(),
            nodes_before: self.budget.nodes(),
        })
    }

    /// The path hash after a move, and the ply from which positions can repeat.
    #[inline]
    fn extend_path_hash(&self, node: &DfpnNode<G>, mv: G::Move, ply: Ply) -> (u64, Ply) {
        if self.game.is_acyclic() || self.game.is_irreversible(&node.position, mv) {
            return (0, ply);
        }
        ((node.path_hash.rotate_left(23) ^ node.key).wrapping_mul(0x9e37_79b9_7f4a_7c15), node.repeatable_from)
    }

    /// Puts a node on the path and generates its children. An interruption changes nothing.
    fn expand(&mut self, node: DfpnNode<G>) -> Result<(), InterruptedError> {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        // The root keeps all its moves, since the decision needs a result for each.
        let is_root = self.path.is_empty();
        let is_foreseen =
            !is_root && self.game.is_acyclic() && self.game.foresee(&node.position, &mut moves) == Foresight::Sound;
        if !is_foreseen {
            moves.clear();
            self.game.generate(&node.position, &mut moves);
        }
        let phi = if node.attacker_moves { PROOF } else { DISPROOF };
        let mut result = Ok(());
        for &mv in &moves {
            result = self.budget.count_node();
            if result.is_err() {
                self.children.truncate(node.from);
                break;
            }
            let mut position = node.position;
            self.game.play_unchecked(&mut position, mv);
            let counters = self.history_draws.count(self.game, node.counters, &node.position, mv, &position);
            let (found, is_new) = match self.child_result(&node, mv, &position, counters) {
                Some(found) => (found, false),
                None => (self.initial_result(&position, !node.attacker_moves, decrement(node.plies_left)), true),
            };
            self.children.push(DfpnChild { mv, position, counters, found, is_new });
            if found.numbers.0[phi] == 0 && found.repetition_ply == PATH_INDEPENDENT && !is_root {
                break;
            }
        }
        self.moves = moves;
        result?;
        self.deepest = self.deepest.max(Ply(self.path.len() as u32 + 1));
        self.path.push(node);
        Ok(())
    }

    /// What is known about the position after a move of the node that is being opened.
    fn child_result(
        &self,
        node: &DfpnNode<G>,
        mv: G::Move,
        position: &G::Position,
        counters: G::Counters,
    ) -> Option<ProofResult> {
        let ply = Ply(self.path.len() as u32 + 1);
        if let Some(outcome) = self.game.outcome(position) {
            return Some(if outcome == Outcome::Win(self.attacker) {
                ProofResult::won(0)
            } else {
                ProofResult::FAILED
            });
        }
        let (attacker_moves, plies_left) = (!node.attacker_moves, decrement(node.plies_left));
        if plies_left < if attacker_moves { 1 } else { 2 } || self.history_draws.is_drawn(self.game, position, counters)
        {
            return Some(ProofResult::FAILED);
        }
        let (path_hash, repeatable_from) = self.extend_path_hash(node, mv, ply);
        let can_repeat = plies_left == UNBOUNDED && repeatable_from < ply;
        if can_repeat && let Some(before) = self.repetition_on_path(position, repeatable_from) {
            return Some(ProofResult::by_repetition(before));
        }
        if let Some(found) = self.probe_table(position, counters, plies_left) {
            return Some(found);
        }
        if can_repeat && let Some(above) = self.table.probe_path(self.path_key(position, counters, path_hash)) {
            return Some(ProofResult::by_repetition(Ply(ply.0 - u32::from(above))));
        }
        (ply.index() >= MAX_PATH).then(|| ProofResult::open(ProofNumbers::GIVEN_UP))
    }

    /// The earlier occurrence of a position on the path.
    fn repetition_on_path(&self, position: &G::Position, repeatable_from: Ply) -> Option<Ply> {
        // The sides alternate: equal positions are an even number of plies apart.
        let mut earlier = (repeatable_from.index()..self.path.len()).rev().step_by(2);
        earlier.find(|&at| self.path[at].position == *position).map(|at| Ply(at as u32))
    }

    /// The most plies that the attacker needs to win from a position, as far as the table and the board tell.
    pub(super) fn length(&mut self, position: &G::Position, counters: G::Counters, within: u16) -> Option<u16> {
        if let Some(outcome) = self.game.outcome(position) {
            return (outcome == Outcome::Win(self.attacker)).then_some(0);
        }
        if self.history_draws.is_drawn(self.game, position, counters) {
            return None;
        }
        let attacker_moves = position.side_to_move() == self.attacker;
        let known = self.probe_table(position, counters, UNBOUNDED).filter(|found| found.numbers == ProofNumbers::WON);
        let found = known.or_else(|| self.probe_table(position, counters, within)).unwrap_or(ProofResult::FAILED);
        let found = if found.numbers == ProofNumbers::WON {
            found
        } else {
            self.initial_result(position, attacker_moves, within)
        };
        (found.numbers == ProofNumbers::WON).then_some(found.length)
    }

    /// A line of play of a proven win, from a root move on: the attacker takes the shortest way, the defender the
    /// longest, as far as they are known.
    pub(super) fn winning_line(&mut self, attacker: Side, first: &DfpnChild<G>) -> Vec<G::Move> {
        self.attacker = attacker;
        let mut line = vec![first.mv];
        let (mut position, mut counters, mut length) = (first.position, first.counters, first.found.length);
        let mut moves = Vec::new();
        while length > 0 && self.game.outcome(&position).is_none() {
            let attacker_moves = position.side_to_move() == self.attacker;
            moves.clear();
            self.game.generate(&position, &mut moves);
            let mut best: Option<DfpnChild<G>> = None;
            for &mv in &moves {
                let mut after = position;
                self.game.play_unchecked(&mut after, mv);
                let counters = self.history_draws.count(self.game, counters, &position, mv, &after);
                let Some(now) = self.length(&after, counters, length - 1).filter(|&now| now < length) else { continue };
                let is_better = |best: &DfpnChild<G>| {
                    if attacker_moves { now < best.found.length } else { now > best.found.length }
                };
                if best.as_ref().is_none_or(is_better) {
                    best =
                        Some(DfpnChild { mv, position: after, counters, found: ProofResult::won(now), is_new: false });
                }
            }
            let Some(best) = best else { break };
            line.push(best.mv);
            (position, counters, length) = (best.position, best.counters, best.found.length);
        }
        line
    }

    /// Looks up a position in the table.
    fn probe_table(&self, position: &G::Position, counters: G::Counters, plies_left: u16) -> Option<ProofResult> {
        let entry = self.table.probe(self.position_key(position, counters, plies_left))?;
        match entry.won_within {
            Some(length) if length <= plies_left => Some(ProofResult::won(length)),
            _ if entry.not_won_within >= plies_left => Some(ProofResult::FAILED),
            _ => (entry.plies_left == plies_left && entry.numbers.answer().is_none())
                .then(|| ProofResult::open(entry.numbers)),
        }
    }

    /// The initial numbers of a new position (df-pn+): from the board if the game can tell the result, else 1 for phi
    /// and the number of moves for delta.
    fn initial_result(&mut self, position: &G::Position, attacker_moves: bool, plies_left: u16) -> ProofResult {
        let own_moves = match plies_left {
            UNBOUNDED => u32::MAX,
            plies_left if attacker_moves => u32::from(plies_left).div_ceil(2),
            plies_left => u32::from(plies_left) / 2,
        };
        if !self.game.can_win(position, self.attacker, own_moves) {
            return ProofResult::FAILED;
        }
        let mut sound = std::mem::take(&mut self.sound);
        sound.clear();
        let foresight = self.game.foresee(position, &mut sound);
        let (phi, delta) = if attacker_moves { (PROOF, DISPROOF) } else { (DISPROOF, PROOF) };
        let replies = match foresight {
            Foresight::Sound if self.game.is_acyclic() => sound.len(),
            _ => self.game.count_moves(position),
        };
        self.sound = sound;
        match foresight {
            Foresight::Win(_) if attacker_moves => return ProofResult::won(1),
            Foresight::Win(_) => return ProofResult::FAILED,
            // In a cyclic game one of the moves may lead to a draw by repetition.
            Foresight::Lost if self.game.is_acyclic() => {
                return if attacker_moves || plies_left < 2 { ProofResult::FAILED } else { ProofResult::won(2) };
            }
            _ => {}
        }
        let mut numbers = [1; 2];
        (numbers[phi], numbers[delta]) = (1, (replies as u32).max(1));
        ProofResult::open(ProofNumbers(numbers))
    }

    /// The key of a position in the table.
    fn position_key(&self, position: &G::Position, counters: G::Counters, plies_left: u16) -> u64 {
        let key = if self.is_symmetric { self.game.canonical(position).key() } else { position.key() };
        key ^ self.salt(position, counters, plies_left)
    }

    /// The key of a position on a path. It uses no symmetry, because the path has none.
    fn path_key(&self, position: &G::Position, counters: G::Counters, path_hash: u64) -> u64 {
        (position.key() ^ self.salt(position, counters, UNBOUNDED)).rotate_left(32) ^ path_hash
    }

    fn salt(&self, position: &G::Position, counters: G::Counters, plies_left: u16) -> u64 {
        const SECOND: u64 = 0xe703_7ed1_a0b4_28db;
        let attacker = if self.attacker == Side::First { 0 } else { SECOND };
        let within = Ply(if plies_left == UNBOUNDED { u32::MAX } else { u32::from(plies_left) });
        attacker ^ self.history_draws.salt() ^ self.history_draws.key(self.game, position, counters, within)
    }

    /// Takes the last node off the path, stores its result and passes it to its parent; for the root, returns it.
    fn close(&mut self) -> Option<ProofResult> {
        let Some(node) = self.path.pop() else { return Some(ProofResult::open(ProofNumbers::GIVEN_UP)) };
        let found = self.combine(&node);
        self.store_result(&node, found);
        if let Some(parent) = self.path.last() {
            self.children.truncate(node.from);
            self.children[parent.chosen].found = found;
            return None;
        }
        std::mem::swap(&mut self.root_children, &mut self.children);
        self.children.clear();
        Some(found)
    }

    /// The result of a node, from those of its children.
    fn combine(&self, node: &DfpnNode<G>) -> ProofResult {
        let numbers = self.summarize(node).numbers;
        let children = &self.children[node.from..];
        let decides = |child: &&DfpnChild<G>| child.found.numbers == numbers;
        match numbers.answer() {
            None => ProofResult::open(numbers),
            Some(true) => {
                let lengths = children.iter().filter(decides).map(|child| child.found.length);
                let length = if node.attacker_moves { lengths.min() } else { lengths.max() };
                ProofResult::won(length.unwrap_or(0).saturating_add(1).min(UNBOUNDED - 1))
            }
            Some(false) => {
                let plies = children.iter().filter(decides).map(|child| child.found.repetition_ply);
                // An OR node is disproven if all children are, so it depends on the earliest repetition; an AND node
                // needs one disproven child and takes the one that depends least on the path.
                let repetition_ply = if node.attacker_moves { plies.min() } else { plies.max() };
                let ply = Ply(self.path.len() as u32);
                // A repetition of this node itself, or of one below, happens on every path.
                ProofResult::by_repetition(repetition_ply.filter(|&at| at < ply).unwrap_or(PATH_INDEPENDENT))
            }
        }
    }

    fn store_result(&mut self, node: &DfpnNode<G>, found: ProofResult) {
        let work = self.budget.nodes() - node.nodes_before;
        if found.repetition_ply != PATH_INDEPENDENT {
            let above = self.path.len() as u32 - found.repetition_ply.0;
            let key = self.path_key(&node.position, node.counters, node.path_hash);
            self.table.store_path(key, above as u16, work);
            return;
        }
        let (won_within, not_won_within) = match found.numbers.answer() {
            Some(true) => (Some(found.length), 0),
            Some(false) => (None, node.plies_left),
            None => (None, 0),
        };
        let entry = ProofEntry { won_within, not_won_within, plies_left: node.plies_left, numbers: found.numbers };
        self.table.store(self.position_key(&node.position, node.counters, node.plies_left), entry, work);
    }
}

/// One ply less, unless unbounded.
#[inline]
fn decrement(plies_left: u16) -> u16 {
    if plies_left == UNBOUNDED { plies_left } else { plies_left.saturating_sub(1) }
}

/// The attacker's own move ends a win, so the number of plies is odd where it moves and even elsewhere.
fn parity(within: u16, attacker_moves: bool) -> u16 {
    if within == UNBOUNDED || (within % 2 == 1) == attacker_moves { within } else { within.saturating_sub(1) }
}
