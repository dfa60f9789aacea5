//! Checks that only listed files have `unsafe` code.

use proc_macro2::{TokenStream, TokenTree};

use super::problem::{Exception, Problem, unneeded};
use super::source::File;

/// The files that can have `unsafe` code, each with its reason.
pub(super) const ALLOWED: &[Exception] = &[
    (
        "crates/search/src/support/huge_pages.rs",
        "advice on memory is given to the system by address; it changes nothing that is stored",
    ),
    (
        "crates/search/src/support/prefetch.rs",
        "the language has no safe word for asking for memory ahead; the instruction reads and writes nothing",
    ),
    (
        "crates/solve/src/retrograde/file.rs",
        "a file is mapped into memory; a table is put in its place whole and is never written after",
    ),
    (
        "crates/search/tests/main/alloc.rs",
        "an allocator that counts is an unsafe trait; it shows that a node allocates nothing",
    ),
];

/// The occurrences in other files. Files are parsed as Rust, so comments and strings do not count.
pub(super) fn problems(files: &[File], allowed: &[Exception]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut needed = Vec::new();
    for file in files.iter().filter(|file| file.extension() == "rs") {
        let mut lines = Vec::new();
        match file.text.parse::<TokenStream>() {
            Ok(tokens) => collect(tokens, &mut lines),
            Err(why) => {
                let line = why.span().start().line;
                problems.push(Problem::new(
                    &file.path,
                    Some(line),
                    "does not read as Rust",
                    "balance its brackets and quotes",
                ));
            }
        }
        if allowed.iter().any(|(path, _)| *path == file.path) {
            if !lines.is_empty() {
                needed.push(file.path.as_str());
            }
            continue;
        }
        let right = "write it safely, or list the file in xtask/src/tidy/unsafe_code.rs with the reason";
        problems.extend(lines.into_iter().map(|line| Problem::new(&file.path, Some(line), "is unsafe", right)));
    }
    problems.extend(unneeded(allowed, |path| needed.contains(&path)));
    problems
}

fn collect(tokens: TokenStream, lines: &mut Vec<usize>) {
    for token in tokens {
        match token {
            TokenTree::Ident(word) if word == "unsafe" => lines.push(word.span().start().line),
            TokenTree::Group(group) => collect(group.stream(), lines),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::source::file;
    use super::*;

    const UNSAFE: &str = "fn f() {\n    g(|| unsafe { h() });\n}\nunsafe impl A for B {}\n";

    #[test]
    fn the_keyword_is_found_at_any_depth() {
        let found = problems(&[file("a.rs", UNSAFE)], &[]);
        assert_eq!(found.iter().map(|problem| problem.line).collect::<Vec<_>>(), [Some(2), Some(4)]);
    }

    #[test]
    fn comments_and_texts_are_not_code() {
        let text =
            "#![deny(unsafe_code)]\n/// unsafe\n// unsafe {\nconst A: &str = r#\"unsafe \"x\" {\"#; /* unsafe */\n";
        assert_eq!(problems(&[file("a.rs", text), file("a.md", "unsafe")], &[]), []);
    }

    #[test]
    fn a_listed_file_may_and_must() {
        let allowed = [("a.rs", "intrinsics"), ("b.rs", "intrinsics")];
        let found = problems(&[file("a.rs", UNSAFE), file("b.rs", "fn f() {}")], &allowed);
        assert_eq!(found.iter().map(|problem| problem.path.as_str()).collect::<Vec<_>>(), ["b.rs"]);
    }

    #[test]
    fn a_file_that_is_not_rust_is_a_problem() {
        assert_eq!(problems(&[file("a.rs", "fn f() {\n")], &[]).len(), 1);
    }
}
