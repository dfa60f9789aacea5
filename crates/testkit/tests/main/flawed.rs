//! A sound game with one planted flaw.

use zermelo_core::view::{Board, Moving, Piece};
use zermelo_core::{
    Depth, Game, ParseMoveError, Notation, Outcome, PerftCount, Playout, Ply, Position, Scene, SearchHints, Searchable,
    Side, SideName, Square, Termination, erased::Playable,
};

/// What is wrong with it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Flaw {
    None,
    /// The first move is generated twice.
    Doubles,
    /// One move too many is counted.
    Miscounts,
    /// The leaves at depth 2 are counted as if nothing ended.
    MiscountsLeaves,
    /// Every move passes.
    Lenient,
    /// The first legal move is refused.
    Strict,
    /// A draw is not noticed.
    NoDraw,
    /// All positions have one key.
    OneKey,
    /// Positions are mirrored, moves are not.
    MirrorsHalf,
    /// The second side's stones are printed as the first's.
    LossyText,
    /// All moves have one text.
    OneText,
    /// The texts of moves are read, but not checked.
    ReadsAll,
    /// A position's text that can't be read is taken for something like the start.
    Unstable,
    /// The last effect of a placement or a capture is missing.
    LacksEffect,
    /// Each path stops after the first click.
    ShortPath,
    /// No cells of a winning line.
    HidesLine,
    /// The last piece is not shown.
    HidesPiece,
    /// Two cells have one name.
    OneName,
    /// A specification that can't be read.
    OddSpec,
    /// Every move is called irreversible.
    Irreversible,
    /// The counters are not printed.
    HidesCounters,
    /// Said to be acyclic, though it is not.
    Acyclic,
    /// Plays something else than the move on each second ply.
    PlaysOther,
    /// Nobody is said to be able to win.
    Gloomy,
    /// Every draw is said to take one ply.
    EarlyDraw,
    /// The first side is always said to be the one that moves.
    KeepsTurn,
}

#[derive(Clone, Debug)]
pub(crate) struct Flawed<G> {
    pub(crate) game: G,
    pub(crate) flaw: Flaw,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Spot<P> {
    at: P,
    flaw: Flaw,
}

impl<P: Position> Position for Spot<P> {
    fn side_to_move(&self) -> Side {
        if self.flaw == Flaw::KeepsTurn { Side::First } else { self.at.side_to_move() }
    }

    fn key(&self) -> u64 {
        if self.flaw == Flaw::OneKey { 1 } else { self.at.key() }
    }
}

impl<G: Playable + Searchable> Flawed<G> {
    fn spot(&self, at: G::Position) -> Spot<G::Position> {
        Spot { at, flaw: self.flaw }
    }

    fn first(&self, position: &G::Position) -> Option<G::Move> {
        let mut moves = Vec::new();
        self.game.generate(position, &mut moves);
        moves.first().copied()
    }
}

impl<G: Playable + Searchable> Game for Flawed<G> {
    type Position = Spot<G::Position>;
    type Move = G::Move;
    type MoveError = G::MoveError;
    type Counters = G::Counters;

    fn initial(&self) -> Self::Position {
        self.spot(self.game.initial())
    }

    fn is_acyclic(&self) -> bool {
        self.game.is_acyclic() || self.flaw == Flaw::Acyclic
    }

    fn alternates(&self) -> bool {
        self.game.alternates()
    }

    fn outcome(&self, position: &Self::Position) -> Option<Outcome> {
        self.game.outcome(&position.at).filter(|outcome| self.flaw != Flaw::NoDraw || *outcome != Outcome::Draw)
    }

    fn termination(&self, position: &Self::Position) -> Termination {
        self.game.termination(&position.at)
    }

    fn generate(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) {
        self.game.generate(&position.at, moves);
        if self.flaw == Flaw::Doubles {
            moves.extend(self.first(&position.at));
        }
    }

    fn check(&self, position: &Self::Position, mv: Self::Move) -> Result<(), Self::MoveError> {
        let checked = self.game.check(&position.at, mv);
        match self.flaw {
            Flaw::Lenient if self.outcome(position).is_none() => Ok(()),
            // Its own refusal must come from somewhere: the one that a finished game gives.
            Flaw::Strict if self.first(&position.at) == Some(mv) => self.refusal(position, mv),
            _ => checked,
        }
    }

    fn play_unchecked(&self, position: &mut Self::Position, mv: Self::Move) {
        let other = self.flaw == Flaw::PlaysOther && position.side_to_move() == Side::Second;
        let mv = if other { self.first(&position.at).unwrap_or(mv) } else { mv };
        self.game.play_unchecked(&mut position.at, mv);
    }

    fn symmetries(&self) -> usize {
        self.game.symmetries()
    }

    fn transform(&self, position: &Self::Position, symmetry: usize) -> Self::Position {
        self.spot(self.game.transform(&position.at, symmetry))
    }

    fn transform_move(&self, mv: Self::Move, symmetry: usize) -> Self::Move {
        self.game.transform_move(mv, if self.flaw == Flaw::MirrorsHalf { 0 } else { symmetry })
    }

    fn repetition_limit(&self) -> Option<u32> {
        self.game.repetition_limit()
    }

    fn is_irreversible(&self, before: &Self::Position, mv: Self::Move) -> bool {
        self.flaw == Flaw::Irreversible || self.game.is_irreversible(&before.at, mv)
    }

