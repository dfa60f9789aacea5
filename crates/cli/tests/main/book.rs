//! `zermelo book`: building, resuming, verifying, errors.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::{failure, output, zermelo};

const BOARD: &str = "connect4:width=5,height=4";

fn build<'a>(out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["book", "build", BOARD, "--hash", "1mb", "--out", out], more].concat()
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().expect("a path of text").to_owned()
}

#[test]
fn builds_and_verifies_both_kinds() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, options, kind, entries) in [
        ("scores", &["--plies", "4"][..], "scores", json!(177)),
        ("policy", &["--policy", "--plies", "4"], "policy", json!(20)),
    ] {
        let book = path(folder.path(), name);
        let built: Value =
            serde_json::from_str(&output(&build(&book, &[options, &["--json"]].concat()), "")).expect("JSON");
        assert_eq!(built["entries"], entries, "{name}: {built}");
        assert_eq!(built["bytes"], json!(fs::metadata(&book).expect("the book").len()));
        let verified = output(&["book", "verify", &book, "--sample", "1000", "--hash", "1mb", "--json"], "");
        let verified: Value = serde_json::from_str(&verified).expect("JSON");
        assert_eq!((&verified["kind"], &verified["plies"]), (&json!(kind), &json!(4)));
        assert_eq!(verified["checked"], verified["positions"]);
        assert!(
            output(&["book", "verify", &book, "--sample", "3"], "").contains("3 entries solved again, all correct")
        );
    }
}

#[test]
fn resuming_after_a_kill_gives_the_same_book() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = path(folder.path(), "whole");
    output(&build(&whole, &[]), "");
    let killed = path(folder.path(), "killed");
    let part = format!("{killed}.part");
    let mut child =
        std::process::Command::new(env!("CARGO_BIN_EXE_zermelo")).args(build(&killed, &[])).spawn().expect("a build");
    while child.try_wait().expect("its state").is_none() && fs::metadata(&part).map_or(0, |it| it.len()) < 100 {
        std::thread::yield_now();
    }
    // It may be done already.
    let _ = child.kill();
    child.wait().expect("its end");
    if !Path::new(&killed).exists() {
        output(&build(&killed, &[]), "");
    }
    assert_eq!(fs::read(&killed).expect("the book"), fs::read(&whole).expect("the other book"));
    assert!(!Path::new(&part).exists());
}

#[test]
fn says_what_is_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    let book = path(folder.path(), "book");
    for (args, words) in [
        (&["book", "build", "tictactoe", "--out", &book][..], "there are no books of tictactoe"),
        (&["book", "build", "chess", "--out", &book], "there is no game \"chess\""),
        (&["book", "build", "connect4:k=1", "--out", &book], "the length of a line from 2 to 16"),
        (
            &["book", "build", "connect4", "--plies", "43", "--out", &book],
            "plies must be from 1 to the number of squares",
        ),
        (&["book", "build", "connect4", "--plies", "0", "--out", &book], "0 is not in 1..=255"),
        (&["book", "build", "connect4", "--hash", "much", "--out", &book], "512kb, 64mb or 2gb"),
    ] {
        let (code, said) = failure(args);
        assert_eq!(code, 2, "{args:?}: {said}");
        assert!(said.contains(words), "{args:?}: {said}");
    }
    let refused = |book: &str, words: &str| {
        let (code, said) = failure(&["book", "verify", book]);
        assert_eq!(code, 1, "{said}");
        assert!(said.contains(words), "{said}");
    };
    refused(&book, "can't read");
    output(&build(&book, &["--plies", "2"]), "");
    zermelo(&build(&book, &["--plies", "2"])).assert().code(2);
    let whole = fs::read(&book).expect("the book");
    fs::write(&book, &whole[..20]).expect("a cut book");
    refused(&book, "it has 20 bytes instead of");
    let mut damaged = whole.clone();
    damaged[20] ^= 1;
    fs::write(&book, damaged).expect("a damaged book");
    refused(&book, "its checksum is wrong");
    fs::write(&book, "a letter").expect("another file");
    refused(&book, "a book begins with \"ZermBook\"");
    let other = path(folder.path(), "other");
    fs::write(format!("{other}.part"), "a letter").expect("another file");
    let (code, said) = failure(&build(&other, &[]));
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("finish that one, or remove the file"), "{said}");
}
