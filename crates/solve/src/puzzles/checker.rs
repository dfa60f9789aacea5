//! Decides with an oracle whether a position is a puzzle, and finds its solution.

use zermelo_core::{
    Depth, Foresight, GameRecord, Oracle, OracleQuery, Outcome, Ply, Position, ProvenBounds, SearchLimits, Searchable,
    StopToken, Wdl,
};
use zermelo_search::SharedBudget;

/// Checks whether positions are puzzles.
pub(super) struct PuzzleChecker<'a, G: Searchable> {
    pub(super) game: &'a G,
    pub(super) oracle: &'a dyn Oracle<G>,
    pub(super) plies: Ply,
    pub(super) stop: &'a StopToken,
}

/// The result of checking a position.
pub(super) struct CheckedPosition<M> {
    /// The solution of a puzzle; `None` if the position is not a puzzle or the limits do not suffice.
    pub(super) solution: Option<Solution<M>>,
    pub(super) nodes: u64,
}

/// The solution of a puzzle.
pub(super) struct Solution<M> {
    /// The main line.
    pub(super) moves: Vec<M>,
    /// The number of the winner's moves that are the only winning ones.
    pub(super) unique: u32,
}

/// The position is not a puzzle, or the oracle gives no answer within the limits.
struct PuzzleCheckError;

/// The first of the quickest winning moves, and whether it is the only winning move.
struct WinningMoves<M> {
    quickest: M,
    is_only: bool,
}

impl<G: Searchable> PuzzleChecker<'_, G> {
    /// A cheap filter without the oracle: the win is not nearer and not out of reach, and several moves do not lose at once.
    pub(super) fn is_candidate(&self, position: &G::Position) -> bool {
        let is_near = self.plies == Ply(1);
        let mut sound = Vec::new();
        let is_open = match self.game.foresee(position, &mut sound) {
            Foresight::Win(_) => is_near,
            Foresight::Lost => false,
            Foresight::Sound => !is_near && sound.len() > 1,
            // `winning_move` may miss a win.
            Foresight::Unknown => is_near || self.game.winning_move(position).is_none(),
        };
        let fits = self.game.plies_to_draw(position).is_none_or(|left| left >= self.plies);
        is_open && fits && self.game.can_win(position, position.side_to_move(), self.plies.0.div_ceil(2))
    }

    /// Checks a position.
    pub(super) fn check(&self, position: &G::Position, limits: SearchLimits) -> CheckedPosition<G::Move> {
        let mut analysis = PuzzleAnalysis { checker: self, budget: SharedBudget::new(limits, position.side_to_move()) };
        let solution = analysis.solution(position).ok();
        CheckedPosition { solution, nodes: analysis.budget.spent() }
    }
}

/// The analysis of one position, with its budget.
struct PuzzleAnalysis<'j, 'a, G: Searchable> {
    checker: &'j PuzzleChecker<'a, G>,
    budget: SharedBudget,
}

impl<G: Searchable> PuzzleAnalysis<'_, '_, G> {
    /// The solution of the position.
    fn solution(&mut self, position: &G::Position) -> Result<Solution<G::Move>, PuzzleCheckError> {
        let plies = self.checker.plies;
        if self.value(position, plies)? != Some((Wdl::Win, Some(plies))) || !self.has_choice(position) {
            return Err(PuzzleCheckError);
        }
        let wins = self.winning_moves(position, plies, true)?;
        let (mut moves, mut unique) = (vec![wins.quickest], 1);
        let mut position = self.position_after(position, wins.quickest);
        for left in (1..plies.0).rev().map(Ply) {
            let mv = if left.0 % 2 == 0 {
                self.longest_defence(&position, left)?
            } else {
                let wins = self.winning_moves(&position, left, false)?;
                unique += u32::from(wins.is_only);
                wins.quickest
            };
            moves.push(mv);
            position = self.position_after(&position, mv);
        }
        Ok(Solution { moves, unique })
    }

