//! Breadth-first search for the fewest own moves to a win, with an opponent that always passes.
//!
//! It is a human's idea of a plan: how many more stones do I need? After each own move the opponent passes
//! ([`SearchHints::null_move`](zermelo_core::SearchHints::null_move)), and the positions after one, two, three own
//! moves are searched in turn, each once. The opponent's threats are not seen.
//!
//! The ways to place `d` stones on `n` empty cells grow as `n^d / d!`: three stones on 150 cells are half a million
//! positions, four on 225 are 100 million. So the number of positions is limited, and the player reports when the limit
//! was reached.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use zermelo_core::{
    Agent, AgentError, Bound, Decision, Depth, GameRecord, Observer, Outcome, Ply, Position, RootMove, Score,
    SearchLimits, Searchable, StopToken,
};

use crate::budget::{Budget, InterruptedError};
use crate::preconditions::{require_null_move, require_open};

/// Configuration of [`BfsAgent`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BfsOptions {
    /// Its own limits: nodes and time; a depth counts own moves. None by default.
    pub limits: SearchLimits,
    /// The most positions that are kept: 1,000,000 by default, about 100 MB on the largest boards.
    pub max_positions: usize,
}

impl BfsOptions {
    /// The defaults.
    pub const DEFAULT: Self = Self { limits: SearchLimits::NONE, max_positions: 1_000_000 };
}

impl Default for BfsOptions {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Plays the first move of a shortest sequence of own moves to a win, if the opponent always passes; the first one in
/// the order of generation. If it finds none, it plays the first legal move and says why.
///
/// It needs a game with null moves, and fails with [`AgentError::UnfitGame`] in others.
#[derive(Clone, Copy, Debug, Default)]
pub struct BfsAgent {
    options: BfsOptions,
}

impl BfsAgent {
    /// A player with its options.
    pub fn new(options: BfsOptions) -> Self {
        Self { options }
    }
}

/// The outcome of a breadth-first search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BfsOutcome<M> {
    /// A shortest path to a win.
    Path { first: M, own_moves: u32 },
    /// There is no path to a win.
    NoPath,
    /// There is no path of at most this many own moves.
    NoPathWithin { own_moves: u32 },
    /// The limit of positions was reached; there is no path of at most this many own moves.
    PositionLimit { positions: usize, own_moves: u32 },
    /// The search was interrupted; there is no path of at most this many own moves.
    Interrupted { own_moves: u32 },
}

impl<M> BfsOutcome<M> {
    /// A description for people.
    pub(crate) fn describe(&self) -> String {
        let moves = |own: u32| if own == 1 { "1 own move".to_owned() } else { format!("{own} own moves") };
        match *self {
            Self::Path { own_moves, .. } => format!("wins in {} if the opponent always passes", moves(own_moves)),
            Self::NoPath => "no path to a win".to_owned(),
            Self::NoPathWithin { own_moves } => format!("no path to a win in {}", moves(own_moves)),
            Self::PositionLimit { positions, own_moves } => {
                format!("no path to a win in {}; gave up after {positions} positions", moves(own_moves))
            }
            Self::Interrupted { own_moves } => {
                format!("no path to a win in {}; interrupted there", moves(own_moves))
            }
        }
    }
}

/// The outcome of a breadth-first search, and its depth.
pub(crate) struct BfsResult<M> {
    pub(crate) reach: BfsOutcome<M>,
    /// The number of own moves up to which the search is complete.
    pub(crate) depth: Depth,
}

/// The limits of a breadth-first search, in addition to its budget.
#[derive(Clone, Copy)]
pub(crate) struct BfsBounds {
    /// The most positions that are kept.
    pub(crate) max_positions: usize,
    /// The most own moves.
    pub(crate) max_moves: Option<Depth>,
}

