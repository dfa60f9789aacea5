//! One writer at a time: a lock beside the results file, which the system takes back when the process ends, however it ends.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::ResultsError;

/// The lock of a results file, held until it is dropped.
#[derive(Debug)]
pub struct ResultsLock {
    file: File,
    path: PathBuf,
}

impl ResultsLock {
    /// Takes the lock, or says who has it.
    ///
    /// It is a file of its own: closing a second handle of the database would take back `SQLite`'s locks of this process.
    pub fn take(results: &Path) -> Result<Self, ResultsError> {
        let mut name = results.as_os_str().to_owned();
        name.push(".lock");
        let path = PathBuf::from(name);
        let failed = |error| ResultsError::Io { path: path.clone(), error };
        loop {
            let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
            let mut file = open.map_err(failed)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let mut owner = String::new();
                    let _ = (&mut file).take(20).read_to_string(&mut owner);
                    return Err(ResultsError::Locked { path: results.to_owned(), owner: owner.trim().to_owned() });
                }
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            }
            // The one before may have taken the file away between our opening and our locking it.
            if is_same(&file, &path) {
                let written = file
                    .set_len(0)
                    .and_then(|()| file.seek(SeekFrom::Start(0)))
                    .and_then(|_| writeln!(file, "{}", std::process::id()));
                // The number is for people; on a full disk the lock holds without it.
                let _ = written;
                return Ok(Self { file, path });
            }
        }
    }
}

#[cfg(unix)]
fn is_same(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let number = |data: std::io::Result<std::fs::Metadata>| data.map(|data| (data.dev(), data.ino())).ok();
    number(file.metadata()) == number(std::fs::metadata(path))
}

#[cfg(not(unix))]
fn is_same(_: &File, path: &Path) -> bool {
    path.exists()
}

impl Drop for ResultsLock {
    fn drop(&mut self) {
        // Nothing is lost if it stays: an unlocked file is free for the next run.
        let _ = std::fs::remove_file(&self.path);
        let _ = self.file.unlock();
    }
}
