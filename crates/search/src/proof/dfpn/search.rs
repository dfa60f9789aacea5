//! The search for an answer: "does the attacker win?", of the root, within a number of plies or at all.
//!
//! Depth first, without recursion: `path` holds the open nodes from the root down, `children` the moves of all of them. A node is left
//! when a number reaches its bound, which is set so that the search leaves where another move became the better one to follow.

use zermelo_core::{Foresight, Outcome, Ply, Position, Searchable, Side};

use super::judge::Judge;
use super::numbers::{DISPROOF, ENDLESS, Found, MOST, NEVER, NOTHING, Numbers, PROOF};
use super::options::{Adding, DfpnOptions};
use super::table::{Entry, Table};
use crate::budget::{Budget, Interrupted};

/// No path is longer. What lies deeper is given up, which proves nothing.
const LONGEST: usize = 2000;

/// A question about the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Question {
    /// Who shall win.
    pub(super) attacker: Side,
    /// Within how many plies; [`ENDLESS`]: at all.
    pub(super) within: u16,
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// With the answer.
    Answered(bool),
    /// As many nodes were spent as it was given for now.
    Paused,
    /// The budget is spent, or someone raised the stop flag.
    Interrupted,
    /// Numbers or paths became too large.
    GivenUp,
}

/// A move of an open node.
#[derive(Debug)]
pub(super) struct Child<G: Searchable> {
    pub(super) mv: G::Move,
    position: G::Position,
    counters: G::Counters,
    pub(super) found: Found,
    /// Whether nothing was known of it but what the board tells.
    is_new: bool,
}

/// An open node.
#[derive(Debug)]
struct Node<G: Searchable> {
    position: G::Position,
    counters: G::Counters,
    /// The key of the position.
    key: u64,
    /// What names the way here since the last irreversible move.
    trail: u64,
    /// The ply of the path after that move: what lies above can't come back.
    since: Ply,
    /// How many plies the attacker has left.
    left: u16,
    /// Whether the attacker moves.
    attacks: bool,
    /// Where a number reaches these, the node is left.
    bound: Numbers,
    /// Where its moves start.
    from: usize,
    /// The move that is being followed.
    chosen: usize,
    /// Whether it may not be left before one of its moves was followed.
    must_go_on: bool,
    /// The nodes of the search when it was opened.
    before: u64,
}

#[expect(clippy::expl_impl_clone_on_copy, reason = "derived, it would ask for a game that is `Copy`")]
impl<G: Searchable> Clone for Child<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Searchable> Copy for Child<G> {}

#[expect(clippy::expl_impl_clone_on_copy, reason = "derived, it would ask for a game that is `Copy`")]
impl<G: Searchable> Clone for Node<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Searchable> Copy for Node<G> {}

/// A node's numbers, made of those of its moves.
struct Sum {
    numbers: Numbers,
    /// The move to follow.
    best: usize,
    /// The number of the next best move.
    second: u32,
    /// Moves that are not dealt with yet.
    open: u32,
}

/// The search.
pub(super) struct Search<'a, G: Searchable> {
    pub(super) game: &'a G,
    pub(super) table: &'a mut Table,
    pub(super) budget: Budget,
    options: DfpnOptions,
    judge: Judge<G>,
    is_symmetric: bool,
    attacker: Side,
    path: Vec<Node<G>>,
    children: Vec<Child<G>>,
    moves: Vec<G::Move>,
    sound: Vec<G::Move>,
    /// The moves of the root, as the last question left them; none if it was interrupted before it began.
    pub(super) roots: Vec<Child<G>>,
    /// The deepest ply that was reached.
    pub(super) deepest: Ply,
}

impl<'a, G: Searchable> Search<'a, G> {
    pub(super) fn new(
        game: &'a G,
        table: &'a mut Table,
        judge: Judge<G>,
        options: DfpnOptions,
        budget: Budget,
    ) -> Self {
        // Positions that lead to each other would add up their numbers without end.
        let adding = if game.is_acyclic() { options.adding } else { Adding::Weak };
        Self {
            game,
            table,
            budget,
            options: DfpnOptions { adding, ..options },
            is_symmetric: options.symmetry && game.symmetries() > 1 && judge.is_symmetric(),
            judge,
            attacker: Side::First,
            path: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            sound: Vec::new(),
            roots: Vec::new(),
            deepest: Ply(0),
        }
    }

