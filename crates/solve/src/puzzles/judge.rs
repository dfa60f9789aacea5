//! What an oracle says of a position: whether it is a puzzle, and how it goes on.

use zermelo_core::{
    Depth, Findings, Foresight, GameRecord, Inquiry, Oracle, Outcome, Ply, Position, SearchLimits, Searchable,
    StopToken, Wdl,
};
use zermelo_search::SharedBudget;

/// Asks an oracle about positions of a game.
pub(super) struct Judge<'a, G: Searchable> {
    pub(super) game: &'a G,
    pub(super) oracle: &'a dyn Oracle<G>,
    pub(super) plies: Ply,
    pub(super) stop: &'a StopToken,
}

/// What came of a look at a position.
pub(super) struct Found<M> {
    /// Where one move wins, in as many plies as are wanted; `None` too where it costs too much to tell.
    pub(super) solution: Option<Solution<M>>,
    pub(super) nodes: u64,
}

/// How a puzzle is solved.
pub(super) struct Solution<M> {
    /// The main line.
    pub(super) moves: Vec<M>,
    /// How many of the winner's moves in it are the only ones that win.
    pub(super) unique: u32,
}

/// A question that has no answer, or one that rules a puzzle out.
struct No;

/// The moves of a position that win: the first of the quickest, and whether there is a second one.
struct Wins<M> {
    quickest: M,
    is_only: bool,
}

impl<G: Searchable> Judge<'_, G> {
    /// Whether the board alone leaves a puzzle open: the win is not nearer or out of reach, and there is a choice of moves that do not
    /// lose at once.
    pub(super) fn may_be(&self, position: &G::Position) -> bool {
        let is_near = self.plies == Ply(1);
        let mut sound = Vec::new();
        let is_open = match self.game.foresee(position, &mut sound) {
            Foresight::Win(_) => is_near,
            Foresight::Lost => false,
            Foresight::Sound => !is_near && sound.len() > 1,
            // No winning move may mean that the board does not tell.
            Foresight::Unknown => is_near || self.game.winning_move(position).is_none(),
        };
        let fits = self.game.plies_to_draw(position).is_none_or(|left| left >= self.plies);
        is_open && fits && self.game.can_win(position, position.side_to_move(), self.plies.0.div_ceil(2))
    }

    /// Looks at a position.
    pub(super) fn look(&self, position: &G::Position, limits: SearchLimits) -> Found<G::Move> {
        let mut asked = Asked { judge: self, purse: SharedBudget::new(limits, position.side_to_move()) };
        let solution = asked.solution(position).ok();
        Found { solution, nodes: asked.purse.spent() }
    }
}

/// The questions about one position.
struct Asked<'j, 'a, G: Searchable> {
    judge: &'j Judge<'a, G>,
    purse: SharedBudget,
}

impl<G: Searchable> Asked<'_, '_, G> {
    /// How a position is solved that is a puzzle.
    fn solution(&mut self, position: &G::Position) -> Result<Solution<G::Move>, No> {
        let plies = self.judge.plies;
        if self.value(position, plies)? != Some((Wdl::Win, Some(plies))) || !self.is_choice(position) {
            return Err(No);
        }
        let wins = self.wins(position, plies, true)?;
        let (mut moves, mut unique) = (vec![wins.quickest], 1);
        let mut position = self.after(position, wins.quickest);
        for left in (1..plies.0).rev().map(Ply) {
            let mv = if left.0 % 2 == 0 {
                self.longest(&position, left)?
            } else {
                let wins = self.wins(&position, left, false)?;
                unique += u32::from(wins.is_only);
                wins.quickest
            };
            moves.push(mv);
            position = self.after(&position, mv);
        }
        Ok(Solution { moves, unique })
    }

