//! Tests of the command line as a process: output, errors, exit codes.

mod arena;
mod bad_input;
mod bench;
mod book;
mod engines;
mod experiments;
mod first_moves;
mod json;
mod packaging;
mod people;
mod play_online;
mod puzzles;
mod queue;
mod screen;
mod serve;
mod serve_kill;
mod solve;
mod solve_stats;
mod tables;
mod tree;

use std::path::PathBuf;

use assert_cmd::Command;

/// The program, with a timeout of a minute.
fn zermelo(args: &[&str]) -> Command {
    let mut command = Command::new(PathBuf::from(env!("CARGO_BIN_EXE_zermelo")));
    command.args(args).timeout(std::time::Duration::from_mins(1));
    command
}

/// The standard output of a successful command.
fn output(args: &[&str], typed: &str) -> String {
    let output = zermelo(args).write_stdin(typed).assert().success().get_output().clone();
    String::from_utf8(output.stdout).expect("text")
}

/// The exit code and the standard error of a failing command.
fn failure(args: &[&str]) -> (i32, String) {
    let output = zermelo(args).assert().failure().get_output().clone();
    assert!(output.stdout.is_empty(), "{args:?} prints nothing but its error");
    (output.status.code().expect("it is not killed"), String::from_utf8(output.stderr).expect("text"))
}
