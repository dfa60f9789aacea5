//! A correct game with one planted flaw.

use zermelo_core::view::{Board, Moving, Piece};
use zermelo_core::{
    Depth, Game, Notation, Outcome, ParseMoveError, PerftCount, Playout, Ply, Position, Scene, SearchHints, Searchable,
    Side, SideName, Square, Termination, erased::Playable,
};

/// The flaw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Flaw {
    None,
    /// The first move is generated twice.
    DuplicateMove,
    /// `count_moves` counts one move too many.
    WrongMoveCount,
    /// `count_leaves` ignores finished games at depth 2.
    WrongLeafCount,
    /// `check` accepts every move.
    AcceptsIllegal,
    /// `check` rejects the first legal move.
    RejectsLegal,
    /// A draw does not end the game.
    IgnoresDraw,
    /// All positions have the same key.
    ConstantKey,
    /// Symmetries transform positions, but not moves.
    TransformsOnlyPositions,
    /// The second side's stones are printed as the first's.
    LossyText,
    /// All moves have the same text.
    ConstantMoveText,
    /// Texts of illegal moves are parsed as moves.
    ParsesIllegal,
    /// The text of an invalid position is parsed as a position that is almost the initial one.
    UnstableParse,
    /// The last effect of a placement or a capture is missing.
    MissingEffect,
    /// Each path ends after the first click.
    ShortPath,
    /// The view has no winning cells.
    MissingWinningCells,
    /// The last piece is missing from the view.
    MissingPiece,
    /// Two cells have the same name.
    DuplicateCellName,
    /// The specification can't be parsed.
    InvalidSpec,
    /// Every move is said to be irreversible.
    AlwaysIrreversible,
    /// The counters are not printed.
    MissingCounters,
    /// A game with repetitions is said to be acyclic.
    ClaimsAcyclic,
    /// The second side's moves are played as its first legal move.
    PlaysAnotherMove,
    /// `can_win` is always false.
    NoWinPossible,
    /// `plies_to_draw` is always 1.
    WrongPliesToDraw,
    /// The first side is always to move.
    ConstantSideToMove,
}

#[derive(Clone, Debug)]
pub(crate) struct Flawed<G> {
    pub(crate) game: G,
    pub(crate) flaw: Flaw,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct FlawedPosition<P> {
    position: P,
    flaw: Flaw,
}

impl<P: Position> Position for FlawedPosition<P> {
    fn side_to_move(&self) -> Side {
        if self.flaw == Flaw::ConstantSideToMove { Side::First } else { self.position.side_to_move() }
    }

    fn key(&self) -> u64 {
        if self.flaw == Flaw::ConstantKey { 1 } else { self.position.key() }
    }
}

impl<G: Playable + Searchable> Flawed<G> {
    fn flawed_position(&self, position: G::Position) -> FlawedPosition<G::Position> {
        FlawedPosition { position, flaw: self.flaw }
    }

    fn first_move(&self, position: &G::Position) -> Option<G::Move> {
        let mut moves = Vec::new();
        self.game.generate(position, &mut moves);
        moves.first().copied()
    }
}

impl<G: Playable + Searchable> Game for Flawed<G> {
    type Position = FlawedPosition<G::Position>;
    type Move = G::Move;
    type MoveError = G::MoveError;
    type Counters = G::Counters;

    fn initial(&self) -> Self::Position {
        self.flawed_position(self.game.initial())
    }

    fn is_acyclic(&self) -> bool {
        self.game.is_acyclic() || self.flaw == Flaw::ClaimsAcyclic
    }

    fn alternates(&self) -> bool {
        self.game.alternates()
    }

    fn outcome(&self, position: &Self::Position) -> Option<Outcome> {
        self.game
            .outcome(&position.position)
            .filter(|outcome| self.flaw != Flaw::IgnoresDraw || *outcome != Outcome::Draw)
    }

    fn termination(&self, position: &Self::Position) -> Termination {
        self.game.termination(&position.position)
    }

    fn generate(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) {
        self.game.generate(&position.position, moves);
        if self.flaw == Flaw::DuplicateMove {
            moves.extend(self.first_move(&position.position));
        }
    }

    fn check(&self, position: &Self::Position, mv: Self::Move) -> Result<(), Self::MoveError> {
        let checked = self.game.check(&position.position, mv);
        match self.flaw {
            Flaw::AcceptsIllegal if self.outcome(position).is_none() => Ok(()),
            // The error must be one of the game's own errors: that of a finished game.
            Flaw::RejectsLegal if self.first_move(&position.position) == Some(mv) => self.game_over_error(position, mv),
            _ => checked,
        }
    }

    fn play_unchecked(&self, position: &mut Self::Position, mv: Self::Move) {
        let other = self.flaw == Flaw::PlaysAnotherMove && position.side_to_move() == Side::Second;
        let mv = if other { self.first_move(&position.position).unwrap_or(mv) } else { mv };
        self.game.play_unchecked(&mut position.position, mv);
    }

    fn symmetries(&self) -> usize {
        self.game.symmetries()
    }

    fn transform(&self, position: &Self::Position, symmetry: usize) -> Self::Position {
        self.flawed_position(self.game.transform(&position.position, symmetry))
    }

    fn transform_move(&self, mv: Self::Move, symmetry: usize) -> Self::Move {
        self.game.transform_move(mv, if self.flaw == Flaw::TransformsOnlyPositions { 0 } else { symmetry })
    }

    fn repetition_limit(&self) -> Option<u32> {
        self.game.repetition_limit()
    }

