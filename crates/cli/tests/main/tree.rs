//! `zermelo tree`: output and errors.

use serde_json::Value;

use super::{failure, output};

#[test]
fn a_tree_is_written_line_by_line_or_as_a_page() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = |name: &str| folder.path().join(name).to_str().expect("a plain path").to_owned();
    let (lines, page) = (path("tree.jsonl"), path("tree.html"));
    let search = ["tree", "connect4", "--agent", "alphabeta:depth=4", "--max-nodes", "100"];
    let said = output(&[&search[..], &["--out", &lines, "--json"]].concat(), "");
    let said: Value = serde_json::from_str(&said).expect("an object");
    let analysed = output(&["analyse", "connect4", "--agent", "alphabeta:depth=4", "--json"], "");
    let analysed: Value = serde_json::from_str(analysed.lines().last().expect("a line")).expect("an object");
    assert_eq!((&said["nodes"], &said["shown"]), (&analysed["nodes"], &Value::from(100)));
    let text = std::fs::read_to_string(&lines).expect("the tree");
    assert_eq!(text.lines().count(), 102, "the head, the root and its nodes");
    let said = output(&[&search[..], &["--beside", "minimax:depth=4", "--out", &page]].concat(), "");
    assert!(said.starts_with("Tree: ") && said.contains("100 shown"), "{said}");
    let text = std::fs::read_to_string(&page).expect("the page");
    assert!(text.contains("<title>Connect Four: alphabeta:depth=4, minimax:depth=4</title>"), "{}", &text[..400]);
}

#[test]
fn what_has_no_tree_is_refused() {
    for (args, words) in [
        (
            &["--agent", "random", "--out", "a.html"][..],
            "agents with a tree: minimax, negamax, alphabeta, pvs, mtdf, mcts",
        ),
        (&["--agent", "minimax:threads=2", "--out", "a.html"], "threads share it; leave threads out"),
        (
            &["--agent", "minimax", "--beside", "greedy", "--out", "a.html"],
            "--beside greedy: this agent has no search tree to show",
        ),
        (&["--agent", "minimax", "--out", "a.txt"], "its name must end in .html (a web page) or .jsonl (JSON Lines)"),
        (&["--agent", "minimax", "--out", "nowhere/a.html"], "its folder does not exist"),
        (&["--agent", "minimax", "--out", "."], "it is a folder"),
        (&["--agent", "minimax", "--out", "a.html", "--max-nodes", "0"], "0 is not in 1..=1000000"),
        (&["--agent", "minimax", "--moves", "a1 b1 a2 b2 a3", "--out", "a.html"], "the game is over"),
    ] {
        let (code, said) = failure(&[&["tree", "tictactoe"], args].concat());
        assert_eq!(code, 2, "{args:?}: {said}");
        assert!(said.contains(words), "{args:?}: {said}");
    }
    let (code, said) = failure(&["tree", "teeko", "--agent", "minimax", "--out", "a.html"]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("set depth, nodes or time"), "{said}");
}
