//! `bench` without a file: fixed positions, signature, ablation.

use serde_json::Value;
use zermelo_testkit::fixture::Fixture;

use super::{failure, output};

fn lines(args: &[&str]) -> Vec<Value> {
    output(args, "").lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The rest of the signature is compared by `cargo xtask ci`.
#[test]
fn a_game_is_searched_as_the_signature_says() {
    let found = lines(&["bench", "--game", "tictactoe", "--json"]);
    let signature = Fixture::load("bench.txt");
    let accepted: Vec<(&str, u64)> =
        signature.rows().iter().map(|row| (row.text("game"), row.number("nodes"))).collect();
    let nodes = |game: &str| accepted.iter().find(|row| row.0 == game).unwrap().1;
    assert_eq!(found[0]["nodes"], nodes("tictactoe"), "see `cargo xtask signature`");
    assert_eq!(found[1]["total"]["nodes"], found[0]["nodes"]);
    assert_eq!(found[1]["total"]["signature"], Value::Null, "one game is not all");
    let sum: u64 = accepted.iter().filter(|row| row.0 != "total").map(|row| row.1).sum();
    assert_eq!(sum, nodes("total"));
}

#[test]
fn the_signature_is_the_sum_of_the_nodes() {
    let found = lines(&["bench", "--depth", "1", "--rounds", "2", "--json"]);
    let (total, games) = found.split_last().unwrap();
    let accepted = Fixture::load("bench.txt");
    assert_eq!(games.len(), accepted.rows().len() - 1, "every game of the signature, whose last row is the total");
    assert!(games.iter().all(|game| game["depth"] == 1));
    assert_eq!(games.iter().map(|game| game["nodes"].as_u64().unwrap()).sum::<u64>(), total["total"]["nodes"]);
    assert_eq!(total["total"]["signature"], Value::Null, "another depth is another search");
    let table = output(&["bench", "--depth", "1", "--threads", "2", "--hash", "1mb"], "");
    assert!(table.contains("pvs:hash=1mb,threads=2 on fixed positions"), "{table}");
    assert!(table.contains("total") && !table.contains("Signature"), "{table}");
}

#[test]
fn each_switch_is_turned_once() {
    let found = lines(&["bench", "--ablation", "--game", "tictactoe", "--json"]);
    let (games, means): (Vec<&Value>, Vec<&Value>) = found.iter().partition(|line| line["total"].is_null());
    let (default, turned) = games.split_first().unwrap();
    assert_eq!((&default["switch"], &default["node_ratio"]), (&Value::Null, &Value::from(1.0)));
    assert_eq!(turned.len(), means.len());
    for (turned, mean) in turned.iter().zip(means) {
        let mean = &mean["total"];
        assert_eq!((&turned["switch"], &turned["value"]), (&mean["switch"], &mean["value"]));
        let ratio = turned["nodes"].as_f64().unwrap() / default["nodes"].as_f64().unwrap();
        let close = |value: &Value| (value.as_f64().unwrap() - ratio).abs() < 1e-9;
        assert!(close(&turned["node_ratio"]) && close(&mean["node_ratio"]), "{turned} {mean}");
    }
    let nodes = |switch: &str| turned.iter().find(|line| line["switch"] == switch).unwrap()["nodes"].as_u64();
    assert!(nodes("tt") > default["nodes"].as_u64(), "without a table everything is searched again");
    assert_eq!(nodes("quiescence"), default["nodes"].as_u64(), "nothing is captured");
    let table = output(&["bench", "--ablation", "--game", "tictactoe", "--depth", "3"], "");
    assert!(table.contains("\ntt=off ") && table.contains("\nlmr=off "), "{table}");
}

#[test]
fn wrong_options_are_refused() {
    for (args, words) in [
        (&["--game", "chess"][..], "there are no fixed positions of \"chess\"; choose tictactoe, mnk,"),
        (&["--hash", "3"], "expected an amount of memory such as 512kb, 64mb or 2gb"),
        (&["--hash", "9000tb"], "does not fit the memory of this machine"),
        (&["--threads", "0"], "0 is not in 1..=256"),
        (&["--depth", "0"], "0 is not in 1..=1000"),
        (&["--max-depth", "3"], "FILE.toml"),
        (&["a.toml", "--ablation"], "cannot be used with '--ablation'"),
        (&["a.toml", "--game", "teeko"], "cannot be used with '--game <GAME>'"),
    ] {
        let (code, said) = failure(&[&["bench"], args].concat());
        assert_eq!(code, 2, "{args:?}: {said}");
        assert!(said.contains(words), "{args:?}: {said}");
    }
}
