//! One server a folder: a lock beside the database, which the system takes back when the process ends, however it ends.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::Path;

/// The lock of a folder, held until it is dropped.
///
/// It is a file of its own: closing a second handle of the database would take back the locks that `SQLite` holds in this process. It
/// stays when the lock is gone: taking it away would race with the next one.
#[derive(Debug)]
pub(crate) struct Lock {
    file: File,
}

/// Why there is no lock.
pub(crate) enum NoLock {
    /// Another server holds it; its process, as far as it says.
    Held(String),
    /// There can't be one.
    Io(io::Error),
}

impl Lock {
    /// Takes the lock of a folder.
    pub(crate) fn take(folder: &Path) -> Result<Self, NoLock> {
        let path = folder.join("lock");
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = open.map_err(NoLock::Io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut owner = String::new();
                // For people alone: the lock tells what counts.
                let _ = (&mut file).take(20).read_to_string(&mut owner);
                return Err(NoLock::Held(owner.trim().to_owned()));
            }
            Err(TryLockError::Error(error)) => return Err(NoLock::Io(error)),
        }
        // The number is for people; on a full disk the lock holds without it.
        let _ = file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id()));
        Ok(Self { file })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing the file unlocks it, unless a child process has inherited it at that moment.
        let _ = self.file.unlock();
    }
}
