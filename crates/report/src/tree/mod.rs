//! Search trees for people: as a page, and as JSON Lines for programs.
//!
//! ```text
//! merge   the merged tree of one or two searches of a position
//! data    its nodes as data, for the lines and the page
//! ```

mod data;
mod laid;
mod merge;

use std::io::{self, Write};

use maud::html;
use serde_json::{Map, Value, json};
use zermelo_core::Side;
use zermelo_core::erased::{DynGame, DynRecord, DynTrace, TextDecision};

use crate::page::Page;
use data::Boards;

pub use laid::{Searched, Tree};

/// The texts of the page by language. The first is the default.
const WORDS: [(&str, &str); 2] =
    [("en", include_str!("../../assets/tree-words.en.json")), ("fr", include_str!("../../assets/tree-words.fr.json"))];
const STYLE: &str = include_str!("../../assets/tree.css");
const DRAW: &str = include_str!("../../assets/tree.js");
const BOARDS: &str = include_str!("../../assets/boards.js");

impl<'a> Tree<'a> {
    /// The tree of searches of a record's position: at most `most` nodes below the root, the largest or most visited first.
    pub fn new(
        rules: &'a dyn DynGame,
        record: &'a dyn DynRecord,
        search: Searched<'a>,
        beside: Option<Searched<'a>>,
        most: usize,
    ) -> Self {
        let mut searches = vec![search];
        searches.extend(beside);
        let traces: Vec<&dyn DynTrace> = searches.iter().map(|search| search.trace).collect();
        let nodes = merge::merge(&traces, most);
        let lines = traces.iter().enumerate().map(|(search, trace)| merge::line(*trace, search, &nodes)).collect();
        Self { rules, record, searches, nodes, lines }
    }

    /// The number of shown nodes below the root.
    pub fn shown(&self) -> usize {
        self.nodes.len() - 1
    }

    /// JSON Lines: one object about the searches, then the nodes, each after its parent.
    pub fn write_lines(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", json!({ "tree": self.head() }))?;
        for at in 0..self.nodes.len() {
            writeln!(out, "{}", data::line(self, at))?;
        }
        Ok(())
    }

    /// The page, in the reader's language. `game` is the title of the game.
    pub fn page(&self, game: &str) -> String {
        // The texts are part of the program, and a test parses them.
        let read =
            |(language, text): (&str, &str)| (language.to_owned(), serde_json::from_str(text).unwrap_or_default());
        let words: Map<String, Value> = WORDS.into_iter().map(read).collect();
        let agents: Vec<&str> = self.searches.iter().map(|search| search.agent).collect();
        let title = format!("{game}: {}", agents.join(", "));
        let boards = Boards::new(&self.rules.board());
        let nodes: Vec<Value> = (0..self.nodes.len()).map(|at| data::node(self, at, &boards)).collect();
        let mut page = Page::new();
        page.add_style(STYLE);
        page.add_data(
            "tree",
            json!({
                "title": game,
                "head": self.head(),
                "board": self.rules.board(),
                "sides": self.rules.side_names(),
                "nodes": nodes,
                "words": &words,
            }),
        );
        page.add_script(BOARDS);
        page.add_script(DRAW);
        let body = html! {
            div #page {
                h1 { (title) }
                noscript {
                    @for (language, words) in &words { p lang=(language) { (words["no_script"].as_str().unwrap_or_default()) } }
                }
            }
        };
        page.finish(&title, &body)
    }

    fn side(&self) -> Side {
        self.record.side_to_move()
    }

    /// The searches and their results.
    fn head(&self) -> Value {
        let searches: Vec<Value> =
            self.searches.iter().enumerate().map(|(at, search)| self.search(at, search)).collect();
        json!({
            "game": self.record.game_spec(),
            "position": self.record.position_text(),
            "played": self.record.moves().into_iter().map(|(mv, _)| mv).collect::<Vec<_>>(),
            "side": self.side(),
            "shown": self.shown(),
            "searches": searches,
        })
    }

    fn search(&self, at: usize, search: &Searched<'_>) -> Value {
        let decision: &TextDecision = search.trace.decision();
        let root = search.trace.figures(0);
        let mut head = json!({
            "agent": search.agent,
            "best": decision.action.mv(),
            "score": decision.score,
            "points": decision.share,
            "pv": decision.pv,
            "depth": decision.depth,
            "nodes": decision.nodes,
            "playouts": decision.playouts,
            "seconds": decision.elapsed.as_secs_f64(),
            "tree": root.below,
            "elsewhere": search.trace.elsewhere(),
            "shown": self.nodes.iter().skip(1).filter(|node| node.seen(at).is_some()).count(),
        });
        if let Some(note) = &decision.note {
            head["note"] = json!(note);
        }
        head
    }
}