    /// Looks for the answer, for at most `slice` nodes. What is found until then stays in the table.
    pub(super) fn ask(&mut self, root: &G::Position, question: Question, slice: u64) -> End {
        let pause = self.budget.nodes().saturating_add(slice);
        self.attacker = question.attacker;
        self.roots.clear();
        let attacks = root.side_to_move() == self.attacker;
        let root = Node {
            position: *root,
            counters: self.judge.root_counters(),
            key: root.key(),
            trail: 0,
            since: Ply(0),
            left: parity(question.within, attacks),
            attacks,
            bound: Numbers::GIVEN_UP,
            from: 0,
            chosen: 0,
            must_go_on: false,
            before: self.budget.nodes(),
        };
        if self.open(root).is_err() {
            return End::Interrupted;
        }
        loop {
            let mut node = self.path[self.path.len() - 1];
            let sum = self.sum(&node);
            let is_open = sum.numbers.answer().is_none() && !sum.numbers.reaches(Numbers::GIVEN_UP);
            if node.must_go_on && is_open {
                node.bound = node.bound.above(sum.numbers);
            }
            if sum.numbers.reaches(node.bound) {
                if let Some(found) = self.close() {
                    return found.numbers.answer().map_or(End::GivenUp, End::Answered);
                }
                continue;
            }
            let end = if self.budget.nodes() >= pause {
                End::Paused
            } else if self.follow(&node, &sum).is_err() {
                End::Interrupted
            } else {
                continue;
            };
            while self.close().is_none() {}
            return end;
        }
    }

    /// The numbers of a node, and the move to follow.
    fn sum(&self, node: &Node<G>) -> Sum {
        let (own, other) = if node.attacks { (PROOF, DISPROOF) } else { (DISPROOF, PROOF) };
        let (mut best, mut least, mut second) = (node.from, NEVER, NEVER);
        let (mut total, mut widest, mut open) = (0_u32, 0, 0);
        for (at, child) in self.children[node.from..].iter().enumerate() {
            let numbers = child.found.numbers.0;
            if numbers[own] < least {
                (best, second, least) = (node.from + at, least, numbers[own]);
            } else {
                second = second.min(numbers[own]);
            }
            total = total.saturating_add(numbers[other]);
            widest = widest.max(numbers[other]);
            open += u32::from(numbers[other] > 0);
        }
        let all = match self.options.adding {
            Adding::Sum => total,
            Adding::Weak => widest.saturating_add(open.saturating_sub(1)),
        };
        let mut numbers = [0; 2];
        (numbers[own], numbers[other]) = match least {
            0 => (0, NEVER),
            NEVER => (NEVER, 0),
            least => (least, all.min(MOST)),
        };
        Sum { numbers: Numbers(numbers), best, second, open }
    }

    /// Goes down the best move.
    fn follow(&mut self, node: &Node<G>, sum: &Sum) -> Result<(), Interrupted> {
        let (own, other) = if node.attacks { (PROOF, DISPROOF) } else { (DISPROOF, PROOF) };
        let child = self.children[sum.best];
        let numbers = child.found.numbers.0;
        let mut bound = [0; 2];
        let margin = (f64::from(sum.second) * f64::from(self.options.epsilon)) as u32;
        bound[own] = sum.second.saturating_add(margin).saturating_add(1).min(node.bound.0[own]);
        bound[other] = match self.options.adding {
            Adding::Sum => (node.bound.0[other] - sum.numbers.0[other]).saturating_add(numbers[other]),
            Adding::Weak => node.bound.0[other].saturating_sub(sum.open.saturating_sub(1)),
        };
        for (bound, number) in bound.iter_mut().zip(numbers) {
            // Numbers that met the greatest may not fit together any more; it goes on all the same.
            *bound = (*bound).clamp(number.saturating_add(1).min(MOST), MOST);
        }
        let ply = self.path.len();
        let parent = &mut self.path[ply - 1];
        (parent.chosen, parent.must_go_on) = (sum.best, false);
        let (trail, since) = self.trail(node, child.mv, Ply(ply as u32));
        self.open(Node {
            position: child.position,
            counters: child.counters,
            key: child.position.key(),
            trail,
            since,
            left: less_one(node.left),
            attacks: !node.attacks,
            bound: Numbers(bound),
            from: self.children.len(),
            chosen: 0,
            // Numbers that were found on other paths can send the search round in circles, each node left as soon as it is opened. So
            // no visit ends before something new was seen (as in Kishimoto 2010, threshold controlling).
            must_go_on: !child.is_new && !self.game.is_acyclic(),
            before: self.budget.nodes(),
        })
    }

