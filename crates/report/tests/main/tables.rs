//! What a report says.

use scraper::{ElementRef, Html, Selector};
use serde_json::Value;
use zermelo_arena::plan::{SprtConfig, TournamentFormat};
use zermelo_core::{Outcome, Side, Termination};

use super::house::{CENTRE, CORNER, agent, config, game, pair, report, small};

/// The words of the page by section: headings, sentences, and a line for each row of a table.
fn words(page: &str) -> String {
    let html = Html::parse_document(page);
    let parts = Selector::parse("h1, h2, h3, p, dt, dd, figcaption, caption, tr, pre").expect("a selector");
    let line = |part: ElementRef<'_>| {
        let cells = Selector::parse("th, td").expect("a selector");
        let text =
            |part: ElementRef<'_>| part.text().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ");
        let row: Vec<String> = part.select(&cells).map(text).collect();
        if row.is_empty() { text(part) } else { row.join(" | ") }
    };
    html.select(&parts).map(line).collect::<Vec<_>>().join("\n")
}

/// The data of the charts: a line a series.
fn charts(page: &str) -> String {
    let html = Html::parse_document(page);
    let data = Selector::parse("script#charts").expect("a selector");
    let text = html.select(&data).next().expect("data of charts").text().collect::<String>();
    let data: Value = serde_json::from_str(&text).expect("JSON");
    let mut lines = Vec::new();
    for (id, chart) in data.as_object().expect("charts by their ids") {
        for series in chart["option"]["series"].as_array().expect("series") {
            lines.push(format!("{id} {} {}: {}", series["type"], series["name"], series["data"]));
        }
    }
    lines.join("\n")
}

#[test]
fn a_small_tournament() {
    let (config, results) = small();
    let page = report(&config, &results);
    insta::with_settings!({ filters => vec![(r"zermelo \d+\.\d+\.\d+", "zermelo VERSION")] }, {
        insta::assert_snapshot!(words(&page));
    });
    insta::assert_snapshot!("the_data_of_its_charts", charts(&page));
}

#[test]
fn a_test_says_how_it_came_to_its_end() {
    let mut config = config("tictactoe", vec![agent("a", "alphabeta"), agent("b", "random")]);
    config.sprt = Some(SprtConfig::between(0.0, 100.0));
    let won = |number, first| {
        let game = |players, winner| game(players, CORNER, Outcome::Win(winner), Termination::Line);
        pair(number, 1, [0, 1], vec![game([0, 1], Side::First), game([1, 0], first)])
    };
    let results: Vec<_> = (0..40).map(|at| won(at, if at % 5 == 0 { Side::First } else { Side::Second })).collect();
    let page = report(&config, &results);
    let words = words(&page);
    assert!(words.contains("H0: a is stronger than b by 0 normalised Elo. H1: by 100."), "{words}");
    assert!(words.contains("H1 is accepted, at an LLR of"), "{words}");
    assert!(words.contains("Bounds at −2.94 and 2.94."), "{words}");
}

#[test]
fn places_stand_before_ratings() {
    let agents = ["a", "b", "c"].map(|name| agent(name, "random")).to_vec();
    let mut config = config("tictactoe", agents);
    config.format = TournamentFormat::Knockout;
    config.games = zermelo_arena::plan::GameCount::Games(2);
    // The first one has nobody to play against in the first round, and loses the last.
    let wins = |number, round, [winner, loser]: [usize; 2]| {
        let players = [winner.min(loser), winner.max(loser)];
        let mut job = pair(
            number,
            round,
            players,
            vec![
                game([winner, loser], CORNER, Outcome::Win(Side::First), Termination::Line),
                game([loser, winner], CENTRE, Outcome::Win(Side::Second), Termination::Resignation),
            ],
        );
        job.pair = 0;
        job
    };
    let half = report(&config, &[wins(0, 1, [2, 1])]);
    assert!(
        words(&half).contains("In the order of the knockout tournament, as far as it was played."),
        "{}",
        words(&half)
    );
    let whole = words(&report(&config, &[wins(0, 1, [2, 1]), wins(1, 2, [2, 0])]));
    assert!(whole.contains("In the order of the knockout tournament."), "{whole}");
    assert!(whole.contains("c wins, with 100.0 % of the points of its games."), "{whole}");
    let rows: Vec<usize> = ["\n1 | c", "\n2 | a", "\n3 | b"].iter().map(|row| whole.find(row).expect(row)).collect();
    assert!(rows.is_sorted(), "{whole}");
}

#[test]
fn nothing_and_next_to_nothing_work() {
    let (config, results) = small();
    let empty = report(&config, &[]);
    assert!(words(&empty).contains("No game has been played yet."));
    assert!(!empty.contains("<script"), "no charts, no library");
    let one = report(&config, &[pair(0, 1, [0, 1], vec![results[0].games[0].clone()])]);
    assert!(words(&one).contains("1 game of tictactoe, 3 agents"));
    let alone = super::house::config("tictactoe", vec![agent("alone", "random")]);
    assert!(words(&report(&alone, &[])).contains("0 games of tictactoe, 1 agent"));
}

#[test]
fn long_games_and_many_agents_stay_small() {
    let names: Vec<String> = (0..20).map(|number| format!("agent number {number}")).collect();
    let config = config("tictactoe", names.iter().map(|name| agent(name, "random")).collect());
    let long = vec!["a1"; 3000].join(" ");
    let mut results = Vec::new();
    for a in 0..20 {
        for b in a + 1..20 {
            let moves = if a == 0 { long.as_str() } else { CENTRE };
            let play = |players| game(players, moves, Outcome::Win(Side::First), Termination::Line);
            results.push(pair(results.len() as u64, 1, [a, b], vec![play([a, b]), play([b, a])]));
        }
    }
    let page = report(&config, &results);
    assert!(page.len() < 1_500_000, "{} bytes", page.len());
    assert!(words(&page).contains("the shortest 5, the longest 3000"));
}
