//! Analysis of a position: the request, the progress of a search, and proven values.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zermelo_core::erased::TextDecision;
use zermelo_core::{Bound, Depth, Ply, Proven, RootMove, Score, Wdl};

/// A request to analyse a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalyseRequest {
    /// The game's specification.
    pub game: String,
    /// The start position; the default is the initial position of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves from the start position, in the game's notation.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The agent that analyses. The default: the proven values of the moves where the game has a solver, else `pvs`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The number of best moves in the last event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<u32>,
    /// The time limit in milliseconds. The server's own limit holds as well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// The node limit. The server's own limit holds as well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// The state of a search while it runs, or its decision.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnalysisInfo<'a> {
    /// The last completed depth, in plies.
    pub depth: Depth,
    /// The score from the point of view of the side to move.
    #[schema(required)]
    pub score: Option<Score>,
    /// The average result of the playouts for the side to move, 0 (loss) to 1 (win).
    #[schema(required)]
    pub share: Option<f64>,
    /// The nodes searched: moves played below the root.
    pub nodes: u64,
    /// The number of playouts.
    pub playouts: u64,
    /// Nodes per second.
    #[schema(required)]
    pub nps: Option<u64>,
    /// The time of the search, in seconds.
    pub seconds: f64,
    /// The principal variation.
    pub pv: &'a [String],
    /// The best move; `null` if the agent resigns.
    #[schema(required)]
    pub best: Option<&'a String>,
    /// The best moves, if `lines` asked for them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<AnalysedMove<'a>>,
    /// A remark for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<&'a str>,
}

/// A root move with what a search found about it.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnalysedMove<'a> {
    /// The move.
    #[serde(rename = "move")]
    pub mv: &'a str,
    /// The score; `bound` says whether it is exact.
    #[schema(required)]
    pub score: Option<Score>,
    /// Whether the score is exact, a lower or an upper bound.
    pub bound: Bound,
    /// The average result of the playouts, 0 to 1.
    #[schema(required)]
    pub share: Option<f64>,
    /// The visits of a Monte-Carlo tree search.
    pub visits: u64,
}

impl<'a> AnalysisInfo<'a> {
    /// A decision with its `lines` best moves.
    pub fn of(decision: &'a TextDecision, lines: usize) -> Self {
        Self {
            depth: decision.depth,
            score: decision.score,
            share: decision.share,
            nodes: decision.nodes,
            playouts: decision.playouts,
            nps: decision.nodes_per_second(),
            seconds: decision.elapsed.as_secs_f64(),
            pv: &decision.pv,
            best: decision.action.mv(),
            moves: best_moves(&decision.moves, lines).into_iter().map(AnalysedMove::of).collect(),
            note: decision.note.as_deref(),
        }
    }
}

impl<'a> AnalysedMove<'a> {
    fn of(root: &'a RootMove<String>) -> Self {
        Self { mv: &root.mv, score: root.score, bound: root.bound, share: root.share, visits: root.visits }
    }
}

/// The best `count` moves: by score, then by visits, then by playout results. Equal moves stay in the order of generation.
pub fn best_moves(moves: &[RootMove<String>], count: usize) -> Vec<&RootMove<String>> {
    let mut sorted: Vec<&RootMove<String>> = moves.iter().collect();
    sorted.sort_by(|a, b| {
        let key = |root: &RootMove<String>| Reverse((root.score, root.bound != Bound::Upper, root.visits));
        let shares = || b.share.unwrap_or(0.0).total_cmp(&a.share.unwrap_or(0.0));
        key(a).cmp(&key(b)).then_with(shares)
    });
    sorted.truncate(count);
    sorted
}

/// The proven value of a position and of its moves, from the point of view of the side to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PositionValues {
    /// Win, draw or loss; `null` if the time limit came first.
    #[schema(required)]
    pub value: Option<Wdl>,
    /// Plies to the end of the game with best play.
    #[schema(required)]
    pub plies: Option<Ply>,
    /// The score in the game's own convention.
    #[schema(required)]
    pub score: Option<i32>,
    /// The legal moves in the order of generation.
    pub moves: Vec<MoveValue>,
}

/// The proven value of a move, from the point of view of the side that plays it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct MoveValue {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Win, draw or loss; `null` if the time limit came first.
    #[schema(required)]
    pub value: Option<Wdl>,
    /// Plies to the end of the game with best play.
    #[schema(required)]
    pub plies: Option<Ply>,
    /// The score in the game's own convention.
    #[schema(required)]
    pub score: Option<i32>,
}

impl MoveValue {
    /// A move with its value.
    pub fn new(mv: String, proven: Option<Proven>) -> Self {
        let value = proven.map(|proven| proven.wdl);
        let (plies, score) = (proven.and_then(|proven| proven.plies), proven.and_then(|proven| proven.score));
        Self { mv, value, plies, score }
    }
}
