//! A copy of the database while the server runs.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use sqlx::Connection;

use crate::fault::{FAILING, Fault};
use crate::kind::Kind;
use crate::place::{self, Place};
use crate::{BackupError, Database};

/// Copies the database into a new file, as it is at one moment: what was acknowledged before is in it. A server may go on writing
/// meanwhile; its lock is not needed.
///
/// The copy stands under its name when it is whole, and on the disk. To go back to it, put it into a folder of data as
/// `zermelo.sqlite`, with no other file beside it.
pub async fn backup(database: &Database, to: &Path) -> Result<(), BackupError> {
    let place = Place::of(database)?;
    let source = match database {
        Database::Sqlite { folder } => place::file(folder),
        Database::Postgres { .. } => return Err(BackupError::Postgres { place: place.shown().to_owned() }),
    };
    if !source.is_file() {
        return Err(BackupError::NoDatabase(source));
    }
    // A link that leads nowhere is there, too.
    if to.symlink_metadata().is_ok() {
        return Err(BackupError::Exists(to.to_owned()));
    }
    let part = Part(beside(to));
    copy(&place, &part.0).await?;
    let done = to.to_owned();
    let finish = tokio::task::spawn_blocking(move || part.finish(&done));
    finish.await.map_err(|error| BackupError::Failed {
        place: place.shown().to_owned(),
        code: FAILING,
        why: error.to_string(),
    })?
}

async fn copy(place: &Place, part: &Path) -> Result<(), BackupError> {
    let failed = |error: sqlx::Error| {
        let (code, why) = match Fault::of(&error, Kind::Sqlite) {
            Fault::Passing(trouble) => (trouble.code, trouble.why),
            Fault::Write { why, .. } => (FAILING, why),
        };
        BackupError::Failed { place: place.shown().to_owned(), code, why }
    };
    let no_text = || BackupError::Io {
        path: part.to_owned(),
        error: io::Error::new(io::ErrorKind::InvalidInput, "its path is no UTF-8"),
    };
    let text = part.to_str().ok_or_else(no_text)?;
    let mut connection = place.open("mode=ro").await.map_err(failed)?;
    let result = sqlx::query("VACUUM INTO $1").bind(text).execute(&mut connection).await;
    result.map_err(failed)?;
    connection.close().await.map_err(failed)
}

/// A name beside the copy that nobody else takes.
fn beside(to: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(to.file_name().unwrap_or_default());
    name.push(format!(".{}.part", std::process::id()));
    to.with_file_name(name)
}

/// A copy that is not whole yet; taken away where it never will be.
struct Part(PathBuf);

impl Part {
    /// Brings it to the disk, then gives it its name, unless something has taken that.
    fn finish(self, to: &Path) -> Result<(), BackupError> {
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::AlreadyExists => BackupError::Exists(to.to_owned()),
            _ => BackupError::Io { path: to.to_owned(), error },
        };
        File::open(&self.0).and_then(|file| file.sync_all()).map_err(failed)?;
        // A second name is not given over an existing file, as a new one would be.
        match fs::hard_link(&self.0, to) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => fs::rename(&self.0, to),
            linked => linked,
        }
        .map_err(failed)?;
        let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // A system that can't sync a folder keeps it all the same.
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // It may have its own name by now, or never have been made.
        let _ = fs::remove_file(&self.0);
    }
}
