//! Flat Monte-Carlo: every move gets the same number of random games, and the one that wins most of them plays.
//!
//! Bruce Abramson, "Expected-Outcome: A General Model of Static Evaluation", 1990;
//! <https://www.chessprogramming.org/Monte-Carlo_Tree_Search#Pure_Monte-Carlo_Search>.

use std::num::NonZeroUsize;
use std::thread;

use zermelo_core::{
    Agent, AgentError, Bound, Decision, GameRecord, Line, Observer, Ply, RootMove, SearchLimits, Searchable, StopToken,
};

use crate::budget::{Budget, Interrupted};
use crate::playout::{DEFAULT_CAP, Playouts, points};
use crate::preconditions::require_open;
use crate::rng::{Rng, derive};
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
    /// How many threads play; 1 by default.
    pub threads: NonZeroUsize,
}

impl Default for FlatMcOptions {
    fn default() -> Self {
        Self {
            limits: SearchLimits::NONE,
            draws: 0.0,
            ties: Ties::First,
            playout_cap: DEFAULT_CAP,
            threads: NonZeroUsize::MIN,
        }
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

/// Hears how far somebody is: what his games brought, and what was spent.
type Progress<'a, M> = dyn FnMut(&[Tally<M>], &Budget) + 'a;

/// One who plays games out: a thread's part.
struct Player<G: Searchable> {
    line: Line<G>,
    playouts: Playouts<G>,
    tallies: Vec<Tally<G::Move>>,
    rng: Rng,
    budget: Budget,
    draws: f64,
}

impl<G: Searchable> Player<G> {
    /// One game for each move.
    fn round(&mut self) -> Result<(), Interrupted> {
        let side = self.line.side_to_move();
        for tally in &mut self.tallies {
            self.budget.node()?;
            self.budget.playout()?;
            self.line.push(tally.mv);
            let outcome = self.playouts.run(&self.line, &mut self.rng, &mut self.budget);
            self.line.pop();
            tally.points += points(outcome?, side, self.draws);
            tally.games += 1;
        }
        Ok(())
    }

    /// Rounds until the budget ends; `progress` hears of them now and then.
    fn play(&mut self, rounds: u64, progress: &mut Progress<'_, G::Move>) {
        /// Progress is told after this many rounds, then after half as many again each time.
        const FIRST_REPORT: u64 = 64;
        let mut next_report = FIRST_REPORT;
        for round in 1..=rounds {
            if self.round().is_err() {
                return;
            }
            if round == next_report {
                next_report += next_report / 2;
                progress(&self.tallies, &self.budget);
            }
        }
    }
}

impl FlatMcAgent {
    /// Each thread with its share of the budget. One alone takes the player's own chance; of several, each has its own, and a limit
    /// of playouts is shared out beforehand, so that it decides the result whatever the threads' pace.
    fn players<G: Searchable>(
        &mut self,
        line: &Line<G>,
        tallies: &[Tally<G::Move>],
        budget: Budget,
        rounds: u64,
    ) -> Vec<Player<G>> {
        let threads = self.options.threads.get().min(usize::try_from(rounds).unwrap_or(usize::MAX));
        let seed = if threads > 1 { self.rng.bits() } else { 0 };
        let player = |(budget, at): (Budget, u64)| Player {
            line: line.clone(),
            playouts: Playouts::new(self.options.playout_cap),
            tallies: tallies.to_vec(),
            rng: if threads > 1 { Rng::new(derive(seed, at)) } else { self.rng.clone() },
            budget,
            draws: self.options.draws,
        };
        budget.split(threads).into_iter().zip(0..).map(player).collect()
    }
}

/// Plays all rounds; the first player tells of his own part meanwhile.
fn play_all<G: Searchable>(players: &mut [Player<G>], rounds: u64, progress: &mut Progress<'_, G::Move>) {
    let threads = players.len() as u64;
    let part = |at: u64| rounds / threads + u64::from(at < rounds % threads);
    thread::scope(|scope| {
        let Some((first, others)) = players.split_first_mut() else { return };
        for (player, at) in others.iter_mut().zip(1..) {
            scope.spawn(move || player.play(part(at), &mut |_, _| ()));
        }
        first.play(part(0), progress);
    });
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
        let mut tallies: Vec<_> = moves.into_iter().map(|mv| Tally { mv, points: 0.0, games: 0 }).collect();
        // The lot is drawn first, so that it does not hang on how many games were played.
        let lot = self.options.ties.draw(&mut self.rng);
        let rounds = limits.playouts.map_or(u64::MAX, |playouts| (playouts / tallies.len() as u64).max(1));
        if rounds > 1 {
            // Whole rounds keep to it by themselves.
            limits.playouts = None;
        }
        let budget = Budget::start(&limits, record.side_to_move(), stop);

        let mut players = self.players(record.line(), &tallies, budget, rounds);
        play_all(&mut players, rounds, &mut |tallies, budget| observer.progress(&decide(tallies, lot, budget)));
        if let [only] = players.as_slice() {
            self.rng = only.rng.clone();
        }
        for player in &players {
            for (tally, part) in tallies.iter_mut().zip(&player.tallies) {
                tally.points += part.points;
                tally.games += part.games;
            }
        }
        let budget = Budget::join(players.into_iter().map(|player| player.budget));
        let decision = decide(&tallies, lot, &budget);
        observer.progress(&decision);
        Ok(decision)
    }
}
