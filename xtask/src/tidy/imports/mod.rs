//! Checks that the files of a crate import each other without cycles: what two modules need is in a third module below both.
//!
//! Seen from outside, a folder counts as one module, so that the layers are the folders.
//!
//! An import is a `use` of, or a path to, an item of another file of the crate. Names are followed through re-exports. `mod x;`
//! and re-exports are not imports, and tests are not checked.

mod circles;
mod graph;
mod known;
mod read;

use std::collections::BTreeMap;

use super::problem::Problem;
use super::source::File;
use graph::{Imports, Place};
pub(super) use known::KNOWN;

/// The import cycles of each crate.
pub(super) fn problems(files: &[File], known: &[&[&str]]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut needed = vec![false; known.len()];
    for root in roots(files) {
        let imports = graph::imports(files, root);
        for level in levels(&imports, root).values() {
            for circle in circles::circles(level.keys()) {
                let is_inside =
                    |(from, to): &(String, String)| circle.contains(&from.as_str()) && circle.contains(&to.as_str());
                let inside: Vec<Import<'_>> = level
                    .iter()
                    .filter(|(edge, _)| is_inside(edge))
                    .flat_map(|(_, imports)| imports)
                    .copied()
                    .collect();
                let is_known = |known: &&[&str]| {
                    inside.iter().all(|((from, to), _)| known.contains(&from.as_str()) && known.contains(&to.as_str()))
                };
                match known.iter().position(is_known) {
                    Some(at) => needed[at] = true,
                    None => problems.push(problem(&circle, &inside)),
                }
            }
        }
    }
    for (known, _) in known.iter().zip(needed).filter(|(_, needed)| !needed) {
        let path = known.first().copied().unwrap_or_default();
        let right = "remove it from the list in xtask/src/tidy";
        problems.push(Problem::new(path, None, "is listed in an import cycle but is not in one", right));
    }
    problems
}

fn problem(circle: &[&str], inside: &[Import<'_>]) -> Problem {
    let shown: Vec<String> = inside
        .iter()
        .map(|((from, to), place)| format!("\n    {from}:{}: {} of {to}", place.line, place.name))
        .collect();
    let wrong = format!("{} modules form an import cycle: {}{}\n ", circle.len(), circle.join(", "), shown.concat());
    let path = inside.first().map_or("", |((from, _), _)| from.as_str());
    Problem::new(path, None, wrong, "move the shared code into a module below them")
}

/// An import with its position.
type Import<'i> = (&'i (String, String), &'i Place);

/// The edges between sibling modules, with their imports.
type Level<'i> = BTreeMap<(String, String), Vec<Import<'i>>>;

/// The imports by the module that contains both ends: there each end is a child, or the module's own file.
///
/// So a folder counts as one module: its files must not import a module that imports any of them.
fn levels<'i>(imports: &'i Imports, root: &str) -> BTreeMap<String, Level<'i>> {
    let source = root.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut levels: BTreeMap<String, Level<'i>> = BTreeMap::new();
    for import in imports {
        let (from, to) = import.0;
        let (from, to) = (module(source, from), module(source, to));
        let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        let child =
            |path: &[&str]| path.get(shared).map_or_else(|| "the module itself".to_owned(), |name| (*name).to_owned());
        let edge = (child(&from), child(&to));
        levels.entry(from[..shared].join("::")).or_default().entry(edge).or_default().push(import);
    }
    levels
}

/// The module path of a file below the root of its crate.
fn module<'p>(source: &str, path: &'p str) -> Vec<&'p str> {
    let inner = path.strip_prefix(source).unwrap_or(path).trim_start_matches('/');
    let mut parts: Vec<&str> = inner.trim_end_matches(".rs").split('/').collect();
    if matches!(parts.last(), Some(&("mod" | "lib" | "main"))) {
        parts.pop();
    }
    parts
}

