//! Conversion between PDN and saved games.

use zermelo_core::erased::{DynGame, DynRecord};
use zermelo_core::text::one_of;
use zermelo_core::{PdnColour, PdnType, PdnTypeError, Side};

use super::{PdnGame, PdnMove, PdnReplayError, PdnResult, Tag};
use crate::words::{read_termination, termination_text};
use crate::{Draws, Place, ReplayError, SavedGame};

/// The tag with the specification of the game, which has more data than the type, such as parameters.
pub const SPEC: &str = "Game";
/// Tags that are fields of a saved game, in lower case.
const KEPT: [&str; 3] = ["Event", "Site", "Round"];

/// The game has no PDN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{game} is not written in PDN, which is for draughts")]
pub struct NoPdnError {
    /// The specification of the game.
    pub game: String,
}

/// Why no game matches.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PickError {
    /// The file has no `GameType`.
    #[error("the game has no tag GameType, such as [GameType \"20\"]: say which game it is")]
    Untyped,
    /// The `GameType` is invalid.
    #[error("GameType: {0}")]
    Type(#[from] PdnTypeError),
    /// None of the known games has the type.
    #[error("there is no game of the type {kind} here: there is {}", one_of(known))]
    Unknown {
        /// The type in the file.
        kind: PdnType,
        /// The types of the known games.
        known: Vec<String>,
    },
}

/// The known game of a PDN game: by its tag `Game`, otherwise by its type; the first of several
/// games with the type.
pub fn pick<'g>(pdn: &PdnGame, games: &'g [Box<dyn DynGame>]) -> Result<&'g dyn DynGame, PickError> {
    let named = |spec| games.iter().find(|game| game.pdn().is_some() && game.spec() == spec);
    if let Some(game) = pdn.tag(SPEC).and_then(named) {
        return Ok(game.as_ref());
    }
    let kind: PdnType = pdn.tag("GameType").ok_or(PickError::Untyped)?.parse()?;
    // The meaning of the last part has changed over the years, so it is ignored.
    let is_same = |other: PdnType| PdnType { inverted: kind.inverted, ..other } == kind;
    let typed = games.iter().find(|game| game.pdn().is_some_and(is_same));
    typed.map(AsRef::as_ref).ok_or_else(|| {
        let known = games.iter().filter_map(|game| game.pdn()).map(|kind| kind.to_string()).collect();
        PickError::Unknown { kind, known }
    })
}

impl PdnGame {
    /// Converts a saved game to PDN. The figures of the moves are omitted, and of the unknown fields all but
    /// `event`, `site` and `round`.
    pub fn of(saved: &SavedGame, game: &dyn DynGame) -> Result<Self, NoPdnError> {
        let kind = game.pdn().ok_or_else(|| NoPdnError { game: game.spec() })?;
        let kept = |name: &str| saved.extra.get(&name.to_ascii_lowercase()).and_then(|value| value.as_str());
        let (date, time) = saved.date.as_deref().and_then(split_date).unzip();
        let [white, black] = [PdnColour::White, PdnColour::Black].map(|colour| player(saved, side(kind, colour)));
        let unknown = || "?".to_owned();
        let named = |name: &str| (name.to_owned(), kept(name).map_or_else(unknown, str::to_owned));
        let mut tags = vec![
            named("Event"),
            named("Site"),
            ("Date".to_owned(), date.unwrap_or_else(|| "????.??.??".to_owned())),
            named("Round"),
            ("White".to_owned(), white.map_or_else(unknown, str::to_owned)),
            ("Black".to_owned(), black.map_or_else(unknown, str::to_owned)),
            ("GameType".to_owned(), kind.to_string()),
        ];
        let mut add = |name: &str, value: Option<String>| tags.extend(value.map(|value| (name.to_owned(), value)));
        if let Some(start) = saved.start.clone().filter(|start| *start != game.new_record().start_text()) {
            add("SetUp", Some("1".to_owned()));
            add("FEN", Some(start));
        }
        add("UTCTime", time.flatten());
        add("Termination", saved.termination.map(termination_text));
        add(SPEC, Some(saved.game.clone()));
        add("Seed", saved.seed.map(|seed| seed.to_string()));
        Ok(Self {
            place: Place::START,
            tags: tags.into_iter().map(|(name, value)| Tag { name, value }).collect(),
            comment: None,
            moves: saved
                .moves
                .iter()
                .map(|text| PdnMove { text: text.clone(), comment: None, place: Place::START })
                .collect(),
            result: PdnResult::of(saved.winner),
        })
    }

