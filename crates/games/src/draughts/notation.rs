//! Moves as in PDN: `11-15`, `22x15`, and with all squares `7x16x23x14x7` where start and end are
//! ambiguous or equal.

use zermelo_core::text::one_of;
use zermelo_core::{Notation, ParseMoveError, PdnType, Position, Square};

use super::counters::{DrawCounters, lone_king_limit};
use super::error::DraughtsMoveError;
use super::fen::{FenError, Setup};
use super::position::{DraughtsMove, DraughtsPosition};
use super::rules::colour_name;
use super::{Draughts, KINGS_25};
use crate::bitboard::Bits;

/// The maximum number of moves in a message.
const LISTED: usize = 10;
/// The maximum number of squares in the text of a move, above that of any capture on the largest
/// board.
const MAX_PATH: usize = 40;

impl<B: Bits> Draughts<B> {
    /// The error of a move that is not in the list of legal moves.
    pub(super) fn move_error(
        &self,
        position: &DraughtsPosition<B>,
        legal: &[DraughtsMove<B>],
        mv: DraughtsMove<B>,
    ) -> DraughtsMoveError {
        self.error_at(position, legal, mv.start(), mv.is_capture())
    }

    /// The error of an illegal move from a square.
    fn error_at(
        &self,
        position: &DraughtsPosition<B>,
        legal: &[DraughtsMove<B>],
        from: Square,
        is_capture: bool,
    ) -> DraughtsMoveError {
        let side = position.side_to_move();
        let number = self.geometry().number(from);
        let list = |moves: &[DraughtsMove<B>]| self.format_list(position, moves);
        if legal.is_empty() {
            return DraughtsMoveError::GameOver;
        }
        if !position.of(side).has(u32::from(from.0)) {
            return DraughtsMoveError::NotYours { square: number, colour: colour_name(self.rules().colour(side)) };
        }
        if legal[0].is_capture() {
            let captures = list(legal);
            return if is_capture {
                DraughtsMoveError::OtherCapture { captures }
            } else {
                DraughtsMoveError::MustCapture { captures }
            };
        }
        let own: Vec<_> = legal.iter().filter(|mv| mv.start() == from).copied().collect();
        if own.is_empty() {
            DraughtsMoveError::Blocked { from: number }
        } else {
            DraughtsMoveError::Unreachable { from: number, moves: list(&own) }
        }
    }

    /// Lists up to [`LISTED`] moves for a message.
    fn format_list(&self, position: &DraughtsPosition<B>, moves: &[DraughtsMove<B>]) -> String {
        let mut texts: Vec<String> = moves.iter().take(LISTED).map(|&mv| self.move_text(position, mv)).collect();
        if moves.len() > LISTED {
            texts.push(format!("{} others", moves.len() - LISTED));
        }
        one_of(&texts)
    }

    /// The text of a move with all squares of its path.
    fn full_text(&self, position: &DraughtsPosition<B>, mv: DraughtsMove<B>) -> String {
        let path: Vec<String> =
            self.move_path(position, mv).into_iter().map(|square| self.geometry().number(square).to_string()).collect();
        path.join(if mv.is_capture() { "x" } else { "-" })
    }

    /// The legal moves that fit the squares of a text: start and end, or also squares of the path
    /// of a capture.
    fn matching_moves(
        &self,
        position: &DraughtsPosition<B>,
        legal: &[DraughtsMove<B>],
        squares: &[Square],
    ) -> Vec<DraughtsMove<B>> {
        let ends = (squares.first().copied(), squares.last().copied());
        let mut moves: Vec<_> = legal.iter().filter(|mv| (Some(mv.start()), Some(mv.end())) == ends).copied().collect();
        // Prefer captures whose complete path is given. The same squares may be a part of the path
        // of another capture.
        if squares.len() > 2 || moves.len() > 1 {
            let exact: Vec<_> =
                moves.iter().filter(|&&mv| self.can_pass_through(position, mv, squares, false)).copied().collect();
            if exact.is_empty() {
                moves.retain(|&mv| self.can_pass_through(position, mv, squares, true));
            } else {
                moves = exact;
            }
        }
        moves
    }

