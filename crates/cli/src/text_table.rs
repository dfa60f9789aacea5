//! Tables as text: the first column is aligned to the left, the others to the right.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::style::{QUIET, STRONG, paint};

/// A table with a title and column titles.
pub struct TextTable {
    title: String,
    rows: Vec<Vec<String>>,
}

impl TextTable {
    /// An empty table. The first column names the rows and has no title.
    pub fn new(title: impl Into<String>, columns: &[&str]) -> Self {
        let titles = std::iter::once("").chain(columns.iter().copied()).map(str::to_owned).collect();
        Self { title: title.into(), rows: vec![titles] }
    }

    /// Adds a row.
    pub fn row(&mut self, name: impl Into<String>, cells: impl IntoIterator<Item = String>) {
        self.rows.push(std::iter::once(name.into()).chain(cells).collect());
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows.len() - 1
    }

    /// Prints a blank line and the table.
    pub fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let width =
            |column: usize| self.rows.iter().filter_map(|row| row.get(column)).map(|it| it.chars().count()).max();
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
        writeln!(out, "\n{}", paint(STRONG, &self.title))?;
        for (at, row) in self.rows.iter().enumerate() {
            let mut line = String::new();
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                // Writing to a string does not fail.
                let _ = if column == 0 { write!(line, "{cell:<width$}") } else { write!(line, "  {cell:>width$}") };
            }
            let line = line.trim_end();
            if at == 0 { writeln!(out, "{}", paint(QUIET, line))? } else { writeln!(out, "{line}")? }
        }
        Ok(())
    }
}
