//! The lock of a data folder: only one server at a time can use it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::Path;

/// The lock of a folder, released on drop. The system also releases it when the process ends, even after a crash.
///
/// It is a separate file, because closing a second handle of the database file would release the locks that `SQLite` holds in this
/// process. The file is never removed: removing it would race with the next owner.
#[derive(Debug)]
pub(crate) struct FolderLock {
    file: File,
}

/// Why the lock can't be taken.
pub(crate) enum LockError {
    /// Another server holds it. The text is its process id, or empty.
    Held(String),
    /// The file can't be opened or locked.
    Io(io::Error),
}

impl FolderLock {
    /// Takes the lock of a folder.
    pub(crate) fn take(folder: &Path) -> Result<Self, LockError> {
        let path = folder.join("lock");
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = open.map_err(LockError::Io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut owner = String::new();
                // Only informational: the lock itself decides.
                let _ = (&mut file).take(20).read_to_string(&mut owner);
                return Err(LockError::Held(owner.trim().to_owned()));
            }
            Err(TryLockError::Error(error)) => return Err(LockError::Io(error)),
        }
        // Only informational: the lock works without it, for example on a full disk.
        let _ = file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id()));
        Ok(Self { file })
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        // Closing the file unlocks it, unless a child process has just inherited the handle.
        let _ = self.file.unlock();
    }
}
