//! Selection: the tree policy.
//!
//! UCB1 applied to trees: Kocsis and Szepesvári, "Bandit Based Monte-Carlo Planning", 2006; Auer, Cesa-Bianchi and
//! Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem", 2002, also for UCB1-tuned. RAVE: Gelly and Silver,
//! "Monte-Carlo tree search and rapid action value estimation in computer Go", 2011. Progressive bias: Chaslot and
//! others, "Progressive Strategies for Monte-Carlo Tree Search", 2008. PUCT: Silver and others, "Mastering the game of
//! Go without human knowledge", 2017.

use std::hint::select_unpredictable;
use std::sync::LazyLock;

use super::node_pool::{ExtraStats, MctsNode, NodeId, NodePool};
use super::options::{MctsOptions, Selection};

/// The tree policy, prepared from the options.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreePolicy {
    c: f64,
    rule: SelectionRule,
    /// The visits at which RAVE and the mean weigh the same; 0: no RAVE.
    rave: f64,
    bias: f64,
    rates: &'static [VisitTerms],
}

/// The terms of UCB1 for a number of visits.
#[derive(Clone, Copy, Debug)]
struct VisitTerms {
    /// 1 / visits; 0 without visits.
    inverse: f32,
    /// 1 / sqrt(visits): the exploration term of a child. Very large without visits, so that the child goes first.
    spread: f32,
    /// ln(visits).
    log: f32,
    /// sqrt(ln(visits)): the exploration term of a parent.
    width: f32,
}

impl VisitTerms {
    /// Greater than any upper bound of a visited child, even with a tiny `c`.
    const UNVISITED: f32 = 1e36;
    /// The least exploration.
    const LEAST_WIDTH: f32 = 1e-30;

    fn of(visits: u32) -> Self {
        if visits == 0 {
            return Self { inverse: 0.0, spread: Self::UNVISITED, log: 0.0, width: 0.0 };
        }
        let (inverse, log) = (1.0 / f64::from(visits), ln(visits));
        Self { inverse: inverse as f32, spread: inverse.sqrt() as f32, log: log as f32, width: log.sqrt() as f32 }
    }
}

/// Terms for fewer visits than this are in a lookup table.
const LOOKED_UP: u32 = 1 << 12;

static VISIT_TERMS: LazyLock<Vec<VisitTerms>> = LazyLock::new(|| (0..LOOKED_UP).map(VisitTerms::of).collect());

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SelectionRule {
    /// Plain UCB1, the fast path.
    Plain,
    Uct,
    Tuned,
    Puct,
}

impl TreePolicy {
    /// With `has_priors`, a network gives priors, and the rule is PUCT.
    pub(super) fn new(options: &MctsOptions, has_priors: bool) -> Self {
        let (rave, bias) = (f64::from(options.rave), options.bias);
        let rule = match options.selection {
            _ if has_priors => SelectionRule::Puct,
            Selection::Uct if options.rave == 0 && bias == 0.0 => SelectionRule::Plain,
            Selection::Uct => SelectionRule::Uct,
            Selection::Tuned => SelectionRule::Tuned,
        };
        Self { c: options.c, rule, rave, bias, rates: &VISIT_TERMS }
    }

    /// Whether it needs [`ExtraStats`].
    pub(super) fn needs_extra_stats(&self) -> bool {
        self.rule != SelectionRule::Plain
    }

    /// Whether it needs the sums of squared results.
    pub(super) fn needs_squares(&self) -> bool {
        self.rule == SelectionRule::Tuned
    }

    /// The child of an expanded node with the greatest upper confidence bound. An unvisited child goes first, a proven
    /// loss is left out, and a proven draw has its value without exploration.
    #[inline]
    pub(super) fn select<M: Copy>(&self, pool: &NodePool<M>, at: NodeId) -> NodeId {
        if self.rule == SelectionRule::Plain { self.plain(pool, at) } else { self.refined(pool, at) }
    }

    /// `mean + c * sqrt(ln(visits of the parent) / visits)`.
    #[inline]
    fn plain<M: Copy>(&self, pool: &NodePool<M>, at: NodeId) -> NodeId {
        let width = (self.c as f32 * self.width(pool[at].visits())).max(VisitTerms::LEAST_WIDTH);
        let mut best = 0;
        let mut greatest = f32::NEG_INFINITY;
        for (index, child) in pool.child_nodes(at).iter().enumerate() {
            let rate =
                self.rates.get(child.visits() as usize).copied().unwrap_or_else(|| VisitTerms::of(child.visits()));
            let ucb = child.points() as f32 * rate.inverse + width * rate.spread;
            let bound = child.proven_value().unwrap_or(ucb);
            // A branch would be mispredicted often.
            let is_ahead = bound > greatest;
            best = select_unpredictable(is_ahead, index, best);
            greatest = select_unpredictable(is_ahead, bound, greatest);
        }
        pool.child(at, best)
    }

