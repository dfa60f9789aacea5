//! `cargo xtask tidy`: the agreements that no compiler checks. A module a check; each gives a list of problems.

mod games;
mod layers;
mod length;
mod links;
mod source;
mod unfinished;
mod unsafe_code;

use std::fmt;
use std::path::Path;

use anyhow::{Result, ensure};

/// Something that breaks an agreement. Shown as `path:line: what is wrong; what would be right`.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Problem {
    /// Relative to the root of the repository.
    path: String,
    /// Counted from 1; `None` for the whole file.
    line: Option<usize>,
    wrong: String,
    right: String,
}

impl Problem {
    fn new(path: &str, line: Option<usize>, wrong: impl Into<String>, right: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, wrong: wrong.into(), right: right.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}; {}", self.wrong, self.right)
    }
}

/// An exception to a check: a file, and why it is one.
type Exception = (&'static str, &'static str);

/// The exceptions that nothing needs any more.
fn unneeded<'a>(exceptions: &'a [Exception], needed: impl Fn(&str) -> bool + 'a) -> impl Iterator<Item = Problem> + 'a {
    exceptions.iter().filter(move |(path, _)| !needed(path)).map(|(path, _)| {
        Problem::new(path, None, "is listed as an exception and is none", "take it off the list in xtask/src/tidy")
    })
}

/// The checks that read files alone.
pub(crate) fn check_files(root: &Path) -> Result<()> {
    let files = source::read_all(root)?;
    let mut problems = layers::check(root)?;
    problems.extend(length::problems(&files, length::LONG));
    problems.extend(unfinished::problems(&files));
    problems.extend(unsafe_code::problems(&files, unsafe_code::ALLOWED));
    problems.extend(links::problems(&files, |path| root.join(path).exists()));
    report(problems)
}

/// The check that asks the program for its games.
pub(crate) fn check_games(root: &Path) -> Result<()> {
    report(games::check(root)?)
}

fn report(mut problems: Vec<Problem>) -> Result<()> {
    problems.sort_by(|a, b| (&a.path, a.line).cmp(&(&b.path, b.line)));
    for problem in &problems {
        println!("{problem}");
    }
    ensure!(problems.is_empty(), "tidy found {} problem(s)", problems.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_says_where_what_and_what_would_be_right() {
        let mut problem = Problem::new("a/b.rs", Some(3), "is wrong", "make it right");
        assert_eq!(problem.to_string(), "a/b.rs:3: is wrong; make it right");
        problem.line = None;
        assert_eq!(problem.to_string(), "a/b.rs: is wrong; make it right");
    }

    #[test]
    fn an_exception_that_is_none_is_a_problem() {
        let exceptions = [("a.rs", "reason"), ("b.rs", "reason")];
        let left: Vec<Problem> = unneeded(&exceptions, |path| path == "a.rs").collect();
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].path, "b.rs");
    }
}
