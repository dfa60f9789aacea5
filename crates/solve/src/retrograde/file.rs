//! The file format of tables. Numbers are little-endian.
//!
//! ```text
//!  0..8   ZermTabl
//!  8..10  version of the format, 1
//! 10..12  length of the table's name, then the name
//! then    number of levels (2 bytes), of each level its size (8) and the CRC-32 of its entries (4)
//! then    CRC-32 of all these bytes
//! then    the entries of the levels, one level after the other
//! ```

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use memmap2::Mmap;

use super::level::LevelError;
use super::{EndgameTable, RankedGame};
use crate::disk;

const MAGIC: [u8; 8] = *b"ZermTabl";
const VERSION: u16 = 1;

/// Why a table is not available. `path` is the file concerned.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum TableError {
    /// The game is too large for a table.
    #[error("{0} has too many positions for a table")]
    NoTable(String),
    /// The file can't be read.
    #[error("can't read {}: {error}", .path.display())]
    Read { path: PathBuf, error: io::Error },
    /// The file can't be written.
    #[error("can't write {}: {error}", .path.display())]
    Write { path: PathBuf, error: io::Error },
    /// The file is not a table, is the table of another game, or is damaged.
    #[error("{} {why}: rebuild it with `zermelo solve build GAME --force`", .path.display())]
    Invalid { path: PathBuf, why: String },
    /// The file exists.
    #[error("{} exists: check it with `zermelo solve verify GAME`, or rebuild it with `--force`", .0.display())]
    Exists(PathBuf),
    /// The build failed or was stopped.
    #[error(transparent)]
    Level(#[from] LevelError),
}

/// The header.
fn header(name: &str, levels: impl ExactSizeIterator<Item = (u64, u32)>) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.extend(VERSION.to_le_bytes());
    header.extend((name.len() as u16).to_le_bytes());
    header.extend(name.as_bytes());
    header.extend((levels.len() as u16).to_le_bytes());
    for (size, checksum) in levels {
        header.extend(size.to_le_bytes());
        header.extend(checksum.to_le_bytes());
    }
    header.extend(crc32fast::hash(&header).to_le_bytes());
    header
}

/// Writes a table to a file, atomically.
///
/// # Errors
/// The file can't be written.
pub fn save<G: RankedGame>(path: &Path, game: &G, table: &EndgameTable) -> Result<(), TableError> {
    let levels: Vec<&[u8]> = (0..table.levels()).map(|level| table.level(level)).collect();
    let header = header(&game.table_name(), levels.iter().map(|level| (level.len() as u64, crc32fast::hash(level))));
    let parts: Vec<&[u8]> = [header.as_slice()].into_iter().chain(levels).collect();
    disk::write_atomically(path, &parts).map_err(|error| TableError::Write { path: path.to_owned(), error })
}

/// Opens a table, mapped into memory, and verifies its checksums.
///
/// # Errors
/// The file can't be read, or is not an intact table of the game.
pub fn open<G: RankedGame>(path: &Path, game: &G) -> Result<EndgameTable, TableError> {
    let read_error = |error| TableError::Read { path: path.to_owned(), error };
    let file = File::open(path).map_err(read_error)?;
    let map = Arc::new(map(&file).map_err(read_error)?);
    let invalid = |why| TableError::Invalid { path: path.to_owned(), why };
    let sizes: Vec<u64> = game.levels().iter().map(|level| level.size).collect();
    let (start, checksums) = read_header(&map, &game.table_name(), &sizes).map_err(invalid)?;
    let mut table = EndgameTable::new();
    let mut at = start;
    for (size, checksum) in sizes.into_iter().zip(checksums) {
        let end = at + size as usize;
        let bytes = map.get(at..end).ok_or_else(|| invalid("is truncated".to_owned()))?;
        if crc32fast::hash(bytes) != checksum {
            return Err(invalid("is damaged".to_owned()));
        }
        table.push_mapped(Arc::clone(&map), at..end);
        at = end;
    }
    if at != map.len() {
        return Err(invalid("has extra bytes at its end".to_owned()));
    }
    Ok(table)
}

#[expect(
    unsafe_code,
    reason = "a memory map is sound while nobody changes the file; tables are renamed into place and never written afterwards"
)]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: a finished table file is never written to, see the reason above.
    unsafe { Mmap::map(file) }
}

/// The offset of the entries, and the checksum of each level.
fn read_header(bytes: &[u8], name: &str, sizes: &[u64]) -> Result<(usize, Vec<u32>), String> {
    let mut rest = bytes.strip_prefix(&MAGIC).ok_or("is not a table")?;
    let version = u16::from_le_bytes(take(&mut rest)?);
    if version != VERSION {
        return Err(format!("has version {version} of the format, and this program reads version {VERSION}"));
    }
    let length = usize::from(u16::from_le_bytes(take(&mut rest)?));
    let (found, after) = rest.split_at_checked(length).ok_or("is truncated")?;
    rest = after;
    if found != name.as_bytes() {
        return Err(format!("is the table of {}, and not of {name}", String::from_utf8_lossy(found).escape_debug()));
    }
    let count = usize::from(u16::from_le_bytes(take(&mut rest)?));
    let mut levels = Vec::new();
    for _ in 0..count {
        levels.push((u64::from_le_bytes(take(&mut rest)?), u32::from_le_bytes(take(&mut rest)?)));
    }
    let start = bytes.len() - rest.len();
    if crc32fast::hash(&bytes[..start]) != u32::from_le_bytes(take(&mut rest)?) {
        return Err("is damaged".to_owned());
    }
    if !levels.iter().map(|&(size, _)| size).eq(sizes.iter().copied()) {
        return Err("has other levels than this version of the program expects".to_owned());
    }
    Ok((bytes.len() - rest.len(), levels.into_iter().map(|(_, checksum)| checksum).collect()))
}

fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], String> {
    let (taken, after) = rest.split_first_chunk().ok_or("is truncated")?;
    *rest = after;
    Ok(*taken)
}
