//! Moves as in PDN: `11-15`, `22x15`, and the whole way `7x16x23x14x7` where start and end leave a choice or are one square.

use zermelo_core::text::one_of;
use zermelo_core::{ParseMoveError, Notation, PdnType, Position, Square};

use super::counters::{Counters, most_lone_king};
use super::fen::{FenError, Setup};
use super::illegal::DraughtsIllegal;
use super::position::{DraughtsMove, DraughtsPosition};
use super::rules::colour_name;
use super::{Draughts, KINGS_25};
use crate::bitboard::Bits;

/// How many moves a message lists.
const LISTED: usize = 10;
/// The most squares that a move's text names: a capture of every piece on the largest board.
const MOST_SQUARES: usize = 40;

impl<B: Bits> Draughts<B> {
    /// Why a move is not among the legal ones.
    pub(super) fn why_not(
        &self,
        position: &DraughtsPosition<B>,
        legal: &[DraughtsMove<B>],
        mv: DraughtsMove<B>,
    ) -> DraughtsIllegal {
        self.refuse(position, legal, mv.start(), mv.is_capture())
    }

    fn refuse(
        &self,
        position: &DraughtsPosition<B>,
        legal: &[DraughtsMove<B>],
        from: Square,
        is_capture: bool,
    ) -> DraughtsIllegal {
        let side = position.side_to_move();
        let number = self.geometry().number(from);
        let list = |moves: &[DraughtsMove<B>]| self.list(position, moves);
        if legal.is_empty() {
            return DraughtsIllegal::GameOver;
        }
        if !position.of(side).has(u32::from(from.0)) {
            return DraughtsIllegal::NotYours { square: number, colour: colour_name(self.rules().colour(side)) };
        }
        if legal[0].is_capture() {
            let captures = list(legal);
            return if is_capture {
                DraughtsIllegal::OtherCapture { captures }
            } else {
                DraughtsIllegal::MustCapture { captures }
            };
        }
        let own: Vec<_> = legal.iter().filter(|mv| mv.start() == from).copied().collect();
        if own.is_empty() {
            DraughtsIllegal::Blocked { from: number }
        } else {
            DraughtsIllegal::Unreachable { from: number, moves: list(&own) }
        }
    }

    /// Moves in words, as many as a message bears.
    fn list(&self, position: &DraughtsPosition<B>, moves: &[DraughtsMove<B>]) -> String {
        let mut texts: Vec<String> = moves.iter().take(LISTED).map(|&mv| self.move_text(position, mv)).collect();
        if moves.len() > LISTED {
            texts.push(format!("{} others", moves.len() - LISTED));
        }
        one_of(&texts)
    }

    /// A move with all squares of its way.
    fn full_text(&self, position: &DraughtsPosition<B>, mv: DraughtsMove<B>) -> String {
        let way: Vec<String> =
            self.way(position, mv).into_iter().map(|square| self.geometry().number(square).to_string()).collect();
        way.join(if mv.is_capture() { "x" } else { "-" })
    }

    /// The legal moves that squares name: start and end, or more of a capture's way.
    fn named(
        &self,
        position: &DraughtsPosition<B>,
        legal: &[DraughtsMove<B>],
        squares: &[Square],
    ) -> Vec<DraughtsMove<B>> {
        let ends = (squares.first().copied(), squares.last().copied());
        let mut moves: Vec<_> = legal.iter().filter(|mv| (Some(mv.start()), Some(mv.end())) == ends).copied().collect();
        // The whole way of one capture may be the ends of another.
        if squares.len() > 2 || moves.len() > 1 {
            let exact: Vec<_> =
                moves.iter().filter(|&&mv| self.goes_through(position, mv, squares, false)).copied().collect();
            if exact.is_empty() {
                moves.retain(|&mv| self.goes_through(position, mv, squares, true));
            } else {
                moves = exact;
            }
        }
        moves
    }

    /// The squares of a move's text, and whether it is written as a capture.
    fn read_squares(&self, text: &str) -> Result<(Vec<Square>, bool), ParseMoveError<DraughtsIllegal>> {
        let last = self.geometry().squares();
        let malformed = || ParseMoveError::malformed(text, format!("two squares from 1 to {last}, such as 11-15 or 22x15"));
        let is_capture = text.contains(['x', 'X', ':', '×']);
        let mut squares = Vec::new();
        for number in text.split(['-', 'x', 'X', ':', '×']) {
            let is_number = (1..=3).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
            let number: u16 =
                if is_number { number.parse().map_err(|_| malformed())? } else { return Err(malformed()) };
            let square = self.geometry().square(number);
            squares.push(square.ok_or(ParseMoveError::illegal(text, DraughtsIllegal::OffBoard { number, last }))?);
        }
        if (2..=MOST_SQUARES).contains(&squares.len()) { Ok((squares, is_capture)) } else { Err(malformed()) }
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
        if mv.is_capture() && (mv.from == mv.to || self.legal(position).iter().any(is_other)) {
            return self.full_text(position, mv);
        }
        let [from, to] = [mv.start(), mv.end()].map(|square| self.geometry().number(square));
        format!("{from}{}{to}", if mv.is_capture() { 'x' } else { '-' })
    }

    /// Either sign is read between the squares, and of a capture any part of any of its ways.
    fn parse_move(
        &self,
        position: &DraughtsPosition<B>,
        text: &str,
    ) -> Result<DraughtsMove<B>, ParseMoveError<DraughtsIllegal>> {
        let (squares, is_capture) = self.read_squares(text)?;
        let legal = self.legal(position);
        match self.named(position, &legal, &squares)[..] {
            [only] => Ok(only),
            [] => Err(ParseMoveError::illegal(text, self.refuse(position, &legal, squares[0], is_capture))),
            ref several => {
                let ways: Vec<String> = several.iter().take(LISTED).map(|&mv| self.full_text(position, mv)).collect();
                Err(ParseMoveError::illegal(text, DraughtsIllegal::Ambiguous { ways: one_of(&ways) }))
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

    fn counters_text(&self, counters: Counters) -> String {
        let part = |letter, plies| if plies == 0 { String::new() } else { format!(":{letter}{plies}") };
        part('H', counters.quiet) + &part('L', counters.lone_king)
    }

    fn parse_start(&self, text: &str) -> Result<(DraughtsPosition<B>, Counters), FenError> {
        let setup = Setup::parse(text)?;
        let position = setup.validate(self)?;
        let limits = [self.draws().quiet, most_lone_king(self.draws(), &position)];
        for ((letter, plies), limit) in [('H', setup.quiet), ('L', setup.lone_king)].into_iter().zip(limits) {
            if plies > limit.unwrap_or(0) {
                return Err(FenError::Counter { letter, plies, most: limit.unwrap_or(0) });
            }
        }
        Ok((position, Counters { quiet: setup.quiet, lone_king: setup.lone_king }))
    }
}
