//! Where games begin: at the start, at positions of a list, or at positions that chance made.

use std::collections::HashSet;

use zermelo_core::erased::{DynAgent, DynGame, DynMove, DynOracle, DynRecord, Refused};
use zermelo_core::text::excerpt;
use zermelo_core::{SearchLimits, StopToken, Wdl};
use zermelo_search::{Rng, derive};

use crate::play::job::Opening;
use crate::play::random::play_random;

/// Why an opening is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpeningError {
    /// The rules refuse it.
    #[error("opening {number}, \"{text}\": {why}")]
    Illegal {
        /// Which, counted from 1; in a book, its line.
        number: usize,
        /// What it says, cut for showing.
        text: String,
        /// Why.
        #[source]
        why: Refused,
    },
    /// Nothing is left to play.
    #[error("opening {number}, \"{text}\": the game is over there; an opening leaves something to play")]
    Finished {
        /// Which, counted from 1; in a book, its line.
        number: usize,
        /// What it says, cut for showing.
        text: String,
    },
    /// A list without openings.
    #[error("there is no opening in the list; a line is a list of moves, or a position and moves with ; between")]
    Empty,
    /// Chance does not find one.
    #[error(
        "no opening of {plies} random plies was found that is not over or lost within two plies{}; ask for fewer plies",
        if *.balanced { ", and balanced" } else { "" }
    )]
    NotFound {
        /// How many plies were asked for.
        plies: u32,
        /// Whether balance was asked for too.
        balanced: bool,
    },
}

/// Tells whether a position is even.
pub struct Balance {
    /// Asked first.
    pub oracle: Option<Box<dyn DynOracle>>,
    /// Asked where there is no oracle.
    pub judge: Option<Box<dyn DynAgent>>,
    /// The greatest score that the judge may find.
    pub within: Option<i32>,
}

impl Balance {
    fn holds(&mut self, record: &dyn DynRecord) -> bool {
        if let Some(oracle) = &self.oracle {
            return oracle.probe(record).is_some_and(|proven| proven.wdl == Wdl::Draw);
        }
        let Some(judge) = &mut self.judge else { return true };
        judge.new_game(0);
        let decision = judge.choose(record, &SearchLimits::NONE, &StopToken::new(), None);
        let Ok(Some(score)) = decision.map(|decision| decision.text.score) else { return false };
        score.decided().is_none() && self.within.is_none_or(|within| score.value().abs() <= within)
    }
}

/// The openings of a tournament, by the number of a pair.
pub struct Openings {
    kind: Kind,
}

enum Kind {
    /// All games begin at the start.
    Start,
    /// A list, from the top again at its end.
    List(Vec<Opening>),
    /// Found by chance, one after the other, as they are asked for.
    Chance(Box<Finder>),
}

struct Finder {
    game: Box<dyn DynGame>,
    seed: u64,
    plies: u32,
    balance: Option<Balance>,
    found: Vec<Opening>,
    seen: HashSet<u64>,
    /// No new one turns up any more.
    exhausted: bool,
}

/// So many different openings are looked for; then the first comes again.
const MOST: usize = 1 << 16;

impl Openings {
    /// The initial position for all.
    pub fn start() -> Self {
        Self { kind: Kind::Start }
    }

