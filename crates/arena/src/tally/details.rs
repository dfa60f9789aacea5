//! Statistics that only a report shows: by ply, expected scores, and first moves.

use std::collections::BTreeMap;

use zermelo_core::{Score, Wdl};

use super::{Merge, PlyBands, TournamentTables};
use crate::config::TournamentConfig;
use crate::play::MoveFigures;
use crate::play::job::wdl_of;
use crate::results::{GameFilter, ResultsError, ResultsReader, StoredGame};
use crate::stats::{Counts, Summary, TrialCounts};

/// The tables and the additional statistics of a report. Memory grows with the number of agents and pairings, not with games or plies, apart
/// from the eight bytes for each game of [`TournamentTables`].
#[derive(Debug)]
pub struct TournamentDetails {
    /// The tables of `arena show`.
    pub tables: TournamentTables,
    /// Time, nodes and depth by ply, for each agent.
    pub moves: Vec<PlyBands<PlyFigures>>,
    /// The expected scores by ply for each pairing, with the agent listed first in front.
    pub courses: BTreeMap<[usize; 2], ExpectedScoreCurve>,
    /// The results of games from the initial position by first move, from the point of view of the side that made it.
    pub first_moves: BTreeMap<String, Counts>,
}

/// The maximum number of first moves. No game has more, but a damaged file might.
const MOST_FIRST_MOVES: usize = 4096;

/// Statistics of an agent's moves in a band of plies.
#[derive(Clone, PartialEq, Debug)]
pub struct PlyFigures {
    /// Nanoseconds for each move.
    pub nanoseconds: Summary,
    /// Nodes for each move that reports them.
    pub nodes: Summary,
    /// The sum of the depths and the number of moves that report one.
    depth: (u64, u64),
}

impl Default for PlyFigures {
    fn default() -> Self {
        Self { nanoseconds: Summary::coarse(), nodes: Summary::coarse(), depth: (0, 0) }
    }
}

impl PlyFigures {
    /// The mean depth; `None` if no move reports one.
    pub fn mean_depth(&self) -> Option<f64> {
        (self.depth.1 > 0).then(|| self.depth.0 as f64 / self.depth.1 as f64)
    }

    fn add(&mut self, figures: &MoveFigures) {
        self.nanoseconds.add(figures.nanoseconds);
        if figures.nodes > 0 {
            self.nodes.add(figures.nodes);
        }
        if figures.depth > 0 {
            self.depth.0 += u64::from(figures.depth);
            self.depth.1 += 1;
        }
    }
}

impl Merge for PlyFigures {
    fn merge(&mut self, other: &Self) {
        self.nanoseconds.merge(&other.nanoseconds);
        self.nodes.merge(&other.nodes);
        self.depth.0 += other.depth.0;
        self.depth.1 += other.depth.1;
    }
}

/// The expected score of a pairing by ply, from the point of view of both agents.
#[derive(Clone, PartialEq, Debug)]
pub struct ExpectedScoreCurve {
    moments: PlyBands<CurveBand>,
}

/// A band of plies. All points are those of the agent listed first.
#[derive(Clone, PartialEq, Debug, Default)]
struct CurveBand {
    /// The points expected by the agent listed first and by the other: sum and number of moves.
    expected: [(f64, u64); 2],
    /// The games that ended here: number and points.
    ended: (u64, f64),
}

impl Merge for CurveBand {
    fn merge(&mut self, other: &Self) {
        for (own, added) in self.expected.iter_mut().zip(other.expected) {
            own.0 += added.0;
            own.1 += added.1;
        }
        self.ended.0 += other.ended.0;
        self.ended.1 += other.ended.1;
    }
}

/// A point of an expected score curve.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CurvePoint {
    /// The first ply of the band.
    pub ply: u32,
    /// The expected points of the agent listed first, 0 to 1, from the point of view of each agent. Finished games count with their result,
    /// others with the expectation of the agent to move. `None` without any expectation.
    pub seen: [Option<f64>; 2],
    /// The share of unfinished games.
    pub going_on: f64,
}

impl Default for ExpectedScoreCurve {
    /// Bands of two plies, so that in a game pair both agents move in each band.
    fn default() -> Self {
        Self { moments: PlyBands::new(2) }
    }
}

impl ExpectedScoreCurve {
    /// Whether any agent reported a score.
    pub fn has_scores(&self) -> bool {
        self.moments.iter().any(|(_, moment)| moment.expected.iter().any(|(_, moves)| *moves > 0))
    }

