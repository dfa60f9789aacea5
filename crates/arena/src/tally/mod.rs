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

/// The tables of a results file. Memory grows with the number of agents, and by eight bytes for each distinct game.
#[derive(Debug)]
pub struct TournamentTables {
    /// The names of the agents.
    pub names: Vec<String>,
    /// The cross table by side.
    pub cross: CrossTable,
    /// The game pairs of each pairing, from the point of view of the agent listed first, which is in front.
    pub pairs: BTreeMap<[usize; 2], Pentanomial>,
    /// Games that are not in a pair, by pairing.
    pub singles: BTreeMap<[usize; 2], Counts>,
    /// Time, nodes and depth of each agent's moves.
    pub moves: Vec<MoveSummary>,
    /// Playouts of each agent's moves, if they report them.
    pub playouts: Vec<Summary>,
    /// The number of games by termination.
    pub endings: BTreeMap<String, u64>,
    /// The results by termination, from the point of view of the first side.
    pub outcomes: BTreeMap<String, Counts>,
    /// Losses by time, crash, stall and the like, for each agent by termination.
    pub faults: Vec<BTreeMap<String, u64>>,
    /// The length of games in plies, including the opening.
    pub lengths: Summary,
    /// The number of games by length.
    pub histogram: BTreeMap<u32, u64>,
    /// The number of distinct games, for each pairing and side.
    pub different: u64,
    /// When the first and the last game ended: milliseconds since 1970.
    pub period: Option<[i64; 2]>,
    /// The versions of the program that played.
    pub programs: BTreeSet<String>,
    /// The sequential test of the configuration.
    pub sprt: Option<SprtTrace>,
    /// The ranking, if the format has its own.
    pub ranking: Option<FinalRanking>,
    replay: Option<ScheduleReplay>,
    seen: HashSet<u64>,
    /// The first game of a pair that may have a second.
    held: Option<(i64, [usize; 2], Outcome, [usize; 2])>,
}

impl TournamentTables {
    /// Empty statistics.
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

    /// Reads all games of a file.
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
        // The reader checks the indices of agents.
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

    /// The number of games.
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

    /// The ratings with the options of the configuration. The advantage of moving first is fitted if the results determine it.
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