    /// The moves that win a position which is won in so many plies. With `one`, a second one is refused as soon as it is seen.
    fn wins(&mut self, position: &G::Position, plies: Ply, one: bool) -> Result<Wins<G::Move>, No> {
        let before_last = Ply(plies.0 - 1);
        let (mut quickest, mut later, mut open) = (None, 0, Vec::new());
        for mv in self.moves(position) {
            let after = self.after(position, mv);
            match self.value(&after, before_last)? {
                Some((Wdl::Loss, plies)) if plies == Some(before_last) && quickest.is_none() => quickest = Some(mv),
                Some((Wdl::Loss, _)) => later += 1,
                Some(_) => {}
                None => open.push(after),
            }
            if one && later > 0 {
                return Err(No);
            }
        }
        let quickest = quickest.ok_or(No)?;
        for after in open {
            if later > 0 {
                break;
            }
            later += u32::from(self.is_lost(&after)?);
        }
        if one && later > 0 { Err(No) } else { Ok(Wins { quickest, is_only: later == 0 }) }
    }

    /// The move that delays a loss in so many plies.
    fn longest(&mut self, position: &G::Position, plies: Ply) -> Result<G::Move, No> {
        let before_last = Ply(plies.0 - 1);
        for mv in self.moves(position) {
            let after = self.after(position, mv);
            if self.value(&after, before_last)? == Some((Wdl::Win, Some(before_last))) {
                return Ok(mv);
            }
        }
        Err(No)
    }

    /// Whether at least two moves do not let the opponent win at once.
    fn is_choice(&self, position: &G::Position) -> bool {
        let game = self.judge.game;
        let loses = |after: &G::Position| {
            let mut moves = Vec::new();
            game.generate(after, &mut moves);
            let wins = |mv| game.outcome(&self.after(after, mv)) == Some(Outcome::Win(after.side_to_move()));
            moves.into_iter().any(wins)
        };
        self.moves(position).into_iter().filter(|&mv| !loses(&self.after(position, mv))).take(2).count() == 2
    }

    /// What a position is worth to the side to move, and when it ends, if that is known; `None`: it was not told by a look so many plies
    /// ahead.
    fn value(&mut self, position: &G::Position, plies: Ply) -> Result<Option<(Wdl, Option<Ply>)>, No> {
        if let Some(outcome) = self.judge.game.outcome(position) {
            return Ok(Some((outcome.wdl(position.side_to_move()), Some(Ply(0)))));
        }
        if plies == Ply(0) {
            return Ok(None);
        }
        let findings = self.ask(position, Some(Depth(plies.0)))?;
        Ok(findings.proven().map(|proven| (proven.wdl, proven.plies)))
    }

    /// Whether the side to move loses, however late; no answer is a `No`.
    fn is_lost(&mut self, position: &G::Position) -> Result<bool, No> {
        let findings = self.ask(position, None)?;
        match (findings.lower, findings.upper) {
            (Some(lower), _) if lower.wdl >= Wdl::Draw => Ok(false),
            (_, Some(upper)) if upper.wdl == Wdl::Loss => Ok(true),
            _ => Err(No),
        }
    }

    fn ask(&mut self, position: &G::Position, depth: Option<Depth>) -> Result<Findings, No> {
        let Judge { game, oracle, stop, .. } = *self.judge;
        if self.is_spent() {
            return Err(No);
        }
        let limits = SearchLimits { depth, ..self.purse.part(1) };
        let record = GameRecord::from_position(game.clone(), *position);
        let inquiry = Inquiry { outcome_only: depth.is_none(), limits, stop: stop.clone() };
        let findings = oracle.inquire(&record, &inquiry, &mut |_| {});
        self.purse.spend(findings.nodes);
        // An answer that was cut off says nothing.
        if findings.proven().is_none() && self.is_spent() { Err(No) } else { Ok(findings) }
    }

    fn is_spent(&self) -> bool {
        let left = self.purse.part(1);
        left.nodes == Some(0) || left.time.is_some_and(|time| time.is_zero()) || self.judge.stop.is_stopped()
    }

    fn moves(&self, position: &G::Position) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.judge.game.generate(position, &mut moves);
        moves
    }

    fn after(&self, position: &G::Position, mv: G::Move) -> G::Position {
        let mut after = *position;
        self.judge.game.play_unchecked(&mut after, mv);
        after
    }
}