    /// The winning moves of a position that is won in `plies`. If they must be unique, a second one is an error.
    fn winning_moves(
        &mut self,
        position: &G::Position,
        plies: Ply,
        must_be_unique: bool,
    ) -> Result<WinningMoves<G::Move>, PuzzleCheckError> {
        let before_last = Ply(plies.0 - 1);
        let (mut quickest, mut later, mut open) = (None, 0, Vec::new());
        for mv in self.moves(position) {
            let after = self.position_after(position, mv);
            match self.value(&after, before_last)? {
                Some((Wdl::Loss, plies)) if plies == Some(before_last) && quickest.is_none() => quickest = Some(mv),
                Some((Wdl::Loss, _)) => later += 1,
                Some(_) => {}
                None => open.push(after),
            }
            if must_be_unique && later > 0 {
                return Err(PuzzleCheckError);
            }
        }
        let quickest = quickest.ok_or(PuzzleCheckError)?;
        for after in open {
            if later > 0 {
                break;
            }
            later += u32::from(self.is_lost(&after)?);
        }
        if must_be_unique && later > 0 {
            Err(PuzzleCheckError)
        } else {
            Ok(WinningMoves { quickest, is_only: later == 0 })
        }
    }

    /// The first move of the longest defence in a position that is lost in `plies`.
    fn longest_defence(&mut self, position: &G::Position, plies: Ply) -> Result<G::Move, PuzzleCheckError> {
        let before_last = Ply(plies.0 - 1);
        for mv in self.moves(position) {
            let after = self.position_after(position, mv);
            if self.value(&after, before_last)? == Some((Wdl::Win, Some(before_last))) {
                return Ok(mv);
            }
        }
        Err(PuzzleCheckError)
    }

    /// Whether at least two moves do not lose at once.
    fn has_choice(&self, position: &G::Position) -> bool {
        let game = self.checker.game;
        let loses = |after: &G::Position| {
            let mut moves = Vec::new();
            game.generate(after, &mut moves);
            let wins = |mv| game.outcome(&self.position_after(after, mv)) == Some(Outcome::Win(after.side_to_move()));
            moves.into_iter().any(wins)
        };
        self.moves(position).into_iter().filter(|&mv| !loses(&self.position_after(position, mv))).take(2).count() == 2
    }

    /// The value of a position for the side to move, with the distance if known; `None` if a search of `plies` does not decide it.
    fn value(&mut self, position: &G::Position, plies: Ply) -> Result<Option<(Wdl, Option<Ply>)>, PuzzleCheckError> {
        if let Some(outcome) = self.checker.game.outcome(position) {
            return Ok(Some((outcome.wdl(position.side_to_move()), Some(Ply(0)))));
        }
        if plies == Ply(0) {
            return Ok(None);
        }
        let findings = self.ask(position, Some(Depth(plies.0)))?;
        Ok(findings.proven().map(|proven| (proven.wdl, proven.plies)))
    }

    /// Whether the side to move loses at any distance.
    fn is_lost(&mut self, position: &G::Position) -> Result<bool, PuzzleCheckError> {
        let findings = self.ask(position, None)?;
        match (findings.lower, findings.upper) {
            (Some(lower), _) if lower.wdl >= Wdl::Draw => Ok(false),
            (_, Some(upper)) if upper.wdl == Wdl::Loss => Ok(true),
            _ => Err(PuzzleCheckError),
        }
    }

    fn ask(&mut self, position: &G::Position, depth: Option<Depth>) -> Result<ProvenBounds, PuzzleCheckError> {
        let PuzzleChecker { game, oracle, stop, .. } = *self.checker;
        if self.is_exhausted() {
            return Err(PuzzleCheckError);
        }
        let limits = SearchLimits { depth, ..self.budget.part(1) };
        let record = GameRecord::from_position(game.clone(), *position);
        let query = OracleQuery { outcome_only: depth.is_none(), limits, stop: stop.clone() };
        let findings = oracle.query(&record, &query, &mut |_| {});
        self.budget.spend(findings.nodes);
        // An interrupted search is not an answer.
        if findings.proven().is_none() && self.is_exhausted() { Err(PuzzleCheckError) } else { Ok(findings) }
    }

    fn is_exhausted(&self) -> bool {
        let left = self.budget.part(1);
        left.nodes == Some(0) || left.time.is_some_and(|time| time.is_zero()) || self.checker.stop.is_stopped()
    }

    fn moves(&self, position: &G::Position) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.checker.game.generate(position, &mut moves);
        moves
    }

    fn position_after(&self, position: &G::Position, mv: G::Move) -> G::Position {
        let mut after = *position;
        self.checker.game.play_unchecked(&mut after, mv);
        after
    }
}
