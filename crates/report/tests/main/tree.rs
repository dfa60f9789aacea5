//! The page and the lines of a search tree.

use std::collections::{HashMap, HashSet};

use scraper::{Html, Selector};
use serde_json::{Value, json};
use zermelo_core::erased::{DynGame, DynRecord, DynTrace};
use zermelo_core::{SearchLimits, StopToken};
use zermelo_report::tree::{Searched, Tree};

const ALL: usize = 1 << 20;

struct Case {
    rules: Box<dyn DynGame>,
    record: Box<dyn DynRecord>,
}

fn case(game: &str, moves: &str) -> Case {
    let rules = zermelo_catalog::game(game).expect("a game");
    let mut record = rules.new_record();
    record.play_all(moves).expect("legal moves");
    Case { rules, record }
}

impl Case {
    fn trace(&self, agent: &str, most: usize) -> Box<dyn DynTrace> {
        let mut agent = zermelo_catalog::agent(agent, &self.record.game_spec()).expect("an agent");
        agent.new_game(1);
        agent.trace(self.record.as_ref(), &SearchLimits::NONE, &StopToken::new(), most).expect("a tree")
    }

    /// What `show` makes of the tree of one or two agents.
    fn tree<T>(&self, agents: &[&str], most: usize, show: impl FnOnce(&Tree<'_>) -> T) -> T {
        let traces: Vec<_> = agents.iter().map(|agent| self.trace(agent, ALL)).collect();
        let mut searches = agents.iter().zip(&traces).map(|(&agent, trace)| Searched { agent, trace: trace.as_ref() });
        let first = searches.next().expect("an agent");
        show(&Tree::new(self.rules.as_ref(), self.record.as_ref(), first, searches.next(), most))
    }

    fn lines(&self, agents: &[&str], most: usize) -> Vec<Value> {
        let text = self.tree(agents, most, |tree| {
            let mut text = Vec::new();
            tree.write_lines(&mut text).map(|()| text)
        });
        let text = String::from_utf8(text.expect("a vector takes all")).expect("text");
        text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
    }
}

/// Late enough for small trees.
const LATE: &str = "a1 b2 c3";

#[test]
fn the_lines_hold_every_node() {
    for agent in ["minimax", "negamax", "alphabeta"] {
        let lines = case("tictactoe", LATE).lines(&[agent], ALL);
        let head = &lines[0]["tree"];
        let search = &head["searches"][0];
        assert_eq!((&search["tree"], &search["elsewhere"]), (&search["nodes"], &json!(0)));
        assert_eq!(
            lines.len() as u64,
            search["nodes"].as_u64().expect("a count") + 2,
            "the head and the root beside them"
        );
        let root = &lines[1]["searches"][0];
        assert_eq!((&root["value"], &root["below"]), (&search["score"], &search["nodes"]));
        for (id, line) in lines[1..].iter().enumerate() {
            assert_eq!(line["id"], json!(id));
            assert!(id == 0 || line["parent"].as_u64().expect("a parent") < id as u64);
        }
        let on_line = lines[2..].iter().filter(|line| line["searches"][0]["pv"] == json!(true));
        assert_eq!(
            on_line.map(|line| line["move"].clone()).collect::<Vec<_>>(),
            *search["pv"].as_array().expect("moves")
        );
    }
}

#[test]
fn a_limit_leaves_the_totals() {
    let case = case("tictactoe", LATE);
    let (whole, part) = (case.lines(&["alphabeta"], ALL), case.lines(&["alphabeta"], 20));
    assert_eq!(part.len(), 22);
    let [all, few] = [&whole, &part].map(|lines| &lines[0]["tree"]["searches"][0]);
    assert_eq!((&all["tree"], &all["nodes"], &few["shown"]), (&few["tree"], &few["nodes"], &json!(20)));
    let untimed = |line: &Value| {
        let search = &line["searches"][0];
        (line["position"].clone(), search["value"].clone(), search["below"].clone(), search["children"].clone())
    };
    assert!(part[1..].iter().all(|line| whole.iter().any(|other| untimed(other) == untimed(line))));
}

/// Side by side, alpha-beta's nodes are some of minimax's, and the others were pruned.
#[test]
fn what_was_pruned_stands_in_its_place() {
    for (game, moves, depth) in [("tictactoe", LATE, ""), ("connect4:width=4,height=4,k=3", "12", ":depth=4")] {
        let case = case(game, moves);
        let [full, pruned] = ["minimax", "alphabeta"].map(|name| format!("{name}{depth}"));
        let alone = case.lines(&[&full], ALL);
        let both = case.lines(&[&full, &pruned], ALL);
        assert_eq!(both.len(), alone.len(), "alpha-beta goes nowhere where minimax does not");
        let searches = &both[0]["tree"]["searches"];
        assert!(searches[1]["nodes"].as_u64() < searches[0]["nodes"].as_u64());
        let ends = |end: &str| both[1..].iter().filter(|line| line["searches"][1]["end"] == json!(end)).count() as u64;
        let seen = both[1..].iter().filter(|line| line["searches"][1]["below"].is_u64()).count() as u64;
        assert_eq!(seen, searches[1]["nodes"].as_u64().expect("a count") + 1);
        assert_eq!(seen + ends("pruned"), both.len() as u64 - 1);
        let by_id: HashMap<u64, &Value> =
            both[1..].iter().map(|line| (line["id"].as_u64().expect("a number"), line)).collect();
        for line in &both[2..] {
            let [a, b] = [0, 1].map(|search| &line["searches"][search]);
            if b["bound"] == json!("exact") {
                assert_eq!(a["value"], b["value"]);
            }
            if b["end"] == json!("pruned") {
                let above = &by_id[&line["parent"].as_u64().expect("a parent")]["searches"][1];
                let named = above["pruned"].as_array().is_some_and(|moves| moves.contains(&line["move"]));
                assert!(named || above["end"] == json!("pruned"), "{line} below {above}");
            }
        }
    }
}

#[test]
fn what_a_limit_hides_is_not_called_pruned() {
    let case = case("tictactoe", LATE);
    let whole = case.lines(&["minimax", "alphabeta"], ALL);
    let fate = |line: &Value| line["searches"][1]["end"].clone();
    for line in &case.lines(&["minimax", "alphabeta"], 60)[2..] {
        let same = |other: &&Value| {
            other["position"] == line["position"] && other["searches"][0]["below"] == line["searches"][0]["below"]
        };
        assert!(whole[1..].iter().filter(same).any(|other| fate(other) == fate(line)));
    }
}

#[test]
fn a_monte_carlo_tree_has_the_terms_of_uct() {
    let lines = case("connect4", "44").lines(&["mcts:playouts=200"], 30);
    assert_eq!(lines.len(), 32);
    let visits = |line: &Value| line["searches"][0]["visits"].as_u64().expect("visits");
    let mut proven = 0;
    for line in lines[2..].iter().filter(|line| visits(line) > 0) {
        let search = &line["searches"][0];
        assert!((0.0..=1.0).contains(&search["share"].as_f64().expect("a share")));
        // In what is proven there is nothing to explore.
        if search["end"] == json!("proven") {
            assert!(search["explore"].is_null() && !search["value"].is_null(), "{line}");
            proven += 1;
        } else {
            assert!(search["explore"].as_f64().expect("a term") > 0.0, "{line}");
        }
    }
    assert!(proven > 0);
}

fn select<'a>(html: &'a Html, selector: &str) -> Vec<scraper::ElementRef<'a>> {
    html.select(&Selector::parse(selector).expect("a selector")).collect()
}

