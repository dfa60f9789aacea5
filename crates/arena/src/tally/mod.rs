//! Statistics of a results file, computed in one pass.

mod details;
mod ply_bands;
mod ranking;
mod sprt_trace;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::time::Duration;

use zermelo_core::{Outcome, Side, Termination, Wdl};

pub(crate) use details::add_first_move;
pub use details::{CurvePoint, ExpectedScoreCurve, PlyFigures, TournamentDetails};
pub use ply_bands::{Merge, PlyBands};
pub use ranking::FinalRanking;
pub use sprt_trace::SprtTrace;

use ranking::ScheduleReplay;

use crate::config::TournamentConfig;
use crate::opening::hash;
use crate::play::job::wdl_of;
use crate::results::{ResultsError, ResultsReader, StoredGame};
use crate::stats::{
    self, Advantage, Anchor, Counts, CrossTable, MoveSummary, Pentanomial, Ratings, RatingsError, RatingsOptions,
    Sample, Summary, TrialCounts, rate,
};

/// Everything that tables and reports show of a results file. The memory grows with the number of agents and, by eight bytes each,
/// with that of different games.
#[derive(Debug)]
pub struct TournamentTables {
    /// What the agents are called.
    pub names: Vec<String>,
    /// Who did what against whom, by side.
    pub cross: CrossTable,
    /// By pairing, the agent listed first in front: pairs of games with the same opening, as that agent sees them.
    pub pairs: BTreeMap<[usize; 2], Pentanomial>,
    /// Games that belong to no such pair, by pairing.
    pub singles: BTreeMap<[usize; 2], Counts>,
    /// What each agent's moves took.
    pub moves: Vec<MoveSummary>,
    /// The games played out for each agent's moves, of the moves that say so.
    pub playouts: Vec<Summary>,
    /// How games ended.
    pub endings: BTreeMap<String, u64>,
    /// The same with who won: as the first side sees them.
    pub outcomes: BTreeMap<String, Counts>,
    /// By agent: games lost beside the board (time, crash, stall and the like), by reason.
    pub faults: Vec<BTreeMap<String, u64>>,
    /// Plies a game, the opening included.
    pub lengths: Summary,
    /// Games by their length.
    pub histogram: BTreeMap<u32, u64>,
    /// Games with different moves, each pairing by side for itself.
    pub different: u64,
    /// When the first and the last game ended: milliseconds since 1970.
    pub period: Option<[i64; 2]>,
    /// The programs that played.
    pub programs: BTreeSet<String>,
    /// The test that the configuration asks for.
    pub sprt: Option<SprtTrace>,
    /// The places, where the format ranks by itself.
    pub ranking: Option<FinalRanking>,
    replay: Option<ScheduleReplay>,
    seen: HashSet<u64>,
    /// The first game of a pair that may have a second.
    held: Option<(i64, [usize; 2], Outcome, [usize; 2])>,
}

impl TournamentTables {
    /// Of no games yet.
    pub fn new(config: &TournamentConfig) -> Self {
        let agents = config.agents.len();
        Self {
            names: config.agents.iter().map(|agent| agent.name().to_owned()).collect(),
            cross: CrossTable::new(agents),
            pairs: BTreeMap::new(),
            singles: BTreeMap::new(),
            moves: vec![MoveSummary::default(); agents],
            playouts: vec![Summary::new(); agents],
            endings: BTreeMap::new(),
            outcomes: BTreeMap::new(),
            faults: vec![BTreeMap::new(); agents],
            lengths: Summary::new(),
            histogram: BTreeMap::new(),
            different: 0,
            period: None,
            programs: BTreeSet::new(),
            sprt: SprtTrace::new(config).filter(|_| agents == 2),
            ranking: None,
            replay: ScheduleReplay::new(config),
            seen: HashSet::new(),
            held: None,
        }
    }

    /// Of all games of a file.
    pub fn read(reader: &ResultsReader) -> Result<Self, ResultsError> {
        let mut tables = Self::new(&reader.header().config);
        reader.for_each(&crate::results::GameFilter::default(), |game| {
            tables.add(&game);
            Ok(())
        })?;
        tables.finish();
        Ok(tables)
    }

    /// After the last game.
    pub(crate) fn finish(&mut self) {
        self.release();
        self.ranking = self.replay.take().and_then(ScheduleReplay::ranking);
    }