    /// The plies from one point to the next.
    pub fn width(&self) -> u32 {
        self.moments.width()
    }

    /// The points in at most `most` bands, plus one after the last ply.
    pub fn points(&self, most: usize) -> Vec<CurvePoint> {
        let moments = self.moments.within(most);
        let games: u64 = moments.iter().map(|(_, moment)| moment.ended.0).sum();
        let all = games.max(1) as f64;
        let (mut ended, mut points) = (0, 0.0);
        let mut course = Vec::new();
        for (ply, moment) in moments.iter() {
            let left = games.saturating_sub(ended) as f64;
            let seen =
                moment.expected.map(|(sum, moves)| (moves > 0).then(|| (points + left * sum / moves as f64) / all));
            course.push(CurvePoint { ply, seen, going_on: left / all });
            ended += moment.ended.0;
            points += moment.ended.1;
        }
        if games > 0 {
            let ply = course.len() as u32 * moments.width();
            course.push(CurvePoint { ply, seen: [Some(points / all); 2], going_on: 0.0 });
        }
        course
    }

    fn add(&mut self, players: [usize; 2], game: &StoredGame) {
        for (at, figures) in game.figures.iter().enumerate() {
            let ply = game.opening as usize + at;
            let mover = game.players[game.mover(ply).index()];
            let Some(own) = expected(figures) else { continue };
            let (who, points) = if mover == players[0] { (0, own) } else { (1, 1.0 - own) };
            let seen = &mut self.moments.at(ply as u32).expected[who];
            seen.0 += points;
            seen.1 += 1;
        }
        let ended = &mut self.moments.at(game.plies.saturating_sub(1)).ended;
        ended.0 += 1;
        ended.1 += points_of(wdl_of(players[0], game.players, game.outcome));
    }
}

fn points_of(wdl: Wdl) -> f64 {
    match wdl {
        Wdl::Win => 1.0,
        Wdl::Draw => 0.5,
        Wdl::Loss => 0.0,
    }
}

/// The points that the mover expects: a proven value, else the mean points of its playouts, else 1 for a score above 0 and 0 below. Only the
/// sign is used, because the scores of two evaluators have no common scale.
fn expected(figures: &MoveFigures) -> Option<f64> {
    let proven = figures.score.and_then(Score::decided).map(|(wdl, _)| points_of(wdl));
    let share = figures.share.map(|share| f64::from(share) / 10_000.0);
    let sign = figures.score.map(|score| match score.value() {
        0 => 0.5,
        value if value > 0 => 1.0,
        _ => 0.0,
    });
    proven.or(share).or(sign)
}

impl TournamentDetails {
    /// Empty statistics.
    pub fn new(config: &TournamentConfig) -> Self {
        let agents = config.agents.len();
        Self {
            tables: TournamentTables::new(config),
            moves: vec![PlyBands::new(1); agents],
            courses: BTreeMap::new(),
            first_moves: BTreeMap::new(),
        }
    }

    /// Reads all games of a file, in one pass.
    pub fn read(reader: &ResultsReader) -> Result<Self, ResultsError> {
        let mut details = Self::new(&reader.header().config);
        reader.for_each(&GameFilter::default(), |game| {
            details.add(&game);
            Ok(())
        })?;
        details.tables.finish();
        Ok(details)
    }

    fn add(&mut self, game: &StoredGame) {
        self.tables.add(game);
        for (at, figures) in game.figures.iter().enumerate() {
            let ply = game.opening as usize + at;
            let agent = game.players[game.mover(ply).index()];
            self.moves[agent].at(ply as u32).add(figures);
        }
        let players = [game.pairing[0].min(game.pairing[1]), game.pairing[0].max(game.pairing[1])];
        self.courses.entry(players).or_default().add(players, game);
        add_first_move(&mut self.first_moves, game);
    }
}

/// Counts the first move of a game from the initial position, from the point of view of the side that made it.
pub(crate) fn add_first_move(first_moves: &mut BTreeMap<String, Counts>, game: &StoredGame) {
    let first = game.moves.split(' ').next().filter(|text| !text.is_empty());
    let Some(first) = first.filter(|_| game.start.is_none()) else { return };
    let wdl = game.outcome.wdl(game.mover(0));
    if let Some(counts) = first_moves.get_mut(first) {
        counts.add(wdl);
    } else if first_moves.len() < MOST_FIRST_MOVES {
        first_moves.entry(first.to_owned()).or_default().add(wdl);
    }
}
