//! The squares that would complete a line, computed for all lines at once, and the winning and
//! losing moves that follow from them.

use zermelo_core::Foresight;

use crate::bitboard::Bits;
use crate::lattice::Lattice;

/// The largest supported number of stones in a row.
const MAX_K: usize = 16;

/// Computes the squares that complete lines of a lattice.
///
/// A line is given by its first square and a step. For each step, one set holds the first squares
/// of all lines. The stones shifted down by `n` steps then tell for all lines at once whether
/// square `n` of the line is occupied.
#[derive(Clone, Debug)]
pub struct LineCompletions<B> {
    k: usize,
    /// Each step with the first squares of its lines.
    steps: Vec<(u32, B)>,
}

impl<B: Bits> LineCompletions<B> {
    /// Prepares the lines of a lattice.
    pub fn new(lattice: &Lattice) -> Self {
        let mut steps: Vec<(u32, B)> = Vec::new();
        for line in lattice.lines() {
            let (Some(first), Some(last)) = (line.iter().min(), line.iter().max()) else { continue };
            let step = u32::from(last.0 - first.0) / (line.len() as u32 - 1).max(1);
            let start = B::single(u32::from(first.0));
            match steps.iter_mut().find(|(known, _)| *known == step) {
                Some((_, starts)) => *starts |= start,
                None => steps.push((step, start)),
            }
        }
        Self { k: usize::from(lattice.k()), steps }
    }

    /// The squares that make a line with `k - 1` of the stones. Occupied squares are included.
    #[inline]
    pub fn completions(&self, stones: B) -> B {
        if stones.count() as usize + 1 < self.k || self.k > MAX_K {
            return B::EMPTY;
        }
        self.steps
            .iter()
            .fold(B::EMPTY, |squares, &(step, starts)| squares | self.completions_along(stones, step, starts))
    }

    /// Whether some line has at most `missing` of its squares in `free` and the others in `stones`.
    #[inline]
    pub fn has_line(&self, stones: B, free: B, missing: u32) -> bool {
        if self.k > MAX_K {
            return false;
        }
        let (stones, missing) =
            if missing as usize >= self.k { (stones | free, 0) } else { (stones, missing as usize) };
        self.steps.iter().any(|&(step, starts)| {
            // `lines[m]`: the lines of whose squares so far `m` are not in `stones` but in `free`.
            let mut lines = [B::EMPTY; MAX_K + 1];
            lines[0] = starts;
            for n in 0..self.k as u32 {
                let (stones, free) = (stones.down(step * n), free.down(step * n));
                let mut any = B::EMPTY;
                for m in (0..=missing).rev() {
                    let missed = if m > 0 { lines[m - 1] & free } else { B::EMPTY };
                    lines[m] = lines[m] & stones | missed;
                    any |= lines[m];
                }
                if any.is_empty() {
                    return false;
                }
            }
            true
        })
    }

    #[inline]
    fn completions_along(&self, stones: B, step: u32, starts: B) -> B {
        let last = self.k - 1;
        let at = |n: usize| stones.down(step * n as u32);
        // `after[n]`: the lines whose squares after `n` are all occupied.
        let mut after = [B::EMPTY; MAX_K];
        after[last] = starts;
        for n in (0..last).rev() {
            after[n] = after[n + 1] & at(n + 1);
        }
        let mut before = starts;
        let mut squares = B::EMPTY;
        for (n, &after) in after.iter().enumerate().take(self.k) {
            squares |= (before & after).up(step * n as u32);
            before &= at(n);
            if before.is_empty() {
                break;
            }
        }
        squares
    }
}

/// The [`Foresight`] of a position and, if it is [`Foresight::Sound`], the squares that do not lose
/// at once. `open` are the playable squares, `own` and `other` the squares that complete a line of
/// the side to move and of its opponent. `under` returns the squares directly below a set (none
/// without gravity).
pub(crate) fn foresee<B: Bits>(open: B, own: B, other: B, under: impl FnOnce(B) -> B) -> (Foresight<u32>, B) {
    let wins = open & own;
    if !wins.is_empty() {
        return (Foresight::Win(wins.lowest()), B::EMPTY);
    }
    let threats = open & other;
    let blocks = if threats.is_empty() {
        open
    } else if threats.without_lowest().is_empty() {
        threats
    } else {
        return (Foresight::Lost, B::EMPTY);
    };
    let sound = blocks & !under(other);
    if sound.is_empty() { (Foresight::Lost, B::EMPTY) } else { (Foresight::Sound, sound) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_core::Square;

    #[test]
    fn completions_and_potential_lines_equal_a_search_of_all_lines() {
        for (size, k) in
            [([7, 6, 1], 4), ([4, 4, 4], 4), ([6, 5, 1], 3), ([3, 3, 3], 3), ([5, 1, 1], 1), ([5, 5, 1], 2)]
        {
            let [_, height, depth] = size.map(u16::from);
            let lattice = Lattice::new(size, [height * depth, 1, height], k, false);
            let completions = LineCompletions::<u64>::new(&lattice);
            let full: u64 = lattice.full();
            let mut stones = 1;
            for _ in 0..200 {
                stones = crate::bitboard::mix(stones, 5) & full;
                let completes = |square: &u32| {
                    let others = stones & !u64::single(*square);
                    let completes_line = |line: &[Square]| {
                        let rest = |at: &&Square| u32::from(at.0) != *square;
                        line.iter().any(|at| u32::from(at.0) == *square)
                            && line.iter().filter(rest).all(|at| others.has(u32::from(at.0)))
                    };
                    lattice.lines().any(completes_line)
                };
                let expected: Vec<u32> = full.squares().filter(completes).collect();
                assert_eq!(
                    completions.completions(stones).squares().collect::<Vec<_>>(),
                    expected,
                    "{size:?} {k} {stones:x}"
                );
                let others = crate::bitboard::mix(stones, 7) & full & !stones;
                for missing in 0..=u32::from(k) + 1 {
                    let fits = |line: &[Square]| {
                        let count = |set: u64| line.iter().filter(|at| set.has(u32::from(at.0))).count() as u32;
                        count(stones | others) == u32::from(k) && count(others) <= missing
                    };
                    let place = format!("{size:?} {k} {stones:x} {others:x} {missing}");
                    assert_eq!(completions.has_line(stones, others, missing), lattice.lines().any(fits), "{place}");
                }
                // Also test sparse boards.
                if stones.count_ones() % 3 == 0 {
                    stones &= crate::bitboard::mix(stones, 6);
                }
            }
        }
    }
}
