//! Flat Monte-Carlo: every move gets the same number of playouts, and the move with the highest mean is played.
//!
//! Bruce Abramson, "Expected-Outcome: A General Model of Static Evaluation", 1990;
//! <https://www.chessprogramming.org/Monte-Carlo_Tree_Search#Pure_Monte-Carlo_Search>.

use std::num::NonZeroUsize;

use zermelo_core::{
    Agent, AgentError, Bound, Decision, GameRecord, Line, Observer, Ply, RootMove, SearchLimits, Searchable, StopToken,
};

use crate::budget::{Budget, InterruptedError};
use crate::playout::{DEFAULT_CAP, Playouts, points};
use crate::preconditions::require_open;
use crate::rng::{Rng, derive};
use crate::threads::{ThreadTask, run_parallel};
use crate::tie_break::{TieBreak, TieDraw};

/// Configuration of [`FlatMcAgent`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FlatMcOptions {
    /// Its own limits: playouts, time, nodes. Without any limit, 1000 playouts.
    pub limits: SearchLimits,
    /// The points of a drawn playout, 0 to 1; 0 by default.
    pub draws: f64,
    /// Which of several best moves is played.
    pub ties: TieBreak,
    /// The most plies of a playout in games whose positions can repeat; 1000 by default.
    pub playout_cap: Ply,
    /// The number of threads; 1 by default.
    pub threads: NonZeroUsize,
}

impl FlatMcOptions {
    /// The defaults.
    pub const DEFAULT: Self = Self {
        limits: SearchLimits::NONE,
        draws: 0.0,
        ties: TieBreak::First,
        playout_cap: DEFAULT_CAP,
        threads: NonZeroUsize::MIN,
    };
}

impl Default for FlatMcOptions {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The number of playouts if nothing limits the agent.
const DEFAULT_PLAYOUTS: u64 = 1000;

/// Plays rounds of one playout per move until the limit, and chooses the move with the highest mean.
///
/// A limit of playouts is divided equally: with `p` playouts and `m` moves each move gets `p / m`, rounded down, and
/// the remainder is not played. With fewer playouts than moves, the first `p` moves get one each. A time limit can end
/// a round in the middle, so that some moves have one playout more.
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

/// The playouts of one move.
#[derive(Clone, Copy)]
struct PlayoutStats<M> {
    mv: M,
    points: f64,
    games: u64,
}

impl<M> PlayoutStats<M> {
    fn mean(&self) -> Option<f64> {
        (self.games > 0).then(|| self.points / self.games as f64)
    }
}

/// Called with a worker's results and its budget.
type FlatProgressFn<'a, M> = dyn FnMut(&[PlayoutStats<M>], &Budget) + 'a;

/// One thread's share of the playouts.
struct PlayoutWorker<G: Searchable> {
    line: Line<G>,
    playouts: Playouts<G>,
    move_stats: Vec<PlayoutStats<G::Move>>,
    rng: Rng,
    budget: Budget,
    draws: f64,
}

impl<G: Searchable> PlayoutWorker<G> {
    /// Plays one playout for each move.
    fn play_round(&mut self) -> Result<(), InterruptedError> {
        let side = self.line.side_to_move();
        for stats in &mut self.move_stats {
            self.budget.count_node()?;
            self.budget.count_playout()?;
            self.line.push(stats.mv);
            let outcome = self.playouts.run(&self.line, &mut self.rng, &mut self.budget);
            self.line.pop();
            stats.points += points(outcome?, side, self.draws);
            stats.games += 1;
        }
        Ok(())
    }

