//! What is thought of a position.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zermelo_core::erased::TextDecision;
use zermelo_core::{Bound, Depth, Ply, Proven, RootMove, Score, Wdl};

/// A wish to know what a position is worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalyseRequest {
    /// The game's specification.
    pub game: String,
    /// The position that it starts from; the initial one if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves since.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Who thinks. Not given: the values of the moves where the game is solved, else the strong search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// How many of the best moves the last answer tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<u32>,
    /// The time that it may take, in milliseconds; the server has a limit of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// The nodes that it may take; the server has a limit of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// What a search would decide if it ended now, or what it decided.
#[derive(Debug, Serialize, ToSchema)]
pub struct Thought<'a> {
    /// The last depth that was finished.
    pub depth: Depth,
    /// The score, from the view of the side to move.
    #[schema(required)]
    pub score: Option<Score>,
    /// The share of points that playouts brought, 0 to 1.
    #[schema(required)]
    pub share: Option<f64>,
    /// The moves played below the root.
    pub nodes: u64,
    /// The games played out.
    pub playouts: u64,
    /// Nodes a second.
    #[schema(required)]
    pub nps: Option<u64>,
    /// The time that it took.
    pub seconds: f64,
    /// The expected line.
    pub pv: &'a [String],
    /// The move to play; none where it would resign.
    #[schema(required)]
    pub best: Option<&'a String>,
    /// The best moves, where they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<RootLine<'a>>,
    /// Something that a person should know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<&'a str>,
}

/// What one move is worth to a search.
#[derive(Debug, Serialize, ToSchema)]
pub struct RootLine<'a> {
    /// The move.
    #[serde(rename = "move")]
    pub mv: &'a str,
    /// Its score; what it says is in `bound`.
    #[schema(required)]
    pub score: Option<Score>,
    /// Whether the score is exact.
    pub bound: Bound,
    /// The share of points that playouts brought.
    #[schema(required)]
    pub share: Option<f64>,
    /// How often a Monte-Carlo search went there.
    pub visits: u64,
}

impl<'a> Thought<'a> {
    /// A decision with the best `lines` of its moves.
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
            moves: best_first(&decision.moves, lines).into_iter().map(RootLine::of).collect(),
            note: decision.note.as_deref(),
        }
    }
}

impl<'a> RootLine<'a> {
    fn of(root: &'a RootMove<String>) -> Self {
        Self { mv: &root.mv, score: root.score, bound: root.bound, share: root.share, visits: root.visits }
    }
}

/// The best `count` moves: by score, then by visits, then by points; equals in the order of generation.
pub fn best_first(moves: &[RootMove<String>], count: usize) -> Vec<&RootMove<String>> {
    let mut sorted: Vec<&RootMove<String>> = moves.iter().collect();
    sorted.sort_by(|a, b| {
        let key = |root: &RootMove<String>| Reverse((root.score, root.bound != Bound::Upper, root.visits));
        let shares = || b.share.unwrap_or(0.0).total_cmp(&a.share.unwrap_or(0.0));
        key(a).cmp(&key(b)).then_with(shares)
    });
    sorted.truncate(count);
    sorted
}

/// The proven value of a position and of the moves whose values are known, from the view of the side to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Values {
    /// Win, draw or loss; not known where the time was over first.
    #[schema(required)]
    pub value: Option<Wdl>,
    /// Plies to the end under best play.
    #[schema(required)]
    pub plies: Option<Ply>,
    /// The game's usual score.
    #[schema(required)]
    pub score: Option<i32>,
    /// Each legal move, in the order of generation.
    pub moves: Vec<MoveValue>,
}

/// The proven value of a move, from the view of the side that plays it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct MoveValue {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Win, draw or loss; not known where the time was over first.
    #[schema(required)]
    pub value: Option<Wdl>,
    /// Plies to the end under best play.
    #[schema(required)]
    pub plies: Option<Ply>,
    /// The game's usual score.
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
