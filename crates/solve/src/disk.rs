//! Files that are there whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The path with something more at the end of its name.
pub(crate) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Puts a file under its name when all of it is on the disk; where that fails, what was there stays.
pub(crate) fn put(path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    let whole = beside(path, ".whole");
    let written = File::create(&whole).and_then(|mut file| {
        parts.iter().try_for_each(|part| file.write_all(part))?;
        file.sync_all()
    });
    let put = written.and_then(|()| fs::rename(&whole, path));
    if put.is_err() {
        // It is of no use, and the disk may be full.
        let _ = fs::remove_file(whole);
    }
    put
}
