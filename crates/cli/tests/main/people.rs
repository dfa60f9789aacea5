//! Snapshots of the text output. Times are redacted.

use super::output;

macro_rules! seen {
    ($name:expr, $args:expr, $typed:expr) => {
        insta::with_settings!({ filters => vec![
            (r"\d+\.\d{2,3} s\b", "[time]"),
            (r"(?m)^(\S.*?\s{2}\s*\d+\s+\d+\s+\d+\s+\d+\s+\d+)\s+\d+\.\d( .*)?$", "$1  [means]"),
        ] }, {
            insta::assert_snapshot!($name, output($args, $typed));
        });
    };
}

#[test]
fn lists() {
    seen!("games", &["games"], "");
    seen!("agents", &["agents"], "");
    seen!("one_game", &["games", "connect4"], "");
}

#[test]
fn a_game_of_people() {
    let typed = "b2\nb2\nzz\n?\nmoves\na1\nu\nundo\nundo\na1\nb2\na2\na3\nboard\nc1\nb3\nb1\nc3\n\nc2\n";
    seen!("tictactoe_people", &["play", "tictactoe", "--seed", "1"], typed);
}

#[test]
fn a_game_against_an_agent() {
    let args = ["play", "connect3d", "--second", "alphabeta:depth=2", "--seed", "1"];
    seen!("connect3d_agent", &args, "c3\nc3\nu\nd3\nresign\n");
}

#[test]
fn a_game_of_agents() {
    let args = ["play", "connect4", "--first", "alphabeta:depth=4", "--second", "alphabeta:depth=2", "--seed", "1"];
    seen!("connect4_agents", &args, "");
}

#[test]
fn people_agree_on_a_draw() {
    let said = output(&["play", "tictactoe"], "draw\na1\nb2\ndraw\ndraw\nc3\ndraw\n");
    assert_eq!(said.matches(" offers a draw.").count(), 2, "a second offer of the same side is refused: {said}");
    assert!(said.contains("your draw offer is open"), "{said}");
    assert!(said.contains("A draw by agreement, after 3 plies."), "{said}");
}

#[test]
fn a_draw_has_a_result() {
    let args =
        ["play", "mnk:width=2,height=2,k=3", "--first", "random:seed=1", "--second", "random:seed=2", "--seed", "1"];
    seen!("a_draw", &args, "");
}

#[test]
fn perft() {
    seen!("perft", &["perft", "connect4", "7"], "");
    seen!("perft_outcomes", &["perft", "connect4", "7", "--outcomes"], "");
    seen!("perft_divide", &["perft", "connect3d", "2", "--moves", "a1 a1 a1 a1 a1", "--divide"], "");
    seen!("perft_totals", &["perft", "tictactoe", "9", "--totals"], "");
}

#[test]
fn analysis() {
    let args = ["analyse", "tictactoe", "--position", "2o/1x1/xo1 x", "--agent", "minimax", "--lines", "5"];
    seen!("analyse_minimax", &args, "");
    let args = ["analyse", "connect4", "--moves", "4453", "--agent", "mcts:playouts=500", "--lines", "3"];
    seen!("analyse_mcts", &args, "");
    seen!("analyse_bfs", &["analyse", "connect4", "--moves", "444", "--agent", "bfs"], "");
}
