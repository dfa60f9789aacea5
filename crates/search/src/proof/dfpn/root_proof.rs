//! The value of the root by two win queries: does the side to move win, does its opponent win? If neither, it is a
//! draw.

use zermelo_core::{Position, Searchable, Side, Wdl};

use super::numbers::{PATH_INDEPENDENT, ProofNumbers, UNBOUNDED};
use super::search::{DfpnChild, DfpnSearch, ProofGoal, ProofStatus};

/// A win query: does the attacker win? With its state.
pub(super) struct WinQuery<G: Searchable> {
    pub(super) attacker: Side,
    within: u16,
    pub(super) end: Option<ProofStatus>,
    /// The root moves in the order of generation; empty until the first run.
    pub(super) roots: Vec<DfpnChild<G>>,
    /// If the side to move loses: the move that delays the loss most, once that is known.
    pub(super) longest_defence: Option<usize>,
    /// Whether the known win is the shortest.
    pub(super) is_shortest: bool,
}

impl<G: Searchable> WinQuery<G> {
    fn new(attacker: Side, within: u16) -> Self {
        Self { attacker, within, end: None, roots: Vec::new(), longest_defence: None, is_shortest: false }
    }

    fn run(&mut self, search: &mut DfpnSearch<'_, G>, root: &G::Position, slice: u64) {
        let goal = ProofGoal { attacker: self.attacker, within: self.within };
        self.end = Some(search.run(root, goal, slice));
        if !search.root_children.is_empty() {
            self.roots.clone_from(&search.root_children);
        }
    }

    /// The answer, if it is known.
    pub(super) fn answer(&self) -> Option<bool> {
        match self.end {
            Some(ProofStatus::Answered(answer)) => Some(answer),
            _ => None,
        }
    }

    fn is_open(&self) -> bool {
        matches!(self.end, None | Some(ProofStatus::Paused))
    }

    /// Whether the attacker wins after a root move, and in how many plies at most, counted from there.
    pub(super) fn won_after(&self, at: usize) -> Option<u16> {
        self.roots.get(at).filter(|child| child.found.numbers == ProofNumbers::WON).map(|child| child.found.length)
    }

    /// Whether it is disproven that the attacker wins after a root move. If the disproof depends on a repetition of the
    /// root, it holds only if the query itself is disproven.
    pub(super) fn fails_after(&self, at: usize) -> bool {
        let is_sure =
            |child: &&DfpnChild<G>| child.found.repetition_ply == PATH_INDEPENDENT || self.answer() == Some(false);
        self.within == UNBOUNDED
            && self.roots.get(at).filter(is_sure).is_some_and(|child| child.found.numbers == ProofNumbers::FAILED)
    }

    /// If the attacker wins: the length of the known win in plies, and its root move.
    pub(super) fn win(&self, side_to_move: Side) -> Option<(u16, usize)> {
        if self.answer() != Some(true) {
            return None;
        }
        let won = (0..self.roots.len()).filter_map(|at| Some((self.won_after(at)? + 1, at)));
        if side_to_move == self.attacker {
            return won.min();
        }
        // Of equals the first, except for the move known to delay the loss most.
        let (plies, at) = won.max_by_key(|&(plies, at)| (plies, std::cmp::Reverse(at)))?;
        Some((plies, self.longest_defence.unwrap_or(at)))
    }

    /// Searches for the shortest win, with an increasing limit of plies, and sets `is_shortest` if it completes.
    pub(super) fn shorten(&mut self, search: &mut DfpnSearch<'_, G>, root: &G::Position) {
        let side = root.side_to_move();
        let attacker_moves = side == self.attacker;
        let Some((known, _)) = self.win(side) else { return };
        let shortest = if attacker_moves { 1 } else { 2 };
        for within in (shortest..known).step_by(2) {
            match search.run(root, ProofGoal { attacker: self.attacker, within }, u64::MAX) {
                ProofStatus::Answered(false) => {
                    let failed = |child: &DfpnChild<G>| child.found.numbers == ProofNumbers::FAILED;
                    self.longest_defence = search.root_children.iter().position(failed).filter(|_| !attacker_moves);
                }
                ProofStatus::Answered(true) => {
                    for (root, now) in self.roots.iter_mut().zip(&search.root_children) {
                        if now.found.numbers == ProofNumbers::WON {
                            root.found = now.found;
                        }
                    }
                    break;
                }
                ProofStatus::Paused | ProofStatus::Interrupted | ProofStatus::GivenUp => return,
            }
        }
        self.is_shortest = true;
    }
}

/// Both win queries.
pub(super) struct RootProof<G: Searchable> {
    /// Does the side to move win?
    pub(super) win: WinQuery<G>,
    /// Does its opponent win?
    pub(super) loss: WinQuery<G>,
}

impl<G: Searchable> RootProof<G> {
    pub(super) fn new(side_to_move: Side, within: u16) -> Self {
        Self { win: WinQuery::new(side_to_move, within), loss: WinQuery::new(side_to_move.opponent(), within) }
    }

    /// Runs both queries in turn, with a growing number of nodes, until the value is known or the budget is spent.
    /// Calls `on_turn` after each round.
    pub(super) fn solve(
        &mut self,
        search: &mut DfpnSearch<'_, G>,
        root: &G::Position,
        mut on_turn: impl FnMut(&Self, &mut DfpnSearch<'_, G>),
    ) {
        /// Nodes of the first round.
        const FIRST: u64 = 1 << 12;
        let mut slice = FIRST;
        loop {
            for is_win_query in [true, false] {
                let alone = !(if is_win_query { &self.loss } else { &self.win }).is_open();
                let query = if is_win_query { &mut self.win } else { &mut self.loss };
                if !query.is_open() {
                    continue;
                }
                query.run(search, root, if alone { u64::MAX } else { slice });
                if query.answer() == Some(true) || query.end == Some(ProofStatus::Interrupted) {
                    return;
                }
            }
            if !self.win.is_open() && !self.loss.is_open() {
                return;
            }
            on_turn(self, search);
            slice = slice.saturating_mul(2);
        }
    }

    /// The value, if it is known.
    pub(super) fn wdl(&self) -> Option<Wdl> {
        match (self.win.answer(), self.loss.answer()) {
            (Some(true), _) => Some(Wdl::Win),
            (_, Some(true)) => Some(Wdl::Loss),
            (Some(false), Some(false)) if self.win.within == UNBOUNDED => Some(Wdl::Draw),
            _ => None,
        }
    }

    /// Whether the length of wins is limited.
    pub(super) fn is_bounded(&self) -> bool {
        self.win.within != UNBOUNDED
    }

    /// The query that is proven.
    pub(super) fn proven(&mut self) -> Option<&mut WinQuery<G>> {
        match self.wdl()? {
            Wdl::Win => Some(&mut self.win),
            Wdl::Loss => Some(&mut self.loss),
            Wdl::Draw => None,
        }
    }
}
