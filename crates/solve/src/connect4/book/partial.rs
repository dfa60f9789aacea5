//! The file of an unfinished build. Each entry is appended when it is found, so a build that was killed can continue.
//!
//! ```text
//!  0..14   as in the book, with ZermPart in place of ZermBook
//! 14..18   CRC-32 of bytes 0..14
//! then 8 bytes per entry, in any order:
//!  0..4    number, little-endian
//!  4       score
//!  5       column
//!  6..8    the low half of the CRC-32 of the header and the other bytes of the entry
//! ```

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::header::BookHeader;

const MAGIC: [u8; 8] = *b"ZermPart";
const HEAD: usize = 18;
const ENTRY: usize = 8;

/// The entry of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct BookEntry {
    pub(in super::super) score: i8,
    /// The move in a policy book, otherwise 255.
    pub(in super::super) column: u8,
}

/// The file of an unfinished build.
pub(in super::super) struct PartialBook {
    file: File,
    head: Vec<u8>,
    found: HashMap<u32, BookEntry>,
}

/// Why an unfinished build can't be continued.
#[derive(Debug, thiserror::Error)]
pub(in super::super) enum PartialBookError {
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("another build is using it")]
    Busy,
    #[error("it is the unfinished build of another book: finish that one, or remove the file")]
    OtherBook,
}

impl PartialBook {
    /// Opens or creates the file. Damaged entries are ignored.
    pub(in super::super) fn open(path: &Path, header: BookHeader) -> Result<Self, PartialBookError> {
        let mut head = header.bytes(MAGIC);
        head.extend(crc32fast::hash(&head).to_le_bytes());
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(PartialBookError::Busy),
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let mut partial = Self { file, head, found: HashMap::new() };
        if partial.head.starts_with(&bytes) {
            // A new file, or one whose first write was interrupted.
            partial.file.set_len(0)?;
            partial.file.seek(SeekFrom::Start(0))?;
            partial.file.write_all(&partial.head)?;
            return Ok(partial);
        }
        let Some(entries) = bytes.strip_prefix(partial.head.as_slice()) else {
            return Err(PartialBookError::OtherBook);
        };
        for bytes in entries.chunks_exact(ENTRY) {
            let &[a, b, c, d, score, column, ..] = bytes else { continue };
            let (number, entry) = (u32::from_le_bytes([a, b, c, d]), BookEntry { score: score as i8, column });
            if partial.record(number, entry) == bytes {
                partial.found.insert(number, entry);
            }
        }
        let whole = HEAD + entries.len() / ENTRY * ENTRY;
        partial.file.set_len(whole as u64)?;
        partial.file.seek(SeekFrom::End(0))?;
        Ok(partial)
    }

    pub(in super::super) fn get(&self, number: u32) -> Option<BookEntry> {
        self.found.get(&number).copied()
    }

    /// The number of entries.
    pub(in super::super) fn len(&self) -> usize {
        self.found.len()
    }

    pub(in super::super) fn put(&mut self, number: u32, entry: BookEntry) -> io::Result<()> {
        self.file.write_all(&self.record(number, entry))?;
        self.found.insert(number, entry);
        Ok(())
    }

    fn record(&self, number: u32, BookEntry { score, column }: BookEntry) -> [u8; ENTRY] {
        let [a, b, c, d] = number.to_le_bytes();
        let data = [a, b, c, d, score as u8, column];
        let [low, high, ..] = crc32fast::hash(&[&self.head, &data[..]].concat()).to_le_bytes();
        [a, b, c, d, score as u8, column, low, high]
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::header::BookKind;
    use super::*;

    const TITLE: BookHeader = BookHeader { kind: BookKind::Scores, size: [5, 4, 4], plies: 3 };
    const ENTRIES: [(u32, BookEntry); 3] = [
        (7, BookEntry { score: -3, column: 255 }),
        (0, BookEntry { score: 0, column: 255 }),
        (70_000, BookEntry { score: 9, column: 2 }),
    ];

    fn written(path: &Path) -> Vec<u8> {
        let mut partial = PartialBook::open(path, TITLE).unwrap();
        for (number, entry) in ENTRIES {
            partial.put(number, entry).unwrap();
        }
        drop(partial);
        fs::read(path).unwrap()
    }

    #[test]
    fn a_truncated_file_keeps_its_complete_entries() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("part");
        let whole = written(&path);
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let mut partial = PartialBook::open(&path, TITLE).unwrap();
            let kept = length.saturating_sub(HEAD) / ENTRY;
            assert_eq!(partial.len(), kept, "{length} bytes");
            for (at, (number, entry)) in ENTRIES.into_iter().enumerate() {
                assert_eq!(partial.get(number), (at < kept).then_some(entry));
                if at >= kept {
                    partial.put(number, entry).unwrap();
                }
            }
            drop(partial);
            assert_eq!(fs::read(&path).unwrap(), whole);
        }
    }

    #[test]
    fn damage_affects_one_entry() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("part");
        let whole = written(&path);
        for at in HEAD..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x10;
            fs::write(&path, &bytes).unwrap();
            let partial = PartialBook::open(&path, TITLE).unwrap();
            let damaged = (at - HEAD) / ENTRY;
            for (place, (number, entry)) in ENTRIES.into_iter().enumerate() {
                assert_eq!(partial.get(number), (place != damaged).then_some(entry), "byte {at}");
            }
        }
    }

    #[test]
    fn a_file_of_another_book_or_in_use_is_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("part");
        let whole = written(&path);
        let other = BookHeader { plies: 4, ..TITLE };
        assert!(matches!(PartialBook::open(&path, other), Err(PartialBookError::OtherBook)));
        let open = PartialBook::open(&path, TITLE).unwrap();
        assert!(matches!(PartialBook::open(&path, TITLE), Err(PartialBookError::Busy)));
        drop(open);
        fs::write(&path, "another text").unwrap();
        assert!(matches!(PartialBook::open(&path, TITLE), Err(PartialBookError::OtherBook)));
        assert_eq!(fs::read(&path).unwrap(), b"another text");
        fs::write(&path, &whole).unwrap();
        assert_eq!(PartialBook::open(&path, TITLE).unwrap().len(), ENTRIES.len());
    }
}