#[test]
fn the_page_stands_alone() {
    const EVIL: &str = "</script><img src=x onerror=alert(1)>\u{2028}";
    for (game, moves, agents) in [
        ("tictactoe", LATE, &["minimax", "alphabeta"][..]),
        ("connect3d", "", &["mcts:playouts=100"]),
        ("draughts-english", "", &["alphabeta:depth=3"]),
        ("teeko", "", &["alphabeta:depth=2"]),
    ] {
        let case = case(game, moves);
        let page = case.tree(agents, 200, |tree| tree.page(EVIL));
        let html = Html::parse_document(&page);
        assert_eq!(html.errors, Vec::<String>::new());
        assert!(select(&html, "[src], [href], [onerror], link, iframe, object, embed, base, form, img").is_empty());
        for outside in ["http:", "https:", "@import", "url(", "fetch(", "XMLHttpRequest"] {
            let text = page.replace("http://www.w3.org/2000/svg", "");
            assert!(!text.contains(outside), "{outside}");
        }
        let scripts = select(&html, "script");
        assert_eq!(scripts.len(), 3, "the data, the boards, the tree");
        let data: Value = serde_json::from_str(&scripts[0].text().collect::<String>()).expect("the data");
        assert_eq!(
            (&data["title"], data["nodes"].as_array().map(Vec::len)),
            (&json!(EVIL), Some(data["head"]["shown"].as_u64().expect("a count") as usize + 1))
        );
        let cells = data["board"]["cells"].as_array().expect("cells").len();
        for node in data["nodes"].as_array().expect("nodes") {
            assert_eq!(node["cells"].as_str().map(str::len), Some(cells));
        }
    }
}

/// Every word that the script asks for is there, and none that it does not.
#[test]
fn the_words_are_those_of_the_script() {
    let read = |text: &str| -> HashMap<String, String> { serde_json::from_str(text).expect("words") };
    let words = read(include_str!("../../assets/tree-words.en.json"));
    let french = read(include_str!("../../assets/tree-words.fr.json"));
    let holes = |text: &str| {
        text.split('{').skip(1).map(|rest| rest.split('}').next().map(str::to_owned)).collect::<HashSet<_>>()
    };
    assert_eq!(words.len(), french.len());
    for (key, text) in &words {
        assert_eq!(holes(text), holes(&french[key]), "{key}");
    }
    let script = concat!(include_str!("../../assets/tree.js"), include_str!("../../src/tree/mod.rs"));
    for (at, _) in script.match_indices("say(\"") {
        let key = script[at + 5..].split('"').next().expect("a key");
        assert!(words.contains_key(key), "{key}");
    }
    let families = ["end_", "why_", "col_", "title_"];
    for key in words.keys().filter(|key| families.iter().all(|family| !key.starts_with(family))) {
        assert!(script.contains(&format!("\"{key}\"")) || key.ends_with("_title"), "{key}");
    }
}
