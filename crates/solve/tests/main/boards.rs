//! The values of empty boards.

use std::collections::BTreeSet;

use zermelo_core::{Game, Wdl};
use zermelo_testkit::fixture::{Fixture, Row, fixtures_dir};
use zermelo_testkit::reference::SlowSolver;

use super::{score, solver};

/// The table in the game's documentation: a line per number of rows, a column per number of columns.
fn table(fixture: &Fixture) -> String {
    let number = |row: &Row, column| row.number::<u32>(column);
    let sizes = |column| fixture.rows().iter().map(|row| number(row, column)).collect::<BTreeSet<_>>();
    let (widths, heights) = (sizes("width"), sizes("height"));
    let cell = |width, height| {
        let is_it = |row: &&Row| (number(row, "width"), number(row, "height")) == (width, height);
        let row = fixture.rows().iter().find(is_it);
        row.map_or(" |".to_owned(), |row| format!(" {} {} |", row.text("value"), row.text("last_ply")))
    };
    let head = widths.iter().fold("| rows \\ columns |".to_owned(), |head, width| head + &format!(" {width} |"));
    let line = |height| widths.iter().fold(format!("| {height} |"), |line, &width| line + &cell(width, height));
    let lines = heights.into_iter().map(line);
    [head, format!("|{}", "--:|".repeat(widths.len() + 1))].into_iter().chain(lines).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_documentation_has_the_values() {
    let page = fixtures_dir().join("../docs/games/connect4.md");
    let page = std::fs::read_to_string(&page).unwrap_or_else(|why| panic!("{}: {why}", page.display()));
    let table = table(&Fixture::load("connect4/solver/boards.txt"));
    assert!(page.contains(&table), "docs/games/connect4.md should have this table:\n{table}");
}

/// The largest board that is solved here, in squares.
const MAX_AREA: u32 = 36;

#[test]
fn small_boards_are_correct() {
    let fixture = Fixture::load("connect4/solver/boards.txt");
    let mut solved = 0;
    for row in fixture.rows() {
        let (width, height): (u8, u8) = (row.number("width"), row.number("height"));
        if u32::from(width) * u32::from(height) > MAX_AREA {
            continue;
        }
        let (game, solver) = solver::<u64>(width, height, 4);
        let proven = solver.proven(&game.initial(), score(&solver, &game.initial()));
        let value = match proven.wdl {
            Wdl::Win => "W",
            Wdl::Draw => "D",
            Wdl::Loss => "L",
        };
        assert_eq!(value, row.text("value"), "{}", row.place());
        assert_eq!(proven.plies.map(|plies| plies.0), Some(row.number("last_ply")), "{}", row.place());
        solved += 1;
    }
    assert!(solved >= 17, "{solved} boards");
}

#[test]
fn narrow_boards_have_the_values_of_trying_everything() {
    let sizes = (1..=16).flat_map(|width| (1..=16).map(move |height| (width, height)));
    for (width, height) in sizes.filter(|&(width, height)| width.min(height) <= 3 && width * height <= 14) {
        for k in 2..=4 {
            let (game, solver) = solver::<u64>(width, height, k);
            let found = solver.proven(&game.initial(), score(&solver, &game.initial()));
            let tried = SlowSolver::new(game.clone(), usize::MAX).value(&game.initial()).expect("no limit is in reach");
            assert_eq!(found.wdl, tried.wdl, "{width}x{height}, {k} in a row");
            if found.wdl != Wdl::Draw {
                assert_eq!(found.plies, tried.plies, "{width}x{height}, {k} in a row");
            }
        }
    }
}
