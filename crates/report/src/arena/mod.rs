//! The report of a tournament: everything that its results file says, on one page.
//!
//! All figures come from [`zermelo_arena::tally`]; here they are only laid out. What can be drawn by a game's board is drawn by its view.

mod again;
mod course;
mod cross;
mod endings;
mod first_moves;
mod header;
mod moves;
mod pairings;
mod ranking;
mod test;

use maud::{Markup, html};
use zermelo_arena::plan::Config;
use zermelo_arena::results::{Header, Reader, ResultsError};
use zermelo_arena::stats::{Ratings, RatingsError, Standing};
use zermelo_arena::tally::{Details, Tables};
use zermelo_core::SideName;
use zermelo_core::erased::DynGame;

use crate::page::Page;

/// The page of a results file. `rules` is the game that the file names; `file` is what the file is called.
pub fn report(reader: &Reader, rules: &dyn DynGame, file: &str) -> Result<String, ResultsError> {
    let details = Details::read(reader)?;
    let results = Results::new(reader.header(), details, rules, file);
    let mut page = Page::new();
    let body = body(&results, &mut page);
    Ok(page.finish(&results.title(), &body))
}

/// What the parts of the page are made from.
struct Results<'a> {
    header: &'a Header,
    details: Details,
    ratings: Result<Ratings, RatingsError>,
    /// The agents, the best first.
    order: Vec<usize>,
    rules: &'a dyn DynGame,
    sides: [SideName; 2],
    file: &'a str,
}

impl<'a> Results<'a> {
    fn new(header: &'a Header, details: Details, rules: &'a dyn DynGame, file: &'a str) -> Self {
        let ratings = details.tables.ratings(&header.config);
        let order = order(&details.tables, ratings.as_ref().ok());
        Self { header, details, ratings, order, rules, sides: rules.side_names(), file }
    }

    fn config(&self) -> &Config {
        &self.header.config
    }

    fn tables(&self) -> &Tables {
        &self.details.tables
    }

    fn name(&self, agent: usize) -> &str {
        &self.tables().names[agent]
    }

    fn agents(&self) -> usize {
        self.tables().names.len()
    }

    fn title(&self) -> String {
        self.config().name.clone().unwrap_or_else(|| format!("{}, {}", self.config().game, self.config().format.word()))
    }

    /// Every two agents that met, the one listed first in front.
    fn pairings(&self) -> Vec<[usize; 2]> {
        let all = (0..self.agents()).flat_map(|a| (a + 1..self.agents()).map(move |b| [a, b]));
        all.filter(|&[a, b]| self.tables().cross.against(a, b).is_ok_and(|counts| counts.games() > 0)).collect()
    }
}

/// The agents by place, else by rating, else by score.
fn order(tables: &Tables, ratings: Option<&Ratings>) -> Vec<usize> {
    if let Some(places) = &tables.places {
        return places.ranking.clone();
    }
    let level = |agent: usize| match ratings.and_then(|ratings| ratings.standings().get(agent)) {
        Some(Standing::Above) => (3, 0.0),
        Some(Standing::Rated(rating)) => (2, rating.value),
        Some(Standing::Unrelated) | None => (1, 0.0),
        Some(Standing::Below) => (0, 0.0),
    };
    let score = |agent: usize| tables.cross.total(agent).ok().and_then(|counts| counts.score()).unwrap_or(-1.0);
    let mut order: Vec<usize> = (0..tables.names.len()).collect();
    order.sort_by(|&a, &b| {
        let (above, below) = (level(a), level(b));
        below.0.cmp(&above.0).then(below.1.total_cmp(&above.1)).then(score(b).total_cmp(&score(a)))
    });
    order
}

fn body(results: &Results<'_>, page: &mut Page) -> Markup {
    let has_games = results.tables().games() > 0;
    html! {
        (header::section(results))
        @if has_games {
            (ranking::section(results, page))
            (cross::section(results))
            (cross::first_player(results, page))
            (pairings::section(results))
            (test::section(results, page))
            (endings::section(results, page))
            (endings::lengths(results, page))
            (moves::section(results, page))
            (course::section(results, page))
            (first_moves::section(results))
        } @else {
            p.headline { "No game has been played yet." }
        }
        (again::section(results))
    }
}
