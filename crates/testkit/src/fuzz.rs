//! What the fuzz targets do with their bytes, and the replay of their corpus by the tests.
//!
//! A target is a line that calls one of these; the body lives here, so that a finding becomes a test by putting its file into
//! the corpus.

use std::fmt::Display;
use std::path::Path;

use zermelo_core::erased::{DynGame, DynRecord, ErasedError};

/// More than any message of a refusal needs: it shows an excerpt, never all it was given.
const LONGEST_MESSAGE: usize = 2000;

/// Reads the bytes as a position. One that is read prints as a text that leads back to it, and can be seen and played from.
///
/// # Panics
/// When it does not, or when the game's own code panics.
pub fn position(game: &dyn DynGame, data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let record = match game.record_from(&text) {
        Ok(record) => record,
        Err(why) => return refused(&why, &text),
    };
    let printed = record.position_text();
    let again = game.record_from(&printed).unwrap_or_else(|why| panic!("{text:?} prints as {printed:?}: {why}"));
    assert_eq!(again.position_text(), printed, "{text:?} read, printed, read and printed again");
    playable(record.as_ref());
}

/// Reads the bytes as a list of moves from the initial position. A list that is read replays by the usual texts of its moves;
/// one that is refused leaves the game as it was.
///
/// # Panics
/// When it does not, or when the game's own code panics.
pub fn moves(game: &dyn DynGame, data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut record = game.new_record();
    let before = record.position_text();
    if let Err(why) = record.play_all(&text) {
        assert_eq!((record.ply().0, record.position_text()), (0, before), "the refused list {text:?} left its mark");
        return refused(&why, &text);
    }
    let list: Vec<String> = record.moves().into_iter().map(|(text, _)| text).collect();
    let mut again = game.new_record();
    again.play_all(&list.join(" ")).unwrap_or_else(|why| panic!("{text:?} was played as {list:?}: {why}"));
    let ends = [&record, &again].map(|record| (record.position_text(), record.ending()));
    assert_eq!(ends[0], ends[1], "{text:?} was played as {list:?}");
    playable(record.as_ref());
}

/// Reads the bytes with a parser that gives the usual text of what it read: that text is read as itself.
///
/// # Panics
/// When it is not, or when the parser panics.
pub fn spec<E: Display>(parse: impl Fn(&str) -> Result<String, E>, data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match parse(&text) {
        Ok(usual) => match parse(&usual) {
            Ok(again) => assert_eq!(again, usual, "the usual form of {text:?}"),
            Err(why) => panic!("{text:?} prints as {usual:?}: {why}"),
        },
        Err(why) => told(&why.to_string(), &text),
    }
}

/// Runs one of these bodies over every file of a folder, in the order of their names, and gives the number of files.
///
/// # Panics
/// When the folder is missing or empty; when the body panics, after the file's name was printed.
pub fn replay_corpus(dir: impl AsRef<Path>, body: impl Fn(&[u8])) -> usize {
    /// Names the file while a panic passes by.
    struct Reading<'p>(&'p Path);
    impl Drop for Reading<'_> {
        fn drop(&mut self) {
            if std::thread::panicking() {
                eprintln!("the panic came up in the corpus file {}", self.0.display());
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
        let reading = Reading(path);
        body(&data);
        drop(reading);
    }
    assert!(!files.is_empty(), "{}: a corpus without files", dir.display());
    println!("{}: {} files", dir.display(), files.len());
    files.len()
}

/// What was read can be seen, and each of its moves played and taken back.
fn playable(record: &dyn DynRecord) {
    let legal = record.legal_moves();
    let view = record.view();
    assert_eq!(legal, view.moves.iter().map(|mv| mv.text.clone()).collect::<Vec<_>>(), "moves listed and shown");
    assert_eq!(legal.is_empty(), record.ending().is_some(), "{} legal moves, {:?}", legal.len(), record.ending());
    let here = record.position_text();
    let mut after = record.boxed_clone();
    for text in &legal {
        assert_eq!(after.play(text, None).as_deref(), Ok(text.as_str()), "{text} in {here}");
        assert_ne!(after.position_text(), here, "{text} changes nothing");
        assert!(after.undo(), "{text} in {here} can't be taken back");
        assert_eq!(after.position_text(), here, "{text} and back");
    }
}

fn refused(why: &ErasedError, text: &str) {
    assert!(why.code.contains('/'), "the code {:?} has no namespace ({why})", why.code);
    told(&why.message, text);
}

fn told(message: &str, text: &str) {
    assert!(!message.is_empty(), "{text:?} is refused without words");
    assert!(message.len() <= LONGEST_MESSAGE, "{} bytes of message about {} bytes", message.len(), text.len());
}
