//! Which ratings are comparable, and whether the advantage of the first side can be estimated.

use super::super::{Counts, CrossTable};
use super::fit::PairingGames;
use super::player_rating::PlayerRating;

/// A directed graph: for each player the players from whom it took points.
struct PointsGraph(Vec<Vec<usize>>);

impl PointsGraph {
    fn from(table: &CrossTable) -> Self {
        let mut taken = vec![Vec::new(); table.players()];
        for (first, second, counts) in table.played() {
            if counts.points() > 0.0 {
                taken[first].push(second);
            }
            if counts.reversed().points() > 0.0 {
                taken[second].push(first);
            }
        }
        Self(taken)
    }

    fn reversed(&self) -> Self {
        let mut reversed = vec![Vec::new(); self.0.len()];
        for (from, all) in self.0.iter().enumerate() {
            for &to in all {
                reversed[to].push(from);
            }
        }
        Self(reversed)
    }

    /// The players reachable from a player, including itself.
    fn reached(&self, player: usize) -> Vec<bool> {
        let mut reached = vec![false; self.0.len()];
        let mut open = vec![player];
        while let Some(player) = open.pop() {
            if !std::mem::replace(&mut reached[player], true) {
                open.extend(self.0[player].iter().filter(|&&next| !reached[next]));
            }
        }
        reached
    }
}

/// The strongly connected components, each in order, sorted by their first players.
pub(super) fn groups(table: &CrossTable) -> Vec<Vec<usize>> {
    let taken = PointsGraph::from(table);
    let given = taken.reversed();
    let mut grouped = vec![false; table.players()];
    let mut groups = Vec::new();
    for player in 0..table.players() {
        if grouped[player] {
            continue;
        }
        let (forth, back) = (taken.reached(player), given.reached(player));
        let group: Vec<usize> = (0..table.players()).filter(|&other| forth[other] && back[other]).collect();
        for &member in &group {
            grouped[member] = true;
        }
        groups.push(group);
    }
    groups
}

/// The position of all other players relative to a group.
pub(super) fn outside(table: &CrossTable, group: &[usize]) -> Vec<PlayerRating> {
    let Some(&member) = group.first() else { return vec![PlayerRating::Unrelated; table.players()] };
    let taken = PointsGraph::from(table);
    let (below, above) = (taken.reached(member), taken.reversed().reached(member));
    let player_rating = |player: usize| match (above[player], below[player]) {
        (true, false) => PlayerRating::Above,
        (false, true) => PlayerRating::Below,
        _ => PlayerRating::Unrelated,
    };
    (0..table.players()).map(player_rating).collect()
}

/// Whether the likelihood has a top when the advantage is fitted, given that the players are one group.
///
/// It has none when there are ratings `r` that together with an advantage of 1, or of -1, speak against no result: with
/// `r[first] + 1 >= r[second]` wherever the first side took a point, and `r[first] + 1 <= r[second]` wherever the second did.
/// Such ratings are longest paths, so they exist exactly when no cycle has a positive length.
pub(super) fn advantage_is_finite(players: usize, games: &[PairingGames]) -> bool {
    let paths = |advantage: f64| -> Vec<(usize, usize, f64)> {
        let steps = games.iter().flat_map(|PairingGames { first, second, counts }| {
            let took = |counts: Counts| counts.points() > 0.0;
            let by_second = took(counts.reversed()).then_some((*first, *second, advantage));
            let by_first = took(*counts).then_some((*second, *first, -advantage));
            [by_first, by_second].into_iter().flatten()
        });
        steps.collect()
    };
    [1.0, -1.0].into_iter().all(|advantage| has_positive_cycle(players, &paths(advantage)))
}

/// Bellman and Ford: lengths that still grow after as many rounds as there are players run in a cycle.
fn has_positive_cycle(players: usize, steps: &[(usize, usize, f64)]) -> bool {
    let mut lengths = vec![0.0; players];
    for _ in 0..=players {
        let mut grew = false;
        for &(from, to, length) in steps {
            if lengths[from] + length > lengths[to] {
                lengths[to] = lengths[from] + length;
                grew = true;
            }
        }
        if !grew {
            return false;
        }
    }
    true
}
