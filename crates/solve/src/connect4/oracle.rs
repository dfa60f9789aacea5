//! The solver as an oracle.

use zermelo_core::{Column, Findings, Game, GameRecord, Inquiry, Oracle, Proven};
use zermelo_games::connect4::Connect4;
use zermelo_games::stones::{StoneGame, Stones};
use zermelo_search::memory::TableTooLargeError;

use super::question::{Answer, Effort, Question};
use super::sizes::Sizes;
use super::solver::Solver;

/// More free squares than this are out of reach: without a limit, nobody would wait for the end of the search.
pub(super) const REACH: u32 = 49;

/// Knows every position of one board, as far as the time allows. What was found helps with later questions.
#[derive(Debug)]
pub struct SolverOracle<S> {
    solver: Solver<S>,
    size: [u8; 3],
    threads: usize,
}

impl<S: Sizes> SolverOracle<S> {
    /// An oracle with a table of at most `bytes`, and so many threads.
    pub fn new(game: &Connect4<S>, bytes: u64, threads: usize) -> Result<Self, TableTooLargeError> {
        Ok(Self { solver: Solver::of(game, bytes)?, size: size(game), threads })
    }

    fn knows(&self, record: &GameRecord<Connect4<S>>) -> bool {
        self.size == size(record.game())
    }

    fn ask(
        &self,
        position: &Stones<S>,
        Inquiry { outcome_only, limits, stop }: &Inquiry,
        mut progress: impl FnMut(&Findings),
    ) -> Findings {
        let question = match limits.depth {
            Some(depth) => self.solver.within(position, depth),
            None if *outcome_only => Question::Outcome,
            None => Question::Score,
        };
        let effort = Effort { limits: *limits, threads: self.threads, stop: stop.clone() };
        let mut hear = |bounds| progress(&self.solver.findings(position, Answer { bounds, nodes: 0 }));
        let answer = self.solver.solve(position, question, &effort, &mut hear);
        self.solver.findings(position, answer)
    }
}

/// A position that is out of reach is not known; an [inquiry](Oracle::inquire) tries nevertheless. With a depth it asks for wins and losses
/// of at most so many plies. The score is that of the board's game.
impl<S: Sizes> Oracle<Connect4<S>> for SolverOracle<S> {
    fn probe(&self, record: &GameRecord<Connect4<S>>) -> Option<Proven> {
        if !self.knows(record) || self.why_endless(record).is_some() {
            return None;
        }
        self.ask(record.position(), &Inquiry::default(), |_| {}).proven()
    }

    fn inquire(
        &self,
        record: &GameRecord<Connect4<S>>,
        inquiry: &Inquiry,
        progress: &mut dyn FnMut(&Findings),
    ) -> Findings {
        if self.knows(record) { self.ask(record.position(), inquiry, progress) } else { Findings::default() }
    }

    fn why_endless(&self, record: &GameRecord<Connect4<S>>) -> Option<String> {
        why_endless(record.game(), record.position())
    }

    fn probe_moves(&self, record: &GameRecord<Connect4<S>>) -> Option<Vec<(Column, Proven)>> {
        let (game, position) = (record.game(), record.position());
        if !self.knows(record) || self.why_endless(record).is_some() {
            return None;
        }
        let mut moves: Vec<(Column, Proven)> = Vec::new();
        for child in children(game, position) {
            let proven = match child.twin {
                Some(twin) => moves[twin].1,
                None => self.ask(&child.position, &Inquiry::default(), |_| {}).proven()?.before_move(),
            };
            moves.push((child.mv, proven));
        }
        Some(moves)
    }
}

/// Columns, rows and the length of lines.
fn size<S: Sizes>(game: &Connect4<S>) -> [u8; 3] {
    let [width, height, _] = game.lattice().size();
    [width, height, game.lattice().k()]
}

/// Why a search without a limit would not end.
pub(super) fn why_endless<S: Sizes>(game: &Connect4<S>, position: &Stones<S>) -> Option<String> {
    let [width, height, _] = game.lattice().size();
    let free = u32::from(width) * u32::from(height) - position.occupied().count();
    (free > REACH && !position.is_won())
        .then(|| format!("{free} squares are free, and without a limit at most {REACH} may be"))
}

/// A move and where it leads.
pub(super) struct Child<S> {
    pub(super) mv: Column,
    pub(super) position: Stones<S>,
    /// The place of an earlier move that leads to the mirror image.
    pub(super) twin: Option<usize>,
}

/// The moves of a position in the order of generation.
pub(super) fn children<S: Sizes>(game: &Connect4<S>, position: &Stones<S>) -> Vec<Child<S>> {
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    let mirror = game.symmetries() - 1;
    let is_symmetric = mirror > 0 && game.transform(position, mirror) == *position;
    let child = |(at, &mv): (usize, &Column)| {
        let mut position = *position;
        game.play_unchecked(&mut position, mv);
        let image = game.transform_move(mv, mirror);
        let twin = moves[..at].iter().position(|&earlier| is_symmetric && earlier == image);
        Child { mv, position, twin }
    };
    moves.iter().enumerate().map(child).collect()
}

/// How far a column is from the centre, in halves of a column.
pub(super) fn from_centre<S: Sizes>(game: &Connect4<S>, mv: Column) -> u32 {
    let [width, ..] = game.lattice().size();
    (2 * u32::from(mv.0) + 1).abs_diff(u32::from(width))
}
