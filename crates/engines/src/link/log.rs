//! The file in which a talk is kept.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// A file to which lines are added, each with the number of the link and a mark: `>` to the engine, `<` from it, `!` what it says
/// on standard error.
#[derive(Clone, Debug)]
pub(super) struct Log {
    file: Arc<Mutex<File>>,
    number: u32,
}

impl Log {
    pub fn open(path: &Path, number: u32) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self { file: Arc::new(Mutex::new(file)), number })
    }

    /// Adds a text, line by line. A full disk does not end a game.
    pub fn write(&self, mark: char, text: &str) {
        let mut lines = String::new();
        for line in text.lines() {
            // A string takes all that is written.
            let _ = writeln!(lines, "{} {mark} {line}", self.number);
        }
        let _ = self.file.lock().unwrap_or_else(PoisonError::into_inner).write_all(lines.as_bytes());
    }
}