/// Position keys are hashes already.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// Finds the shortest path to a win that starts with one of `first_moves`. Positions with equal keys count as equal.
pub(crate) fn shortest_win<G: Searchable>(
    game: &G,
    root: &G::Position,
    first_moves: &[G::Move],
    bounds: BfsBounds,
    budget: &mut Budget,
) -> BfsResult<G::Move> {
    let BfsBounds { max_positions, max_moves } = bounds;
    let mut search = BfsSearch { game, moves: Vec::new(), seen: HashSet::default(), next: Vec::new(), max_positions };
    let mut own_moves = 0;
    let reach = loop {
        let level = std::mem::take(&mut search.next);
        let won = match own_moves {
            0 => search.expand(root, 0, Some(first_moves), budget),
            _ => level.iter().try_fold(None, |won, (position, first)| match won {
                None => search.expand(position, *first, None, budget),
                won => Ok(won),
            }),
        };
        match won {
            Err(InterruptedError) => break BfsOutcome::Interrupted { own_moves },
            Ok(Some(first)) => {
                own_moves += 1;
                break BfsOutcome::Path { first: first_moves[first as usize], own_moves };
            }
            Ok(None) => own_moves += 1,
        }
        if search.seen.len() >= max_positions {
            break BfsOutcome::PositionLimit { positions: search.seen.len(), own_moves };
        }
        if search.next.is_empty() {
            break BfsOutcome::NoPath;
        }
        if max_moves.is_some_and(|most| own_moves >= most.0) {
            break BfsOutcome::NoPathWithin { own_moves };
        }
    };
    BfsResult { reach, depth: Depth(own_moves) }
}

struct BfsSearch<'g, G: Searchable> {
    game: &'g G,
    moves: Vec<G::Move>,
    seen: HashSet<u64, BuildHasherDefault<KeyHasher>>,
    /// The positions of the next level, each with the index of the first move that leads there.
    next: Vec<(G::Position, u32)>,
    max_positions: usize,
}

impl<G: Searchable> BfsSearch<'_, G> {
    /// Plays each own move from a position. Returns the index of the first move of a path that wins, if there is one.
    fn expand(
        &mut self,
        position: &G::Position,
        first: u32,
        only: Option<&[G::Move]>,
        budget: &mut Budget,
    ) -> Result<Option<u32>, InterruptedError> {
        let side = position.side_to_move();
        self.moves.clear();
        match only {
            Some(moves) => self.moves.extend_from_slice(moves),
            None => self.game.generate(position, &mut self.moves),
        }
        for (index, &mv) in self.moves.iter().enumerate() {
            budget.count_node()?;
            let first = if only.is_some() { index as u32 } else { first };
            let mut after = *position;
            self.game.play_unchecked(&mut after, mv);
            match self.game.outcome(&after) {
                Some(outcome) if outcome == Outcome::Win(side) => return Ok(Some(first)),
                Some(_) => continue,
                None => {}
            }
            let Some(after_null_move) = self.game.null_move(&after) else { continue };
            if self.game.outcome(&after_null_move).is_none()
                && self.seen.len() < self.max_positions
                && self.seen.insert(after_null_move.key())
            {
                self.next.push((after_null_move, first));
            }
        }
        Ok(None)
    }
}

impl<G: Searchable> Agent<G> for BfsAgent {
    fn new_game(&mut self, _: u64) {}

    fn own_limits(&self) -> SearchLimits {
        self.options.limits
    }

    fn is_deterministic(&self) -> bool {
        true
    }

    fn choose(
        &mut self,
        record: &GameRecord<G>,
        limits: &SearchLimits,
        stop: &StopToken,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        require_open(record)?;
        require_null_move(record, "bfs")?;
        let limits = limits.tightened(self.options.limits);
        let mut budget = Budget::start(&limits, record.side_to_move(), stop);
        let mut moves = Vec::new();
        record.line().generate(&mut moves);
        let bounds = BfsBounds { max_positions: self.options.max_positions, max_moves: limits.depth };
        let found = shortest_win(record.game(), record.position(), &moves, bounds, &mut budget);
        let description = found.reach.describe();
        let (mv, score, note) = match found.reach {
            BfsOutcome::Path { first, own_moves } => {
                (first, (own_moves == 1).then_some(Score::win_in(Ply(1))), Some(description))
            }
            _ => (moves[0], None, Some(format!("{description}: the first legal move"))),
        };
        let decision = Decision {
            score,
            depth: found.depth,
            nodes: budget.nodes(),
            elapsed: budget.elapsed(),
            pv: vec![mv],
            moves: moves
                .iter()
                .map(|&root| RootMove {
                    mv: root,
                    score: if root == mv { score } else { None },
                    bound: Bound::Exact,
                    share: None,
                    visits: 0,
                })
                .collect(),
            note,
            ..Decision::play(mv)
        };
        observer.progress(&decision);
        Ok(decision)
    }
}
