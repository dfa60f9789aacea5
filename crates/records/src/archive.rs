//! A file that games are added to.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use zermelo_core::erased::DynGame;

use crate::csv::{self, GameRow};
use crate::pdn::{NoPdn, PdnGame};
use crate::{ReplayError, SavedGame, jsonl};

/// The kinds of file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// One JSON object a line.
    JsonLines,
    /// A table of games.
    Csv,
    /// Portable Draughts Notation.
    Pdn,
}

impl Format {
    /// By the end of a file's name: `.csv`, `.pdn`; all others are JSON Lines.
    pub fn of(path: &Path) -> Self {
        let end = path.extension().map(|end| end.to_string_lossy().to_ascii_lowercase());
        match end.as_deref() {
            Some("csv") => Self::Csv,
            Some("pdn") => Self::Pdn,
            _ => Self::JsonLines,
        }
    }

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::JsonLines => "JSON Lines",
            Self::Csv => "CSV",
            Self::Pdn => "PDN",
        }
    }

    /// What a file is, by its first bytes; `None` for one that is neither of these.
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
            // Tags, a comment, a line to skip, or the number of the first move.
            (b'[', Some(b'A'..=b'Z' | b'a'..=b'z')) | (b'{' | b'%' | b'0'..=b'9', _) => Some(Self::Pdn),
            _ => None,
        }
    }
}

/// Why a file is not opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The system refuses.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The game is not written in PDN.
    #[error("{0}; name a file that ends in .jsonl or .csv")]
    NoPdn(#[from] NoPdn),
    /// What is in the file is something else, and stays.
    #[error("it holds {found}, and its name asks for {}: choose another file", expected.name())]
    OtherKind {
        /// What it is.
        found: &'static str,
        /// What its name says.
        expected: Format,
    },
}

/// Why a game is not added.
#[derive(Debug, thiserror::Error)]
pub enum AddError {
    /// The system refuses.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The game is not written in PDN.
    #[error(transparent)]
    NoPdn(#[from] NoPdn),
    /// The game does not begin by the rules that it is said to have.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// A file that games are added to; what is in it stays.
#[derive(Debug)]
pub struct Archive {
    file: File,
    format: Format,
    /// What goes before the next game: titles, the end of a line that was torn, a blank line.
    before: Vec<u8>,
}

/// What there is to know of a file before it is added to.
struct Present {
    head: Vec<u8>,
    /// Whether its last line has no end.
    is_torn: bool,
}

impl Archive {
    /// Opens the file, or makes it, for records of a game. The end of its name says what is written: see [`Format::of`].
    pub fn open(path: &Path, game: &dyn DynGame) -> Result<Self, OpenError> {
        let format = Format::of(path);
        if format == Format::Pdn && game.pdn().is_none() {
            return Err(NoPdn { game: game.spec() }.into());
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

    /// Adds a game, whose rules `rules` are, in one write.
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
    /// Nothing for a file that does not exist yet, and for what can't be read back, such as a pipe.
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

/// What makes an end of a last line that a crash cut off, so that it stands alone as a bad one.
fn end_of_torn(path: &Path, format: Format) -> io::Result<Vec<u8>> {
    // Inside quotation marks the end of a line would be one more character of the field.
    let is_quoted = || -> io::Result<bool> {
        let marks = std::fs::read(path)?.into_iter().filter(|&byte| byte == b'"').count();
        Ok(!marks.is_multiple_of(2))
    };
    Ok(if format == Format::Csv && is_quoted()? { b"\"\n".to_vec() } else { b"\n".to_vec() })
}
