//! A copy of the database while the server runs.

use std::path::Path;

use crate::{BackupError, Database};

/// Copies the database into a new file.
pub async fn backup(_database: &Database, to: &Path) -> Result<(), BackupError> {
    Err(BackupError::Exists(to.to_owned()))
}
