//! The inputs that the fuzz target of messages starts from, each read once; and noise made of them.

use proptest::prelude::{ProptestConfig, any, proptest};
use proptest::sample::Index;
use zermelo_testkit::fuzz::replay_corpus;

#[path = "../../../../fuzz/src/rooms.rs"]
mod targets;

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/server_message");

#[test]
fn messages() {
    let inputs = replay_corpus(CORPUS, targets::server_message);
    println!("server_message: {inputs} inputs");
}

/// Every line of the corpus.
fn lines() -> Vec<Vec<u8>> {
    let files = std::fs::read_dir(CORPUS).expect("the corpus");
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    let read = |path| std::fs::read(path).expect("a file");
    let lines: Vec<Vec<u8>> = files
        .into_iter()
        .flat_map(|path| read(path).split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>())
        .collect();
    assert!(lines.len() > 50);
    lines
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lines_in_any_order_with_any_letters_in_them_do_no_harm(
        chosen in proptest::collection::vec((any::<Index>(), proptest::option::weighted(0.1, (any::<Index>(), any::<u8>()))), 0..60),
    ) {
        let lines = lines();
        let mut input = Vec::new();
        for (which, change) in chosen {
            let mut line = which.get(&lines).clone();
            if let Some((at, byte)) = change && !line.is_empty() {
                let at = at.index(line.len());
                line[at] = byte;
            }
            input.extend(line);
            input.push(b'\n');
        }
        targets::server_message(&input);
    }
}