    /// The name of the way to the position after a move, and the ply since which positions can come back.
    #[inline]
    fn trail(&self, node: &Node<G>, mv: G::Move, ply: Ply) -> (u64, Ply) {
        if self.game.is_acyclic() || self.game.is_irreversible(&node.position, mv) {
            return (0, ply);
        }
        ((node.trail.rotate_left(23) ^ node.key).wrapping_mul(0x9e37_79b9_7f4a_7c15), node.since)
    }

    /// Puts a node on the path, with its moves. Interrupted, it changes nothing.
    fn open(&mut self, node: Node<G>) -> Result<(), Interrupted> {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        // All moves of the root are looked at: it is them that the player asks about.
        let is_root = self.path.is_empty();
        let is_told =
            !is_root && self.game.is_acyclic() && self.game.foresee(&node.position, &mut moves) == Foresight::Sound;
        if !is_told {
            moves.clear();
            self.game.generate(&node.position, &mut moves);
        }
        let own = if node.attacks { PROOF } else { DISPROOF };
        let mut result = Ok(());
        for &mv in &moves {
            result = self.budget.node();
            if result.is_err() {
                self.children.truncate(node.from);
                break;
            }
            let mut position = node.position;
            self.game.play_unchecked(&mut position, mv);
            let counters = self.judge.count(self.game, node.counters, &node.position, mv, &position);
            let (found, is_new) = match self.look(&node, mv, &position, counters) {
                Some(found) => (found, false),
                None => (self.guess(&position, !node.attacks, less_one(node.left)), true),
            };
            self.children.push(Child { mv, position, counters, found, is_new });
            if found.numbers.0[own] == 0 && found.rests_on == NOTHING && !is_root {
                break;
            }
        }
        self.moves = moves;
        result?;
        self.deepest = self.deepest.max(Ply(self.path.len() as u32 + 1));
        self.path.push(node);
        Ok(())
    }

    /// What is known of the position after a move of the node that is being opened.
    fn look(&self, node: &Node<G>, mv: G::Move, position: &G::Position, counters: G::Counters) -> Option<Found> {
        let ply = Ply(self.path.len() as u32 + 1);
        if let Some(outcome) = self.game.outcome(position) {
            return Some(if outcome == Outcome::Win(self.attacker) { Found::won(0) } else { Found::FAILED });
        }
        let (attacks, left) = (!node.attacks, less_one(node.left));
        if left < if attacks { 1 } else { 2 } || self.judge.is_drawn(self.game, position, counters) {
            return Some(Found::FAILED);
        }
        let (trail, since) = self.trail(node, mv, ply);
        let comes_back = left == ENDLESS && since < ply;
        if comes_back && let Some(before) = self.repeated(position, since) {
            return Some(Found::repeats(before));
        }
        if let Some(found) = self.known(position, counters, left) {
            return Some(found);
        }
        if comes_back && let Some(above) = self.table.probe_path(self.path_name(position, counters, trail)) {
            return Some(Found::repeats(Ply(ply.0 - u32::from(above))));
        }
        (ply.index() >= LONGEST).then(|| Found::open(Numbers::GIVEN_UP))
    }