    /// Counts a game. Games come in the order of their numbers.
    pub fn add(&mut self, game: &StoredGame) {
        let [first, second] = game.players;
        // The reader lets no other agents through.
        let _ = self.cross.add(first, second, game.outcome);
        self.add_to_pairs(game);
        *self.endings.entry(word(game.termination)).or_default() += 1;
        TrialCounts::add(self.outcomes.entry(word(game.termination)).or_default(), game.outcome.wdl(Side::First));
        let [begun, ended] = self.period.unwrap_or([game.ended; 2]);
        self.period = Some([begun.min(game.ended), ended.max(game.ended)]);
        if !self.programs.contains(&game.program) {
            self.programs.insert(game.program.clone());
        }
        if let Some(replay) = &mut self.replay {
            replay.add(game);
        }
        if let Some(winner) = game.outcome.winner().filter(|_| is_fault(game.termination)) {
            let loser = game.players[winner.opponent().index()];
            *self.faults[loser].entry(word(game.termination)).or_default() += 1;
        }
        self.lengths.add(u64::from(game.plies));
        *self.histogram.entry(game.plies).or_default() += 1;
        let start = game.start.as_deref().unwrap_or_default();
        if self.seen.insert(hash(&format!("{first} {second} {start} {}", game.moves))) {
            self.different += 1;
        }
        self.add_moves(game);
    }

    fn add_moves(&mut self, game: &StoredGame) {
        for (at, figures) in game.figures.iter().enumerate() {
            let agent = game.players[game.mover(game.opening as usize + at).index()];
            let known = |number: u64| (number > 0).then_some(number);
            let depth = (figures.depth > 0).then_some(figures.depth);
            self.moves[agent].add(Duration::from_nanos(figures.nanoseconds), known(figures.nodes), depth);
            if let Some(playouts) = known(figures.playouts) {
                self.playouts[agent].add(playouts);
            }
        }
    }

    fn add_to_pairs(&mut self, game: &StoredGame) {
        let players = [game.pairing[0].min(game.pairing[1]), game.pairing[0].max(game.pairing[1])];
        if let Some((id, held_players, outcome, seats)) = self.held.take() {
            if id + 1 == game.id && id % 2 == 0 && held_players == players {
                let wdls = [wdl_of(players[0], seats, outcome), wdl_of(players[0], game.players, game.outcome)];
                self.add_to_test(id, wdls.map(Some));
                TrialCounts::add(self.pairs.entry(players).or_default(), stats::PairOutcome(wdls[0], wdls[1]));
                return;
            }
            self.add_single(id, held_players, seats, outcome);
        }
        self.held = Some((game.id, players, game.outcome, game.players));
    }

    fn add_single(&mut self, id: i64, players: [usize; 2], seats: [usize; 2], outcome: Outcome) {
        let wdl = wdl_of(players[0], seats, outcome);
        self.add_to_test(id, [Some(wdl), None]);
        TrialCounts::add(self.singles.entry(players).or_default(), wdl);
    }

    fn add_to_test(&mut self, id: i64, wdls: [Option<Wdl>; 2]) {
        if let Some(sprt) = &mut self.sprt {
            sprt.add((id / 2) as u64, wdls);
        }
    }

    fn release(&mut self) {
        if let Some((id, players, outcome, seats)) = self.held.take() {
            self.add_single(id, players, seats, outcome);
        }
    }

    /// How many games were counted.
    pub fn games(&self) -> u64 {
        self.cross.all().games()
    }

    /// The sample of a pairing from which its error bars are made: of pairs where all games are in pairs, else of games. As the agent
    /// listed first sees it.
    pub fn sample(&self, players: [usize; 2]) -> Sample {
        match (self.pairs.get(&players), self.singles.contains_key(&players)) {
            (Some(pairs), false) => pairs.sample(),
            _ => self.cross.against(players[0], players[1]).unwrap_or_default().sample(),
        }
    }

    /// The sample of an agent's games against all others, as it sees them: of pairs where all of these games are in pairs.
    pub fn sample_of(&self, agent: usize) -> Sample {
        let own = |players: &[usize; 2]| players.contains(&agent);
        if self.singles.keys().any(own) {
            return self.cross.total(agent).unwrap_or_default().sample();
        }
        let mut all = Pentanomial::default();
        for (players, pairs) in self.pairs.iter().filter(|(players, _)| own(players)) {
            all += if players[0] == agent { *pairs } else { pairs.reversed() };
        }
        all.sample()
    }

    /// One rating an agent, as the configuration asks for them, the advantage of beginning fitted where the results tell it.
    pub fn ratings(&self, config: &TournamentConfig) -> Result<Ratings, RatingsError> {
        let asked = config.rating.clone().unwrap_or_default();
        let anchor = match asked.anchor.and_then(|name| self.names.iter().position(|other| *other == name)) {
            Some(player) => Anchor::Player { player, rating: asked.value },
            None => Anchor::Mean(asked.value),
        };
        let options = RatingsOptions { anchor, prior: asked.prior, ..RatingsOptions::default() };
        let fitted = rate(&self.cross, &RatingsOptions { advantage: Advantage::Fitted, ..options });
        match fitted {
            Err(RatingsError::NoAdvantage) => rate(&self.cross, &options),
            other => other,
        }
    }
}

fn is_fault(termination: Termination) -> bool {
    matches!(
        termination,
        Termination::Time
            | Termination::IllegalMove
            | Termination::Crash
            | Termination::Stall
            | Termination::Disconnect
            | Termination::Abandoned
    )
}

pub(crate) fn word(termination: Termination) -> String {
    match serde_json::to_value(termination) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}
