//! The files in `experiments/` and the commands that take them.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{failure, output};

fn experiments() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    files
}

#[test]
fn every_experiment_can_be_run() {
    let folder = tempfile::tempdir().unwrap();
    let (mut benches, mut tournaments) = (0, 0);
    for path in experiments() {
        let file = path.to_str().unwrap();
        if fs::read_to_string(&path).unwrap().contains("[[series]]") {
            let lines = output(&["bench", file, "--rounds", "1", "--max-depth", "2", "--json"], "");
            assert!(lines.lines().count() > 1, "{file}: {lines}");
            benches += 1;
        } else {
            let out = folder.path().join(path.file_stem().unwrap()).with_extension("db");
            let out = out.to_str().unwrap();
            let small = ["--games", "2", "--depth", "1", "--playouts", "20", "--max-plies", "60", "--quiet"];
            output(&[&["arena", "run", file, "--out", out], &small[..]].concat(), "");
            assert!(output(&["arena", "show", out], "").contains("Averages"), "{file}");
            tournaments += 1;
        }
    }
    assert!(benches > 0 && tournaments > 0, "{benches} and {tournaments}");
}

#[test]
fn a_bench_counts_the_same_nodes_for_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bench.toml");
    fs::write(
        &file,
        r#"
        [[series]]
        title = "three in a row"
        game = "tictactoe"
        depths = [1, 2]
        positions = ["a1", ' # a remark', "x2/3/2o x; b2"]
        agents = [{ spec = "negamax" }, { name = "two", spec = "negamax:threads=2" }]
        "#,
    )
    .unwrap();
    let printed = output(&["bench", file.to_str().unwrap(), "--json"], "");
    let lines: Vec<Value> = printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // Eight moves and seven replies after a1; six and five after three stones and b2.
    let nodes: Vec<_> =
        lines.iter().map(|line| (line["agent"].as_str().unwrap(), line["nodes"].as_u64().unwrap())).collect();
    assert_eq!(nodes, [("negamax", 14), ("two", 14), ("negamax", 14 + 56 + 30), ("two", 14 + 56 + 30)]);
    assert!(lines.iter().all(|line| line["positions"] == 2 && line["node_ratio"] == 1.0));
    let table = output(&["bench", file.to_str().unwrap()], "");
    assert!(table.contains("three in a row: 2 positions; ratios to negamax"), "{table}");
}

#[test]
fn a_bench_says_what_is_wrong_with_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bench.toml");
    let says = |text: &str, words: &str| {
        fs::write(&file, text).unwrap();
        let (code, message) = failure(&["bench", file.to_str().unwrap()]);
        assert!(code == 2 && message.contains(words), "{code}: {message}");
    };
    let series = |rest: &str| format!("[[series]]\ngame = \"tictactoe\"\n{rest}");
    says(&series("agents = []"), "no agent to measure");
    says(&series("depths = [0]\nagents = [{ spec = \"minimax\" }]"), "depths are numbers from 1");
    says(&series("agents = [{ spec = \"maximin\" }]"), "there is no agent \"maximin\"");
    says(&series("positions = [\"a9\"]\nagents = [{ spec = \"minimax\" }]"), "opening 1, \"a9\"");
    says(&series("plies = 1\nagents = []"), "unknown field `plies`");
    says(&series("agents = [{ spec = \"minimax\", nodes = 5 }]"), "unknown field `nodes`");
    says("rounds = 0\nseries = []", "rounds must be at least 1");
    fs::write(&file, series("depths = [3]\nagents = [{ spec = \"minimax\" }]")).unwrap();
    let (code, message) = failure(&["bench", file.to_str().unwrap(), "--max-depth", "2"]);
    assert!(code == 2 && message.contains("no series has a depth up to 2"), "{message}");
    let (code, message) = failure(&["bench", folder.path().join("none.toml").to_str().unwrap()]);
    assert!(code == 2 && message.contains("can't read"), "{message}");
}
