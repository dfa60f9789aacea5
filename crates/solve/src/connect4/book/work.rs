//! What a build has found so far: a file beside the book to which each entry is added when it is found, so that a build that was killed
//! goes on where it was.
//!
//! ```text
//!  0..14   as in the book, with ZermPart in place of ZermBook
//! 14..18   CRC-32 of these
//! then 8 bytes an entry, in any order:
//!  0..4    its number, little-endian
//!  4       score
//!  5       column
//!  6..8    the low half of the CRC-32 of the entry's other bytes behind those of the head
//! ```

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::title::Title;

const MAGIC: [u8; 8] = *b"ZermPart";
const HEAD: usize = 18;
const ENTRY: usize = 8;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct Entry {
    pub(in super::super) score: i8,
    /// In a policy the move.
    pub(in super::super) column: u8,
}

/// The file.
pub(in super::super) struct Work {
    file: File,
    head: Vec<u8>,
    found: HashMap<u32, Entry>,
}

/// Why a file of that kind is not taken up.
#[derive(Debug, thiserror::Error)]
pub(in super::super) enum WorkError {
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("another build is at work on it")]
    Busy,
    #[error("it holds the beginning of another book: finish that one, or remove the file")]
    Other,
}

impl Work {
    /// Opens the file of a build, or makes it. What is damaged in it counts as not found.
    pub(in super::super) fn open(path: &Path, title: Title) -> Result<Self, WorkError> {
        let mut head = title.bytes(MAGIC);
        head.extend(crc32fast::hash(&head).to_le_bytes());
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(WorkError::Busy),
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let mut work = Self { file, head, found: HashMap::new() };
        if work.head.starts_with(&bytes) {
            // New, or killed with its first write.
            work.file.set_len(0)?;
            work.file.seek(SeekFrom::Start(0))?;
            work.file.write_all(&work.head)?;
            return Ok(work);
        }
        let Some(entries) = bytes.strip_prefix(work.head.as_slice()) else { return Err(WorkError::Other) };
        for bytes in entries.chunks_exact(ENTRY) {
            let &[a, b, c, d, score, column, ..] = bytes else { continue };
            let (number, entry) = (u32::from_le_bytes([a, b, c, d]), Entry { score: score as i8, column });
            if work.record(number, entry) == bytes {
                work.found.insert(number, entry);
            }
        }
        let whole = HEAD + entries.len() / ENTRY * ENTRY;
        work.file.set_len(whole as u64)?;
        work.file.seek(SeekFrom::End(0))?;
        Ok(work)
    }

    pub(in super::super) fn get(&self, number: u32) -> Option<Entry> {
        self.found.get(&number).copied()
    }

    /// How many entries there are.
    pub(in super::super) fn len(&self) -> usize {
        self.found.len()
    }

    pub(in super::super) fn put(&mut self, number: u32, entry: Entry) -> io::Result<()> {
        self.file.write_all(&self.record(number, entry))?;
        self.found.insert(number, entry);
        Ok(())
    }

    fn record(&self, number: u32, Entry { score, column }: Entry) -> [u8; ENTRY] {
        let [a, b, c, d] = number.to_le_bytes();
        let data = [a, b, c, d, score as u8, column];
        let [low, high, ..] = crc32fast::hash(&[&self.head, &data[..]].concat()).to_le_bytes();
        [a, b, c, d, score as u8, column, low, high]
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::title::Kind;
    use super::*;

    const TITLE: Title = Title { kind: Kind::Scores, size: [5, 4, 4], plies: 3 };
    const ENTRIES: [(u32, Entry); 3] = [
        (7, Entry { score: -3, column: 255 }),
        (0, Entry { score: 0, column: 255 }),
        (70_000, Entry { score: 9, column: 2 }),
    ];

    fn written(path: &Path) -> Vec<u8> {
        let mut work = Work::open(path, TITLE).unwrap();
        for (number, entry) in ENTRIES {
            work.put(number, entry).unwrap();
        }
        drop(work);
        fs::read(path).unwrap()
    }

    #[test]
    fn what_was_found_is_there_whatever_byte_the_file_was_cut_at() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("part");
        let whole = written(&path);
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let mut work = Work::open(&path, TITLE).unwrap();
            let kept = length.saturating_sub(HEAD) / ENTRY;
            assert_eq!(work.len(), kept, "{length} bytes");
            for (at, (number, entry)) in ENTRIES.into_iter().enumerate() {
                assert_eq!(work.get(number), (at < kept).then_some(entry));
                if at >= kept {
                    work.put(number, entry).unwrap();
                }
            }
            drop(work);
            assert_eq!(fs::read(&path).unwrap(), whole);
        }
    }

    #[test]
    fn damage_costs_the_entry_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("part");
        let whole = written(&path);
        for at in HEAD..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x10;
            fs::write(&path, &bytes).unwrap();
            let work = Work::open(&path, TITLE).unwrap();
            let hurt = (at - HEAD) / ENTRY;
            for (place, (number, entry)) in ENTRIES.into_iter().enumerate() {
                assert_eq!(work.get(number), (place != hurt).then_some(entry), "byte {at}");
            }
        }
    }

    #[test]
    fn another_books_file_and_one_in_use_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("part");
        let whole = written(&path);
        let other = Title { plies: 4, ..TITLE };
        assert!(matches!(Work::open(&path, other), Err(WorkError::Other)));
        let open = Work::open(&path, TITLE).unwrap();
        assert!(matches!(Work::open(&path, TITLE), Err(WorkError::Busy)));
        drop(open);
        fs::write(&path, "letters to a friend").unwrap();
        assert!(matches!(Work::open(&path, TITLE), Err(WorkError::Other)));
        assert_eq!(fs::read(&path).unwrap(), b"letters to a friend");
        fs::write(&path, &whole).unwrap();
        assert_eq!(Work::open(&path, TITLE).unwrap().len(), ENTRIES.len());
    }
}
