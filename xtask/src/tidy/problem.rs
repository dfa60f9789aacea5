//! Problems that checks find.

use std::fmt;

/// A violated rule. Formatted as `path:line: the problem; the fix`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Problem {
    /// The path relative to the root of the repository.
    pub(super) path: String,
    /// The line from 1; `None` for the whole file.
    pub(super) line: Option<usize>,
    pub(super) wrong: String,
    pub(super) right: String,
}

impl Problem {
    pub(super) fn new(path: &str, line: Option<usize>, wrong: impl Into<String>, right: impl Into<String>) -> Self {
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

/// An exception to a check: a file and the reason.
pub(super) type Exception = (&'static str, &'static str);

/// Exceptions that are no longer needed.
pub(super) fn unneeded<'a>(
    exceptions: &'a [Exception],
    needed: impl Fn(&str) -> bool + 'a,
) -> impl Iterator<Item = Problem> + 'a {
    exceptions.iter().filter(move |(path, _)| !needed(path)).map(|(path, _)| {
        Problem::new(path, None, "is an exception that is not needed", "remove it from the list in xtask/src/tidy")
    })
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
