//! Values as text.

use zermelo_core::erased::DynRecord;
use zermelo_core::{Ply, Proven, ProvenBounds, Side, SideName, Wdl};

/// The context of the texts of a position.
pub struct ValueText {
    names: [SideName; 2],
    side: Side,
    /// The number of stones on the board.
    stones: u32,
}

impl ValueText {
    /// The context of a record's position.
    pub fn of(record: &dyn DynRecord) -> Self {
        let view = record.view();
        Self { names: view.sides, side: view.to_move, stones: view.pieces.len() as u32 }
    }

    /// The name of the side to move.
    pub fn mover(&self) -> &'static str {
        self.name(self.side)
    }

    fn name(&self, side: Side) -> &'static str {
        self.names[side.index()].text
    }

    /// The value of an undecided position.
    pub fn value(&self, findings: &ProvenBounds) -> String {
        let winner = match findings.wdl() {
            Some(Wdl::Win) => self.name(self.side),
            Some(Wdl::Loss) => self.name(self.side.opponent()),
            Some(Wdl::Draw) => return "the game is a draw".to_owned(),
            None => {
                return match bound(findings) {
                    Some(bound) => format!("{} gets {bound}", self.mover()),
                    None => "nothing is proven".to_owned(),
                };
            }
        };
        let wins = format!("{winner} wins{}", distance(findings));
        match findings.proven() {
            // In games with a score, name the winning stone.
            Some(Proven { plies: Some(Ply(plies)), score: Some(_), .. }) => {
                format!("{wins}, with stone number {}", (self.stones + plies).div_ceil(2))
            }
            _ => wins,
        }
    }

    /// The value of a finished game.
    pub fn over(&self, findings: &ProvenBounds) -> String {
        match findings.wdl() {
            Some(Wdl::Win) => format!("{} has won", self.mover()),
            Some(Wdl::Loss) => format!("{} has won", self.name(self.side.opponent())),
            _ => "a draw".to_owned(),
        }
    }
}

/// The value of a move, from the point of view of the side that plays it.
pub fn of_move(findings: &ProvenBounds) -> String {
    match findings.wdl() {
        Some(Wdl::Win) => format!("wins{}", distance(findings)),
        Some(Wdl::Loss) => format!("loses{}", distance(findings)),
        Some(Wdl::Draw) => "draws".to_owned(),
        None => bound(findings).unwrap_or("unknown").to_owned(),
    }
}

/// The score or its bounds; `None` in games without scores.
pub fn score(findings: &ProvenBounds) -> Option<String> {
    let (lower, upper) = (findings.lower?.score?, findings.upper?.score?);
    Some(if lower == upper { lower.to_string() } else { format!("{lower} to {upper}") })
}

/// The distance to the end, or the upper limit if only bounds are known.
fn distance(findings: &ProvenBounds) -> String {
    let is_exact = findings.lower == findings.upper;
    let nearer = if findings.wdl() == Some(Wdl::Win) { findings.lower } else { findings.upper };
    match nearer.and_then(|proven| proven.plies) {
        Some(Ply(plies)) => {
            let most = if is_exact { "" } else { "at most " };
            format!(" in {most}{plies} {}", if plies == 1 { "ply" } else { "plies" })
        }
        None => String::new(),
    }
}

fn bound(findings: &ProvenBounds) -> Option<&'static str> {
    let is_draw = |bound: Option<Proven>| bound.is_some_and(|proven| proven.wdl == Wdl::Draw);
    if is_draw(findings.lower) {
        Some("at least a draw")
    } else if is_draw(findings.upper) {
        Some("at most a draw")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proven(wdl: Wdl, plies: Option<u32>, score: Option<i32>) -> Proven {
        Proven { wdl, plies: plies.map(Ply), score }
    }

    #[test]
    fn values_of_moves() {
        let say = |lower, upper| {
            let findings = ProvenBounds { lower, upper, nodes: 0 };
            (of_move(&findings), score(&findings).unwrap_or_default())
        };
        let pair = |text: &str, score: &str| (text.to_owned(), score.to_owned());
        let win = Some(proven(Wdl::Win, Some(7), Some(3)));
        let late = Some(proven(Wdl::Win, Some(11), Some(1)));
        let draw = Some(proven(Wdl::Draw, Some(12), Some(0)));
        let loss = Some(proven(Wdl::Loss, Some(10), Some(-1)));
        let quick = Some(proven(Wdl::Loss, Some(2), Some(-5)));
        assert_eq!(say(win, win), pair("wins in 7 plies", "3"));
        assert_eq!(say(late, win), pair("wins in at most 11 plies", "1 to 3"));
        assert_eq!(say(draw, draw), pair("draws", "0"));
        assert_eq!(say(draw, win), pair("at least a draw", "0 to 3"));
        assert_eq!(say(loss, draw), pair("at most a draw", "-1 to 0"));
        assert_eq!(say(quick, loss), pair("loses in at most 10 plies", "-5 to -1"));
        assert_eq!(say(loss, win), pair("unknown", "-1 to 3"));
        assert_eq!(say(None, None), pair("unknown", ""));
        let lost = Some(proven(Wdl::Loss, None, None));
        assert_eq!(say(lost, lost), pair("loses", ""));
        let at_once = Some(proven(Wdl::Win, Some(1), None));
        assert_eq!(say(at_once, at_once), pair("wins in 1 ply", ""));
    }
}
