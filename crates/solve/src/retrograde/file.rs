//! Tables on disk. Numbers are little-endian.
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
use super::{Ranked, Table};
use crate::disk;

const MAGIC: [u8; 8] = *b"ZermTabl";
const VERSION: u16 = 1;

/// Why there is no table.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The game is too large.
    #[error("{0} has too many positions for a table")]
    NoTable(String),
    /// The file can't be read.
    #[error("can't read {}: {error}", .path.display())]
    Read {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file can't be written.
    #[error("can't write {}: {error}", .path.display())]
    Write {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It is no table, or another one, or hurt.
    #[error("{} {why}: `zermelo solve build GAME --force` makes it anew", .path.display())]
    Refused {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// It is there already.
    #[error("{} is there already: `zermelo solve verify GAME` checks it, `--force` makes it anew", .0.display())]
    Exists(PathBuf),
    /// It was not built to the end.
    #[error(transparent)]
    Level(#[from] LevelError),
}

/// The bytes before the entries.
fn head(name: &str, levels: impl ExactSizeIterator<Item = (u64, u32)>) -> Vec<u8> {
    let mut head = MAGIC.to_vec();
    head.extend(VERSION.to_le_bytes());
    head.extend((name.len() as u16).to_le_bytes());
    head.extend(name.as_bytes());
    head.extend((levels.len() as u16).to_le_bytes());
    for (size, checksum) in levels {
        head.extend(size.to_le_bytes());
        head.extend(checksum.to_le_bytes());
    }
    head.extend(crc32fast::hash(&head).to_le_bytes());
    head
}

/// Puts a table on disk, whole or not at all.
pub fn save<G: Ranked>(path: &Path, game: &G, table: &Table) -> Result<(), TableError> {
    let levels: Vec<&[u8]> = (0..table.levels()).map(|level| table.level(level)).collect();
    let head = head(&game.table_name(), levels.iter().map(|level| (level.len() as u64, crc32fast::hash(level))));
    let parts: Vec<&[u8]> = [head.as_slice()].into_iter().chain(levels).collect();
    disk::put(path, &parts).map_err(|error| TableError::Write { path: path.to_owned(), error })
}

/// A table on disk, mapped into memory, when its checksums are right.
pub fn open<G: Ranked>(path: &Path, game: &G) -> Result<Table, TableError> {
    let unreadable = |error| TableError::Read { path: path.to_owned(), error };
    let file = File::open(path).map_err(unreadable)?;
    let map = Arc::new(map(&file).map_err(unreadable)?);
    let refused = |why| TableError::Refused { path: path.to_owned(), why };
    let sizes: Vec<u64> = game.levels().iter().map(|level| level.size).collect();
    let (start, checksums) = read_head(&map, &game.table_name(), &sizes).map_err(refused)?;
    let mut table = Table::new();
    let mut at = start;
    for (size, checksum) in sizes.into_iter().zip(checksums) {
        let end = at + size as usize;
        let bytes = map.get(at..end).ok_or_else(|| refused("is cut off".to_owned()))?;
        if crc32fast::hash(bytes) != checksum {
            return Err(refused("is damaged".to_owned()));
        }
        table.push_mapped(Arc::clone(&map), at..end);
        at = end;
    }
    if at != map.len() {
        return Err(refused("goes on after its end".to_owned()));
    }
    Ok(table)
}

#[expect(
    unsafe_code,
    reason = "a map is as safe as its file is left alone; a table is put in its place whole, and never written after"
)]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: see the reason above; nobody writes into a table that is there.
    unsafe { Mmap::map(file) }
}

/// Where the entries begin, and the checksum of each level.
fn read_head(bytes: &[u8], name: &str, sizes: &[u64]) -> Result<(usize, Vec<u32>), String> {
    let mut rest = bytes.strip_prefix(&MAGIC).ok_or("is no table")?;
    let version = u16::from_le_bytes(take(&mut rest)?);
    if version != VERSION {
        return Err(format!("has version {version} of the format, and this program reads version {VERSION}"));
    }
    let length = usize::from(u16::from_le_bytes(take(&mut rest)?));
    let (found, after) = rest.split_at_checked(length).ok_or("is cut off")?;
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
        return Err("has other levels than this program".to_owned());
    }
    Ok((bytes.len() - rest.len(), levels.into_iter().map(|(_, checksum)| checksum).collect()))
}

fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], String> {
    let (taken, after) = rest.split_first_chunk().ok_or("is cut off")?;
    *rest = after;
    Ok(*taken)
}
