//! Online backups of the `SQLite` database.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use sqlx::Connection;

use crate::backend::Backend;
use crate::connector::{self, Connector};
use crate::sql_error::{FAILING, SqlError};
use crate::{BackupError, Database};

/// Copies the database into a new file as a consistent snapshot, which includes everything acknowledged before. A server may keep writing
/// meanwhile; its lock is not needed.
///
/// The file gets its name only when it is complete and synced to disk. To restore it, put it into an empty data folder as
/// `zermelo.sqlite`.
pub async fn backup(database: &Database, to: &Path) -> Result<(), BackupError> {
    let connector = Connector::of(database)?;
    let source = match database {
        Database::Sqlite { folder } => connector::file(folder),
        Database::Postgres { .. } => {
            return Err(BackupError::Postgres { database: connector.display_name().to_owned() });
        }
    };
    if !source.is_file() {
        return Err(BackupError::NoDatabase(source));
    }
    // Also true for a dangling symlink.
    if to.symlink_metadata().is_ok() {
        return Err(BackupError::Exists(to.to_owned()));
    }
    let part = PartialFile(partial_path(to));
    copy(&connector, &part.0).await?;
    let done = to.to_owned();
    let finish = tokio::task::spawn_blocking(move || part.finish(&done));
    finish.await.map_err(|error| BackupError::Failed {
        database: connector.display_name().to_owned(),
        code: FAILING,
        why: error.to_string(),
    })?
}

async fn copy(connector: &Connector, part: &Path) -> Result<(), BackupError> {
    let failed = |error: sqlx::Error| {
        let (code, why) = match SqlError::from_sqlx(&error, Backend::Sqlite) {
            SqlError::Transient(error) => (error.code, error.why),
            SqlError::Rejected { why, .. } => (FAILING, why),
        };
        BackupError::Failed { database: connector.display_name().to_owned(), code, why }
    };
    let no_text = || BackupError::Io {
        path: part.to_owned(),
        error: io::Error::new(io::ErrorKind::InvalidInput, "the path is not UTF-8"),
    };
    let text = part.to_str().ok_or_else(no_text)?;
    let mut connection = connector.open("mode=ro").await.map_err(failed)?;
    let result = sqlx::query("VACUUM INTO $1").bind(text).execute(&mut connection).await;
    result.map_err(failed)?;
    connection.close().await.map_err(failed)
}

/// A temporary path next to the copy, unique to this process.
fn partial_path(to: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(to.file_name().unwrap_or_default());
    name.push(format!(".{}.part", std::process::id()));
    to.with_file_name(name)
}

/// An incomplete copy, removed on drop.
struct PartialFile(PathBuf);

impl PartialFile {
    /// Syncs the copy to disk and renames it. Fails if the name is taken.
    fn finish(self, to: &Path) -> Result<(), BackupError> {
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::AlreadyExists => BackupError::Exists(to.to_owned()),
            _ => BackupError::Io { path: to.to_owned(), error },
        };
        File::open(&self.0).and_then(|file| file.sync_all()).map_err(failed)?;
        // Unlike a rename, a hard link does not replace an existing file.
        match fs::hard_link(&self.0, to) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => fs::rename(&self.0, to),
            linked => linked,
        }
        .map_err(failed)?;
        let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // Some systems can't sync a folder; the file is there anyway.
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        // It may have been renamed, or never created.
        let _ = fs::remove_file(&self.0);
    }
}