    /// sqrt(ln(visits)) of a parent. Beyond the lookup table only the highest bits of `visits` are used, which gives
    /// four digits.
    #[inline]
    fn width(&self, visits: u32) -> f32 {
        if let Some(rate) = self.rates.get(visits as usize) {
            return rate.width;
        }
        let halvings = (visits / LOOKED_UP).ilog2() + 1;
        (self.rates[(visits >> halvings) as usize].log + halvings as f32 * std::f32::consts::LN_2).sqrt()
    }

    #[cold]
    fn refined<M: Copy>(&self, pool: &NodePool<M>, at: NodeId) -> NodeId {
        let parent = ParentStats::of(&pool[at]);
        let mut best: Option<(NodeId, f64)> = None;
        for child in pool.children(at) {
            let node = &pool[child];
            let bound = match node.proven_value() {
                Some(worth) => f64::from(worth),
                None => self.bound(&parent, node, &pool.extra_stats(child)),
            };
            if best.is_none_or(|(_, greatest)| bound > greatest) {
                best = Some((child, bound));
            }
        }
        best.map_or_else(|| pool.child(at, 0), |(child, _)| child)
    }

    /// The exploration term of a visited, unproven child, for the trace.
    pub(super) fn explore<M: Copy>(&self, pool: &NodePool<M>, parent: NodeId, child: NodeId) -> Option<f64> {
        if pool[child].proof().is_some() {
            return None;
        }
        let bound = self.bound(&ParentStats::of(&pool[parent]), &pool[child], &pool.extra_stats(child));
        pool[child].mean().map(|mean| bound - mean)
    }

    fn bound<M>(&self, parent: &ParentStats, child: &MctsNode<M>, extra_stats: &ExtraStats) -> f64 {
        /// Above every bound of a visited child.
        const FIRST: f64 = 1e9;
        let visits = f64::from(child.visits());
        if self.rule == SelectionRule::Puct {
            let mean = child.mean().unwrap_or(parent.mean);
            return mean + self.c * f64::from(extra_stats.prior) * parent.visits.sqrt() / (1.0 + visits);
        }
        let amaf = (extra_stats.amaf_visits > 0).then(|| extra_stats.amaf_points / f64::from(extra_stats.amaf_visits));
        let Some(mean) = child.mean() else {
            // Of unvisited children, the most promising goes first.
            return FIRST + self.bias * f64::from(extra_stats.prior) + amaf.filter(|_| self.rave > 0.0).unwrap_or(0.5);
        };
        let explore = match self.rule {
            SelectionRule::Tuned => {
                let rate = parent.log / visits;
                let variance = (extra_stats.squares / visits - mean * mean).max(0.0) + (2.0 * rate).sqrt();
                self.c * (rate * (4.0 * variance).min(1.0)).sqrt()
            }
            _ => self.c * (parent.log / visits).sqrt(),
        };
        let mean = match amaf {
            Some(amaf) if self.rave > 0.0 => {
                let weight = (self.rave / (3.0 * visits + self.rave)).sqrt();
                mean + weight * (amaf - mean)
            }
            _ => mean,
        };
        mean + explore + self.bias * f64::from(extra_stats.prior) / (visits + 1.0)
    }
}

/// The parent's part in the bounds of its children.
struct ParentStats {
    visits: f64,
    log: f64,
    /// From the view of the children.
    mean: f64,
}

impl ParentStats {
    fn of<M>(node: &MctsNode<M>) -> Self {
        let visits = node.visits().max(1);
        Self { visits: f64::from(visits), log: ln(visits), mean: 1.0 - node.mean().unwrap_or(0.5) }
    }
}

/// The natural logarithm, the same to the last bit on every machine: only operations that IEEE 754 rounds exactly. (The `ln`
/// of the standard library is the platform's, and one last bit can turn a choice between two children.)
///
/// With `n = m * 2^e` and `s = (m - 1) / (m + 1)`: `ln n = e ln 2 + 2 (s + s^3/3 + s^5/5 + ..)`. The error is below 1e-11.
#[inline]
fn ln(n: u32) -> f64 {
    debug_assert!(n > 0);
    let mut exponent = f64::from(n.ilog2());
    let mut mantissa = f64::from(n) / f64::from(1_u32 << n.ilog2());
    if mantissa > std::f64::consts::SQRT_2 {
        mantissa /= 2.0;
        exponent += 1.0;
    }
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let q = s * s;
    let series = 1.0 + q * (1.0 / 3.0 + q * (1.0 / 5.0 + q * (1.0 / 7.0 + q * (1.0 / 9.0 + q * (1.0 / 11.0)))));
    exponent * std::f64::consts::LN_2 + 2.0 * s * series
}

#[cfg(test)]
mod tests {
    use zermelo_core::Wdl;

    use super::super::node_pool::Proof;
    use super::*;

    #[test]
    fn ln_equals_the_standard_library() {
        for n in (1..2000).chain([65_535, 65_536, 1_000_003, u32::MAX]) {
            assert!((ln(n) - f64::from(n).ln()).abs() < 1e-10, "{n}: {} {}", ln(n), f64::from(n).ln());
        }
    }

