//! Fixtures: data files of known facts, with one format and one reader for all games.
//!
//! ```text
//! source: where the facts come from
//! # a remark
//! board ; depth ; nodes ; note
//! 7x6   ; 6     ; 117649 ;
//! ```
//!
//! A file has one or more `source:` lines, then a line of column names, then one row per line. Cells are separated by
//! `;` and trimmed. Blank lines and lines that start with `#` are ignored. Every panic names the file and the line.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

/// The folder of all fixtures of the workspace.
pub fn fixtures_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

/// A file of known facts.
#[derive(Clone, Debug)]
pub struct Fixture {
    name: String,
    sources: Vec<String>,
    rows: Vec<Row>,
}

/// One row of a fixture: a fact.
#[derive(Clone, Debug)]
pub struct Row {
    place: String,
    columns: Arc<[String]>,
    cells: Vec<String>,
}

impl Fixture {
    /// Reads a file; a relative path starts in [`fixtures_dir`].
    ///
    /// # Panics
    /// When it is missing or malformed.
    #[track_caller]
    pub fn load(path: impl AsRef<Path>) -> Self {
        let path = path.as_ref();
        let text = std::fs::read_to_string(fixtures_dir().join(path));
        Self::parse(&path.display().to_string(), &text.unwrap_or_else(|why| panic!("{}: {why}", path.display())))
    }

    /// Parses a text. Messages show `name` as its path.
    ///
    /// # Panics
    /// When it is malformed.
    #[track_caller]
    pub fn parse(name: &str, text: &str) -> Self {
        let mut fixture = Self { name: name.to_owned(), sources: Vec::new(), rows: Vec::new() };
        let mut columns: Option<Arc<[String]>> = None;
        for (index, line) in text.lines().enumerate() {
            let place = format!("{name}:{}", index + 1);
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let cells = || line.split(';').map(|cell| cell.trim().to_owned());
            match &columns {
                None if let Some(source) = line.strip_prefix("source:") => {
                    let source = source.trim();
                    assert!(!source.is_empty(), "{place}: the source is empty");
                    fixture.sources.push(source.to_owned());
                }
                None => {
                    assert!(
                        !fixture.sources.is_empty(),
                        "{place}: expected \"source: where the facts come from\" first"
                    );
                    let names: Arc<[String]> = cells().collect();
                    for (at, column) in names.iter().enumerate() {
                        assert!(!column.is_empty(), "{place}: column {} has no name", at + 1);
                        assert!(!names[..at].contains(column), "{place}: two columns have the name \"{column}\"");
                    }
                    columns = Some(names);
                }
                Some(columns) => {
                    let cells: Vec<String> = cells().collect();
                    let (found, wanted) = (cells.len(), columns.len());
                    assert!(found == wanted, "{place}: {found} cells for {wanted} columns ({})", columns.join("; "));
                    fixture.rows.push(Row { place, columns: Arc::clone(columns), cells });
                }
            }
        }
        assert!(!fixture.rows.is_empty(), "{name}: no rows: expected source lines, a line of column names, rows");
        fixture
    }

    /// The path or name, as the caller gave it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where the facts come from.
    pub fn sources(&self) -> &[String] {
        &self.sources
    }

    /// The rows, at least one.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }
}

impl Row {
    /// `path:line`, for messages.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// A cell that must not be empty.
    ///
    /// # Panics
    /// When the cell is empty, or when there is no such column.
    #[track_caller]
    pub fn text(&self, column: &str) -> &str {
        self.optional(column).unwrap_or_else(|| panic!("{}: {column} is empty", self.place))
    }

    /// A cell; `None` when it is empty.
    ///
    /// # Panics
    /// When there is no such column.
    #[track_caller]
    pub fn optional(&self, column: &str) -> Option<&str> {
        let at = self.columns.iter().position(|name| name == column).unwrap_or_else(|| {
            panic!("{}: no column \"{column}\"; the columns are {}", self.place, self.columns.join("; "));
        });
        Some(self.cells[at].as_str()).filter(|cell| !cell.is_empty())
    }

    /// A cell of an optional column; `None` when there is no such column or the cell is empty.
    pub fn find(&self, column: &str) -> Option<&str> {
        self.columns.iter().any(|name| name == column).then(|| self.optional(column)).flatten()
    }

    /// A cell as a number; its digits can be separated by `_`.
    ///
    /// # Panics
    /// When the cell is empty or not such a number, or when there is no such column.
    #[track_caller]
    pub fn number<T: FromStr<Err: Display>>(&self, column: &str) -> T {
        self.optional_number(column).unwrap_or_else(|| panic!("{}: {column} is empty", self.place))
    }

    /// A cell as a number; `None` when it is empty.
    ///
    /// # Panics
    /// When the cell is not such a number, or when there is no such column.
    #[track_caller]
    pub fn optional_number<T: FromStr<Err: Display>>(&self, column: &str) -> Option<T> {
        let text = self.optional(column)?;
        Some(
            text.replace('_', "").parse().unwrap_or_else(|why| panic!("{}: {column} is \"{text}\": {why}", self.place)),
        )
    }
}
