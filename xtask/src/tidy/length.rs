//! Checks that files have at most 600 lines.

use super::problem::{Exception, Problem, unneeded};
use super::source::File;

const MOST: usize = 600;

/// Longer files, each with its reason.
pub(super) const LONG: &[Exception] = &[("web/src/protocol.made.ts", "made by a program of one document")];

/// The files that are too long.
pub(super) fn problems(files: &[File], allowed: &[Exception]) -> Vec<Problem> {
    let is_long = |file: &File| matches!(file.extension(), "rs" | "ts" | "tsx") && file.text.lines().count() > MOST;
    let long: Vec<&File> = files.iter().filter(|file| is_long(file)).collect();
    let unlisted = long.iter().filter(|file| !allowed.iter().any(|(path, _)| *path == file.path)).map(|file| {
        let wrong = format!("has {} lines", file.text.lines().count());
        let right = format!("at most {MOST}: split it, or list it in xtask/src/tidy/length.rs with the reason");
        Problem::new(&file.path, None, wrong, right)
    });
    unlisted.chain(unneeded(allowed, |path| long.iter().any(|file| file.path == path))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::source::file;
    use super::*;

    #[test]
    fn long_files_need_a_reason() {
        let lines = |n: usize| "x\n".repeat(n);
        let files = [file("a.rs", &lines(601)), file("b.rs", &lines(600)), file("c.md", &lines(900))];
        let found = problems(&files, &[]);
        assert_eq!(found.len(), 1);
        assert!(found[0].to_string().starts_with("a.rs: has 601 lines; at most 600"), "{}", found[0]);
        assert_eq!(problems(&files, &[("a.rs", "a table")]), []);
    }

    #[test]
    fn a_reason_that_nothing_needs_goes() {
        let files = [file("a.rs", "short\n")];
        let found = problems(&files, &[("a.rs", "was long"), ("gone.rs", "was deleted")]);
        assert_eq!(found.iter().map(|problem| problem.path.as_str()).collect::<Vec<_>>(), ["a.rs", "gone.rs"]);
    }
}