    #[test]
    fn the_exploration_of_a_parent_is_nearly_exact() {
        let tree_policy = TreePolicy::new(&MctsOptions::plain(), false);
        for visits in (1..20_000).chain([65_535, 65_536, 1_000_003, u32::MAX]) {
            let exact = f64::from(visits).ln().sqrt();
            assert!((f64::from(tree_policy.width(visits)) - exact).abs() < 1e-4, "{visits}");
        }
    }

    fn tree_with_children(options: &MctsOptions, children: &[(u32, f64)]) -> (TreePolicy, NodePool<u8>) {
        let tree_policy = TreePolicy::new(options, false);
        let mut pool = NodePool::new(tree_policy.needs_extra_stats(), 100);
        let root = NodePool::<u8>::ROOT;
        pool.expand_root(root, &(0..children.len() as u8).collect::<Vec<_>>());
        pool[root].add(children.iter().map(|child| child.0).sum(), 0.0);
        for (index, &(visits, points)) in children.iter().enumerate() {
            let child = pool.child(root, index);
            pool[child].add(visits, points);
        }
        (tree_policy, pool)
    }

    fn selected(tree_policy: &TreePolicy, pool: &NodePool<u8>) -> u8 {
        pool.mv(tree_policy.select(pool, NodePool::<u8>::ROOT))
    }

    #[test]
    fn unvisited_children_go_first_and_lost_ones_never() {
        for options in [MctsOptions::plain(), MctsOptions { bias: 1e-9, ..MctsOptions::plain() }] {
            let (tree_policy, mut pool) = tree_with_children(&options, &[(4, 4.0), (4, 2.0), (0, 0.0)]);
            let [a, c] = [0, 2].map(|index| pool.child(NodePool::<u8>::ROOT, index));
            assert_eq!(selected(&tree_policy, &pool), 2);
            pool[c].prove(Some(Proof::terminal(Wdl::Loss)));
            assert_eq!(selected(&tree_policy, &pool), 0);
            pool[a].add(396, 0.0);
            assert_eq!(selected(&tree_policy, &pool), 1);
        }
    }

    #[test]
    fn ucb1_tuned_prefers_varying_results() {
        let options = MctsOptions { selection: Selection::Tuned, ..MctsOptions::plain() };
        let (tree_policy, mut pool) = tree_with_children(&options, &[(1000, 500.0), (1000, 500.0)]);
        for (index, squares) in [(0, 250.0), (1, 500.0)] {
            let child = pool.child(NodePool::<u8>::ROOT, index);
            pool.extra_stats_mut(child).unwrap().squares = squares;
        }
        assert_eq!(selected(&tree_policy, &pool), 1, "always a half, or as often a win as a loss");
    }

    #[test]
    fn rave_decays_with_visits() {
        let options = MctsOptions { rave: 100, ..MctsOptions::plain() };
        for (visits, expected) in [(10, 1), (100_000, 0)] {
            let points = f64::from(visits) / 2.0;
            let (tree_policy, mut pool) = tree_with_children(&options, &[(visits, points * 1.1), (visits, points)]);
            let child = pool.child(NodePool::<u8>::ROOT, 1);
            let extra_stats = pool.extra_stats_mut(child).unwrap();
            (extra_stats.amaf_visits, extra_stats.amaf_points) = (50, 50.0);
            let other = pool.child(NodePool::<u8>::ROOT, 0);
            let extra_stats = pool.extra_stats_mut(other).unwrap();
            (extra_stats.amaf_visits, extra_stats.amaf_points) = (50, 10.0);
            assert_eq!(selected(&tree_policy, &pool), expected);
        }
    }

    #[test]
    fn progressive_bias_decays_with_visits() {
        let options = MctsOptions { bias: 1.0, ..MctsOptions::plain() };
        for (visits, expected) in [(3, 1), (100_000, 0)] {
            let points = f64::from(visits) / 2.0;
            let (tree_policy, mut pool) = tree_with_children(&options, &[(visits, points * 1.05), (visits, points)]);
            let child = pool.child(NodePool::<u8>::ROOT, 1);
            pool.extra_stats_mut(child).unwrap().prior = 1.0;
            assert_eq!(selected(&tree_policy, &pool), expected);
        }
    }

    #[test]
    fn puct_follows_the_priors_at_first() {
        let options = MctsOptions::plain();
        let (_, mut pool) = tree_with_children(&MctsOptions { bias: 1.0, ..options }, &[(0, 0.0), (0, 0.0), (0, 0.0)]);
        let tree_policy = TreePolicy::new(&options, true);
        pool[NodePool::<u8>::ROOT].add(1, 0.5);
        for (index, prior) in [(0, 0.2), (1, 0.7), (2, 0.1)] {
            let child = pool.child(NodePool::<u8>::ROOT, index);
            pool.extra_stats_mut(child).unwrap().prior = prior;
        }
        assert_eq!(selected(&tree_policy, &pool), 1);
        let first = pool.child(NodePool::<u8>::ROOT, 1);
        pool[first].add(20, 2.0);
        assert_eq!(selected(&tree_policy, &pool), 0);
    }
}
