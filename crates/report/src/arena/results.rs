//! The data of the report.

use zermelo_arena::plan::TournamentConfig;
use zermelo_arena::results::ResultsHeader;
use zermelo_arena::stats::{PlayerRating, Ratings, RatingsError};
use zermelo_arena::tally::{TournamentDetails, TournamentTables};
use zermelo_core::SideName;
use zermelo_core::erased::DynGame;

/// The data of the report.
pub(super) struct Results<'a> {
    pub(super) header: &'a ResultsHeader,
    pub(super) details: TournamentDetails,
    pub(super) ratings: Result<Ratings, RatingsError>,
    /// The agents, the best first.
    pub(super) order: Vec<usize>,
    pub(super) rules: &'a dyn DynGame,
    pub(super) sides: [SideName; 2],
    pub(super) file: &'a str,
}

impl<'a> Results<'a> {
    pub(super) fn new(
        header: &'a ResultsHeader,
        details: TournamentDetails,
        rules: &'a dyn DynGame,
        file: &'a str,
    ) -> Self {
        let ratings = details.tables.ratings(&header.config);
        let order = order(&details.tables, ratings.as_ref().ok());
        Self { header, details, ratings, order, rules, sides: rules.side_names(), file }
    }

    pub(super) fn config(&self) -> &TournamentConfig {
        &self.header.config
    }

    pub(super) fn tables(&self) -> &TournamentTables {
        &self.details.tables
    }

    pub(super) fn name(&self, agent: usize) -> &str {
        &self.tables().names[agent]
    }

    pub(super) fn agents(&self) -> usize {
        self.tables().names.len()
    }

    pub(super) fn title(&self) -> String {
        self.config().name.clone().unwrap_or_else(|| format!("{}, {}", self.config().game, self.config().format.word()))
    }

    /// The pairings; in each, the agent that is listed first is first.
    pub(super) fn pairings(&self) -> Vec<[usize; 2]> {
        let all = (0..self.agents()).flat_map(|a| (a + 1..self.agents()).map(move |b| [a, b]));
        all.filter(|&[a, b]| self.tables().cross.against(a, b).is_ok_and(|counts| counts.games() > 0)).collect()
    }
}

/// The agents by rank, otherwise by rating, otherwise by score.
fn order(tables: &TournamentTables, ratings: Option<&Ratings>) -> Vec<usize> {
    if let Some(places) = &tables.ranking {
        return places.ranking.clone();
    }
    let level = |agent: usize| match ratings.and_then(|ratings| ratings.standings().get(agent)) {
        Some(PlayerRating::Above) => (3, 0.0),
        Some(PlayerRating::Rated(rating)) => (2, rating.value),
        Some(PlayerRating::Unrelated) | None => (1, 0.0),
        Some(PlayerRating::Below) => (0, 0.0),
    };
    let score = |agent: usize| tables.cross.total(agent).ok().and_then(|counts| counts.score()).unwrap_or(-1.0);
    let mut order: Vec<usize> = (0..tables.names.len()).collect();
    order.sort_by(|&a, &b| {
        let (above, below) = (level(a), level(b));
        below.0.cmp(&above.0).then(below.1.total_cmp(&above.1)).then(score(b).total_cmp(&score(a)))
    });
    order
}
