//! Teeko by its winning patterns: how many men a side has on each, and how far away the man is that a pattern lacks.

use zermelo_games::teeko::{MEN, Men, Teeko, squares};

use crate::steps::centrality;

/// What shapes weigh.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShapeWeights {
    /// Two men on a pattern that the other side has no man on.
    pub pair: i32,
    /// Three men on such a pattern.
    pub triple: i32,
    /// What a step weighs by which the fourth man is nearer to the pattern of three than the farthest square.
    pub near: i32,
    /// A step that a man can make.
    pub mobility: i32,
    /// A step nearer to the middle.
    pub centre: i32,
    /// A square where the other side wins with its next move, and has to be stopped.
    pub threat: i32,
}

/// What a side's men make of the patterns.
struct Shapes {
    value: i32,
    /// The empty squares where a man that can get there with one move completes a pattern.
    wins: Men,
}

/// What the men are worth to the side to move.
#[inline]
pub(crate) fn value(game: &Teeko, weights: ShapeWeights, mover: Men, other: Men) -> i32 {
    /// The side to move completes a pattern.
    const WON: i32 = 100_000;
    /// One move stops one square at most, but for a man that is moved into the way of two.
    const LOST: i32 = 2_000;
    let own = shapes(game, weights, mover, other);
    if own.wins != 0 {
        return WON;
    }
    let theirs = shapes(game, weights, other, mover);
    let threats = match theirs.wins.count_ones() {
        0 => 0,
        1 => weights.threat,
        _ => LOST,
    };
    own.value - theirs.value - threats
}

fn shapes(game: &Teeko, weights: ShapeWeights, men: Men, others: Men) -> Shapes {
    let mut shapes = Shapes { value: weights.centre * centrality(men), wins: 0 };
    if weights.mobility != 0 {
        let empty = !(men | others);
        let steps = squares(men).map(|square| (game.neighbours(square) & empty).count_ones() as i32);
        shapes.value += weights.mobility * steps.sum::<i32>();
    }
    for &pattern in game.patterns() {
        if others & pattern != 0 {
            continue;
        }
        match (men & pattern).count_ones() {
            2 => shapes.value += weights.pair,
            3 => {
                let gap = pattern & !men;
                let steps = steps_to(game, men & !pattern, gap);
                shapes.value += weights.triple + weights.near * (MEN as i32 - steps);
                if steps <= 1 {
                    shapes.wins |= gap;
                }
            }
            _ => {}
        }
    }
    shapes
}

/// How many steps a man is away from a square on an empty board; 0 for one that is still to be placed.
#[inline]
fn steps_to(game: &Teeko, man: Men, square: Men) -> i32 {
    let mut reached = man;
    let mut steps = 0;
    while reached & square == 0 && reached != 0 {
        reached |= squares(reached).fold(0, |set, from| set | game.neighbours(from));
        steps += 1;
    }
    steps
}
