//! Replays the corpus of the fuzz target for books.

use zermelo_testkit::fuzz::replay_corpus;

#[path = "../../../../fuzz/src/books.rs"]
mod books;

#[test]
fn book() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/book");
    let inputs = replay_corpus(folder, books::book);
    assert!(inputs >= 8, "{inputs} inputs");
}
