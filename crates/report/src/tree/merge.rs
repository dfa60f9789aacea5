//! The merged tree of one or two searches of the same position.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use zermelo_core::erased::DynTrace;
use zermelo_core::trace::NodeEnd;

/// A node of the merged tree.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The parent.
    pub(super) parent: Option<usize>,
    /// The index of the move among the legal moves of the parent.
    pub(super) index: u32,
    /// The status in each search.
    pub(super) fates: Vec<Fate>,
}

/// The status of a node in a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    /// The node was searched; its index in the tree of the search.
    Seen(usize),
    /// The node was cut off.
    Pruned,
    /// The search did not reach the node.
    Beyond,
    /// The node was searched but not recorded; its parent counts it.
    LeftOut,
}

impl Node {
    /// The index in the tree of a search.
    pub(super) fn seen(&self, search: usize) -> Option<usize> {
        match self.fates[search] {
            Fate::Seen(at) => Some(at),
            _ => None,
        }
    }

    /// The size: the largest of all searches.
    fn size(&self, traces: &[&dyn DynTrace]) -> u64 {
        let size = |(search, trace): (usize, &&dyn DynTrace)| {
            let figures = trace.figures(self.seen(search)?);
            Some(figures.chances.map_or(figures.below, |chances| chances.visits))
        };
        traces.iter().enumerate().filter_map(size).max().unwrap_or(0)
    }
}

/// The root and at most `most` nodes, the largest first. Each node is after its parent, and siblings are in search order.
pub(super) fn merge(traces: &[&dyn DynTrace], most: usize) -> Vec<Node> {
    let mut nodes = vec![Node { parent: None, index: 0, fates: vec![Fate::Seen(0); traces.len()] }];
    let mut known = BinaryHeap::new();
    let push = |nodes: &mut Vec<Node>, known: &mut BinaryHeap<_>, parent: usize| {
        for child in children(traces, nodes, parent) {
            known.push((child.size(traces), Reverse(nodes.len())));
            nodes.push(child);
        }
    };
    push(&mut nodes, &mut known, 0);
    let mut is_kept = vec![true];
    for _ in 0..most {
        let Some((_, Reverse(at))) = known.pop() else { break };
        is_kept.resize(nodes.len(), false);
        is_kept[at] = true;
        push(&mut nodes, &mut known, at);
    }
    is_kept.resize(nodes.len(), false);
    in_depth(&nodes, &is_kept)
}

/// The children of a node that any of the searches has searched.
fn children(traces: &[&dyn DynTrace], nodes: &[Node], parent: usize) -> Vec<Node> {
    let above = &nodes[parent];
    let mut all: Vec<(u32, usize, usize)> = Vec::new();
    for (search, trace) in traces.iter().enumerate() {
        let below = above.seen(search).map_or(&[][..], |at| trace.children(at));
        all.extend(below.iter().map(|&at| (trace.figures(at as usize).index, search, at as usize)));
    }
    if traces.len() > 1 {
        all.sort_by_key(|&(index, search, _)| (index, search));
    }
    let mut children: Vec<Node> = Vec::new();
    for (index, search, at) in all {
        if children.last().is_none_or(|last| last.index != index) {
            let fates = (0..traces.len()).map(|search| unseen(traces[search], above.fates[search], index)).collect();
            children.push(Node { parent: Some(parent), index, fates });
        }
        if let Some(child) = children.last_mut() {
            child.fates[search] = Fate::Seen(at);
        }
    }
    children
}

/// The status of a child that a search has not recorded.
fn unseen(trace: &dyn DynTrace, above: Fate, index: u32) -> Fate {
    let Fate::Seen(at) = above else { return above };
    let figures = trace.figures(at);
    match figures.end {
        NodeEnd::Alpha | NodeEnd::Beta if index >= figures.children => Fate::Pruned,
        NodeEnd::Horizon | NodeEnd::GameOver | NodeEnd::Table => Fate::Beyond,
        _ if trace.children(at).len() == figures.children as usize => Fate::Beyond,
        _ => Fate::LeftOut,
    }
}

/// The kept nodes in depth-first order.
fn in_depth(nodes: &[Node], is_kept: &[bool]) -> Vec<Node> {
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (at, node) in nodes.iter().enumerate().filter(|(at, _)| is_kept[*at]) {
        if let Some(parent) = node.parent {
            below[parent].push(at);
        }
    }
    let mut walked: Vec<Node> = Vec::new();
    let mut open = vec![(0, None)];
    while let Some((at, parent)) = open.pop() {
        let here = walked.len();
        walked.push(Node { parent, ..nodes[at].clone() });
        open.extend(below[at].iter().rev().map(|&child| (child, Some(here))));
    }
    walked
}

/// The nodes of the principal variation of a search, as far as they are kept.
pub(super) fn line(trace: &dyn DynTrace, search: usize, nodes: &[Node]) -> Vec<usize> {
    let mut line = vec![0];
    for mv in &trace.decision().pv {
        let above = line[line.len() - 1];
        let leads = |node: &Node| node.seen(search).is_some_and(|at| trace.scene(at).mv.as_ref() == Some(mv));
        let next = (above + 1..nodes.len()).find(|&at| nodes[at].parent == Some(above) && leads(&nodes[at]));
        let Some(next) = next else { break };
        line.push(next);
    }
    line
}