    fn count(
        &self,
        counters: Self::Counters,
        before: &Self::Position,
        mv: Self::Move,
        after: &Self::Position,
    ) -> Self::Counters {
        self.game.count(counters, &before.at, mv, &after.at)
    }

    fn is_move_limit(&self, counters: Self::Counters, position: &Self::Position) -> bool {
        self.game.is_move_limit(counters, &position.at)
    }
}

impl<G: Playable + Searchable> SearchHints for Flawed<G> {
    fn plies_to_draw(&self, position: &Self::Position) -> Option<Ply> {
        if self.flaw == Flaw::EarlyDraw { Some(Ply(1)) } else { self.game.plies_to_draw(&position.at) }
    }

    fn can_win(&self, position: &Self::Position, side: Side, moves: u32) -> bool {
        self.flaw != Flaw::Gloomy && self.game.can_win(&position.at, side, moves)
    }

    fn null_move(&self, position: &Self::Position) -> Option<Self::Position> {
        self.game.null_move(&position.at).map(|at| self.spot(at))
    }
}

impl<G: Playable + Searchable> Playout for Flawed<G> {}

impl<G: Playable + Searchable> PerftCount for Flawed<G> {
    fn count_moves(&self, position: &Self::Position) -> usize {
        let mut moves = Vec::new();
        self.generate(position, &mut moves);
        moves.len() + usize::from(self.flaw == Flaw::Miscounts)
    }

    fn count_leaves(&self, position: &Self::Position, depth: Depth) -> Option<u64> {
        if self.flaw == Flaw::MiscountsLeaves && depth == Depth(2) {
            let moves = self.count_moves(position) as u64;
            return Some(moves * moves);
        }
        self.game.count_leaves(&position.at, depth)
    }
}

impl<G: Playable + Searchable> Flawed<G> {
    fn refusal(&self, position: &Spot<G::Position>, mv: G::Move) -> Result<(), G::MoveError> {
        let mut after = position.at;
        while let Some(next) = self.first(&after) {
            self.game.play_unchecked(&mut after, next);
        }
        self.game.check(&after, mv)
    }
}

impl<G: Playable + Searchable> Notation for Flawed<G> {
    type PositionError = G::PositionError;

    fn spec(&self) -> String {
        if self.flaw == Flaw::OddSpec { "a game (odd)".to_owned() } else { self.game.spec() }
    }

    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String {
        let mv = if self.flaw == Flaw::OneText { self.first(&position.at).unwrap_or(mv) } else { mv };
        self.game.move_text(&position.at, mv)
    }

    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, ParseMoveError<Self::MoveError>> {
        let start = self.game.initial();
        match self.game.parse_move(&position.at, text) {
            Err(_) if self.flaw == Flaw::ReadsAll => self.game.parse_move(&start, text),
            read => read,
        }
    }

    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        self.game.split_moves(text)
    }

    fn position_text(&self, position: &Self::Position) -> String {
        let text = self.game.position_text(&position.at);
        if self.flaw == Flaw::LossyText { text.replace('o', "x") } else { text }
    }

    fn parse_position(&self, text: &str) -> Result<Self::Position, Self::PositionError> {
        if self.flaw == Flaw::Unstable && self.game.parse_position(text).is_err() {
            // The other flaw makes it a position that is not equal to the start.
            return Ok(Spot { at: self.game.initial(), flaw: Flaw::None });
        }
        self.game.parse_position(text).map(|at| self.spot(at))
    }

    fn counters_text(&self, counters: Self::Counters) -> String {
        if self.flaw == Flaw::HidesCounters { String::new() } else { self.game.counters_text(counters) }
    }

    fn parse_start(&self, text: &str) -> Result<(Self::Position, Self::Counters), Self::PositionError> {
        if self.flaw == Flaw::Unstable {
            return Ok((self.parse_position(text)?, Self::Counters::default()));
        }
        self.game.parse_start(text).map(|(at, counters)| (self.spot(at), counters))
    }
}

impl<G: Playable + Searchable> Scene for Flawed<G> {
    fn side_names(&self) -> [SideName; 2] {
        self.game.side_names()
    }

    fn board(&self) -> Board {
        let mut board = self.game.board();
        if self.flaw == Flaw::OneName {
            let name = board.cells[0].name.clone();
            board.cells[1].name = name;
        }
        board
    }

    fn pieces(&self, position: &Self::Position) -> Vec<Piece> {
        let mut pieces = self.game.pieces(&position.at);
        if self.flaw == Flaw::HidesPiece {
            pieces.pop();
        }
        pieces
    }

    fn moving(&self, position: &Self::Position, mv: Self::Move) -> Moving {
        let mut moving = self.game.moving(&position.at, mv);
        match self.flaw {
            Flaw::ShortPath => moving.path.truncate(1),
            // Of a step of a man there is nothing to leave out without being seen at once.
            Flaw::LacksEffect if moving.path.len() != 2 || moving.steps.concat().len() > 1 => {
                moving.steps.last_mut().and_then(Vec::pop);
            }
            _ => {}
        }
        moving
    }

    fn winning_cells(&self, position: &Self::Position) -> Vec<Square> {
        if self.flaw == Flaw::HidesLine { Vec::new() } else { self.game.winning_cells(&position.at) }
    }
}
