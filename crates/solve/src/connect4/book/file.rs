//! The file format of books.
//!
//! ```text
//!  0..8    ZermBook
//!  8       format version: 1
//!  9       kind: 0 scores, 1 policy
//! 10..13   columns, rows, length of lines
//! 13       plies
//! 14..18   number of entries, little-endian
//! 18..     entries: one byte each for scores, two for a policy
//!  last 4  CRC-32 of all bytes before
//! ```

use super::error::{BookError, VERSION};
use super::header::{BoardSize, BookHeader, BookKind};
use super::positions::MAX_POSITIONS;

/// The first bytes of every book.
const MAGIC: [u8; 8] = *b"ZermBook";
/// The length of the header.
const HEAD: usize = 18;
/// The length of the checksum.
const TAIL: usize = 4;
/// The greatest length of a book. It fits the largest score book; no policy book of practical size is longer.
pub(in super::super) const MAX_LENGTH: u64 = (HEAD + 2 * MAX_POSITIONS + TAIL) as u64;

impl BookHeader {
    /// Reads the header of a book, without checking its entries.
    ///
    /// # Errors
    /// The bytes are not a book of this format version, or the header is invalid.
    pub fn read(bytes: &[u8]) -> Result<Self, BookError> {
        let not_a_book = if MAGIC.starts_with(bytes) {
            BookError::Length { expected: (HEAD + TAIL) as u64, found: bytes.len() as u64 }
        } else {
            BookError::NotABook
        };
        let rest = bytes.strip_prefix(&MAGIC).ok_or(not_a_book)?;
        let &[version, kind, width, height, k, plies, ..] = rest else {
            return Err(BookError::Length { expected: (HEAD + TAIL) as u64, found: bytes.len() as u64 });
        };
        if version != VERSION {
            return Err(BookError::Version(version));
        }
        let kind = match kind {
            0 => BookKind::Scores,
            1 => BookKind::Policy,
            _ => return Err(BookError::Invalid("its kind is neither 0 nor 1")),
        };
        let header = Self { kind, size: [width, height, k], plies };
        header.check().map_err(BookError::Invalid)?;
        Ok(header)
    }

    /// Checks the ranges; an error says what is wrong.
    pub(in super::super) fn check(self) -> Result<(), &'static str> {
        let [width, height, k] = self.size;
        // Lines of one stone are excluded: their score does not fit a byte on the largest board.
        if !(1..=16).contains(&width) || !(1..=16).contains(&height) || !(2..=16).contains(&k) {
            return Err("columns and rows must be from 1 to 16, the length of a line from 2 to 16");
        }
        let [width, height] = [width, height].map(u16::from);
        if !(1..=width * height).contains(&u16::from(self.plies)) {
            return Err("plies must be from 1 to the number of squares");
        }
        Ok(())
    }

    /// The first 14 bytes of a file, with `magic`.
    pub(in super::super) fn bytes(self, magic: [u8; 8]) -> Vec<u8> {
        let [width, height, k] = self.size;
        let mut bytes = magic.to_vec();
        bytes.extend([VERSION, self.kind.code(), width, height, k, self.plies]);
        bytes
    }
}

impl BookKind {
    /// The length of an entry in bytes.
    pub(in super::super) fn entry_size(self) -> usize {
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

/// Encodes a file.
pub(in super::super) fn encode(header: BookHeader, entries: &[u8]) -> Vec<u8> {
    let count = (entries.len() / header.kind.entry_size()) as u32;
    let mut bytes = header.bytes(MAGIC);
    bytes.extend(count.to_le_bytes());
    bytes.extend(entries);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// The number of entries of a file.
pub(in super::super) fn count(header: BookHeader, bytes: &[u8]) -> usize {
    (bytes.len() - HEAD - TAIL) / header.kind.entry_size()
}

/// Decodes a file of this kind and size. Returns its header and its entries.
pub(in super::super) fn decode(
    bytes: &[u8],
    kind: BookKind,
    size: Option<BoardSize>,
) -> Result<(BookHeader, &[u8]), BookError> {
    let found = BookHeader::read(bytes)?;
    let expected = BookHeader { kind, size: size.unwrap_or(found.size), ..found };
    let length = |expected| BookError::Length { expected, found: bytes.len() as u64 };
    let (head, rest) = bytes.split_at_checked(HEAD).ok_or(length((HEAD + TAIL) as u64))?;
    let count = u32::from_le_bytes([head[14], head[15], head[16], head[17]]);
    let whole = (HEAD + TAIL) as u64 + u64::from(count) * found.kind.entry_size() as u64;
    if bytes.len() as u64 != whole {
        return Err(length(whole));
    }
    let (entries, sum) = rest.split_at(rest.len() - TAIL);
    if crc32fast::hash(&bytes[..bytes.len() - TAIL]).to_le_bytes() != sum {
        return Err(BookError::Checksum);
    }
    if found != expected {
        return Err(BookError::WrongBook { expected, found });
    }
    Ok((found, entries))
}
