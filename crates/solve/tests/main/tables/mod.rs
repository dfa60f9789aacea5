//! Endgame tables.

mod files;
mod graph;
mod hex;
mod small;
mod teeko;

use zermelo_solve::retrograde::{EndgameTable, RankedGame, TableOptions, build, check};

fn options(threads: usize) -> TableOptions {
    TableOptions { threads, ..TableOptions::default() }
}

/// Builds and verifies the table of a game.
fn table<G: RankedGame>(game: &G, threads: usize) -> EndgameTable {
    let table = build(game, &options(threads), &mut |_| {}).unwrap_or_else(|why| panic!("{game:?}: {why}"));
    let mismatches = check(game, &table, &options(threads)).expect("not stopped");
    assert_eq!(mismatches, [], "{game:?}");
    table
}
