//! Cycles of a directed graph: its strongly connected components of more than one node (Tarjan 1972).

use std::collections::{BTreeMap, BTreeSet};

/// The cycles, each sorted. Edges connect different nodes.
pub(super) fn circles<'a>(edges: impl Iterator<Item = &'a (String, String)>) -> Vec<Vec<&'a str>> {
    let mut graph: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (from, to) in edges {
        graph.entry(from).or_default().push(to);
        graph.entry(to).or_default();
    }
    let mut walk = Walk { graph: &graph, index: BTreeMap::new(), stack: Vec::new(), found: Vec::new() };
    for &node in graph.keys() {
        if !walk.index.contains_key(node) {
            walk.visit(node);
        }
    }
    let mut found: Vec<Vec<&str>> = walk
        .found
        .into_iter()
        .filter(|component| component.len() > 1)
        .map(|component| component.into_iter().collect())
        .collect();
    found.sort();
    found
}

struct Walk<'g, 'a> {
    graph: &'g BTreeMap<&'a str, Vec<&'a str>>,
    /// The visiting order of the nodes.
    index: BTreeMap<&'a str, usize>,
    stack: Vec<&'a str>,
    found: Vec<BTreeSet<&'a str>>,
}

impl<'a> Walk<'_, 'a> {
    /// Visits a node. Returns the earliest reachable node on the stack. The recursion is as deep as the longest chain of imports.
    fn visit(&mut self, node: &'a str) -> usize {
        let index = self.index.len();
        self.index.insert(node, index);
        self.stack.push(node);
        let mut low = index;
        for &next in &self.graph[node] {
            match self.index.get(next) {
                None => low = low.min(self.visit(next)),
                Some(&met) if self.stack.contains(&next) => low = low.min(met),
                Some(_) => {}
            }
        }
        if low == index {
            let start = self.stack.iter().position(|&other| other == node).unwrap_or_default();
            self.found.push(self.stack.drain(start..).collect());
        }
        low
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(edges: &[(&str, &str)]) -> Vec<String> {
        let edges: Vec<(String, String)> =
            edges.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned())).collect();
        circles(edges.iter()).iter().map(|circle| circle.join(" ")).collect()
    }

    #[test]
    fn a_graph_without_circles_has_none() {
        assert_eq!(found(&[("a", "b"), ("b", "c"), ("a", "c"), ("d", "c")]), [""; 0]);
    }

    #[test]
    fn two_circles_that_share_a_node_are_one() {
        assert_eq!(found(&[("a", "b"), ("b", "a"), ("b", "c"), ("c", "d"), ("d", "b"), ("d", "e")]), ["a b c d"]);
    }

    #[test]
    fn circles_apart_are_two() {
        assert_eq!(found(&[("c", "d"), ("d", "c"), ("a", "b"), ("b", "a"), ("b", "c")]), ["a b", "c d"]);
    }
}
