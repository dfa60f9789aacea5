//! The inputs that the fuzz targets start from, each read once.

use zermelo_testkit::fuzz::replay_corpus;

#[path = "../../../../fuzz/src/records.rs"]
mod targets;

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/");

fn replay(target: &str, body: fn(&[u8])) {
    let inputs = replay_corpus(format!("{CORPUS}{target}"), body);
    println!("{target}: {inputs} inputs");
}

#[test]
fn json_lines() {
    replay("jsonl", targets::jsonl);
}

#[test]
fn tables() {
    replay("csv", targets::csv);
}

#[test]
fn pdn() {
    replay("pdn", targets::pdn);
}
