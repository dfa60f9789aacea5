//! The one door to all that is solved.

use serde::Serialize;

use crate::{Game, GameRecord, Ply, SearchLimits, StopToken, Wdl};

/// A proven value, from the view of the side to move. It assumes a fresh history: draws that repetition or a move limit would
/// bring about in the record at hand are not in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Proven {
    /// Win, draw or loss.
    pub wdl: Wdl,
    /// Plies to the end when the winner hurries and the loser delays; `None` where it is not known or has no meaning.
    pub plies: Option<Ply>,
    /// The game's usual score (Connect Four: stones that the winner has left), where it has one.
    pub score: Option<i32>,
}

/// What is asked of an oracle beside a position, and what may be spent on it.
#[derive(Clone, Debug, Default)]
pub struct Inquiry {
    /// Win, draw or loss is enough; the distance to the end is not looked for.
    pub outcome_only: bool,
    /// Nodes and time; they tighten the oracle's own.
    pub limits: SearchLimits,
    /// Ends the search; what is known until then is the answer.
    pub stop: StopToken,
}

/// What is known of a value, from the view of the side to move, as in [`Proven`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Findings {
    /// The side to move gets this at least; `None`: nothing is known.
    pub lower: Option<Proven>,
    /// It gets this at most.
    pub upper: Option<Proven>,
    /// The positions that it took.
    pub nodes: u64,
}

/// Knows the value of some or all positions of a game. Commands, searches, adjudication, reviews and the page all ask here.
pub trait Oracle<G: Game>: Send + Sync {
    /// The value of the record's position; `None` where this oracle does not know it.
    fn probe(&self, record: &GameRecord<G>) -> Option<Proven>;

    /// As [`probe`](Oracle::probe), for those who wait: what is known where the search ended early, too. `progress` hears of each new
    /// bound.
    fn inquire(&self, record: &GameRecord<G>, inquiry: &Inquiry, progress: &mut dyn FnMut(&Findings)) -> Findings {
        let _ = (inquiry, progress);
        self.probe(record).map_or_else(Findings::default, Findings::exactly)
    }

    /// Why an [inquiry](Oracle::inquire) without a limit can't be hoped to end; `None` where it can.
    fn why_endless(&self, record: &GameRecord<G>) -> Option<String> {
        let _ = record;
        None
    }

    /// Has at hand what it looks up, which may take long. Called before a game, when no clock runs; whoever is asked in a search knows
    /// nothing before, and keeps nobody waiting.
    fn prepare(&self) {}

    /// Whether it is worth asking about a position: a quick look, for searches that would otherwise ask in vain. Errors on the side
    /// of `true` cost time alone.
    fn may_know(&self, game: &G, position: &G::Position) -> bool {
        let _ = (game, position);
        true
    }

    /// The value of each move that the board allows, from the view of the side that plays it, in the order of generation; `None`
    /// where one of them is not known. A game that ended beside the board can still be asked about: that is how it is reviewed.
    fn probe_moves(&self, record: &GameRecord<G>) -> Option<Vec<(G::Move, Proven)>> {
        let mut moves = Vec::new();
        record.line().generate(&mut moves);
        // Proven values assume a fresh history; the record itself would take no move after its end.
        let mut after = GameRecord::from_position(record.game().clone(), *record.position());
        moves
            .into_iter()
            .map(|mv| {
                after.play(mv, None).ok()?;
                let proven = self.probe(&after)?.before_move();
                after.undo();
                Some((mv, proven))
            })
            .collect()
    }
}

impl Proven {
    /// The same value seen by the side that has just moved, one ply earlier.
    #[must_use]
    pub fn before_move(self) -> Self {
        Self { wdl: self.wdl.reversed(), plies: self.plies.map(Ply::next), score: self.score.map(|score| -score) }
    }
}

impl Findings {
    /// A value that is known.
    pub fn exactly(proven: Proven) -> Self {
        Self { lower: Some(proven), upper: Some(proven), nodes: 0 }
    }

    /// The same value seen by the side that has just moved, one ply earlier.
    #[must_use]
    pub fn before_move(self) -> Self {
        let Self { lower, upper, nodes } = self;
        Self { lower: upper.map(Proven::before_move), upper: lower.map(Proven::before_move), nodes }
    }

    /// Who wins, where that is known.
    pub fn wdl(&self) -> Option<Wdl> {
        let least = self.lower.map_or(Wdl::Loss, |proven| proven.wdl);
        let most = self.upper.map_or(Wdl::Win, |proven| proven.wdl);
        (least == most).then_some(least)
    }

    /// The value, where win, draw or loss is known: its distance and score too where the bounds meet.
    pub fn proven(&self) -> Option<Proven> {
        let wdl = self.wdl()?;
        let exact = self.lower.filter(|_| self.lower == self.upper);
        Some(exact.unwrap_or(Proven { wdl, plies: None, score: None }))
    }
}