    /// Converts the game to a saved game of these rules. An unknown termination is omitted.
    pub fn saved(&self, game: &dyn DynGame) -> Result<SavedGame, NoPdnError> {
        let kind = game.pdn().ok_or_else(|| NoPdnError { game: game.spec() })?;
        let name = |side| self.tag(if side == side_of_white(kind) { "White" } else { "Black" }).map(str::to_owned);
        let field = |name: &&str| Some((name.to_ascii_lowercase(), self.tag(name)?.into()));
        Ok(SavedGame {
            game: game.spec(),
            start: self.tag("FEN").map(str::to_owned),
            moves: self.moves.iter().map(|mv| mv.text.clone()).collect(),
            winner: self.result.outcome(),
            termination: self.tag("Termination").and_then(|word| read_termination(word).ok()),
            first: name(Side::First),
            second: name(Side::Second),
            seed: self.tag("Seed").and_then(|seed| seed.parse().ok()),
            date: self.date(),
            extra: KEPT.iter().filter_map(field).collect(),
            ..SavedGame::default()
        })
    }

    /// Plays the game by the rules of `game`; see [`SavedGame::replay`]. Draws must be claimed, as between people.
    pub fn replay(&self, game: &dyn DynGame) -> Result<Box<dyn DynRecord>, PdnReplayError> {
        let saved = self.saved(game).map_err(|NoPdnError { game: expected }| PdnReplayError {
            place: self.place,
            why: ReplayError::OtherGame { expected, found: "PDN".to_owned() },
        })?;
        saved.replay(game, Draws::Claimed).map_err(|why| {
            let number = if let ReplayError::Move { number, .. } = why { number } else { 0 };
            let mv = number.checked_sub(1).and_then(|index| self.moves.get(index));
            PdnReplayError { place: mv.map_or(self.place, |mv| mv.place), why }
        })
    }

    /// The date, with the time if both are known, in RFC 3339.
    fn date(&self) -> Option<String> {
        let day = self.tag("Date").filter(|day| has_form(day, "0000.00.00"))?.replace('.', "-");
        match self.tag("UTCTime").filter(|time| has_form(time, "00:00:00")) {
            Some(time) => Some(format!("{day}T{time}Z")),
            None => Some(day),
        }
    }
}

/// `2026-11-28T04:17:33Z` as `2026.11.28` and `04:17:33`; the time is optional.
fn split_date(date: &str) -> Option<(String, Option<String>)> {
    let (day, time) = date.split_once('T').map_or((date, None), |(day, time)| (day, time.strip_suffix('Z')));
    let time = time.filter(|time| has_form(time, "00:00:00")).map(str::to_owned);
    has_form(day, "0000-00-00").then(|| (day.replace('-', "."), time))
}

/// Whether a text matches a pattern in which 0 stands for any digit.
fn has_form(text: &str, form: &str) -> bool {
    let fits = |(byte, form): (u8, u8)| if form == b'0' { byte.is_ascii_digit() } else { byte == form };
    text.len() == form.len() && text.bytes().zip(form.bytes()).all(fits)
}

fn side(kind: PdnType, colour: PdnColour) -> Side {
    if colour == kind.first { Side::First } else { Side::Second }
}

fn side_of_white(kind: PdnType) -> Side {
    side(kind, PdnColour::White)
}

fn player(saved: &SavedGame, side: Side) -> Option<&str> {
    match side {
        Side::First => saved.first.as_deref(),
        Side::Second => saved.second.as_deref(),
    }
}
