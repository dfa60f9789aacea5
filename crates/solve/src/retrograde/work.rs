//! The levels that a build has solved so far, in a file beside the table, so that a build that was killed goes on where it was.
//!
//! ```text
//!  0..8   ZermLevl
//! then    length of the table's name (2 bytes), the name, CRC-32 of all these bytes
//! then    of each level its size (8), the CRC-32 of its entries (4), its entries
//! ```

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use zermelo_core::StopToken;

const MAGIC: [u8; 8] = *b"ZermLevl";
/// How often one looks whether another build has ended.
const PATIENCE: Duration = Duration::from_millis(50);

/// The file, locked while it is open.
pub(super) struct Work {
    file: File,
}

impl Work {
    /// Opens the file of a table's build, or makes it, when no other build is at work on it any more; `None` if it was stopped before.
    pub(super) fn open(path: &Path, stop: &StopToken) -> io::Result<Option<Self>> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Some(Self { file })),
                Err(TryLockError::WouldBlock) if stop.is_stopped() => return Ok(None),
                Err(TryLockError::WouldBlock) => thread::sleep(PATIENCE),
                // Without locks two builds do the work twice; the table is put in its place whole all the same.
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                    return Ok(Some(Self { file }));
                }
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
    }

    /// The levels that are there whole, of these sizes. What follows is taken away, and all of it when it is the file of another table.
    pub(super) fn levels(&mut self, name: &str, sizes: &[u64]) -> io::Result<Vec<Vec<u8>>> {
        let mut head = MAGIC.to_vec();
        head.extend((name.len() as u16).to_le_bytes());
        head.extend(name.as_bytes());
        head.extend(crc32fast::hash(&head).to_le_bytes());
        self.file.seek(SeekFrom::Start(0))?;
        let mut found = vec![0; head.len()];
        let is_ours = self.file.read_exact(&mut found).is_ok() && found == head;
        let mut levels = Vec::new();
        let mut end = head.len() as u64;
        while is_ours && let Some(&size) = sizes.get(levels.len()) {
            let Some(level) = self.read_level(size)? else { break };
            levels.push(level);
            end += 12 + size;
        }
        if is_ours {
            self.file.set_len(end)?;
            self.file.seek(SeekFrom::Start(end))?;
        } else {
            self.file.set_len(0)?;
            self.file.seek(SeekFrom::Start(0))?;
            self.file.write_all(&head)?;
        }
        Ok(levels)
    }

    fn read_level(&mut self, size: u64) -> io::Result<Option<Vec<u8>>> {
        let mut head = [0; 12];
        if !is_read(self.file.read_exact(&mut head))? || head[..8] != size.to_le_bytes() {
            return Ok(None);
        }
        // Nothing is set aside for bytes that are not there.
        let mut level = Vec::new();
        (&mut self.file).take(size).read_to_end(&mut level)?;
        Ok((level.len() as u64 == size && head[8..] == crc32fast::hash(&level).to_le_bytes()).then_some(level))
    }

    /// Adds the next level.
    pub(super) fn push(&mut self, level: &[u8]) -> io::Result<()> {
        self.file.write_all(&(level.len() as u64).to_le_bytes())?;
        self.file.write_all(&crc32fast::hash(level).to_le_bytes())?;
        self.file.write_all(level)
    }
}

/// Whether something was read; `false` at the end of the file.
fn is_read(result: io::Result<()>) -> io::Result<bool> {
    match result {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}