    /// A list of texts: moves, or a position and moves with `;` between. Blank lines and those that begin with `#` count for nothing.
    /// Shuffled where a seed is given.
    pub fn list(game: &dyn DynGame, lines: &[String], shuffle: Option<u64>) -> Result<Self, OpeningError> {
        let mut openings = Vec::new();
        for (index, line) in lines.iter().enumerate() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                openings.push(parse(game, line, index + 1)?);
            }
        }
        if openings.is_empty() {
            return Err(OpeningError::Empty);
        }
        if let Some(seed) = shuffle {
            Rng::new(seed).shuffle(&mut openings);
        }
        Ok(Self { kind: Kind::List(openings) })
    }

    /// Positions that so many random plies lead to: never over, never lost within two plies, each another as long as there are
    /// others, and balanced where somebody can tell.
    pub fn chance(
        game: Box<dyn DynGame>,
        seed: u64,
        plies: u32,
        balance: Option<Balance>,
    ) -> Result<Self, OpeningError> {
        let balanced = balance.is_some();
        let mut finder =
            Finder { game, seed, plies, balance, found: Vec::new(), seen: HashSet::new(), exhausted: false };
        finder.fill(1);
        if finder.found.is_empty() {
            return Err(OpeningError::NotFound { plies, balanced });
        }
        Ok(Self { kind: Kind::Chance(Box::new(finder)) })
    }

    /// The opening of a pair. Which one it is depends on the number alone.
    pub fn get(&mut self, pair: u64) -> Opening {
        match &mut self.kind {
            Kind::Start => Opening::default(),
            Kind::List(list) => list[(pair % list.len() as u64) as usize].clone(),
            Kind::Chance(finder) => {
                finder.fill(usize::try_from(pair).unwrap_or(usize::MAX).saturating_add(1));
                finder.found[(pair % finder.found.len() as u64) as usize].clone()
            }
        }
    }

    /// The openings of a list, in its order; none where there is no list.
    pub fn listed(&self) -> &[Opening] {
        match &self.kind {
            Kind::List(list) => list,
            Kind::Start | Kind::Chance(_) => &[],
        }
    }

    /// How many different openings there are among the first `wanted`.
    pub fn different(&mut self, wanted: u64) -> u64 {
        let wanted = usize::try_from(wanted).unwrap_or(usize::MAX);
        let found = match &mut self.kind {
            Kind::Start => 1,
            Kind::List(list) => list.iter().take(wanted).collect::<HashSet<_>>().len(),
            Kind::Chance(finder) => {
                finder.fill(wanted);
                finder.found.len()
            }
        };
        found.min(wanted) as u64
    }
}

fn parse(game: &dyn DynGame, line: &str, number: usize) -> Result<Opening, OpeningError> {
    let (position, moves) = match line.split_once(';') {
        None => (None, line),
        Some((position, moves)) => (Some(position.trim()).filter(|text| !text.is_empty()), moves.trim()),
    };
    let illegal = |why| OpeningError::Illegal { number, text: excerpt(line), why };
    let mut record = match position {
        None => game.new_record(),
        Some(position) => game.record_from(position).map_err(illegal)?,
    };
    record.play_all(moves).map_err(illegal)?;
    if record.ending().is_some() {
        return Err(OpeningError::Finished { number, text: excerpt(line) });
    }
    Ok(Opening { position: position.map(str::to_owned), moves: moves_of(record.as_ref()) })
}

/// The moves of a record, with spaces between.
fn moves_of(record: &dyn DynRecord) -> String {
    let moves: Vec<String> = record.moves().into_iter().map(|(text, _)| text).collect();
    moves.join(" ")
}

impl Finder {
    /// Looks for openings until there are so many, or no other turns up.
    fn fill(&mut self, wanted: usize) {
        while self.found.len() < wanted.min(MOST) && !self.exhausted {
            match self.find() {
                Some(opening) => self.found.push(opening),
                None => self.exhausted = true,
            }
        }
    }

    /// Another opening, by lots that depend on how many were found before it.
    fn find(&mut self) -> Option<Opening> {
        const TRIES: usize = 2000;
        let mut rng = Rng::new(derive(self.seed, self.found.len() as u64));
        for _ in 0..TRIES {
            let mut record = self.game.new_record();
            if !play_random(record.as_mut(), self.plies, &mut rng) || !self.seen.insert(hash(&record.position_text())) {
                continue;
            }
            if is_open(record.as_mut()) && self.balance.as_mut().is_none_or(|balance| balance.holds(record.as_ref())) {
                return Some(Opening { position: None, moves: moves_of(record.as_ref()) });
            }
        }
        None
    }
}

/// Whether nobody has a win at hand: the side to move can't win at once, and has a move after which the opponent can't.
fn is_open(record: &mut dyn DynRecord) -> bool {
    !wins_at_once(record) && record.legal().iter().any(|mv| after(record, mv, |record| !wins_at_once(record)))
}

/// Whether the side to move has a move that wins the game.
fn wins_at_once(record: &mut dyn DynRecord) -> bool {
    let side = record.side_to_move();
    let wins = |record: &mut dyn DynRecord| record.ending().is_some_and(|end| end.outcome.winner() == Some(side));
    record.legal().iter().any(|mv| after(record, mv, wins))
}

/// What holds after a legal move, which is taken back.
fn after(record: &mut dyn DynRecord, mv: &DynMove, holds: impl FnOnce(&mut dyn DynRecord) -> bool) -> bool {
    if record.play_move(mv, None).is_err() {
        return false;
    }
    let held = holds(record);
    record.undo();
    held
}

/// FNV-1a, 64 bits (<http://www.isthe.com/chongo/tech/comp/fnv/>): the same on every machine and in every version.
pub(crate) fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
