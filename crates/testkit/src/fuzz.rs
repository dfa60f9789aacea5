//! The bodies of the fuzz targets, and the replay of their corpus by the tests.
//!
//! A fuzz target only calls one of these functions. So a finding becomes a test when its file is added to the corpus.

use std::fmt::Display;
use std::path::Path;

use zermelo_core::erased::{DynGame, DynRecord, ErasedError};

/// The greatest length of an error message: a message shows an excerpt of the input, not all of it.
const MAX_MESSAGE: usize = 2000;

/// Parses the bytes as a position. The printed form of a valid position is parsed as the same position; its view can be
/// made and its moves can be played.
///
/// # Panics
/// When one of these fails, or when the game's own code panics.
pub fn position(game: &dyn DynGame, data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let record = match game.record_from(&text) {
        Ok(record) => record,
        Err(why) => return check_error(&why, &text),
    };
    let printed = record.position_text();
    let again = game.record_from(&printed).unwrap_or_else(|why| panic!("{text:?} prints as {printed:?}: {why}"));
    assert_eq!(again.position_text(), printed, "{text:?} parsed, printed, parsed and printed again");
    check_playable(record.as_ref());
}

/// Parses the bytes as a list of moves from the initial position. A valid list can be replayed by the canonical texts
/// of its moves; an invalid list does not change the game.
///
/// # Panics
/// When one of these fails, or when the game's own code panics.
pub fn moves(game: &dyn DynGame, data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut record = game.new_record();
    let before = record.position_text();
    if let Err(why) = record.play_all(&text) {
        assert_eq!(
            (record.ply().0, record.position_text()),
            (0, before),
            "the rejected list {text:?} changed the game"
        );
        return check_error(&why, &text);
    }
    let list: Vec<String> = record.moves().into_iter().map(|(text, _)| text).collect();
    let mut again = game.new_record();
    again.play_all(&list.join(" ")).unwrap_or_else(|why| panic!("{text:?} was played as {list:?}: {why}"));
    let ends = [&record, &again].map(|record| (record.position_text(), record.ending()));
    assert_eq!(ends[0], ends[1], "{text:?} was played as {list:?}");
    check_playable(record.as_ref());
}

/// Parses the bytes with a parser that returns the canonical text. The parser must return a canonical text unchanged.
///
/// # Panics
/// When it does not, or when the parser panics.
pub fn spec<E: Display>(parse: impl Fn(&str) -> Result<String, E>, data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match parse(&text) {
        Ok(canonical) => match parse(&canonical) {
            Ok(again) => assert_eq!(again, canonical, "the canonical form of {text:?}"),
            Err(why) => panic!("{text:?} prints as {canonical:?}: {why}"),
        },
        Err(why) => check_message(&why.to_string(), &text),
    }
}

/// Runs the body of a fuzz target on every file of a folder, in the order of their names, and returns the number of
/// files.
///
/// # Panics
/// When the folder is missing or empty. When the body panics, after the file's name was printed.
pub fn replay_corpus(dir: impl AsRef<Path>, body: impl Fn(&[u8])) -> usize {
    /// Prints the file's name if it is dropped during a panic.
    struct CurrentFile<'p>(&'p Path);
    impl Drop for CurrentFile<'_> {
        fn drop(&mut self) {
            if std::thread::panicking() {
                eprintln!("panic in the corpus file {}", self.0.display());
            }
        }
    }
    let dir = dir.as_ref();
    let entries = std::fs::read_dir(dir).unwrap_or_else(|why| panic!("{}: {why}", dir.display()));
    let mut files: Vec<_> =
        entries.map(|entry| entry.expect("a folder that can be read").path()).filter(|path| path.is_file()).collect();
    files.sort();
    for path in &files {
        let data = std::fs::read(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        let current = CurrentFile(path);
        body(&data);
        drop(current);
    }
    assert!(!files.is_empty(), "{}: the corpus has no files", dir.display());
    println!("{}: {} files", dir.display(), files.len());
    files.len()
}

/// The view agrees with the legal moves, and each move can be played and taken back.
fn check_playable(record: &dyn DynRecord) {
    let legal = record.legal_moves();
    let view = record.view();
    assert_eq!(
        legal,
        view.moves.iter().map(|mv| mv.text.clone()).collect::<Vec<_>>(),
        "legal moves and moves of the view"
    );
    assert_eq!(legal.is_empty(), record.ending().is_some(), "{} legal moves, {:?}", legal.len(), record.ending());
    let before = record.position_text();
    let mut after = record.boxed_clone();
    for text in &legal {
        assert_eq!(after.play(text, None).as_deref(), Ok(text.as_str()), "{text} in {before}");
        assert_ne!(after.position_text(), before, "{text} does not change the position");
        assert!(after.undo(), "{text} in {before} can't be taken back");
        assert_eq!(after.position_text(), before, "{text} played and taken back");
    }
}

fn check_error(why: &ErasedError, text: &str) {
    assert!(why.code.contains('/'), "the code {:?} has no namespace ({why})", why.code);
    check_message(&why.message, text);
}

fn check_message(message: &str, text: &str) {
    assert!(!message.is_empty(), "{text:?} is rejected without a message");
    assert!(
        message.len() <= MAX_MESSAGE,
        "a message of {} bytes about an input of {} bytes",
        message.len(),
        text.len()
    );
}
