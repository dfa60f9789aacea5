//! Which child the search goes to.
//!
//! UCB1 applied to trees: Kocsis and Szepesvári, "Bandit Based Monte-Carlo Planning", 2006; Auer, Cesa-Bianchi and Fischer,
//! "Finite-time Analysis of the Multiarmed Bandit Problem", 2002, whose UCB1-tuned is here too. RAVE: Gelly and Silver,
//! "Monte-Carlo tree search and rapid action value estimation in computer Go", 2011. Progressive bias: Chaslot and others,
//! "Progressive Strategies for Monte-Carlo Tree Search", 2008. PUCT: Silver and others, "Mastering the game of Go without human
//! knowledge", 2017.

use std::hint::select_unpredictable;
use std::sync::LazyLock;

use super::arena::{Arena, Extra, Node, NodeId};
use super::options::{MctsOptions, Selection};

/// How children are chosen, worked out of the options once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bandit {
    c: f64,
    rule: Rule,
    /// The visits at which RAVE and the search's own share count alike; 0: no RAVE.
    rave: f64,
    bias: f64,
    rates: &'static [Rate],
}

/// What UCB1 makes of a number of visits.
#[derive(Clone, Copy, Debug)]
struct Rate {
    /// One by the visits; 0 where there are none.
    inverse: f32,
    /// One by their square root: what they leave open of a child. Nearly endless where there are none, so that such a child goes first.
    spread: f32,
    /// Their logarithm.
    log: f32,
    /// Its square root: how much a parent explores.
    width: f32,
}

impl Rate {
    /// Greater than any bound of a child that was visited, even where next to nothing is explored.
    const UNVISITED: f32 = 1e36;
    /// The least that is explored.
    const LEAST_WIDTH: f32 = 1e-30;

    fn of(visits: u32) -> Self {
        if visits == 0 {
            return Self { inverse: 0.0, spread: Self::UNVISITED, log: 0.0, width: 0.0 };
        }
        let (inverse, log) = (1.0 / f64::from(visits), ln(visits));
        Self { inverse: inverse as f32, spread: inverse.sqrt() as f32, log: log as f32, width: log.sqrt() as f32 }
    }
}

/// A number of visits below this has its rate looked up.
const LOOKED_UP: u32 = 1 << 12;

static RATES: LazyLock<Vec<Rate>> = LazyLock::new(|| (0..LOOKED_UP).map(Rate::of).collect());

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rule {
    /// UCB1 and nothing else: the quick way.
    Plain,
    Uct,
    Tuned,
    Puct,
}

impl Bandit {
    /// With `has_priors`, a network says what is promising, and PUCT is the rule.
    pub(super) fn new(options: &MctsOptions, has_priors: bool) -> Self {
        let (rave, bias) = (f64::from(options.rave), options.bias);
        let rule = match options.selection {
            _ if has_priors => Rule::Puct,
            Selection::Uct if options.rave == 0 && bias == 0.0 => Rule::Plain,
            Selection::Uct => Rule::Uct,
            Selection::Tuned => Rule::Tuned,
        };
        Self { c: options.c, rule, rave, bias, rates: &RATES }
    }

    /// Whether it asks for more than visits and points.
    pub(super) fn asks_extras(&self) -> bool {
        self.rule != Rule::Plain
    }

    /// Whether it asks for the sums of squares.
    pub(super) fn asks_squares(&self) -> bool {
        self.rule == Rule::Tuned
    }

    /// The child of an open node with the greatest upper bound. A child that was never visited goes first, one that is proven to
    /// lose is left out. One that is proven a draw is worth just that: there is nothing to be found in it.
    #[inline]
    pub(super) fn select<M: Copy>(&self, arena: &Arena<M>, at: NodeId) -> NodeId {
        if self.rule == Rule::Plain { self.plain(arena, at) } else { self.refined(arena, at) }
    }

    /// `mean + c * sqrt(ln(visits of the parent) / visits)`.
    #[inline]
    fn plain<M: Copy>(&self, arena: &Arena<M>, at: NodeId) -> NodeId {
        let width = (self.c as f32 * self.width(arena[at].visits())).max(Rate::LEAST_WIDTH);
        let mut best = 0;
        let mut greatest = f32::NEG_INFINITY;
        for (index, child) in arena.family(at).iter().enumerate() {
            let rate = self.rates.get(child.visits() as usize).copied().unwrap_or_else(|| Rate::of(child.visits()));
            let open = child.points() as f32 * rate.inverse + width * rate.spread;
            let bound = child.proven_worth().unwrap_or(open);
            // Which child is ahead is anybody's guess, the processor's too.
            let is_ahead = bound > greatest;
            best = select_unpredictable(is_ahead, index, best);
            greatest = select_unpredictable(is_ahead, bound, greatest);
        }
        arena.child(at, best)
    }

