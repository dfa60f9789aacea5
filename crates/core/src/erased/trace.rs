//! Type-erased search trees.

use super::{Playable, TextDecision};
use crate::trace::{NodeFigures, SearchTree};
use crate::view::Piece;
use crate::{Ending, GameRecord, Side, Square};

/// A decision of any game with its search tree. Nodes are identified by their index; the root is 0.
pub trait DynTrace: Send {
    /// The decision.
    fn decision(&self) -> &TextDecision;

    /// Nodes of the decision that are not in the tree; see [`SearchTree::elsewhere`].
    fn elsewhere(&self) -> u64;

    /// The index of the parent; `None` at the root.
    fn parent(&self, at: usize) -> Option<usize>;

    /// The indices of the recorded children, in the order of the tree.
    fn children(&self, at: usize) -> &[u32];

    /// The figures of a node.
    fn figures(&self, at: usize) -> &NodeFigures;

    /// The position of a node, for display.
    fn scene(&self, at: usize) -> NodeScene;

    /// The number of recorded nodes, including the root.
    fn len(&self) -> usize;

    /// Whether the tree has no node.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The position of a node of a search tree, for display.
#[derive(Clone, PartialEq, Debug)]
pub struct NodeScene {
    /// The move that leads here; `None` at the root.
    pub mv: Option<String>,
    /// The cells on the path of this move.
    pub path: Vec<Square>,
    /// The position as text.
    pub position: String,
    /// The pieces on the board.
    pub pieces: Vec<Piece>,
    /// The cells of the winning lines.
    pub winning: Vec<Square>,
    /// The side to move.
    pub to_move: Side,
    /// How the game ended; `None` while it goes on.
    pub ending: Option<Ending>,
    /// The legal moves, in the order of generation.
    pub moves: Vec<String>,
}

/// Implements [`DynTrace`] for a search tree of one game.
pub struct ErasedTrace<G: Playable> {
    record: GameRecord<G>,
    decision: TextDecision,
    tree: SearchTree<G::Move>,
    /// The children of all nodes, one node after the other. `starts` has the index of the first child of each node.
    children: Vec<u32>,
    starts: Vec<u32>,
}

impl<G: Playable> ErasedTrace<G> {
    /// A tree whose root is the current position of a record.
    pub fn new(record: GameRecord<G>, decision: TextDecision, tree: SearchTree<G::Move>) -> Self {
        let mut starts = vec![0; tree.nodes.len() + 1];
        for parent in tree.nodes.iter().filter_map(|node| node.parent) {
            starts[parent as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut children = vec![0; tree.nodes.len().saturating_sub(1)];
        for (at, node) in tree.nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                let place = &mut next[parent as usize];
                children[*place as usize] = at as u32;
                *place += 1;
            }
        }
        Self { record, decision, tree, children, starts }
    }
}

impl<G: Playable> DynTrace for ErasedTrace<G> {
    fn decision(&self) -> &TextDecision {
        &self.decision
    }

    fn elsewhere(&self) -> u64 {
        self.tree.elsewhere
    }

    fn parent(&self, at: usize) -> Option<usize> {
        self.tree.nodes[at].parent.map(|parent| parent as usize)
    }

    fn children(&self, at: usize) -> &[u32] {
        &self.children[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    fn figures(&self, at: usize) -> &NodeFigures {
        &self.tree.nodes[at].figures
    }

    fn scene(&self, at: usize) -> NodeScene {
        let game = self.record.game();
        let mut line = self.record.line().clone();
        let path = self.tree.path(at);
        for &mv in &path {
            line.push(mv);
        }
        let last = path.last().copied().zip(line.previous());
        let position = line.position();
        let ending = line.ending();
        let mut moves = Vec::new();
        if ending.is_none() {
            line.generate(&mut moves);
        }
        NodeScene {
            mv: last.map(|(mv, before)| game.move_text(before, mv)),
            path: last.map_or_else(Vec::new, |(mv, before)| game.moving(before, mv).path),
            position: game.position_text(position) + &game.counters_text(line.history().counters()),
            pieces: game.pieces(position),
            winning: game.winning_cells(position),
            to_move: line.side_to_move(),
            ending,
            moves: moves.into_iter().map(|mv| game.move_text(position, mv)).collect(),
        }
    }

    fn len(&self) -> usize {
        self.tree.nodes.len()
    }
}
