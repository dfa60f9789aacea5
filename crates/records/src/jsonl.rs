//! JSON Lines: one object per line with all data of a game ([`SavedGame`]).

use std::io::{self, BufRead, Read, Write};

use crate::words::shortened;
use crate::{MAX_LINE, Place, SavedGame, SavedGameError};

/// Appends games to a file, with one write per game: a concurrent reader never sees a line of two writes, and a crash damages at most
/// the last game.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
}

impl<W: Write> Writer<W> {
    /// Writes to `out` at its current position.
    pub fn new(out: W) -> Self {
        Self { out }
    }

    /// Appends a game.
    pub fn add(&mut self, game: &SavedGame) -> io::Result<()> {
        self.out.write_all(line(game)?.as_bytes())
    }

    /// Returns the writer.
    pub fn into_inner(self) -> W {
        self.out
    }
}

/// A game as a line, including the line break.
pub(crate) fn line(game: &SavedGame) -> io::Result<String> {
    let mut line = serde_json::to_string(game)?;
    line.push('\n');
    Ok(line)
}

/// Why a line is not a game.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {why}")]
pub struct ReadError {
    /// The position of the error.
    pub place: Place,
    /// The error.
    #[source]
    pub why: JsonlLineError,
}

/// The kinds of errors.
#[derive(Debug, thiserror::Error)]
pub enum JsonlLineError {
    /// The line is too long.
    #[error("the line has more than {MAX_LINE} bytes; no game is that long")]
    TooLong,
    /// The line is not UTF-8.
    #[error("the line is not UTF-8")]
    NotUtf8,
    /// The line is not a game in JSON.
    #[error("{0}")]
    Malformed(String),
    /// The last line is incomplete: its writer crashed or is still writing.
    #[error("the file breaks off in the middle of a game ({0}); the games before it are complete")]
    Torn(String),
    /// The fields contradict each other.
    #[error(transparent)]
    SavedGameError(#[from] SavedGameError),
    /// An I/O error.
    #[error("can't be read: {0}")]
    Io(#[from] io::Error),
}

/// Reads the games of a file, each with its line number. An invalid line is an error, and the lines after it are still read. Blank
/// lines are ignored.
pub fn read<R: BufRead>(reader: R) -> Games<R> {
    Games { reader, line: 0, over: false }
}

/// The games of a file; see [`read`].
#[derive(Debug)]
pub struct Games<R> {
    reader: R,
    /// The number of lines read.
    line: usize,
    over: bool,
}

impl<R: BufRead> Games<R> {
    /// The next line, including the line break; empty at the end of the file. A line that is too long is skipped.
    fn next_line(&mut self) -> Result<Vec<u8>, JsonlLineError> {
        let mut line = Vec::new();
        let most = MAX_LINE as u64 + 1;
        self.reader.by_ref().take(most).read_until(b'\n', &mut line)?;
        if line.len() > MAX_LINE && line.last() != Some(&b'\n') {
            self.reader.skip_until(b'\n')?;
            return Err(JsonlLineError::TooLong);
        }
        Ok(line)
    }

    fn refused(&self, column: usize, why: impl Into<JsonlLineError>) -> ReadError {
        ReadError { place: Place { line: self.line, column }, why: why.into() }
    }

    fn parse(&self, line: &[u8]) -> Result<SavedGame, ReadError> {
        let text = std::str::from_utf8(line).map_err(|why| {
            let place = Place::behind(self.line, &line[..why.valid_up_to()]);
            // The line ends inside a character.
            let is_torn = why.error_len().is_none();
            ReadError {
                place,
                why: if is_torn { JsonlLineError::Torn(why.to_string()) } else { JsonlLineError::NotUtf8 },
            }
        })?;
        let game: SavedGame = serde_json::from_str(text.trim_end()).map_err(|why| self.malformed(line, &why))?;
        game.check().map_err(|why| self.refused(1, why))?;
        Ok(game)
    }

    fn malformed(&self, line: &[u8], why: &serde_json::Error) -> ReadError {
        let said = why.to_string();
        // The position of the library counts bytes, and lines from the start of the object.
        let said = shortened(said.rsplit_once(" at line ").map_or(said.as_str(), |(reason, _)| reason));
        // An error at the end of the text is after its last byte, any other at the last byte read.
        let read = if why.is_eof() { line.trim_ascii_end().len() } else { why.column().saturating_sub(1) };
        let before = &line[..read.min(line.len())];
        let is_torn = why.is_eof() && line.last() != Some(&b'\n');
        let why = if is_torn { JsonlLineError::Torn(said) } else { JsonlLineError::Malformed(said) };
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
                    self.over = matches!(why, JsonlLineError::Io(_));
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
