//! Puzzles: positions with exactly one winning move, which wins in a given number of plies.
//!
//! ```text
//! mod      the search for them
//! lot      a random game
//! judge    what an oracle says of a position: is it a puzzle, and how does it go on
//! ```
//!
//! Positions come from random games, in most of which nobody makes a move that the board shows to lose at once: so the games last, and end
//! because somebody overlooked something further away. The positions of a game are looked at in random order. One is asked about within the
//! depth of the puzzle first, and about the value of its other moves only if it passes. Every game has chance of its own, drawn from the seed
//! and its number, so the same seed gives the same puzzles in the same order, whatever limit ends the search.

mod judge;
mod lot;

use std::collections::HashSet;
use std::fmt;

use zermelo_core::{Oracle, Ply, Position, SearchLimits, Searchable, Side, StopToken};
use zermelo_search::SharedBudget;
use zermelo_search::rng::derive;

use self::judge::Judge;
use self::lot::Lot;

/// So many games in a row without a new position, and there are no more.
const STALE: u64 = 1000;
/// So many positions in a row without a puzzle, and there is no hope of one.
const PATIENCE: u64 = 100_000;

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// The only winning move wins in so many plies: 1, 3, 5 and so on.
    pub plies: Ply,
    /// The seed of all chance.
    pub seed: u64,
    /// The nodes that one position may cost; a position that costs more is left.
    pub effort: u64,
}

impl Wanted {
    /// The nodes that one position may cost, unless it is said.
    pub const EFFORT: u64 = 30_000;
}

/// A position with one winning move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle<M> {
    /// The way to it from the initial position.
    pub moves: Vec<M>,
    /// The solution: the winner hurries, the loser delays; of moves that do so equally well, the first in the order of generation.
    pub solution: Vec<M>,
    /// How many of the winner's moves in the solution are the only ones that win; the first always is.
    pub unique: u32,
}

/// Why there are no such puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Hopeless {
    /// The side to move wins with its own move.
    #[error(
        "a win in {0} does not exist: who moves wins with its own move, so a win takes 1, 3, 5 or another odd number of plies"
    )]
    Even(Ply),
    /// No game lasts as long.
    #[error("a win in {plies} does not exist: a game lasts at most {longest} plies")]
    TooLong {
        /// The puzzle.
        plies: Ply,
        /// The longest game.
        longest: Ply,
    },
    /// There is nothing to win.
    #[error("nobody can win this game: there is no line long enough")]
    NeverWon,
}

/// Why the search for puzzles ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Nodes or time are spent.
    Spent,
    /// Somebody raised the stop flag.
    Stopped,
    /// Many games brought no position that was not looked at before.
    NothingNew,
    /// Many positions in a row were no puzzle.
    NoLuck,
    /// No game of many lasted so long that a puzzle could be in it.
    TooShort,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spent => f.write_str("the limit is reached"),
            Self::Stopped => f.write_str("stopped"),
            Self::NothingNew => write!(f, "{STALE} games in a row brought no new position"),
            Self::NoLuck => write!(f, "{PATIENCE} positions in a row were none"),
            Self::TooShort => write!(f, "none of {STALE} random games lasted as long"),
        }
    }
}

/// How far the search is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Random games played.
    pub games: u64,
    /// Positions asked about.
    pub tried: u64,
    /// Puzzles found.
    pub found: u64,
    /// Nodes that the oracle counted.
    pub nodes: u64,
}

/// The search for puzzles of one game.
pub struct Hunt<G: Searchable, O> {
    game: G,
    oracle: O,
    wanted: Wanted,
    purse: SharedBudget,
    stop: StopToken,
    /// Every position that was asked about, up to symmetry.
    seen: HashSet<G::Position>,
    tally: Tally,
    /// Games in a row that brought nothing new.
    stale: u64,
    /// Positions in a row that were no puzzle.
    fruitless: u64,
    /// The plies of the longest game.
    longest: Ply,
}

impl<G: Searchable, O: Oracle<G>> Hunt<G, O> {
    /// A search that may cost so much. The oracle should use one thread: with several, what it finds within a limit is up to their pace.
    pub fn new(game: G, oracle: O, wanted: Wanted, limits: SearchLimits, stop: StopToken) -> Result<Self, Hopeless> {
        let (plies, start) = (wanted.plies, game.initial());
        if plies.0 % 2 == 0 {
            return Err(Hopeless::Even(plies));
        }
        if !Side::BOTH.iter().any(|&side| game.can_win(&start, side, u32::MAX)) {
            return Err(Hopeless::NeverWon);
        }
        if let Some(longest) = game.plies_to_draw(&start).filter(|&longest| longest < plies) {
            return Err(Hopeless::TooLong { plies, longest });
        }
        Ok(Self {
            purse: SharedBudget::new(limits, start.side_to_move()),
            game,
            oracle,
            wanted,
            stop,
            seen: HashSet::new(),
            tally: Tally::default(),
            stale: 0,
            fruitless: 0,
            longest: Ply(0),
        })
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// How far it is.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// The next puzzle. `progress` hears of each position that is asked about.
    pub fn next(&mut self, progress: &mut dyn FnMut(&Tally)) -> Result<Puzzle<G::Move>, End> {
        loop {
            self.check()?;
            let lot = Lot::draw(&self.game, derive(self.wanted.seed, self.tally.games));
            self.tally.games += 1;
            self.stale += 1;
            self.longest = self.longest.max(Ply(lot.moves.len() as u32));
            if let Some(puzzle) = self.walk(&lot, progress)? {
                self.tally.found += 1;
                self.fruitless = 0;
                return Ok(puzzle);
            }
        }
    }

    /// Looks at the positions of a game until one is a puzzle.
    fn walk(&mut self, lot: &Lot<G>, progress: &mut dyn FnMut(&Tally)) -> Result<Option<Puzzle<G::Move>>, End> {
        let Wanted { plies, effort, .. } = self.wanted;
        for &at in &lot.order {
            let position = &lot.positions[at];
            let judge = Judge { game: &self.game, oracle: &self.oracle, plies, stop: &self.stop };
            if !judge.may_be(position) || !self.seen.insert(self.game.canonical(position)) {
                continue;
            }
            self.check()?;
            let judge = Judge { game: &self.game, oracle: &self.oracle, plies, stop: &self.stop };
            let found = judge.look(position, self.purse.part(1).tightened(SearchLimits::nodes(effort)));
            self.purse.spend(found.nodes);
            self.tally = Tally { tried: self.tally.tried + 1, nodes: self.purse.spent(), ..self.tally };
            (self.stale, self.fruitless) = (0, self.fruitless + 1);
            progress(&self.tally);
            if let Some(solution) = found.solution {
                let moves = lot.moves[..at].to_vec();
                return Ok(Some(Puzzle { moves, solution: solution.moves, unique: solution.unique }));
            }
        }
        Ok(None)
    }

    /// Whether there is a reason to end.
    fn check(&self) -> Result<(), End> {
        let left = self.purse.part(1);
        if self.stop.is_stopped() {
            Err(End::Stopped)
        } else if left.nodes == Some(0) || left.time.is_some_and(|time| time.is_zero()) {
            Err(End::Spent)
        } else if self.stale >= STALE {
            Err(if self.longest < self.wanted.plies { End::TooShort } else { End::NothingNew })
        } else if self.fruitless >= PATIENCE {
            Err(End::NoLuck)
        } else {
            Ok(())
        }
    }
}

impl<G: Searchable, O> fmt::Debug for Hunt<G, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hunt").field("wanted", &self.wanted).field("tally", &self.tally).finish_non_exhaustive()
    }
}
