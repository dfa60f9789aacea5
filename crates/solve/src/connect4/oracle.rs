//! The solver as an oracle.

use zermelo_core::{Column, Game, GameRecord, Oracle, OracleQuery, Proven, ProvenBounds};
use zermelo_games::connect4::Connect4;
use zermelo_games::stones::{StoneGame, Stones};
use zermelo_search::memory::TableTooLargeError;

use super::question::{ScoreQuestion, SolveLimits, SolverAnswer};
use super::solver::Solver;
use super::solver_bits::SolverBits;

/// The most free squares of a position that is solved without a limit. More would take too long.
pub(super) const MAX_FREE: u32 = 49;

/// Solves every position of one board size, within the limits. The transposition table is kept between questions.
#[derive(Debug)]
pub struct SolverOracle<S> {
    solver: Solver<S>,
    size: [u8; 3],
    threads: usize,
}

impl<S: SolverBits> SolverOracle<S> {
    /// An oracle with a transposition table of at most `bytes`.
    ///
    /// # Errors
    /// The table does not fit into memory.
    pub fn new(game: &Connect4<S>, bytes: u64, threads: usize) -> Result<Self, TableTooLargeError> {
        Ok(Self { solver: Solver::of(game, bytes)?, size: size(game), threads })
    }

    fn is_same_size(&self, record: &GameRecord<Connect4<S>>) -> bool {
        self.size == size(record.game())
    }

    fn ask(
        &self,
        position: &Stones<S>,
        OracleQuery { outcome_only, limits, stop }: &OracleQuery,
        mut progress: impl FnMut(&ProvenBounds),
    ) -> ProvenBounds {
        let question = match limits.depth {
            Some(depth) => self.solver.question_within(position, depth),
            None if *outcome_only => ScoreQuestion::Outcome,
            None => ScoreQuestion::Score,
        };
        let limits = SolveLimits { limits: *limits, threads: self.threads, stop: stop.clone() };
        let mut report = |bounds| progress(&self.solver.findings(position, SolverAnswer { bounds, nodes: 0 }));
        let answer = self.solver.solve(position, question, &limits, &mut report);
        self.solver.findings(position, answer)
    }
}

/// `probe` gives nothing for positions with too many free squares; an [query](Oracle::query) searches them nevertheless. An query with
/// a depth looks for wins and losses within that many plies.
impl<S: SolverBits> Oracle<Connect4<S>> for SolverOracle<S> {
    fn probe(&self, record: &GameRecord<Connect4<S>>) -> Option<Proven> {
        if !self.is_same_size(record) || self.endless_reason(record).is_some() {
            return None;
        }
        self.ask(record.position(), &OracleQuery::default(), |_| {}).proven()
    }

    fn query(
        &self,
        record: &GameRecord<Connect4<S>>,
        query: &OracleQuery,
        progress: &mut dyn FnMut(&ProvenBounds),
    ) -> ProvenBounds {
        if self.is_same_size(record) { self.ask(record.position(), query, progress) } else { ProvenBounds::default() }
    }

    fn endless_reason(&self, record: &GameRecord<Connect4<S>>) -> Option<String> {
        endless_reason(record.game(), record.position())
    }

    fn probe_moves(&self, record: &GameRecord<Connect4<S>>) -> Option<Vec<(Column, Proven)>> {
        let (game, position) = (record.game(), record.position());
        if !self.is_same_size(record) || self.endless_reason(record).is_some() {
            return None;
        }
        let mut moves: Vec<(Column, Proven)> = Vec::new();
        for child in children(game, position) {
            let proven = match child.mirror_of {
                Some(earlier) => moves[earlier].1,
                None => self.ask(&child.position, &OracleQuery::default(), |_| {}).proven()?.before_move(),
            };
            moves.push((child.mv, proven));
        }
        Some(moves)
    }
}

/// Columns, rows and the length of a winning line.
fn size<S: SolverBits>(game: &Connect4<S>) -> [u8; 3] {
    let [width, height, _] = game.lattice().size();
    [width, height, game.lattice().k()]
}

/// Why a search without a limit would take too long, if it would.
pub(super) fn endless_reason<S: SolverBits>(game: &Connect4<S>, position: &Stones<S>) -> Option<String> {
    let [width, height, _] = game.lattice().size();
    let free = u32::from(width) * u32::from(height) - position.occupied().count();
    (free > MAX_FREE && !position.is_won())
        .then(|| format!("{free} squares are free; without a limit at most {MAX_FREE} are searched"))
}

/// A move and the position after it.
pub(super) struct SolverChild<S> {
    pub(super) mv: Column,
    pub(super) position: Stones<S>,
    /// The index of an earlier move that leads to the mirror image.
    pub(super) mirror_of: Option<usize>,
}

/// The moves of a position in the order of generation.
pub(super) fn children<S: SolverBits>(game: &Connect4<S>, position: &Stones<S>) -> Vec<SolverChild<S>> {
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    let mirror = game.symmetries() - 1;
    let is_symmetric = mirror > 0 && game.transform(position, mirror) == *position;
    let child = |(at, &mv): (usize, &Column)| {
        let mut position = *position;
        game.play_unchecked(&mut position, mv);
        let image = game.transform_move(mv, mirror);
        let mirror_of = moves[..at].iter().position(|&earlier| is_symmetric && earlier == image);
        SolverChild { mv, position, mirror_of }
    };
    moves.iter().enumerate().map(child).collect()
}

/// The distance of a column from the centre, in half columns.
pub(super) fn from_centre<S: SolverBits>(game: &Connect4<S>, mv: Column) -> u32 {
    let [width, ..] = game.lattice().size();
    (2 * u32::from(mv.0) + 1).abs_diff(u32::from(width))
}
