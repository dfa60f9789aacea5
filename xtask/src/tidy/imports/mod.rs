//! The files of a crate import each other without a circle: what two modules need of each other lies in one below both.
//!
//! An import is a `use` or a path to something that a file of the same crate defines; names are followed through re-exports. `mod x;`
//! and a re-export are no imports, and tests may import what they like.

mod circles;
mod graph;
mod known;
mod read;

use super::problem::Problem;
use super::source::File;
pub(super) use known::KNOWN;

/// The circles in the imports of each crate.
pub(super) fn problems(files: &[File], known: &[&[&str]]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut needed = vec![false; known.len()];
    for root in roots(files) {
        let imports = graph::imports(files, root);
        for circle in circles::circles(imports.keys()) {
            if let Some(at) = known.iter().position(|known| circle.iter().all(|file| known.contains(file))) {
                needed[at] = true;
                continue;
            }
            let inside = imports
                .iter()
                .filter(|((from, to), _)| circle.contains(&from.as_str()) && circle.contains(&to.as_str()));
            let shown: Vec<String> = inside
                .map(|((from, to), place)| format!("\n    {from}:{}: {} of {to}", place.line, place.name))
                .collect();
            let wrong = format!("{} files import each other in a circle{}\n ", circle.len(), shown.concat());
            problems.push(Problem::new(circle[0], None, wrong, "move what they share into a module below them"));
        }
    }
    for (known, _) in known.iter().zip(needed).filter(|(_, needed)| !needed) {
        let path = known.first().copied().unwrap_or_default();
        problems.push(Problem::new(
            path,
            None,
            "is listed in a circle and is in none",
            "take it off the list in xtask/src/tidy",
        ));
    }
    problems
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
        assert!(found[0].wrong.starts_with("2 files import each other"), "{}", found[0].wrong);
        assert!(found[0].wrong.contains("crates/x/src/a.rs:1: B of crates/x/src/b.rs"), "{}", found[0].wrong);
        assert!(found[0].wrong.contains("crates/x/src/b.rs:2: A of crates/x/src/a.rs"), "{}", found[0].wrong);
    }

    #[test]
    fn a_known_circle_is_no_problem_and_must_be_one() {
        assert_eq!(problems(&files(), &[&["crates/x/src/a.rs", "crates/x/src/b.rs"]]), []);
        let found = problems(&files()[..2], &[&["crates/x/src/a.rs", "crates/x/src/b.rs"]]);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].wrong, "is listed in a circle and is in none");
    }

    #[test]
    fn this_workspace_has_no_new_circle() {
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
