//! The file of an unfinished build: its solved levels. A build that was killed continues from it.
//!
//! ```text
//!  0..8   ZermLevl
//! then    length of the table's name (2 bytes), the name, CRC-32 of all these bytes
//! then    per level: its size (8), the CRC-32 of its entries (4), its entries
//! ```

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use zermelo_core::StopToken;

const MAGIC: [u8; 8] = *b"ZermLevl";
/// How often a waiting build tries to lock the file.
const LOCK_INTERVAL: Duration = Duration::from_millis(50);

/// The file of an unfinished build, locked while it is open.
pub(super) struct PartialTable {
    file: File,
}

impl PartialTable {
    /// Opens or creates the file. Waits while another build has it locked; `None` if stopped meanwhile.
    pub(super) fn open(path: &Path, stop: &StopToken) -> io::Result<Option<Self>> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Some(Self { file })),
                Err(TryLockError::WouldBlock) if stop.is_stopped() => return Ok(None),
                Err(TryLockError::WouldBlock) => thread::sleep(LOCK_INTERVAL),
                // Without locks two builds do the work twice, but the table is still written atomically.
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                    return Ok(Some(Self { file }));
                }
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
    }

    /// Reads the complete levels, which must have these sizes. Truncates the file after them, or to nothing if it is of another table.
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
        // `take` does not allocate for bytes that the file lacks.
        let mut level = Vec::new();
        (&mut self.file).take(size).read_to_end(&mut level)?;
        Ok((level.len() as u64 == size && head[8..] == crc32fast::hash(&level).to_le_bytes()).then_some(level))
    }

    /// Appends a level.
    pub(super) fn push(&mut self, level: &[u8]) -> io::Result<()> {
        self.file.write_all(&(level.len() as u64).to_le_bytes())?;
        self.file.write_all(&crc32fast::hash(level).to_le_bytes())?;
        self.file.write_all(level)
    }
}

/// Whether the read succeeded; `false` at the end of the file.
fn is_read(result: io::Result<()>) -> io::Result<bool> {
    match result {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}
