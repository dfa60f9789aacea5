//! Source files, found by walking the folders, so that a checkout without history works.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// A text file of the repository.
pub(super) struct File {
    /// The path relative to the root, with `/` as separator.
    pub(super) path: String,
    pub(super) text: String,
}

impl File {
    /// The extension.
    pub(super) fn extension(&self) -> &str {
        self.path.rsplit_once('.').map_or("", |(_, extension)| extension)
    }

    /// The lines, numbered from 1.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(at, line)| (at + 1, line))
    }
}

/// The file extensions that are read.
const EXTENSIONS: &[&str] = &["rs", "ts", "tsx", "css", "html", "md"];

/// Folders without source files.
const BUILT: &[&str] = &["target", "node_modules", "dist", "corpus", "artifacts"];

/// Reads every source and Markdown file, sorted by path.
pub(super) fn read_all(root: &Path) -> Result<Vec<File>> {
    let mut files = Vec::new();
    walk(root, "", &mut files)?;
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

/// Symbolic links and names that begin with a dot are ignored.
fn walk(root: &Path, folder: &str, files: &mut Vec<File>) -> Result<()> {
    let listed = root.join(folder);
    for entry in fs::read_dir(&listed).with_context(|| format!("{} can't be listed", listed.display()))? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        let kind = entry.file_type()?;
        if name.starts_with('.') || (kind.is_dir() && BUILT.contains(&name.as_str())) {
            continue;
        }
        if kind.is_dir() {
            walk(root, &path, files)?;
        } else if kind.is_file() && EXTENSIONS.iter().any(|extension| has_extension(&name, extension)) {
            let text = fs::read_to_string(entry.path()).with_context(|| format!("{path} can't be read as UTF-8"))?;
            files.push(File { path, text });
        }
    }
    Ok(())
}

fn has_extension(name: &str, extension: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, found)| found == extension)
}

#[cfg(test)]
pub(super) fn file(path: &str, text: &str) -> File {
    File { path: path.to_owned(), text: text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_crate_is_found_and_built_files_are_not() {
        let files = read_all(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
        let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        assert!(paths.contains(&"src/tidy/source.rs"), "{paths:?}");
        assert!(paths.is_sorted());
        assert!(!paths.iter().any(|path| path.starts_with("target/")));
    }

    #[test]
    fn lines_count_from_one() {
        let file = file("a/b.tar.gz", "x\ny\n");
        assert_eq!(file.lines().collect::<Vec<_>>(), [(1, "x"), (2, "y")]);
        assert_eq!(file.extension(), "gz");
    }
}
