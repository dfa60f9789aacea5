//! What a file says before and after its entries.
//!
//! ```text
//!  0..8    ZermBook
//!  8       version of the form: 1
//!  9       kind: 0 scores, 1 policy
//! 10..13   columns, rows, length of lines
//! 13       plies
//! 14..18   how many entries there are, little-endian
//! 18..     entries: a byte each for scores, two for a policy
//!  last 4  CRC-32 of all before
//! ```

use super::error::{BookError, VERSION};
use super::positions::MOST;
use super::title::{BoardSize, Kind, Title};

/// The first bytes of every book.
const MAGIC: [u8; 8] = *b"ZermBook";
/// The bytes before the entries.
const HEAD: usize = 18;
/// The bytes after them.
const TAIL: usize = 4;
/// A longer file is no book: there are no more scores than this, and no policy that anybody could build has as many moves.
pub(in super::super) const LONGEST: u64 = (HEAD + 2 * MOST + TAIL) as u64;

impl Title {
    /// The title of a book, without a look at its entries.
    pub fn read(bytes: &[u8]) -> Result<Self, BookError> {
        let foreign = if MAGIC.starts_with(bytes) {
            BookError::Length { expected: (HEAD + TAIL) as u64, found: bytes.len() as u64 }
        } else {
            BookError::Foreign
        };
        let rest = bytes.strip_prefix(&MAGIC).ok_or(foreign)?;
        let &[version, kind, width, height, k, plies, ..] = rest else {
            return Err(BookError::Length { expected: (HEAD + TAIL) as u64, found: bytes.len() as u64 });
        };
        if version != VERSION {
            return Err(BookError::Version(version));
        }
        let kind = match kind {
            0 => Kind::Scores,
            1 => Kind::Policy,
            _ => return Err(BookError::Impossible("its kind is neither 0 nor 1")),
        };
        let title = Self { kind, size: [width, height, k], plies };
        title.check().map_err(BookError::Impossible)?;
        Ok(title)
    }

    /// Whether there can be such a book.
    pub(in super::super) fn check(self) -> Result<(), &'static str> {
        let [width, height, k] = self.size;
        // With lines of one stone there is one position, and its score is beyond a byte on the largest board.
        if !(1..=16).contains(&width) || !(1..=16).contains(&height) || !(2..=16).contains(&k) {
            return Err("columns and rows are from 1 to 16, the length of lines from 2 to 16");
        }
        let [width, height] = [width, height].map(u16::from);
        if !(1..=width * height).contains(&u16::from(self.plies)) {
            return Err("plies are from 1 to the number of squares");
        }
        Ok(())
    }

    /// The first bytes of a file about this.
    pub(in super::super) fn bytes(self, magic: [u8; 8]) -> Vec<u8> {
        let [width, height, k] = self.size;
        let mut bytes = magic.to_vec();
        bytes.extend([VERSION, self.kind.code(), width, height, k, self.plies]);
        bytes
    }
}

impl Kind {
    /// The bytes of an entry.
    pub(in super::super) fn entry(self) -> usize {
        match self {
            Self::Scores => 1,
            Self::Policy => 2,
        }
    }

    fn code(self) -> u8 {
        match self {
            Self::Scores => 0,
            Self::Policy => 1,
        }
    }
}

/// A whole file.
pub(in super::super) fn encode(title: Title, entries: &[u8]) -> Vec<u8> {
    let count = (entries.len() / title.kind.entry()) as u32;
    let mut bytes = title.bytes(MAGIC);
    bytes.extend(count.to_le_bytes());
    bytes.extend(entries);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// How many entries a whole file has.
pub(in super::super) fn count(title: Title, bytes: &[u8]) -> usize {
    (bytes.len() - HEAD - TAIL) / title.kind.entry()
}

/// The entries of a whole file about a board and of a kind, and how many plies it has.
pub(in super::super) fn decode(bytes: &[u8], kind: Kind, size: Option<BoardSize>) -> Result<(Title, &[u8]), BookError> {
    let found = Title::read(bytes)?;
    let expected = Title { kind, size: size.unwrap_or(found.size), ..found };
    let length = |expected| BookError::Length { expected, found: bytes.len() as u64 };
    let (head, rest) = bytes.split_at_checked(HEAD).ok_or(length((HEAD + TAIL) as u64))?;
    let count = u32::from_le_bytes([head[14], head[15], head[16], head[17]]);
    let whole = (HEAD + TAIL) as u64 + u64::from(count) * found.kind.entry() as u64;
    if bytes.len() as u64 != whole {
        return Err(length(whole));
    }
    let (entries, sum) = rest.split_at(rest.len() - TAIL);
    if crc32fast::hash(&bytes[..bytes.len() - TAIL]).to_le_bytes() != sum {
        return Err(BookError::Checksum);
    }
    if found != expected {
        return Err(BookError::Other { expected, found });
    }
    Ok((found, entries))
}
