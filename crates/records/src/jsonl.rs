//! JSON Lines: one object a line, all that is known of a game in it ([`SavedGame`]).

use std::io::{self, BufRead, Read, Write};

use crate::words::shortened;
use crate::{MAX_LINE, Place, SavedGame, Unfit};

/// Adds games to a file, one write a game: a reader of the growing file never sees a line of two writes, and a crash tears at
/// most the last one.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
}

impl<W: Write> Writer<W> {
    /// Writes to `out` from where it stands.
    pub fn new(out: W) -> Self {
        Self { out }
    }

    /// Adds a game.
    pub fn add(&mut self, game: &SavedGame) -> io::Result<()> {
        self.out.write_all(line(game)?.as_bytes())
    }

    /// Gives back what was written to.
    pub fn into_inner(self) -> W {
        self.out
    }
}

/// A game as a line, its end included.
pub(crate) fn line(game: &SavedGame) -> io::Result<String> {
    let mut line = serde_json::to_string(game)?;
    line.push('\n');
    Ok(line)
}

/// Why a line is not a game.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {why}")]
pub struct ReadError {
    /// Where.
    pub place: Place,
    /// Why.
    #[source]
    pub why: Fault,
}

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// Longer than any game.
    #[error("the line has more than {MAX_LINE} bytes; no game is that long")]
    TooLong,
    /// Not text.
    #[error("the line is not UTF-8")]
    NotUtf8,
    /// Not a game in JSON.
    #[error("{0}")]
    Malformed(String),
    /// The last line, cut off in the middle: whoever wrote it broke down or is still writing.
    #[error("the file breaks off in the middle of a game ({0}); the games before it are complete")]
    Torn(String),
    /// The fields contradict each other.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// The file could not be read on.
    #[error("can't be read: {0}")]
    Io(#[from] io::Error),
}

/// Reads the games of a file, each with the number of its line. A line that is refused is given as such, and the lines behind it
/// are still read. Blank lines count for nothing.
pub fn read<R: BufRead>(reader: R) -> Games<R> {
    Games { reader, line: 0, over: false }
}

/// The games of a file; see [`read`].
#[derive(Debug)]
pub struct Games<R> {
    reader: R,
    /// Lines read.
    line: usize,
    over: bool,
}

impl<R: BufRead> Games<R> {
    /// The next line with its end; empty at the end of the file. One that is too long is passed over.
    fn next_line(&mut self) -> Result<Vec<u8>, Fault> {
        let mut line = Vec::new();
        let most = MAX_LINE as u64 + 1;
        self.reader.by_ref().take(most).read_until(b'\n', &mut line)?;
        if line.len() > MAX_LINE && line.last() != Some(&b'\n') {
            self.reader.skip_until(b'\n')?;
            return Err(Fault::TooLong);
        }
        Ok(line)
    }

    fn refused(&self, column: usize, why: impl Into<Fault>) -> ReadError {
        ReadError { place: Place { line: self.line, column }, why: why.into() }
    }

    fn parse(&self, line: &[u8]) -> Result<SavedGame, ReadError> {
        let text = std::str::from_utf8(line).map_err(|why| {
            let place = Place::behind(self.line, &line[..why.valid_up_to()]);
            // The line ends inside a character.
            let is_torn = why.error_len().is_none();
            ReadError { place, why: if is_torn { Fault::Torn(why.to_string()) } else { Fault::NotUtf8 } }
        })?;
        let game: SavedGame = serde_json::from_str(text.trim_end()).map_err(|why| self.malformed(line, &why))?;
        game.check().map_err(|why| self.refused(1, why))?;
        Ok(game)
    }

    fn malformed(&self, line: &[u8], why: &serde_json::Error) -> ReadError {
        let said = why.to_string();
        // The library's own place counts bytes, and lines from the start of the object.
        let said = shortened(said.rsplit_once(" at line ").map_or(said.as_str(), |(reason, _)| reason));
        // A text that breaks off is refused behind its end, any other at the last byte that was read.
        let read = if why.is_eof() { line.trim_ascii_end().len() } else { why.column().saturating_sub(1) };
        let before = &line[..read.min(line.len())];
        let is_torn = why.is_eof() && line.last() != Some(&b'\n');
        let why = if is_torn { Fault::Torn(said) } else { Fault::Malformed(said) };
        ReadError { place: Place::behind(self.line, before), why }
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Result<(usize, SavedGame), ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.over {
            self.line += 1;
            let line = match self.next_line() {
                Ok(line) => line,
                Err(why) => {
                    self.over = matches!(why, Fault::Io(_));
                    return Some(Err(self.refused(1, why)));
                }
            };
            self.over = line.is_empty();
            let bare = line.strip_prefix(b"\xEF\xBB\xBF").filter(|_| self.line == 1).unwrap_or(&line);
            if !bare.trim_ascii().is_empty() {
                return Some(self.parse(bare).map(|game| (self.line, game)));
            }
        }
        None
    }
}