    /// The square root of the logarithm of a parent's visits; where they are many, of their highest bits, which tell it to four digits.
    #[inline]
    fn width(&self, visits: u32) -> f32 {
        if let Some(rate) = self.rates.get(visits as usize) {
            return rate.width;
        }
        let halvings = (visits / LOOKED_UP).ilog2() + 1;
        (self.rates[(visits >> halvings) as usize].log + halvings as f32 * std::f32::consts::LN_2).sqrt()
    }

    #[cold]
    fn refined<M: Copy>(&self, arena: &Arena<M>, at: NodeId) -> NodeId {
        let parent = Parent::of(&arena[at]);
        let mut best: Option<(NodeId, f64)> = None;
        for child in arena.children(at) {
            let node = &arena[child];
            let bound = match node.proven_worth() {
                Some(worth) => f64::from(worth),
                None => self.bound(&parent, node, &arena.extra(child)),
            };
            if best.is_none_or(|(_, greatest)| bound > greatest) {
                best = Some((child, bound));
            }
        }
        best.map_or_else(|| arena.child(at, 0), |(child, _)| child)
    }

    /// What is added to the share of a visited child to make its bound, unless it is proven: for whoever wants to see it.
    pub(super) fn explore<M: Copy>(&self, arena: &Arena<M>, parent: NodeId, child: NodeId) -> Option<f64> {
        if arena[child].proof().is_some() {
            return None;
        }
        let bound = self.bound(&Parent::of(&arena[parent]), &arena[child], &arena.extra(child));
        arena[child].share().map(|share| bound - share)
    }

    fn bound<M>(&self, parent: &Parent, child: &Node<M>, extra: &Extra) -> f64 {
        /// Above every bound of a child that was visited.
        const FIRST: f64 = 1e9;
        let visits = f64::from(child.visits());
        if self.rule == Rule::Puct {
            let share = child.share().unwrap_or(parent.share);
            return share + self.c * f64::from(extra.prior) * parent.visits.sqrt() / (1.0 + visits);
        }
        let amaf = (extra.amaf_visits > 0).then(|| extra.amaf_points / f64::from(extra.amaf_visits));
        let Some(share) = child.share() else {
            // What looks best is tried first.
            return FIRST + self.bias * f64::from(extra.prior) + amaf.filter(|_| self.rave > 0.0).unwrap_or(0.5);
        };
        let explore = match self.rule {
            Rule::Tuned => {
                let rate = parent.log / visits;
                let variance = (extra.squares / visits - share * share).max(0.0) + (2.0 * rate).sqrt();
                self.c * (rate * (4.0 * variance).min(1.0)).sqrt()
            }
            _ => self.c * (parent.log / visits).sqrt(),
        };
        let share = match amaf {
            Some(amaf) if self.rave > 0.0 => {
                let weight = (self.rave / (3.0 * visits + self.rave)).sqrt();
                share + weight * (amaf - share)
            }
            _ => share,
        };
        share + explore + self.bias * f64::from(extra.prior) / (visits + 1.0)
    }
}

/// What bounds of children ask of their parent.
struct Parent {
    visits: f64,
    log: f64,
    /// From the view of the children.
    share: f64,
}