    /// Where on the path a position came up, which comes after a move of the node that is being opened.
    fn repeated(&self, position: &G::Position, since: Ply) -> Option<Ply> {
        // Sides alternate: the parent of that node is the nearest that can be equal.
        let mut earlier = (since.index()..self.path.len()).rev().step_by(2);
        earlier.find(|&at| self.path[at].position == *position).map(|at| Ply(at as u32))
    }

    /// In how many plies at most the attacker wins from a position, as far as the table and the board tell.
    pub(super) fn length(&mut self, position: &G::Position, counters: G::Counters, within: u16) -> Option<u16> {
        if let Some(outcome) = self.game.outcome(position) {
            return (outcome == Outcome::Win(self.attacker)).then_some(0);
        }
        if self.judge.is_drawn(self.game, position, counters) {
            return None;
        }
        let attacks = position.side_to_move() == self.attacker;
        let known = self.known(position, counters, ENDLESS).filter(|found| found.numbers == Numbers::WON);
        let found = known.or_else(|| self.known(position, counters, within)).unwrap_or(Found::FAILED);
        let found = if found.numbers == Numbers::WON { found } else { self.guess(position, attacks, within) };
        (found.numbers == Numbers::WON).then_some(found.length)
    }

    /// A line of play from a move of the root on, which the attacker wins: it hurries, the other side delays, as far as is known.
    pub(super) fn line(&mut self, attacker: Side, first: &Child<G>) -> Vec<G::Move> {
        self.attacker = attacker;
        let mut line = vec![first.mv];
        let (mut position, mut counters, mut length) = (first.position, first.counters, first.found.length);
        let mut moves = Vec::new();
        while length > 0 && self.game.outcome(&position).is_none() {
            let attacks = position.side_to_move() == self.attacker;
            moves.clear();
            self.game.generate(&position, &mut moves);
            let mut best: Option<Child<G>> = None;
            for &mv in &moves {
                let mut after = position;
                self.game.play_unchecked(&mut after, mv);
                let counters = self.judge.count(self.game, counters, &position, mv, &after);
                let Some(now) = self.length(&after, counters, length - 1).filter(|&now| now < length) else { continue };
                let is_better = |best: &Child<G>| {
                    if attacks { now < best.found.length } else { now > best.found.length }
                };
                if best.as_ref().is_none_or(is_better) {
                    best = Some(Child { mv, position: after, counters, found: Found::won(now), is_new: false });
                }
            }
            let Some(best) = best else { break };
            line.push(best.mv);
            (position, counters, length) = (best.position, best.counters, best.found.length);
        }
        line
    }

    /// What the table knows of a position.
    fn known(&self, position: &G::Position, counters: G::Counters, left: u16) -> Option<Found> {
        let entry = self.table.probe(self.name(position, counters, left))?;
        match entry.won {
            Some(length) if length <= left => Some(Found::won(length)),
            _ if entry.not_won >= left => Some(Found::FAILED),
            _ => (entry.left == left && entry.numbers.answer().is_none()).then(|| Found::open(entry.numbers)),
        }
    }

    /// The numbers of a position that nothing is known of: what the board tells, else as many replies as have to be dealt with.
    fn guess(&mut self, position: &G::Position, attacks: bool, left: u16) -> Found {
        let own_moves = match left {
            ENDLESS => u32::MAX,
            left if attacks => u32::from(left).div_ceil(2),
            left => u32::from(left) / 2,
        };
        if !self.game.can_win(position, self.attacker, own_moves) {
            return Found::FAILED;
        }
        let mut sound = std::mem::take(&mut self.sound);
        sound.clear();
        let foresight = self.game.foresee(position, &mut sound);
        let (own, other) = if attacks { (PROOF, DISPROOF) } else { (DISPROOF, PROOF) };
        let replies = match foresight {
            Foresight::Sound if self.game.is_acyclic() => sound.len(),
            _ => self.game.count_moves(position),
        };
        self.sound = sound;
        match foresight {
            Foresight::Win(_) if attacks => return Found::won(1),
            Foresight::Win(_) => return Found::FAILED,
            // Where positions can come back, one of the moves may lead to a draw by repetition.
            Foresight::Lost if self.game.is_acyclic() => {
                return if attacks || left < 2 { Found::FAILED } else { Found::won(2) };
            }
            _ => {}
        }
        let mut numbers = [1; 2];
        (numbers[own], numbers[other]) = (1, (replies as u32).max(1));
        Found::open(Numbers(numbers))
    }

