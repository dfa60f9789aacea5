//! Oracles: sources of proven values, such as solvers, opening books and endgame tables.

use serde::Serialize;

use crate::{Game, GameRecord, Ply, SearchLimits, StopToken, Wdl};

/// A proven value, from the side to move's point of view. It assumes a fresh history: it does not include draws by repetition
/// or by a move limit that depend on earlier moves of the record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Proven {
    /// Win, draw or loss.
    pub wdl: Wdl,
    /// Plies to the end with best play: the winner shortens the game and the loser prolongs it. `None` if it is not known or for a
    /// draw.
    pub plies: Option<Ply>,
    /// The usual score of the game, if it has one. Connect Four: the number of stones that the winner has left.
    pub score: Option<i32>,
}

/// Options of a query to an oracle.
#[derive(Clone, Debug, Default)]
pub struct OracleQuery {
    /// Only win, draw or loss is wanted, not the distance to the end.
    pub outcome_only: bool,
    /// Limits on nodes and time, in addition to the oracle's own.
    pub limits: SearchLimits,
    /// Ends the search. The oracle then returns the bounds that it has proven.
    pub stop: StopToken,
}

/// Proven bounds of a value, from the side to move's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProvenBounds {
    /// The value is at least this. `None`: no bound.
    pub lower: Option<Proven>,
    /// The value is at most this. `None`: no bound.
    pub upper: Option<Proven>,
    /// Positions searched.
    pub nodes: u64,
}

/// A source of proven values for some or all positions of a game. Commands, searches, adjudication and the web page use it.
pub trait Oracle<G: Game>: Send + Sync {
    /// The value of the record's position; `None` if this oracle does not know it.
    fn probe(&self, record: &GameRecord<G>) -> Option<Proven>;

    /// As [`probe`](Oracle::probe), but may search for long, and returns the bounds when the search ends early. Calls `progress`
    /// with each new bound.
    fn query(
        &self,
        record: &GameRecord<G>,
        query: &OracleQuery,
        progress: &mut dyn FnMut(&ProvenBounds),
    ) -> ProvenBounds {
        let _ = (query, progress);
        self.probe(record).map_or_else(ProvenBounds::default, ProvenBounds::exactly)
    }

    /// Why a [query](Oracle::query) without a limit would not end in a reasonable time; `None` if it would.
    fn endless_reason(&self, record: &GameRecord<G>) -> Option<String> {
        let _ = record;
        None
    }

    /// Loads tables, which may take long. Called before a game, while no clock runs. An oracle that is probed before it is
    /// prepared returns `None` and does not block.
    fn prepare(&self) {}

    /// A quick test whether the oracle may know a position. Searches call it before [`probe`](Oracle::probe). A wrong `true` only
    /// costs time.
    fn can_probe(&self, game: &G, position: &G::Position) -> bool {
        let _ = (game, position);
        true
    }

    /// The value of each legal move, from the point of view of the side that plays it, in the order of generation. `None` if one of
    /// the values is not known. Works for games that ended by resignation, on time or by a draw rule too.
    fn probe_moves(&self, record: &GameRecord<G>) -> Option<Vec<(G::Move, Proven)>> {
        let mut moves = Vec::new();
        record.line().generate(&mut moves);
        // Proven values assume a fresh history, and a finished record takes no more moves.
        let mut after = GameRecord::from_position(record.game().clone(), *record.position());
        let mut values = Vec::with_capacity(moves.len());
        for mv in moves {
            after.play(mv, None).ok()?;
            values.push((mv, self.probe(&after)?.before_move()));
            after.undo();
        }
        Some(values)
    }
}

impl Proven {
    /// The value one ply earlier, from the point of view of the side that has just moved.
    #[must_use]
    pub fn before_move(self) -> Self {
        Self { wdl: self.wdl.reversed(), plies: self.plies.map(Ply::next), score: self.score.map(|score| -score) }
    }
}

impl ProvenBounds {
    /// Bounds that meet: the value is known.
    pub fn exactly(proven: Proven) -> Self {
        Self { lower: Some(proven), upper: Some(proven), nodes: 0 }
    }

    /// The bounds one ply earlier, from the point of view of the side that has just moved.
    #[must_use]
    pub fn before_move(self) -> Self {
        let Self { lower, upper, nodes } = self;
        Self { lower: upper.map(Proven::before_move), upper: lower.map(Proven::before_move), nodes }
    }

    /// Win, draw or loss, if the bounds decide it.
    pub fn wdl(&self) -> Option<Wdl> {
        let least = self.lower.map_or(Wdl::Loss, |proven| proven.wdl);
        let most = self.upper.map_or(Wdl::Win, |proven| proven.wdl);
        (least == most).then_some(least)
    }

    /// The value, if win, draw or loss is known. It has a distance and a score only if both bounds are equal.
    pub fn proven(&self) -> Option<Proven> {
        let wdl = self.wdl()?;
        let exact = self.lower.filter(|_| self.lower == self.upper);
        Some(exact.unwrap_or(Proven { wdl, plies: None, score: None }))
    }
}
