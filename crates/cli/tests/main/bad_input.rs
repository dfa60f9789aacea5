//! Errors: exit code 2 for wrong usage and 1 for failures, with a message on standard error.

use super::{failure, output, zermelo};

#[test]
fn errors_name_the_fault_and_the_valid_values() {
    for (args, words) in [
        (&["perft", "mnk:width=0", "1"][..], "width is a whole number from 1 to 15"),
        (&["perft", "connect4:k=99", "1"], "k is a whole number from 1 to 16"),
        (&["perft", "chess", "1"], "there is no game \"chess\"; there is tictactoe, mnk, connect4, "),
        (&["perft", "connect4", "3", "--moves", "4 4 9"], "move 3: \"9\" is not possible"),
        (&["perft", "connect4", "-1"], "-1 is not in 0..=1000"),
        (&["perft", "connect4", "3", "--position", "x6/x6/x6/x6/x6/x6/x6/x6 o"], "8 rows"),
        (&["perft", "connect4", "3", "--position", "7/7/7/7/x6/7 o"], "floats"),
        (&["perft", "connect4", "3", "--position", "7/7/7/7/7/oo5 x"], "x moves when both have the same number"),
        (&["perft", "connect4", "3", "--position", "7/7/7/7/oooo3/xxxx3 x"], "both sides have a line"),
        (&["perft", "connect4", "42", "--totals"], "more than 200000000 nodes"),
        (&["analyse", "connect4", "--agent", "alphabeta:depth=-1"], "depth is a whole number from 1 to 1000"),
        (&["analyse", "connect4", "--agent", "pvs:depth=3", "--lines", "1001"], "1001 is not in 0..=1000"),
        (&["analyse", "connect4", "--agent", "alphabeta:eval=(none"], "expected a closing )"),
        (&["analyse", "connect4", "--agent", "alphabeta:eval=none)"], "or the end"),
        (&["play", "connect4", "--second", "deepblue"], "there is no agent \"deepblue\""),
        (&["play", "connect4", "--time", "fast"], "expected a duration such as 250ms, 2s or 1m"),
        (&["play", "tictactoe", "--moves", "a1 b1 a2 b2 a3"], "the start position is already decided"),
        (&["games", "go"], "there is no game \"go\""),
        (&["agents", "zero"], "there is no agent \"zero\""),
    ] {
        let (code, said) = failure(args);
        assert_eq!(code, 2, "{args:?}: {said}");
        assert!(said.starts_with("error: "), "{args:?}: {said}");
        assert!(said.contains(words), "{args:?}: {said}");
    }
}

#[test]
fn a_finished_game_can_not_be_analysed() {
    let (code, said) = failure(&["analyse", "tictactoe", "--moves", "a1 b1 a2 b2 a3", "--agent", "minimax"]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("the game is over"), "{said}");
}

#[test]
fn a_file_that_can_not_be_written_fails_before_the_game() {
    let (code, said) = failure(&["play", "tictactoe", "--save", "/nowhere/at/all.jsonl"]);
    assert_eq!(code, 1);
    assert!(said.contains("can't write /nowhere/at/all.jsonl"), "{said}");
}

#[test]
fn a_save_file_must_fit_the_game() {
    let (code, said) = failure(&["play", "connect4", "--save", "games.pdn"]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("can't save in games.pdn: connect4 is not written in PDN"), "{said}");
    assert!(said.contains("name a file that ends in .jsonl or .csv"), "{said}");
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/src/main.rs");
    let (code, said) = failure(&["play", "connect4", "--save", manifest]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("it holds something else than games, and its name asks for JSON Lines"), "{said}");
}

#[test]
fn the_end_of_input_ends_the_game() {
    assert!(output(&["play", "tictactoe"], "").contains("End of input: the game stays unfinished."));
    assert!(output(&["play", "tictactoe"], "a1\n").contains("End of input"));
}

#[test]
fn the_prompt_survives_garbage_of_any_length() {
    let mut typed = "x".repeat(200_000_000);
    typed.push_str("\n\u{1b}[2J\u{0}\u{feff}\na1\nquit\n");
    let said = output(&["play", "tictactoe"], &typed);
    assert!(said.contains("the line is too long"), "the long line is refused");
    assert!(said.contains("X plays a1"), "the game goes on");
    assert!(said.len() < 10_000, "nothing of it is repeated");
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(["play", "tictactoe", "--first", "random", "--second", "random", "--endless", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends by itself");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_endless_games_with_their_statistics() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(["play", "tictactoe", "--first", "random", "--second", "random", "--endless", "--json"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut first = String::new();
    reader.read_line(&mut first).expect("a first event");
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    assert!(kill.success());
    let mut rest = String::new();
    reader.read_to_string(&mut rest).expect("text to the end");
    assert!(child.wait().expect("it ends").success());
    let last = rest.lines().last().expect("more events");
    assert!(last.contains("\"statistics\""), "{last}");
}

#[test]
fn help_shows_examples() {
    for command in ["games", "agents", "play", "perft", "analyse", "solve", "puzzles", "tree", "bench"] {
        assert!(output(&[command, "--help"], "").contains("Example"), "{command}");
    }
    zermelo(&[]).assert().code(2);
}