    /// How the table calls a position.
    fn name(&self, position: &G::Position, counters: G::Counters, left: u16) -> u64 {
        let key = if self.is_symmetric { self.game.canonical(position).key() } else { position.key() };
        key ^ self.salt(position, counters, left)
    }

    /// How the table calls a position at the end of a way: no image of it, since the way has none.
    fn path_name(&self, position: &G::Position, counters: G::Counters, trail: u64) -> u64 {
        (position.key() ^ self.salt(position, counters, ENDLESS)).rotate_left(32) ^ trail
    }

    fn salt(&self, position: &G::Position, counters: G::Counters, left: u16) -> u64 {
        const SECOND: u64 = 0xe703_7ed1_a0b4_28db;
        let attacker = if self.attacker == Side::First { 0 } else { SECOND };
        let within = Ply(if left == ENDLESS { u32::MAX } else { u32::from(left) });
        attacker ^ self.judge.salt() ^ self.judge.key(self.game, position, counters, within)
    }

    /// Takes the last node off the path, stores what was found of it and tells it to its parent; of the root, it gives it back.
    fn close(&mut self) -> Option<Found> {
        let Some(node) = self.path.pop() else { return Some(Found::open(Numbers::GIVEN_UP)) };
        let found = self.conclude(&node);
        self.keep(&node, found);
        if let Some(parent) = self.path.last() {
            self.children.truncate(node.from);
            self.children[parent.chosen].found = found;
            return None;
        }
        std::mem::swap(&mut self.roots, &mut self.children);
        self.children.clear();
        Some(found)
    }

    /// What the moves of a node say of it.
    fn conclude(&self, node: &Node<G>) -> Found {
        let numbers = self.sum(node).numbers;
        let children = &self.children[node.from..];
        let decides = |child: &&Child<G>| child.found.numbers == numbers;
        match numbers.answer() {
            None => Found::open(numbers),
            Some(true) => {
                let lengths = children.iter().filter(decides).map(|child| child.found.length);
                let length = if node.attacks { lengths.min() } else { lengths.max() };
                Found::won(length.unwrap_or(0).saturating_add(1).min(ENDLESS - 1))
            }
            Some(false) => {
                let plies = children.iter().filter(decides).map(|child| child.found.rests_on);
                // The attacker needs all its moves to fail, the other side one that does: that which rests on least.
                let rests_on = if node.attacks { plies.min() } else { plies.max() };
                let ply = Ply(self.path.len() as u32);
                // What comes back to this node itself does so wherever it lies.
                Found::repeats(rests_on.filter(|&at| at < ply).unwrap_or(NOTHING))
            }
        }
    }

    fn keep(&mut self, node: &Node<G>, found: Found) {
        let work = self.budget.nodes() - node.before;
        if found.rests_on != NOTHING {
            let above = self.path.len() as u32 - found.rests_on.0;
            let name = self.path_name(&node.position, node.counters, node.trail);
            self.table.store_path(name, above as u16, work);
            return;
        }
        let (won, not_won) = match found.numbers.answer() {
            Some(true) => (Some(found.length), 0),
            Some(false) => (None, node.left),
            None => (None, 0),
        };
        let entry = Entry { won, not_won, left: node.left, numbers: found.numbers };
        self.table.store(self.name(&node.position, node.counters, node.left), entry, work);
    }
}

/// One ply less of what is left.
#[inline]
fn less_one(left: u16) -> u16 {
    if left == ENDLESS { left } else { left.saturating_sub(1) }
}

/// The attacker's own moves end its wins: an odd number of plies where it moves, else an even one.
fn parity(within: u16, attacks: bool) -> u16 {
    if within == ENDLESS || (within % 2 == 1) == attacks { within } else { within.saturating_sub(1) }
}