    /// Parses the squares of a move, and whether it is written as a capture.
    fn parse_squares(&self, text: &str) -> Result<(Vec<Square>, bool), ParseMoveError<DraughtsMoveError>> {
        let last = self.geometry().squares();
        let malformed =
            || ParseMoveError::malformed(text, format!("two squares from 1 to {last}, such as 11-15 or 22x15"));
        let is_capture = text.contains(['x', 'X', ':', '×']);
        let mut squares = Vec::new();
        for number in text.split(['-', 'x', 'X', ':', '×']) {
            let is_number = (1..=3).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
            let number: u16 =
                if is_number { number.parse().map_err(|_| malformed())? } else { return Err(malformed()) };
            let square = self.geometry().square(number);
            squares.push(square.ok_or(ParseMoveError::illegal(text, DraughtsMoveError::OffBoard { number, last }))?);
        }
        if (2..=MAX_PATH).contains(&squares.len()) { Ok((squares, is_capture)) } else { Err(malformed()) }
    }
}

impl<B: Bits> Notation for Draughts<B> {
    type PositionError = FenError;

    fn spec(&self) -> String {
        let kings25 = if self.draws().quiet == Some(KINGS_25) { "on" } else { "off" };
        let values = [("size", self.geometry().size().to_string()), ("kings25", kings25.to_owned())];
        let params = self.rules().params;
        let has = |key: &str| params.iter().any(|info| info.key == key);
        crate::spec_text(self.rules().id, params, values.into_iter().filter(|(key, _)| has(key)))
    }

    fn move_text(&self, position: &DraughtsPosition<B>, mv: DraughtsMove<B>) -> String {
        let is_other = |other: &DraughtsMove<B>| *other != mv && (other.from, other.to) == (mv.from, mv.to);
        if mv.is_capture() && (mv.from == mv.to || self.legal_moves(position).iter().any(is_other)) {
            return self.full_text(position, mv);
        }
        let [from, to] = [mv.start(), mv.end()].map(|square| self.geometry().number(square));
        format!("{from}{}{to}", if mv.is_capture() { 'x' } else { '-' })
    }

    /// Accepts `-` and `x` between the squares of any move. The text of a capture may name any
    /// squares of its path.
    fn parse_move(
        &self,
        position: &DraughtsPosition<B>,
        text: &str,
    ) -> Result<DraughtsMove<B>, ParseMoveError<DraughtsMoveError>> {
        let (squares, is_capture) = self.parse_squares(text)?;
        let legal = self.legal_moves(position);
        match self.matching_moves(position, &legal, &squares)[..] {
            [only] => Ok(only),
            [] => Err(ParseMoveError::illegal(text, self.error_at(position, &legal, squares[0], is_capture))),
            ref several => {
                let captures: Vec<String> =
                    several.iter().take(LISTED).map(|&mv| self.full_text(position, mv)).collect();
                Err(ParseMoveError::illegal(text, DraughtsMoveError::Ambiguous { captures: one_of(&captures) }))
            }
        }
    }

    fn position_text(&self, position: &DraughtsPosition<B>) -> String {
        Setup::of(self, position).to_string()
    }

    fn parse_position(&self, text: &str) -> Result<DraughtsPosition<B>, FenError> {
        self.parse_start(text).map(|(position, _)| position)
    }

    fn pdn(&self) -> Option<PdnType> {
        let types = self.rules().pdn;
        let size = self.geometry().size();
        let &(_, number) = types.iter().find(|&&(of, _)| of == size).or(types.first())?;
        PdnType::standard(number).map(|kind| kind.sized(size))
    }

    fn counters_text(&self, counters: DrawCounters) -> String {
        let part = |letter, plies| if plies == 0 { String::new() } else { format!(":{letter}{plies}") };
        part('H', counters.quiet) + &part('L', counters.lone_king)
    }

    fn parse_start(&self, text: &str) -> Result<(DraughtsPosition<B>, DrawCounters), FenError> {
        let setup = Setup::parse(text)?;
        let position = setup.validate(self)?;
        let limits = [self.draws().quiet, lone_king_limit(self.draws(), &position)];
        for ((letter, plies), limit) in [('H', setup.quiet), ('L', setup.lone_king)].into_iter().zip(limits) {
            if plies > limit.unwrap_or(0) {
                return Err(FenError::Counter { letter, plies, most: limit.unwrap_or(0) });
            }
        }
        Ok((position, DrawCounters { quiet: setup.quiet, lone_king: setup.lone_king }))
    }
}
