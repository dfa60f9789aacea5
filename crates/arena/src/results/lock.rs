//! A lock file next to the results file, so that only one process writes it. The system releases the lock when the process ends.

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
    /// Takes the lock, or fails with the process that holds it.
    ///
    /// The lock is a separate file, because closing a second handle of the database would release the locks of `SQLite`.
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
            // The previous holder may have removed the file after we opened it and before we locked it.
            if is_same(&file, &path) {
                let written = file
                    .set_len(0)
                    .and_then(|()| file.seek(SeekFrom::Start(0)))
                    .and_then(|_| writeln!(file, "{}", std::process::id()));
                // The process id is only for people; on a full disk the lock works without it.
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
        // An unlocked file that remains does no harm.
        let _ = std::fs::remove_file(&self.path);
        let _ = self.file.unlock();
    }
}
