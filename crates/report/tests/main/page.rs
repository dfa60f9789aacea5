//! The file itself: whole, alone, and deaf to names that are markup.

use scraper::{Html, Selector};
use sha2::{Digest, Sha256};
use zermelo_core::{Outcome, Side, Termination};
use zermelo_report::page::ECHARTS;

use super::house::{CORNER, agent, config, game, pair, report, small};

/// Names that would be more than names if anything let them.
const EVIL: [&str; 3] = [
    "<img src=x onerror=alert(1)>",
    "\"'></title></script><script>alert(2)</script>",
    "</td><a href=\"https://example.org\">&amp;\u{2028}",
];

fn evil() -> String {
    let mut config = config("tictactoe", EVIL.map(|name| agent(name, "random")).to_vec());
    config.name = Some(format!("<h1>{}", EVIL[1]));
    let play = |players| game(players, CORNER, Outcome::Win(Side::First), Termination::Line);
    let job = |number, [a, b]: [usize; 2]| pair(number, 1, [a, b], vec![play([a, b]), play([b, a])]);
    report(&config, &[job(0, [0, 1]), job(1, [0, 2]), job(2, [1, 2])])
}

fn select<'a>(html: &'a Html, selector: &str) -> Vec<scraper::ElementRef<'a>> {
    html.select(&Selector::parse(selector).expect("a selector")).collect()
}

#[test]
fn the_page_is_well_formed() {
    let (config, results) = small();
    for page in [report(&config, &results), report(&config, &[]), evil()] {
        let html = Html::parse_document(&page);
        assert_eq!(html.errors, Vec::<String>::new());
        let ids: Vec<&str> = select(&html, "[id]").iter().filter_map(|part| part.value().id()).collect();
        assert!(ids.iter().enumerate().all(|(at, id)| !ids[..at].contains(id)), "{ids:?}");
    }
}

#[test]
fn nothing_is_loaded_from_elsewhere() {
    let (config, results) = small();
    for page in [report(&config, &results), evil()] {
        let html = Html::parse_document(&page);
        assert!(select(&html, "[src], link, iframe, object, embed, base, form, img").is_empty());
        assert!(!page.contains("@import") && !page.replace(ECHARTS, "").contains("url("));
        let anchors: Vec<&str> = select(&html, "[href]").iter().filter_map(|part| part.attr("href")).collect();
        assert_eq!(anchors, ["https://doi.org/10.1007/BF01180541", "https://echarts.apache.org"]);
        let policy = select(&html, "meta[http-equiv=Content-Security-Policy]");
        assert!(policy[0].attr("content").is_some_and(|text| text.starts_with("default-src 'none';")));
    }
}

#[test]
fn names_are_text() {
    let page = evil();
    let html = Html::parse_document(&page);
    // The library, the data, and what draws it.
    assert_eq!(select(&html, "script").len(), 3);
    assert!(select(&html, "[onerror]").is_empty());
    assert_eq!(select(&html, "h1").len(), 1);
    for name in EVIL {
        let cells = select(&html, "th.name");
        assert!(cells.iter().any(|cell| cell.text().collect::<String>() == name), "{name}");
    }
    let data = select(&html, "script#charts")[0].text().collect::<String>();
    assert!(!data.contains(['<', '>', '&', '\u{2028}']), "{data}");
}

/// `vendor/README.md` says which file it is.
#[test]
fn the_library_is_the_one_that_is_named() {
    let readme = include_str!("../../vendor/README.md");
    let bytes: Vec<String> = Sha256::digest(ECHARTS.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    let hash = bytes.concat();
    assert!(readme.contains(&hash), "{hash}");
}

#[test]
fn every_chart_has_words() {
    let (config, results) = small();
    let html = Html::parse_document(&report(&config, &results));
    let plots = select(&html, ".plot");
    assert!(plots.len() > 6, "{}", plots.len());
    for plot in plots {
        assert!(plot.attr("aria-label").is_some_and(|text| text.len() > 20), "{:?}", plot.value());
    }
}
