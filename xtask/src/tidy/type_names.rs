//! A type name has one meaning in the workspace: two crates do not define public types of the same name.

use std::collections::{BTreeMap, BTreeSet};

use super::problem::{Problem, unneeded};
use super::source::File;

/// Names that several crates define. To shorten the list, rename one of the types and remove the entry.
pub(super) const SHARED: &[(&str, &str)] = &[
    ("ExportFormat", "of the arena, and the flag of the command line that selects it"),
    ("OpenError", "of a record file, and of the store"),
    ("Picture", "of a game for the page, and of the values of first moves"),
    ("ReadError", "of record files, and of the store"),
    ("Sides", "how a tournament assigns sides, and how the command line does"),
    ("TableEntry", "of the transposition table, and of an endgame table"),
];

const KINDS: &[&str] = &["struct", "enum", "trait", "union"];

/// The types that share their name with a type of another crate.
pub(super) fn problems(files: &[File], shared: &'static [(&'static str, &'static str)]) -> Vec<Problem> {
    let mut crates_of: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut places = Vec::new();
    for file in files {
        if file.extension() != "rs" {
            continue;
        }
        let Some(folder) = crate_of(&file.path) else { continue };
        for (number, line) in file.lines() {
            if let Some(name) = defined(line) {
                crates_of.entry(name).or_default().insert(folder);
                places.push((file, number, name));
            }
        }
    }
    let is_shared = |name: &str| crates_of.get(name).is_some_and(|crates| crates.len() > 1);
    let unlisted =
        places.iter().filter(|(_, _, name)| is_shared(name) && !shared.iter().any(|(known, _)| known == name));
    let unlisted = unlisted.map(|(file, number, name)| {
        let crates: Vec<&str> = crates_of[name].iter().copied().collect();
        let wrong = format!("{name} is a type of {}", crates.join(" and "));
        Problem::new(&file.path, Some(*number), wrong, "give each type a name of its own")
    });
    unlisted.chain(unneeded(shared, |name| is_shared(name))).collect()
}

/// The crate of a source file; `None` for tests.
fn crate_of(path: &str) -> Option<&str> {
    let (folder, inside) = path.strip_prefix("crates/")?.split_once("/src/")?;
    let is_test = inside.ends_with("tests.rs") || inside.split('/').any(|part| part == "tests");
    (!is_test).then_some(folder)
}

/// The name of the public type that a line defines. `pub(crate)` and `pub(super)` count, because these types are used in other modules.
fn defined(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub")?;
    let rest = match rest.strip_prefix('(') {
        Some(scope) => scope.split_once(')')?.1,
        None => rest,
    };
    let (kind, rest) = rest.strip_prefix(' ')?.split_once(' ')?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    KINDS.contains(&kind).then_some(&rest[..end])
}

#[cfg(test)]
mod tests {
    use super::super::source::file;
    use super::*;

    #[test]
    fn a_name_of_two_crates_is_found_in_both() {
        let files = [
            file("crates/a/src/lib.rs", "pub struct Line;\nstruct Own;\n"),
            file("crates/b/src/x/y.rs", "    pub(crate) enum Line<T> {\nstruct Own;\n"),
            file("crates/b/tests/main.rs", "pub struct Line;\n"),
        ];
        let found = problems(&files, &[]);
        let shown: Vec<String> = found.iter().map(Problem::to_string).collect();
        let expected = "Line is a type of a and b; give each type a name of its own";
        assert_eq!(shown, [format!("crates/a/src/lib.rs:1: {expected}"), format!("crates/b/src/x/y.rs:1: {expected}")]);
        assert_eq!(problems(&files, &[("Line", "a reason")]), []);
    }

    #[test]
    fn one_crate_and_an_old_exception() {
        let files = [file("crates/a/src/lib.rs", "pub trait Line {}\npub type Line = u8;\npub fn line() {}\n")];
        assert_eq!(problems(&files, &[]), []);
        assert_eq!(problems(&files, &[("Line", "a reason")]).len(), 1);
    }
}
