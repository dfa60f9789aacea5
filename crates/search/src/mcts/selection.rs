//! Which child the search goes to: UCB1 applied to trees.
//!
//! Kocsis and Szepesvári, "Bandit Based Monte-Carlo Planning", 2006; Auer, Cesa-Bianchi and Fischer, "Finite-time Analysis of
//! the Multiarmed Bandit Problem", 2002.

use super::arena::{Arena, NodeId};

/// The child of an open node with the greatest `share + c * sqrt(ln(visits of the parent) / visits)`. A child that was never
/// visited goes first, one that is proven to lose is left out.
#[inline]
pub(super) fn select<M: Copy>(arena: &Arena<M>, at: NodeId, c: f64) -> NodeId {
    let log = ln(arena[at].visits.max(1));
    let mut best = 0;
    let mut greatest = f64::NEG_INFINITY;
    for (index, child) in arena.family(at).iter().enumerate() {
        if child.is_lost() {
            continue;
        }
        if child.visits == 0 {
            return arena.child(at, index);
        }
        let visits = f64::from(child.visits);
        let bound = child.points / visits + c * (log / visits).sqrt();
        if bound > greatest {
            (best, greatest) = (index, bound);
        }
    }
    arena.child(at, best)
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
    use super::*;

    #[test]
    fn the_logarithm_is_one() {
        for n in (1..2000).chain([65_535, 65_536, 1_000_003, u32::MAX]) {
            assert!((ln(n) - f64::from(n).ln()).abs() < 1e-10, "{n}: {} {}", ln(n), f64::from(n).ln());
        }
    }

    #[test]
    fn the_unvisited_go_first_and_the_lost_never() {
        use zermelo_core::Wdl;

        use super::super::arena::Proof;
        let mut arena = Arena::new();
        let root = Arena::<u8>::ROOT;
        arena.open(root, &[0, 1, 2]);
        arena[root].visits = 9;
        let [a, b, c] = [0, 1, 2].map(|index| arena.child(root, index));
        for (child, visits, points) in [(a, 4, 4.0), (b, 4, 2.0)] {
            arena[child].visits = visits;
            arena[child].points = points;
        }
        assert_eq!(select(&arena, root, 1.414), c);
        arena[c].proof = Some(Proof::ended(Wdl::Loss));
        assert_eq!(select(&arena, root, 1.414), a);
        arena[a].visits = 400;
        assert_eq!(select(&arena, root, 1.414), b);
    }
}
