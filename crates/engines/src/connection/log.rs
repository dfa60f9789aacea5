//! The log file of a connection.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// An append-only log. Each line has the number of the connection and a mark: `>` to the engine, `<` from it, `!` its standard error.
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

    /// Appends a text line by line. Errors are ignored: a full disk must not end a game.
    pub fn write(&self, mark: char, text: &str) {
        let mut lines = String::new();
        for line in text.lines() {
            // Writing to a string can't fail.
            let _ = writeln!(lines, "{} {mark} {line}", self.number);
        }
        let _ = self.file.lock().unwrap_or_else(PoisonError::into_inner).write_all(lines.as_bytes());
    }
}
