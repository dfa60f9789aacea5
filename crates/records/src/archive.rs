//! Files to which games are appended.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use zermelo_core::erased::DynGame;

use crate::csv::{self, GameRow};
use crate::pdn::{NoPdnError, PdnGame};
use crate::{ReplayError, SavedGame, jsonl};

/// The file formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// One JSON object per line.
    JsonLines,
    /// A table with one row per game.
    Csv,
    /// Portable Draughts Notation.
    Pdn,
}

impl Format {
    /// The format of a file name: `.csv`, `.pdn`; all others are JSON Lines.
    pub fn of(path: &Path) -> Self {
        let end = path.extension().map(|end| end.to_string_lossy().to_ascii_lowercase());
        match end.as_deref() {
            Some("csv") => Self::Csv,
            Some("pdn") => Self::Pdn,
            _ => Self::JsonLines,
        }
    }

    /// The name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::JsonLines => "JSON Lines",
            Self::Csv => "CSV",
            Self::Pdn => "PDN",
        }
    }

    /// The format of a file by its first bytes; `None` if it is unknown.
    fn by_content(head: &[u8]) -> Option<Self> {
        let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
        let titles = csv::GAME_COLUMNS.join(",");
        let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
        if line.trim_ascii_end() == titles.as_bytes() {
            return Some(Self::Csv);
        }
        let second = text.iter().skip(1).find(|byte| !byte.is_ascii_whitespace());
        match (text.first()?, second) {
            (b'{', Some(b'"' | b'}')) => Some(Self::JsonLines),
            // Tags, a comment, an ignored line, or the number of the first move.
            (b'[', Some(b'A'..=b'Z' | b'a'..=b'z')) | (b'{' | b'%' | b'0'..=b'9', _) => Some(Self::Pdn),
            _ => None,
        }
    }
}

/// Why a file can't be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// An error of the operating system.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The game has no PDN.
    #[error("{0}; name a file that ends in .jsonl or .csv")]
    NoPdn(#[from] NoPdnError),
    /// The contents have another format than the extension. The file is unchanged.
    #[error("it holds {found}, and its name asks for {}: choose another file", expected.name())]
    OtherKind {
        /// The format of the contents.
        found: &'static str,
        /// The format of the extension.
        expected: Format,
    },
}

/// Why a game can't be appended.
#[derive(Debug, thiserror::Error)]
pub enum AddError {
    /// An error of the operating system.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The game has no PDN.
    #[error(transparent)]
    NoPdn(#[from] NoPdnError),
    /// The start position is invalid in the game's rules.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// A file to which games are appended. Its contents are kept.
#[derive(Debug)]
pub struct Archive {
    file: File,
    format: Format,
    /// Text to write before the next game: column titles, the end of an incomplete line, a blank line.
    before: Vec<u8>,
}

/// The state of a file before appending.
struct Present {
    head: Vec<u8>,
    /// Whether the last line is incomplete.
    is_torn: bool,
}

impl Archive {
    /// Opens or creates a file for records of a game. The extension selects the format: see [`Format::of`].
    pub fn open(path: &Path, game: &dyn DynGame) -> Result<Self, OpenError> {
        let format = Format::of(path);
        if format == Format::Pdn && game.pdn().is_none() {
            return Err(NoPdnError { game: game.spec() }.into());
        }
        let present = Present::of(path)?;
        let is_empty = present.head.is_empty();
        let found = Format::by_content(&present.head);
        if !is_empty && found != Some(format) {
            let found = found.map_or("something else than games", Format::name);
            return Err(OpenError::OtherKind { found, expected: format });
        }
        let mut before = if present.is_torn { end_of_torn(path, format)? } else { Vec::new() };
        match format {
            Format::Csv if is_empty => before.extend(csv::titles()?),
            Format::Pdn if !is_empty => before.push(b'\n'),
            _ => {}
        }
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self { file, format, before })
    }

    /// Appends a game in one write. `rules` are its rules.
    pub fn add(&mut self, game: &SavedGame, rules: &dyn DynGame) -> Result<(), AddError> {
        let written = match self.format {
            Format::JsonLines => jsonl::line(game)?.into_bytes(),
            Format::Csv => csv::game_row(&GameRow::of(game, game.first_to_move(rules)?))?,
            Format::Pdn => PdnGame::of(game, rules)?.to_string().into_bytes(),
        };
        let mut bytes = std::mem::take(&mut self.before);
        bytes.extend(written);
        self.file.write_all(&bytes)?;
        if self.format == Format::Pdn {
            self.before.push(b'\n');
        }
        Ok(())
    }
}

impl Present {
    /// `None` for a file that does not exist yet and for what can't be read, such as a pipe.
    fn of(path: &Path) -> io::Result<Self> {
        const HEAD: u64 = 4096;
        if !path.is_file() {
            return Ok(Self { head: Vec::new(), is_torn: false });
        }
        let mut file = File::open(path)?;
        let mut head = Vec::new();
        (&file).take(HEAD).read_to_end(&mut head)?;
        let mut last = [b'\n'];
        if !head.is_empty() {
            file.seek(SeekFrom::End(-1))?;
            file.read_exact(&mut last)?;
        }
        Ok(Self { head, is_torn: last != [b'\n'] })
    }
}

/// The text that ends an incomplete last line, so that it becomes an invalid line of its own.
fn end_of_torn(path: &Path, format: Format) -> io::Result<Vec<u8>> {
    // Inside quotation marks a line break would belong to the field.
    let is_quoted = || -> io::Result<bool> {
        let marks = std::fs::read(path)?.into_iter().filter(|&byte| byte == b'"').count();
        Ok(!marks.is_multiple_of(2))
    };
    Ok(if format == Format::Csv && is_quoted()? { b"\"\n".to_vec() } else { b"\n".to_vec() })
}