/// The roots of the crates.
fn roots(files: &[File]) -> impl Iterator<Item = &str> {
    let is_root = |path: &str| {
        let parts: Vec<&str> = path.split('/').collect();
        matches!(parts[..], ["crates", _, "src", "lib.rs" | "main.rs"] | ["xtask", "src", "main.rs"])
    };
    files.iter().map(|file| file.path.as_str()).filter(move |path| is_root(path))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::source::{file, read_all};
    use super::*;

    fn files() -> [File; 3] {
        [
            file("crates/x/src/lib.rs", "mod a;\nmod b;"),
            file("crates/x/src/a.rs", "use crate::b::B;\npub struct A(B);"),
            file("crates/x/src/b.rs", "pub struct B;\nfn f() -> super::a::A {}"),
        ]
    }

    #[test]
    fn a_circle_is_shown_with_its_imports() {
        let found = problems(&files(), &[]);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].path, "crates/x/src/a.rs");
        assert!(found[0].wrong.starts_with("2 modules form an import cycle: a, b"), "{}", found[0].wrong);
        assert!(found[0].wrong.contains("crates/x/src/a.rs:1: B of crates/x/src/b.rs"), "{}", found[0].wrong);
        assert!(found[0].wrong.contains("crates/x/src/b.rs:2: A of crates/x/src/a.rs"), "{}", found[0].wrong);
    }

    #[test]
    fn a_folder_counts_as_one() {
        let files = [
            file("crates/x/src/lib.rs", "mod a;\nmod b;"),
            file("crates/x/src/a/mod.rs", "pub mod c;\npub mod d;"),
            file("crates/x/src/a/c.rs", "pub fn c() { crate::b::b() }"),
            file("crates/x/src/a/d.rs", "pub fn d() {}"),
            file("crates/x/src/b.rs", "pub fn b() { crate::a::d::d() }"),
        ];
        let found = problems(&files, &[]);
        assert_eq!(found.len(), 1);
        assert!(found[0].wrong.starts_with("2 modules form an import cycle: a, b"), "{}", found[0].wrong);
    }

    #[test]
    fn a_module_that_uses_a_child_is_not_used_by_it() {
        let files = [
            file("crates/x/src/lib.rs", "mod a;"),
            file("crates/x/src/a/mod.rs", "mod c;\npub struct A;\nfn f() { c::c() }"),
            file("crates/x/src/a/c.rs", "use super::A;\npub fn c() -> A {}"),
        ];
        let found = problems(&files, &[]);
        assert_eq!(found.len(), 1);
        assert!(
            found[0].wrong.starts_with("2 modules form an import cycle: c, the module itself"),
            "{}",
            found[0].wrong
        );
    }

    #[test]
    fn a_known_circle_is_no_problem_and_must_be_one() {
        assert_eq!(problems(&files(), &[&["crates/x/src/a.rs", "crates/x/src/b.rs"]]), []);
        let found = problems(&files()[..2], &[&["crates/x/src/a.rs", "crates/x/src/b.rs"]]);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].wrong, "is listed in an import cycle but is not in one");
    }

    #[test]
    fn this_workspace_has_no_new_import_cycle() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let found = problems(&read_all(root).unwrap(), KNOWN);
        let shown: Vec<String> = found.iter().map(|problem| format!("{problem}\n")).collect();
        assert!(found.is_empty(), "{}", shown.concat());
    }

    #[test]
    fn the_root_of_each_crate_is_found() {
        let paths = [
            "crates/x/src/lib.rs",
            "crates/x/src/a/lib.rs",
            "crates/y/src/main.rs",
            "fuzz/src/lib.rs",
            "xtask/src/main.rs",
        ];
        let files = paths.map(|path| file(path, ""));
        let found: Vec<&str> = roots(&files).collect();
        assert_eq!(found, ["crates/x/src/lib.rs", "crates/y/src/main.rs", "xtask/src/main.rs"]);
    }
}
