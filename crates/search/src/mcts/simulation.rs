//! One simulation: down the tree, a random game from where it ends, and back up with the result.

use zermelo_core::{Depth, Game, Outcome, Wdl};

use super::arena::{NodeId, Proof};
use super::options::{Expand, MctsOptions};
use super::selection::select;
use super::tree::SearchTree;
use crate::budget::{Budget, Interrupted};
use crate::playout::{Playouts, points};
use crate::rng::Rng;

/// What all simulations of one decision work on.
pub(super) struct Simulator<'a, G: Game> {
    pub(super) options: &'a MctsOptions,
    pub(super) tree: &'a mut SearchTree<G>,
    pub(super) rng: &'a mut Rng,
    pub(super) budget: &'a mut Budget,
    playouts: Playouts<G>,
    /// The nodes from the root to where the simulation stands.
    path: Vec<NodeId>,
    moves: Vec<G::Move>,
    /// How far below the root the tree may grow, in plies.
    horizon: usize,
    longest: usize,
}

impl<'a, G: Game> Simulator<'a, G> {
    pub(super) fn new(
        options: &'a MctsOptions,
        tree: &'a mut SearchTree<G>,
        rng: &'a mut Rng,
        budget: &'a mut Budget,
        depth: Option<Depth>,
    ) -> Self {
        Self {
            playouts: Playouts::new(options.playout_cap),
            options,
            tree,
            rng,
            budget,
            path: Vec::new(),
            moves: Vec::new(),
            horizon: depth.map_or(usize::MAX, |depth| depth.index().max(1)),
            longest: 0,
        }
    }

    /// The length of the longest way down so far, in plies.
    pub(super) fn longest(&self) -> u32 {
        self.longest as u32
    }

    /// One simulation. The root is open and not proven. Interrupted, it leaves the tree without the unfinished game.
    pub(super) fn run(&mut self) -> Result<(), Interrupted> {
        let root = self.tree.line.ply();
        self.path.clear();
        self.path.push(self.tree.root);
        let result = self.descend();
        while self.tree.line.ply() > root {
            self.tree.line.pop();
        }
        result
    }

    fn descend(&mut self) -> Result<(), Interrupted> {
        loop {
            let at = self.here();
            if let Some(proof) = self.tree.arena[at].proof {
                self.budget.playout()?;
                self.settle(proof.share());
                return Ok(());
            }
            let at_horizon = self.path.len() > self.horizon;
            if at_horizon || !self.tree.arena[at].is_open() {
                if let Some(outcome) = self.tree.line.outcome() {
                    return self.end_here(outcome);
                }
                let is_new = self.tree.arena[at].visits == 0;
                if is_new || at_horizon || !self.open(at)? {
                    return self.play_out();
                }
                if self.tree.arena[at].proof.is_some() {
                    continue;
                }
                if self.options.expand == Expand::All {
                    return self.play_out_children(at);
                }
            }
            let child = select(&self.tree.arena, at, self.options.c);
            self.step(child)?;
        }
    }

    fn here(&self) -> NodeId {
        // The root is always on the path.
        self.path[self.path.len() - 1]
    }

    fn step(&mut self, child: NodeId) -> Result<(), Interrupted> {
        self.budget.node()?;
        self.tree.line.push(self.tree.arena.mv(child));
        self.path.push(child);
        self.longest = self.longest.max(self.path.len() - 1);
        Ok(())
    }

    /// Gives the node its children; whether there was room for them. Where one of them wins at once, it is the only one.
    fn open(&mut self, at: NodeId) -> Result<bool, Interrupted> {
        self.moves.clear();
        self.tree.line.generate(&mut self.moves);
        let win = if self.options.decisive { self.win_in_one()? } else { None };
        if let Some(mv) = win {
            self.moves.clear();
            self.moves.push(mv);
        }
        if self.tree.arena.len() + self.moves.len() > self.options.max_nodes as usize {
            return Ok(false);
        }
        self.rng.shuffle(&mut self.moves);
        self.tree.arena.open(at, &self.moves);
        if win.is_some() && self.options.solver {
            let child = self.tree.arena.child(at, 0);
            self.tree.arena[child].proof = Some(Proof::ended(Wdl::Win));
            self.tree.arena[at].proof = self.tree.arena.proof_by_children(at);
        }
        Ok(true)
    }

    fn win_in_one(&mut self) -> Result<Option<G::Move>, Interrupted> {
        let game = self.tree.line.game();
        let side = self.tree.line.side_to_move();
        for &mv in &self.moves {
            self.budget.node()?;
            let mut after = *self.tree.line.position();
            game.play_unchecked(&mut after, mv);
            if game.outcome(&after) == Some(Outcome::Win(side)) {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// The game is over at this node.
    fn end_here(&mut self, outcome: Outcome) -> Result<(), Interrupted> {
        self.budget.playout()?;
        let line = &self.tree.line;
        let mover = line.side_to_move().opponent();
        // A draw by history hangs on the way that led here: it counts, but proves nothing.
        let by_board = line.game().outcome(line.position()).is_some();
        if self.options.solver && by_board {
            let at = self.here();
            self.tree.arena[at].proof = Some(Proof::ended(outcome.wdl(mover)));
        }
        self.settle(points(outcome, mover, 0.5));
        Ok(())
    }

    /// Random games from this node. Interrupted after the first of them, those that were finished count.
    fn play_out(&mut self) -> Result<(), Interrupted> {
        let mover = self.tree.line.side_to_move().opponent();
        let mut sum = 0.0;
        for games in 0..self.options.rollouts.max(1) {
            match self.one_game() {
                Ok(outcome) => sum += points(outcome, mover, 0.5),
                Err(interrupted) => {
                    if games > 0 {
                        self.settle(sum / f64::from(games));
                    }
                    return Err(interrupted);
                }
            }
        }
        self.settle(sum / f64::from(self.options.rollouts.max(1)));
        Ok(())
    }

    fn one_game(&mut self) -> Result<Outcome, Interrupted> {
        self.budget.playout()?;
        self.playouts.run(&mut self.tree.line, self.rng, self.budget)
    }

    /// Random games from each child of a node that was opened just now.
    fn play_out_children(&mut self, at: NodeId) -> Result<(), Interrupted> {
        for child in self.tree.arena.children(at) {
            self.step(child)?;
            match self.tree.line.outcome() {
                Some(outcome) => self.end_here(outcome)?,
                None => self.play_out()?,
            }
            self.tree.line.pop();
            self.path.pop();
            if self.tree.arena[at].proof.is_some() {
                break;
            }
        }
        Ok(())
    }

    /// Hands a share of points up the path, each node's from the view of the side that moved there, and with it what is
    /// proven.
    fn settle(&mut self, share: f64) {
        let mut share = share;
        for &at in self.path.iter().rev() {
            let node = &mut self.tree.arena[at];
            node.visits += 1;
            node.points += share;
            share = 1.0 - share;
        }
        if !self.options.solver {
            return;
        }
        for step in self.path.windows(2).rev() {
            let [parent, child] = [step[0], step[1]];
            if self.tree.arena[child].proof.is_none() || self.tree.arena[parent].proof.is_some() {
                break;
            }
            self.tree.arena[parent].proof = self.tree.arena.proof_by_children(parent);
        }
    }
}