impl Parent {
    fn of<M>(node: &Node<M>) -> Self {
        let visits = node.visits().max(1);
        Self { visits: f64::from(visits), log: ln(visits), share: 1.0 - node.share().unwrap_or(0.5) }
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

    use super::super::arena::Proof;
    use super::*;

    #[test]
    fn the_logarithm_is_one() {
        for n in (1..2000).chain([65_535, 65_536, 1_000_003, u32::MAX]) {
            assert!((ln(n) - f64::from(n).ln()).abs() < 1e-10, "{n}: {} {}", ln(n), f64::from(n).ln());
        }
    }

    #[test]
    fn a_parents_width_is_nearly_exact() {
        let bandit = Bandit::new(&MctsOptions::plain(), false);
        for visits in (1..20_000).chain([65_535, 65_536, 1_000_003, u32::MAX]) {
            let exact = f64::from(visits).ln().sqrt();
            assert!((f64::from(bandit.width(visits)) - exact).abs() < 1e-4, "{visits}");
        }
    }

    fn family(options: &MctsOptions, children: &[(u32, f64)]) -> (Bandit, Arena<u8>) {
        let bandit = Bandit::new(options, false);
        let mut arena = Arena::new(bandit.asks_extras(), 100);
        let root = Arena::<u8>::ROOT;
        arena.open_root(root, &(0..children.len() as u8).collect::<Vec<_>>());
        arena[root].add(children.iter().map(|child| child.0).sum(), 0.0);
        for (index, &(visits, points)) in children.iter().enumerate() {
            let child = arena.child(root, index);
            arena[child].add(visits, points);
        }
        (bandit, arena)
    }

    fn selected(bandit: &Bandit, arena: &Arena<u8>) -> u8 {
        arena.mv(bandit.select(arena, Arena::<u8>::ROOT))
    }

    #[test]
    fn the_unvisited_go_first_and_the_lost_never() {
        for options in [MctsOptions::plain(), MctsOptions { bias: 1e-9, ..MctsOptions::plain() }] {
            let (bandit, mut arena) = family(&options, &[(4, 4.0), (4, 2.0), (0, 0.0)]);
            let [a, c] = [0, 2].map(|index| arena.child(Arena::<u8>::ROOT, index));
            assert_eq!(selected(&bandit, &arena), 2);
            arena[c].prove(Some(Proof::ended(Wdl::Loss)));
            assert_eq!(selected(&bandit, &arena), 0);
            arena[a].add(396, 0.0);
            assert_eq!(selected(&bandit, &arena), 1);
        }
    }

    #[test]
    fn tuned_goes_where_results_differ() {
        let options = MctsOptions { selection: Selection::Tuned, ..MctsOptions::plain() };
        let (bandit, mut arena) = family(&options, &[(1000, 500.0), (1000, 500.0)]);
        for (index, squares) in [(0, 250.0), (1, 500.0)] {
            let child = arena.child(Arena::<u8>::ROOT, index);
            arena.extra_mut(child).unwrap().squares = squares;
        }
        assert_eq!(selected(&bandit, &arena), 1, "always a half, or as often a win as a loss");
    }

    #[test]
    fn moves_played_later_count_less_with_each_visit() {
        let options = MctsOptions { rave: 100, ..MctsOptions::plain() };
        for (visits, expected) in [(10, 1), (100_000, 0)] {
            let points = f64::from(visits) / 2.0;
            let (bandit, mut arena) = family(&options, &[(visits, points * 1.1), (visits, points)]);
            let child = arena.child(Arena::<u8>::ROOT, 1);
            let extra = arena.extra_mut(child).unwrap();
            (extra.amaf_visits, extra.amaf_points) = (50, 50.0);
            let other = arena.child(Arena::<u8>::ROOT, 0);
            let extra = arena.extra_mut(other).unwrap();
            (extra.amaf_visits, extra.amaf_points) = (50, 10.0);
            assert_eq!(selected(&bandit, &arena), expected);
        }
    }

    #[test]
    fn the_bias_fades() {
        let options = MctsOptions { bias: 1.0, ..MctsOptions::plain() };
        for (visits, expected) in [(3, 1), (100_000, 0)] {
            let points = f64::from(visits) / 2.0;
            let (bandit, mut arena) = family(&options, &[(visits, points * 1.05), (visits, points)]);
            let child = arena.child(Arena::<u8>::ROOT, 1);
            arena.extra_mut(child).unwrap().prior = 1.0;
            assert_eq!(selected(&bandit, &arena), expected);
        }
    }

    #[test]
    fn a_network_leads_where_nothing_is_known() {
        let options = MctsOptions::plain();
        let (_, mut arena) = family(&MctsOptions { bias: 1.0, ..options }, &[(0, 0.0), (0, 0.0), (0, 0.0)]);
        let bandit = Bandit::new(&options, true);
        arena[Arena::<u8>::ROOT].add(1, 0.5);
        for (index, prior) in [(0, 0.2), (1, 0.7), (2, 0.1)] {
            let child = arena.child(Arena::<u8>::ROOT, index);
            arena.extra_mut(child).unwrap().prior = prior;
        }
        assert_eq!(selected(&bandit, &arena), 1);
        let first = arena.child(Arena::<u8>::ROOT, 1);
        arena[first].add(20, 2.0);
        assert_eq!(selected(&bandit, &arena), 0);
    }
}
