//! Teeko by its winning patterns: a side's men on each, and the distance of the man that is missing.

use zermelo_games::teeko::{MEN, Teeko, TeekoBitboard, squares};

use crate::steps::centrality;

/// The weights of the terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShapeWeights {
    /// Two men on a pattern without men of the other side.
    pub pair: i32,
    /// Three men on such a pattern.
    pub triple: i32,
    /// Each step that the fourth man is nearer to the missing square than the farthest square is.
    pub near: i32,
    /// A step that a man can make.
    pub mobility: i32,
    /// A step nearer to the centre.
    pub centre: i32,
    /// A square where the other side threatens to win with its next move.
    pub threat: i32,
}

/// The evaluation of one side's men.
struct Shapes {
    value: i32,
    /// The empty squares on which a man can complete a pattern in one move.
    wins: TeekoBitboard,
}

/// The value for the side to move.
#[inline]
pub(crate) fn value(game: &Teeko, weights: ShapeWeights, mover: TeekoBitboard, other: TeekoBitboard) -> i32 {
    /// The side to move completes a pattern.
    const WON: i32 = 100_000;
    /// Two threats: one move usually stops only one of them.
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

fn shapes(game: &Teeko, weights: ShapeWeights, men: TeekoBitboard, others: TeekoBitboard) -> Shapes {
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

/// The steps of a man to a square on an empty board; 0 for a man that is still to be placed.
#[inline]
fn steps_to(game: &Teeko, man: TeekoBitboard, square: TeekoBitboard) -> i32 {
    let mut reached = man;
    let mut steps = 0;
    while reached & square == 0 && reached != 0 {
        reached |= squares(reached).fold(0, |set, from| set | game.neighbours(from));
        steps += 1;
    }
    steps
}
