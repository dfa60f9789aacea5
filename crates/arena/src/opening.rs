//! Openings: the initial position, a list, or random positions.

use std::collections::HashSet;

use zermelo_core::erased::{DynAgent, DynGame, DynMove, DynOracle, DynRecord, ErasedError};
use zermelo_core::text::excerpt;
use zermelo_core::{SearchLimits, StopToken, Wdl};
use zermelo_search::{Rng, derive};

use crate::play::job::Opening;
use crate::play::random::play_random;

/// An invalid opening.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpeningError {
    /// A position or a move is illegal.
    #[error("opening {number}, \"{text}\": {why}")]
    Illegal {
        /// Which, counted from 1; in a book, its line.
        number: usize,
        /// What it says, cut for showing.
        text: String,
        /// Why.
        #[source]
        why: ErasedError,
    },
    /// The game is over after the opening.
    #[error("opening {number}, \"{text}\": the game is over after this opening")]
    Finished {
        /// Which, counted from 1; in a book, its line.
        number: usize,
        /// What it says, cut for showing.
        text: String,
    },
    /// The list is empty.
    #[error("there is no opening in the list; each line has moves, or a position and moves separated by ;")]
    Empty,
    /// No random opening meets the conditions.
    #[error(
        "no opening of {plies} random plies was found that is not over or lost within two plies{}; choose fewer plies",
        if *.balanced { ", and balanced" } else { "" }
    )]
    NotFound {
        /// The number of random plies.
        plies: u32,
        /// Whether the opening had to be balanced.
        balanced: bool,
    },
}

/// Accepts balanced positions only.
pub struct BalanceFilter {
    /// Accepts drawn positions. Takes precedence over the judge.
    pub oracle: Option<Box<dyn DynOracle>>,
    /// An agent whose search decides where there is no oracle.
    pub judge: Option<Box<dyn DynAgent>>,
    /// The largest absolute score, in the units of the judge's evaluator.
    pub within: Option<i32>,
}

impl BalanceFilter {
    fn accepts(&mut self, record: &dyn DynRecord) -> bool {
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

/// The openings of a tournament. The number of a game pair selects its opening.
pub struct OpeningSource {
    kind: OpeningKind,
}

enum OpeningKind {
    /// All games begin at the initial position.
    Start,
    /// A list, repeated from its start.
    List(Vec<Opening>),
    /// Random positions, generated as needed.
    Chance(Box<RandomOpenings>),
}

struct RandomOpenings {
    game: Box<dyn DynGame>,
    seed: u64,
    plies: u32,
    balance: Option<BalanceFilter>,
    found: Vec<Opening>,
    seen: HashSet<u64>,
    /// No further opening was found.
    exhausted: bool,
}

/// The maximum number of random openings; after that they repeat.
const MAX_RANDOM_OPENINGS: usize = 1 << 16;

impl OpeningSource {
    /// The initial position for all games.
    pub fn start() -> Self {
        Self { kind: OpeningKind::Start }
    }

    /// Parses a list of openings: moves, or a position and moves separated by `;`. Blank lines and lines that begin with `#` are ignored.
    /// `shuffle` is the seed of a random order.
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
        Ok(Self { kind: OpeningKind::List(openings) })
    }

    /// Positions after this number of random plies: not over, not lost within two plies, distinct as long as possible, and accepted by
    /// `balance`.
    pub fn chance(
        game: Box<dyn DynGame>,
        seed: u64,
        plies: u32,
        balance: Option<BalanceFilter>,
    ) -> Result<Self, OpeningError> {
        let balanced = balance.is_some();
        let mut random =
            RandomOpenings { game, seed, plies, balance, found: Vec::new(), seen: HashSet::new(), exhausted: false };
        random.fill(1);
        if random.found.is_empty() {
            return Err(OpeningError::NotFound { plies, balanced });
        }
        Ok(Self { kind: OpeningKind::Chance(Box::new(random)) })
    }

    /// The opening of a game pair. It depends only on the number.
    pub fn get(&mut self, pair: u64) -> Opening {
        match &mut self.kind {
            OpeningKind::Start => Opening::default(),
            OpeningKind::List(list) => list[(pair % list.len() as u64) as usize].clone(),
            OpeningKind::Chance(random) => {
                random.fill(usize::try_from(pair).unwrap_or(usize::MAX).saturating_add(1));
                random.found[(pair % random.found.len() as u64) as usize].clone()
            }
        }
    }

    /// The openings of a list in order; empty for other sources.
    pub fn listed(&self) -> &[Opening] {
        match &self.kind {
            OpeningKind::List(list) => list,
            OpeningKind::Start | OpeningKind::Chance(_) => &[],
        }
    }

    /// The number of distinct openings among the first `wanted`.
    pub fn different(&mut self, wanted: u64) -> u64 {
        let wanted = usize::try_from(wanted).unwrap_or(usize::MAX);
        let found = match &mut self.kind {
            OpeningKind::Start => 1,
            OpeningKind::List(list) => list.iter().take(wanted).collect::<HashSet<_>>().len(),
            OpeningKind::Chance(random) => {
                random.fill(wanted);
                random.found.len()
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

/// The moves of a record, separated by spaces.
fn moves_of(record: &dyn DynRecord) -> String {
    let moves: Vec<String> = record.moves().into_iter().map(|(text, _)| text).collect();
    moves.join(" ")
}

impl RandomOpenings {
    /// Generates openings until there are `wanted`, or no further one is found.
    fn fill(&mut self, wanted: usize) {
        while self.found.len() < wanted.min(MAX_RANDOM_OPENINGS) && !self.exhausted {
            match self.find() {
                Some(opening) => self.found.push(opening),
                None => self.exhausted = true,
            }
        }
    }

    /// Generates one opening. The random numbers depend on the number of openings before it.
    fn find(&mut self) -> Option<Opening> {
        const TRIES: usize = 2000;
        let mut rng = Rng::new(derive(self.seed, self.found.len() as u64));
        for _ in 0..TRIES {
            let mut record = self.game.new_record();
            if !play_random(record.as_mut(), self.plies, &mut rng) || !self.seen.insert(hash(&record.position_text())) {
                continue;
            }
            if is_open(record.as_mut()) && self.balance.as_mut().is_none_or(|balance| balance.accepts(record.as_ref()))
            {
                return Some(Opening { position: None, moves: moves_of(record.as_ref()) });
            }
        }
        None
    }
}

/// Whether neither side wins at once: the side to move has no winning move, and has a move after which the opponent has none.
fn is_open(record: &mut dyn DynRecord) -> bool {
    !wins_at_once(record) && record.legal().iter().any(|mv| after(record, mv, |record| !wins_at_once(record)))
}

/// Whether the side to move has a move that wins the game.
fn wins_at_once(record: &mut dyn DynRecord) -> bool {
    let side = record.side_to_move();
    let wins = |record: &mut dyn DynRecord| record.ending().is_some_and(|end| end.outcome.winner() == Some(side));
    record.legal().iter().any(|mv| after(record, mv, wins))
}

/// Evaluates a condition after a legal move, then undoes the move.
fn after(record: &mut dyn DynRecord, mv: &DynMove, accepts: impl FnOnce(&mut dyn DynRecord) -> bool) -> bool {
    if record.play_move(mv, None).is_err() {
        return false;
    }
    let held = accepts(record);
    record.undo();
    held
}

/// FNV-1a, 64 bits (<http://www.isthe.com/chongo/tech/comp/fnv/>): the same on every machine and in every version.
pub(crate) fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
