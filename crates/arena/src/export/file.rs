//! The files of an export.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use super::error::ExportError;
use crate::results::{GameFilter, ResultsReader, StoredGame};

/// Calls `work` for all matching games, up to the first error.
pub(super) fn each(
    reader: &ResultsReader,
    filter: &GameFilter,
    mut work: impl FnMut(&StoredGame) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    let mut failed = Ok(());
    reader.for_each(filter, |stored| {
        if failed.is_ok() {
            failed = work(&stored);
        }
        Ok(())
    })?;
    failed
}

/// An output file.
pub(super) struct ExportFile {
    path: PathBuf,
    out: BufWriter<File>,
}

impl ExportFile {
    pub(super) fn create(path: PathBuf) -> Result<Self, ExportError> {
        match File::create(&path) {
            Ok(file) => Ok(Self { path, out: BufWriter::new(file) }),
            Err(error) => Err(ExportError::Write { path, error }),
        }
    }

    pub(super) fn write(
        &mut self,
        what: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<(), ExportError> {
        what(&mut self.out).map_err(|error| ExportError::Write { path: self.path.clone(), error })
    }

    pub(super) fn finish(mut self) -> Result<PathBuf, ExportError> {
        self.write(BufWriter::flush)?;
        Ok(self.path)
    }
}
