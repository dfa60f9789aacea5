//! The reader of fixtures: cells, and the messages for malformed files.

use zermelo_testkit::fixture::{Fixture, fixtures_dir};

use crate::suite::panic_message;

const GOOD: &str = "source: a book, page 7
source: https://example.org/table

# a comment
board ; depth;nodes ; note
7x6   ; 6    ; 117_649 ;
3/1x1/3 o ; -2 ; 0.5 ; with a | and a :
";

#[test]
fn cells_are_read_by_their_column() {
    let fixture = Fixture::parse("good.txt", GOOD);
    assert_eq!(
        (fixture.name(), fixture.sources()),
        ("good.txt", &["a book, page 7".to_owned(), "https://example.org/table".to_owned()][..])
    );
    let [first, second] = fixture.rows() else { panic!("two rows") };
    assert_eq!((first.text("board"), first.number::<u8>("depth"), first.number::<u64>("nodes")), ("7x6", 6, 117_649));
    assert_eq!((first.optional("note"), first.optional_number::<u32>("note")), (None, None));
    assert_eq!((second.find("note"), first.find("note"), first.find("plies")), (second.optional("note"), None, None));
    assert_eq!((second.text("board"), second.number::<i32>("depth")), ("3/1x1/3 o", -2));
    assert_eq!(
        (second.optional_number::<f64>("nodes"), second.optional("note")),
        (Some(0.5), Some("with a | and a :"))
    );
    assert_eq!((first.place(), second.place()), ("good.txt:6", "good.txt:7"));
}

#[test]
fn every_message_names_the_line() {
    let message = |text: &str| panic_message(|| Fixture::parse("bad.txt", text));
    assert_eq!(message("a;b\n1;2"), "bad.txt:1: expected \"source: where the facts come from\" first");
    assert_eq!(message("source:\na\n1"), "bad.txt:1: the source is empty");
    assert_eq!(message("source: s\na;;b\n1;2;3"), "bad.txt:2: column 2 has no name");
    assert_eq!(message("source: s\na;a\n1;2"), "bad.txt:2: two columns have the name \"a\"");
    assert_eq!(message("source: s\n\na;b\n1;2\n1"), "bad.txt:5: 1 cells for 2 columns (a; b)");
    assert_eq!(message("source: s\na;b\n1;2;3"), "bad.txt:3: 3 cells for 2 columns (a; b)");
    assert!(message("source: s\na;b\n").starts_with("bad.txt: no rows"));
    assert!(message("").starts_with("bad.txt: no rows"));
    let fixture = Fixture::parse("good.txt", GOOD);
    let row = &fixture.rows()[0];
    assert_eq!(panic_message(|| row.text("note").len()), "good.txt:6: note is empty");
    assert_eq!(
        panic_message(|| row.text("plies").len()),
        "good.txt:6: no column \"plies\"; the columns are board; depth; nodes; note"
    );
    let message = panic_message(|| row.number::<u8>("nodes"));
    assert_eq!(message, "good.txt:6: nodes is \"117_649\": number too large to fit in target type");
    assert!(panic_message(|| row.number::<u8>("board")).starts_with("good.txt:6: board is \"7x6\""));
    assert!(panic_message(|| Fixture::load("no/such.txt")).starts_with("no/such.txt: "));
}

#[test]
fn the_fixtures_folder_exists() {
    assert!(fixtures_dir().is_dir(), "{}", fixtures_dir().display());
}