    fn is_irreversible(&self, before: &Self::Position, mv: Self::Move) -> bool {
        self.flaw == Flaw::AlwaysIrreversible || self.game.is_irreversible(&before.position, mv)
    }

    fn count(
        &self,
        counters: Self::Counters,
        before: &Self::Position,
        mv: Self::Move,
        after: &Self::Position,
    ) -> Self::Counters {
        self.game.count(counters, &before.position, mv, &after.position)
    }

    fn is_move_limit(&self, counters: Self::Counters, position: &Self::Position) -> bool {
        self.game.is_move_limit(counters, &position.position)
    }
}

impl<G: Playable + Searchable> SearchHints for Flawed<G> {
    fn plies_to_draw(&self, position: &Self::Position) -> Option<Ply> {
        if self.flaw == Flaw::WrongPliesToDraw { Some(Ply(1)) } else { self.game.plies_to_draw(&position.position) }
    }

    fn can_win(&self, position: &Self::Position, side: Side, moves: u32) -> bool {
        self.flaw != Flaw::NoWinPossible && self.game.can_win(&position.position, side, moves)
    }

    fn null_move(&self, position: &Self::Position) -> Option<Self::Position> {
        self.game.null_move(&position.position).map(|at| self.flawed_position(at))
    }
}

impl<G: Playable + Searchable> Playout for Flawed<G> {}

impl<G: Playable + Searchable> PerftCount for Flawed<G> {
    fn count_moves(&self, position: &Self::Position) -> usize {
        let mut moves = Vec::new();
        self.generate(position, &mut moves);
        moves.len() + usize::from(self.flaw == Flaw::WrongMoveCount)
    }

    fn count_leaves(&self, position: &Self::Position, depth: Depth) -> Option<u64> {
        if self.flaw == Flaw::WrongLeafCount && depth == Depth(2) {
            let moves = self.count_moves(position) as u64;
            return Some(moves * moves);
        }
        self.game.count_leaves(&position.position, depth)
    }
}

impl<G: Playable + Searchable> Flawed<G> {
    fn game_over_error(&self, position: &FlawedPosition<G::Position>, mv: G::Move) -> Result<(), G::MoveError> {
        let mut after = position.position;
        while let Some(next) = self.first_move(&after) {
            self.game.play_unchecked(&mut after, next);
        }
        self.game.check(&after, mv)
    }
}

impl<G: Playable + Searchable> Notation for Flawed<G> {
    type PositionError = G::PositionError;

    fn spec(&self) -> String {
        if self.flaw == Flaw::InvalidSpec { "a game (odd)".to_owned() } else { self.game.spec() }
    }

    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String {
        let mv =
            if self.flaw == Flaw::ConstantMoveText { self.first_move(&position.position).unwrap_or(mv) } else { mv };
        self.game.move_text(&position.position, mv)
    }

    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, ParseMoveError<Self::MoveError>> {
        let start = self.game.initial();
        match self.game.parse_move(&position.position, text) {
            Err(_) if self.flaw == Flaw::ParsesIllegal => self.game.parse_move(&start, text),
            read => read,
        }
    }

    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        self.game.split_moves(text)
    }

    fn position_text(&self, position: &Self::Position) -> String {
        let text = self.game.position_text(&position.position);
        if self.flaw == Flaw::LossyText { text.replace('o', "x") } else { text }
    }

    fn parse_position(&self, text: &str) -> Result<Self::Position, Self::PositionError> {
        if self.flaw == Flaw::UnstableParse && self.game.parse_position(text).is_err() {
            // Because of the other flaw, the position is not equal to the initial one.
            return Ok(FlawedPosition { position: self.game.initial(), flaw: Flaw::None });
        }
        self.game.parse_position(text).map(|at| self.flawed_position(at))
    }

    fn counters_text(&self, counters: Self::Counters) -> String {
        if self.flaw == Flaw::MissingCounters { String::new() } else { self.game.counters_text(counters) }
    }

    fn parse_start(&self, text: &str) -> Result<(Self::Position, Self::Counters), Self::PositionError> {
        if self.flaw == Flaw::UnstableParse {
            return Ok((self.parse_position(text)?, Self::Counters::default()));
        }
        self.game.parse_start(text).map(|(at, counters)| (self.flawed_position(at), counters))
    }
}

impl<G: Playable + Searchable> Scene for Flawed<G> {
    fn side_names(&self) -> [SideName; 2] {
        self.game.side_names()
    }

    fn board(&self) -> Board {
        let mut board = self.game.board();
        if self.flaw == Flaw::DuplicateCellName {
            let name = board.cells[0].name.clone();
            board.cells[1].name = name;
        }
        board
    }

    fn pieces(&self, position: &Self::Position) -> Vec<Piece> {
        let mut pieces = self.game.pieces(&position.position);
        if self.flaw == Flaw::MissingPiece {
            pieces.pop();
        }
        pieces
    }

    fn moving(&self, position: &Self::Position, mv: Self::Move) -> Moving {
        let mut moving = self.game.moving(&position.position, mv);
        match self.flaw {
            Flaw::ShortPath => moving.path.truncate(1),
            // A man's step has only one effect: without it the step is empty, which is another failure.
            Flaw::MissingEffect if moving.path.len() != 2 || moving.steps.concat().len() > 1 => {
                moving.steps.last_mut().and_then(Vec::pop);
            }
            _ => {}
        }
        moving
    }

    fn winning_cells(&self, position: &Self::Position) -> Vec<Square> {
        if self.flaw == Flaw::MissingWinningCells { Vec::new() } else { self.game.winning_cells(&position.position) }
    }
}
