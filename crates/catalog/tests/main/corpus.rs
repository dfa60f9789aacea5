//! Replays the corpora of the fuzz targets.

use zermelo_testkit::fuzz::replay_corpus;

#[path = "../../../../fuzz/src/lib.rs"]
#[allow(missing_docs)]
mod targets;

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/");

fn replay(target: &str, body: fn(&[u8])) {
    let inputs = replay_corpus(format!("{CORPUS}{target}"), body);
    println!("{target}: {inputs} inputs");
}

#[test]
fn specs() {
    replay("spec", targets::spec);
}

#[test]
fn positions() {
    replay("position", targets::position);
}

#[test]
fn moves() {
    replay("moves", targets::moves);
}