    /// Plays rounds until the budget is spent, and calls `progress` from time to time.
    fn play(&mut self, rounds: u64, progress: &mut FlatProgressFn<'_, G::Move>) {
        /// The first call of `progress` is after this many rounds; each following interval is half of the rounds
        /// played.
        const FIRST_REPORT: u64 = 64;
        let mut next_report = FIRST_REPORT;
        for round in 1..=rounds {
            if self.play_round().is_err() {
                return;
            }
            if round == next_report {
                next_report += next_report / 2;
                progress(&self.move_stats, &self.budget);
            }
        }
    }
}

impl FlatMcAgent {
    /// The workers with their shares of the budget. A single worker uses the agent's random numbers, several have a
    /// generator each. A limit of playouts is divided in advance, so that the result does not depend on the speed of
    /// the threads.
    fn workers<G: Searchable>(
        &mut self,
        line: &Line<G>,
        move_stats: &[PlayoutStats<G::Move>],
        budget: Budget,
        rounds: u64,
    ) -> Vec<PlayoutWorker<G>> {
        let threads = self.options.threads.get().min(usize::try_from(rounds).unwrap_or(usize::MAX));
        let seed = if threads > 1 { self.rng.bits() } else { 0 };
        let worker = |(budget, at): (Budget, u64)| PlayoutWorker {
            line: line.clone(),
            playouts: Playouts::new(self.options.playout_cap),
            move_stats: move_stats.to_vec(),
            rng: if threads > 1 { Rng::new(derive(seed, at)) } else { self.rng.clone() },
            budget,
            draws: self.options.draws,
        };
        budget.split(threads).into_iter().zip(0..).map(worker).collect()
    }
}

/// Plays all rounds. Only the first worker reports progress.
fn play_all<G: Searchable>(workers: &mut [PlayoutWorker<G>], rounds: u64, progress: &mut FlatProgressFn<'_, G::Move>) {
    let threads = workers.len() as u64;
    let part = |at: u64| rounds / threads + u64::from(at < rounds % threads);
    let Some((first, others)) = workers.split_first_mut() else { return };
    let tasks = others
        .iter_mut()
        .zip(1..)
        .map(|(worker, at)| Box::new(move || worker.play(part(at), &mut |_, _| ())) as ThreadTask);
    run_parallel(tasks.collect(), Box::new(|| first.play(part(0), progress)));
}

fn decide<M: Copy>(move_stats: &[PlayoutStats<M>], tie_draw: TieDraw, budget: &Budget) -> Decision<M> {
    let means: Vec<Option<f64>> = move_stats.iter().map(PlayoutStats::mean).collect();
    let best = &move_stats[tie_draw.best(&means).unwrap_or(0)];
    Decision {
        share: best.mean(),
        nodes: budget.nodes(),
        playouts: move_stats.iter().map(|stats| stats.games).sum(),
        elapsed: budget.elapsed(),
        pv: vec![best.mv],
        moves: move_stats
            .iter()
            .map(|stats| RootMove {
                mv: stats.mv,
                score: None,
                bound: Bound::Exact,
                share: stats.mean(),
                visits: stats.games,
            })
            .collect(),
        ..Decision::play(best.mv)
    }
}

impl<G: Searchable> Agent<G> for FlatMcAgent {
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
        require_open(record)?;
        let mut limits = limits.tightened(self.options.limits);
        if limits.playouts.or(limits.nodes).is_none() && limits.time.is_none() && limits.clock.is_none() {
            limits.playouts = Some(DEFAULT_PLAYOUTS);
        }
        let mut moves = Vec::new();
        record.line().generate(&mut moves);
        let mut move_stats: Vec<_> = moves.into_iter().map(|mv| PlayoutStats { mv, points: 0.0, games: 0 }).collect();
        // Drawn before the playouts, so that the number does not depend on how many are played.
        let tie_draw = self.options.ties.draw(&mut self.rng);
        let rounds = limits.playouts.map_or(u64::MAX, |playouts| (playouts / move_stats.len() as u64).max(1));
        if rounds > 1 {
            // The number of rounds enforces the limit.
            limits.playouts = None;
        }
        let budget = Budget::start(&limits, record.side_to_move(), stop);

        let mut workers = self.workers(record.line(), &move_stats, budget, rounds);
        play_all(&mut workers, rounds, &mut |move_stats, budget| {
            observer.progress(&decide(move_stats, tie_draw, budget));
        });
        if let [only] = workers.as_slice() {
            self.rng = only.rng.clone();
        }
        for worker in &workers {
            for (stats, part) in move_stats.iter_mut().zip(&worker.move_stats) {
                stats.points += part.points;
                stats.games += part.games;
            }
        }
        let budget = Budget::join(workers.into_iter().map(|worker| worker.budget).collect());
        let decision = decide(&move_stats, tie_draw, &budget);
        observer.progress(&decision);
        Ok(decision)
    }
}
