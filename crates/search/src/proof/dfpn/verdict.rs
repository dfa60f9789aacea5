//! Two questions make a value: does the side to move win, does its opponent? Neither: a draw.

use zermelo_core::{Position, Searchable, Side, Wdl};

use super::numbers::{ENDLESS, NOTHING, Numbers};
use super::search::{Child, End, Question, Search};

/// One of the questions, with what is known of it.
pub(super) struct Inquiry<G: Searchable> {
    pub(super) attacker: Side,
    within: u16,
    pub(super) end: Option<End>,
    /// The moves of the root, in the order of generation; none as long as nothing was found of them.
    pub(super) roots: Vec<Child<G>>,
    /// Where the side to move loses: the move that delays it most, if it is known.
    pub(super) resists: Option<usize>,
    /// Whether no win is shorter than the one that is known.
    pub(super) is_shortest: bool,
}

impl<G: Searchable> Inquiry<G> {
    fn new(attacker: Side, within: u16) -> Self {
        Self { attacker, within, end: None, roots: Vec::new(), resists: None, is_shortest: false }
    }

    fn ask(&mut self, search: &mut Search<'_, G>, root: &G::Position, slice: u64) {
        let question = Question { attacker: self.attacker, within: self.within };
        self.end = Some(search.ask(root, question, slice));
        if !search.roots.is_empty() {
            self.roots.clone_from(&search.roots);
        }
    }

    /// The answer, if there is one.
    pub(super) fn answer(&self) -> Option<bool> {
        match self.end {
            Some(End::Answered(answer)) => Some(answer),
            _ => None,
        }
    }

    fn is_open(&self) -> bool {
        matches!(self.end, None | Some(End::Paused))
    }

    /// Whether the attacker wins after a move of the root, and in how many plies at most from there.
    pub(super) fn won_after(&self, at: usize) -> Option<u16> {
        self.roots.get(at).filter(|child| child.found.numbers == Numbers::WON).map(|child| child.found.length)
    }

    /// Whether it is known that the attacker does not win after a move of the root. Where the root comes back, that is known only if it
    /// does not win there.
    pub(super) fn fails_after(&self, at: usize) -> bool {
        let is_sure = |child: &&Child<G>| child.found.rests_on == NOTHING || self.answer() == Some(false);
        self.within == ENDLESS
            && self.roots.get(at).filter(is_sure).is_some_and(|child| child.found.numbers == Numbers::FAILED)
    }

    /// Where the attacker wins: the plies of the win that is known, and the move of the root that belongs to it.
    pub(super) fn win(&self, side_to_move: Side) -> Option<(u16, usize)> {
        if self.answer() != Some(true) {
            return None;
        }
        let won = (0..self.roots.len()).filter_map(|at| Some((self.won_after(at)? + 1, at)));
        if side_to_move == self.attacker {
            return won.min();
        }
        // Of equals the first, but for the move that is known to delay the end most.
        let (plies, at) = won.max_by_key(|&(plies, at)| (plies, std::cmp::Reverse(at)))?;
        Some((plies, self.resists.unwrap_or(at)))
    }

    /// Looks for shorter and shorter horizons from below until the win is found: then no shorter one is left. Whether it came to an end.
    pub(super) fn shorten(&mut self, search: &mut Search<'_, G>, root: &G::Position) {
        let side = root.side_to_move();
        let attacks = side == self.attacker;
        let Some((known, _)) = self.win(side) else { return };
        let shortest = if attacks { 1 } else { 2 };
        for within in (shortest..known).step_by(2) {
            match search.ask(root, Question { attacker: self.attacker, within }, u64::MAX) {
                End::Answered(false) => {
                    let failed = |child: &Child<G>| child.found.numbers == Numbers::FAILED;
                    self.resists = search.roots.iter().position(failed).filter(|_| !attacks);
                }
                End::Answered(true) => {
                    for (root, now) in self.roots.iter_mut().zip(&search.roots) {
                        if now.found.numbers == Numbers::WON {
                            root.found = now.found;
                        }
                    }
                    break;
                }
                End::Paused | End::Interrupted | End::GivenUp => return,
            }
        }
        self.is_shortest = true;
    }
}

/// Both questions.
pub(super) struct Verdict<G: Searchable> {
    /// Does the side to move win?
    pub(super) win: Inquiry<G>,
    /// Does its opponent?
    pub(super) loss: Inquiry<G>,
}

impl<G: Searchable> Verdict<G> {
    pub(super) fn new(side_to_move: Side, within: u16) -> Self {
        Self { win: Inquiry::new(side_to_move, within), loss: Inquiry::new(side_to_move.opponent(), within) }
    }

    /// Asks both in turn, for more and more nodes, until the value is known or the budget spent. After each turn it calls back.
    pub(super) fn find(
        &mut self,
        search: &mut Search<'_, G>,
        root: &G::Position,
        mut hear: impl FnMut(&Self, &mut Search<'_, G>),
    ) {
        /// Nodes of the first turn.
        const FIRST: u64 = 1 << 12;
        let mut slice = FIRST;
        loop {
            for asks_win in [true, false] {
                let alone = !(if asks_win { &self.loss } else { &self.win }).is_open();
                let inquiry = if asks_win { &mut self.win } else { &mut self.loss };
                if !inquiry.is_open() {
                    continue;
                }
                inquiry.ask(search, root, if alone { u64::MAX } else { slice });
                if inquiry.answer() == Some(true) || inquiry.end == Some(End::Interrupted) {
                    return;
                }
            }
            if !self.win.is_open() && !self.loss.is_open() {
                return;
            }
            hear(self, search);
            slice = slice.saturating_mul(2);
        }
    }

    /// The value, if it is known.
    pub(super) fn wdl(&self) -> Option<Wdl> {
        match (self.win.answer(), self.loss.answer()) {
            (Some(true), _) => Some(Wdl::Win),
            (_, Some(true)) => Some(Wdl::Loss),
            (Some(false), Some(false)) if self.win.within == ENDLESS => Some(Wdl::Draw),
            _ => None,
        }
    }

    /// Whether wins are looked for within so many plies alone.
    pub(super) fn is_bounded(&self) -> bool {
        self.win.within != ENDLESS
    }

    /// The question whose answer is yes.
    pub(super) fn proven(&mut self) -> Option<&mut Inquiry<G>> {
        match self.wdl()? {
            Wdl::Win => Some(&mut self.win),
            Wdl::Loss => Some(&mut self.loss),
            Wdl::Draw => None,
        }
    }
}
