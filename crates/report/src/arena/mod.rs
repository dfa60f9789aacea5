//! The report of a tournament: the contents of its results file on one page.
//!
//! All figures come from [`zermelo_arena::tally`]; this module only formats them. Boards are drawn from the game's view.

mod again;
mod course;
mod cross;
mod endings;
mod first_moves;
mod header;
mod moves;
mod pairings;
mod ranking;
mod results;
mod test;

use maud::{Markup, html};
use zermelo_arena::results::{ResultsError, ResultsReader};
use zermelo_arena::tally::TournamentDetails;
use zermelo_core::erased::DynGame;

use crate::page::Page;
use results::Results;

/// The page of a results file. `rules` is the game of the file; `file` is the name of the file.
pub fn report(reader: &ResultsReader, rules: &dyn DynGame, file: &str) -> Result<String, ResultsError> {
    let details = TournamentDetails::read(reader)?;
    let results = Results::new(reader.header(), details, rules, file);
    let mut page = Page::new();
    let body = body(&results, &mut page);
    Ok(page.finish(&results.title(), &body))
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
