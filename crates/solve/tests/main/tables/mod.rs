//! Tables of whole games.

mod files;
mod graph;
mod hex;
mod small;
mod teeko;

use zermelo_solve::retrograde::{Means, Ranked, Table, build, check};

fn means(threads: usize) -> Means {
    Means { threads, ..Means::default() }
}

/// The table of a game, in which every entry is what its moves say.
fn table<G: Ranked>(game: &G, threads: usize) -> Table {
    let table = build(game, &means(threads), &mut |_| {}).unwrap_or_else(|why| panic!("{game:?}: {why}"));
    let faults = check(game, &table, &means(threads)).expect("nothing stops it");
    assert_eq!(faults, [], "{game:?}");
    table
}
