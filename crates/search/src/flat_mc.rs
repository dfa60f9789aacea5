//! Flat Monte-Carlo: every move gets the same number of random games, and the one that wins most of them plays.
//!
//! Bruce Abramson, "Expected-Outcome: A General Model of Static Evaluation", 1990;
//! <https://www.chessprogramming.org/Monte-Carlo_Tree_Search#Pure_Monte-Carlo_Search>.

use zermelo_core::{
    Agent, AgentError, Bound, Decision, Game, GameRecord, Line, Observer, Ply, RootMove, SearchLimits, StopToken,
};

use crate::budget::{Budget, Interrupted};
use crate::playout::{DEFAULT_CAP, Playouts, points};
use crate::rng::Rng;
use crate::ties::{Lot, Ties};

/// How a flat Monte-Carlo player is set up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FlatMcOptions {
    /// Its own limits: playouts, time, nodes. Where nothing limits it, 1000 playouts.
    pub limits: SearchLimits,
    /// What a drawn playout counts, 0 to 1; 0 by default.
    pub draws: f64,
    /// Which of several best moves is played.
    pub ties: Ties,
    /// The most plies of a playout in games whose positions can come back; 1000 by default.
    pub playout_cap: Ply,
}

impl Default for FlatMcOptions {
    fn default() -> Self {
        Self { limits: SearchLimits::NONE, draws: 0.0, ties: Ties::First, playout_cap: DEFAULT_CAP }
    }
}

/// The playouts where nothing limits the player.
const DEFAULT_PLAYOUTS: u64 = 1000;

/// Plays random games after each of its moves, in rounds of one game for each move, until the limit; then the move with the
/// highest share of points.
///
/// A limit of playouts is shared out equally: with `p` playouts and `m` moves each move gets `p / m`, rounded down, and what
/// is left over is not played. With fewer playouts than moves, the first `p` moves get one each. A limit of time ends in the
/// midst of a round, so that some moves may have one game more.
#[derive(Clone, Debug)]
pub struct FlatMcAgent {
    options: FlatMcOptions,
    rng: Rng,
}

impl FlatMcAgent {
    /// A player with its options.
    pub fn new(options: FlatMcOptions) -> Self {
        Self { options, rng: Rng::new(0) }
    }
}

impl Default for FlatMcAgent {
    fn default() -> Self {
        Self::new(FlatMcOptions::default())
    }
}

/// What the games after one move brought.
#[derive(Clone, Copy)]
struct Tally<M> {
    mv: M,
    points: f64,
    games: u64,
}

impl<M> Tally<M> {
    fn share(&self) -> Option<f64> {
        (self.games > 0).then(|| self.points / self.games as f64)
    }
}

impl FlatMcAgent {
    fn round<G: Game>(
        &mut self,
        line: &mut Line<G>,
        playouts: &mut Playouts<G>,
        tallies: &mut [Tally<G::Move>],
        budget: &mut Budget,
    ) -> Result<(), Interrupted> {
        let side = line.side_to_move();
        for tally in tallies {
            budget.node()?;
            budget.playout()?;
            line.push(tally.mv);
            let outcome = playouts.run(line, &mut self.rng, budget);
            line.pop();
            tally.points += points(outcome?, side, self.options.draws);
            tally.games += 1;
        }
        Ok(())
    }
}

fn decide<M: Copy>(tallies: &[Tally<M>], lot: Lot, budget: &Budget) -> Decision<M> {
    let best = &tallies[lot.best(tallies.iter().map(Tally::share)).unwrap_or(0)];
    Decision {
        share: best.share(),
        nodes: budget.nodes(),
        playouts: tallies.iter().map(|tally| tally.games).sum(),
        elapsed: budget.elapsed(),
        pv: vec![best.mv],
        moves: tallies
            .iter()
            .map(|tally| RootMove {
                mv: tally.mv,
                score: None,
                bound: Bound::Exact,
                share: tally.share(),
                visits: tally.games,
            })
            .collect(),
        ..Decision::play(best.mv)
    }
}

impl<G: Game> Agent<G> for FlatMcAgent {
    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn own_limits(&self) -> SearchLimits {
        self.options.limits
    }

    fn choose(
        &mut self,
        record: &GameRecord<G>,
        limits: &SearchLimits,
        stop: &StopToken,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        /// Progress is told after this many rounds, then after half as many again each time.
        const FIRST_REPORT: u64 = 64;
        if record.ending().is_some() {
            return Err(AgentError::GameOver);
        }
        let mut limits = limits.tightened(self.options.limits);
        if limits.playouts.or(limits.nodes).is_none() && limits.time.is_none() && limits.clock.is_none() {
            limits.playouts = Some(DEFAULT_PLAYOUTS);
        }
        let mut budget = Budget::start(&limits, record.side_to_move(), stop);
        let mut line = record.line().clone();
        let mut moves = Vec::new();
        line.generate(&mut moves);
        let mut tallies: Vec<_> = moves.into_iter().map(|mv| Tally { mv, points: 0.0, games: 0 }).collect();
        // The lot is drawn first, so that it does not hang on how many games were played.
        let lot = self.options.ties.draw(&mut self.rng);
        let mut playouts = Playouts::new(self.options.playout_cap);

        let rounds = limits.playouts.map_or(u64::MAX, |playouts| (playouts / tallies.len() as u64).max(1));
        let mut next_report = FIRST_REPORT;
        for round in 1..=rounds {
            if self.round(&mut line, &mut playouts, &mut tallies, &mut budget).is_err() {
                break;
            }
            if round == next_report {
                next_report += next_report / 2;
                observer.progress(&decide(&tallies, lot, &budget));
            }
        }
        let decision = decide(&tallies, lot, &budget);
        observer.progress(&decision);
        Ok(decision)
    }
}
