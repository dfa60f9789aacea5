//! `cargo xtask tidy`: checks that the compiler does not do. One module per check; each returns a list of problems.

mod games;
mod imports;
mod layers;
mod length;
mod links;
mod problem;
mod source;
mod type_names;
mod unfinished;
mod unsafe_code;

use std::path::Path;

use anyhow::{Result, ensure};

use problem::Problem;

/// The checks that only read files.
pub(crate) fn check_files(root: &Path) -> Result<()> {
    let files = source::read_all(root)?;
    let mut problems = layers::check(root)?;
    problems.extend(length::problems(&files, length::LONG));
    problems.extend(unfinished::problems(&files));
    problems.extend(unsafe_code::problems(&files, unsafe_code::ALLOWED));
    problems.extend(type_names::problems(&files, type_names::SHARED));
    problems.extend(imports::problems(&files, imports::KNOWN));
    problems.extend(links::problems(&files, |path| root.join(path).exists()));
    report(problems)
}

/// The check that runs the program to list its games.
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
