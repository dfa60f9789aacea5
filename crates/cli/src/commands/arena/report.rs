//! `zermelo arena report`, and `--report` of `run` and `resume`.

use std::io::Write;
use std::path::Path;

use super::args::ReportArgs;
use super::file::{open, results_failure};
use super::game;
use crate::error::CliError;

/// Writes the report of a results file.
pub fn run(args: &ReportArgs) -> Result<(), CliError> {
    check(&args.results, &args.out)?;
    write(&args.results, &args.out, args.json)
}

/// Checks that the report can be written, before a long run.
pub fn check(results: &Path, out: &Path) -> Result<(), CliError> {
    let wrong = |why: &str| CliError::Usage(format!("can't write the report {}: {why}", out.display()));
    if out.is_dir() {
        return Err(wrong("it is a folder; name a file, such as report.html"));
    }
    if is_same(results, out) {
        return Err(wrong("it is the results file; give the report another name"));
    }
    match out.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => Err(wrong("its folder does not exist")),
        _ => Ok(()),
    }
}

/// Writes the report of a results file and prints its path.
pub fn write(results: &Path, out: &Path, json: bool) -> Result<(), CliError> {
    let reader = open(results)?;
    let rules = game::rules(&reader)?;
    let name = results.file_name().map_or_else(|| results.to_string_lossy(), |name| name.to_string_lossy());
    let page = zermelo_report::arena::report(&reader, rules.as_ref(), &name).map_err(results_failure)?;
    std::fs::write(out, page).map_err(|error| CliError::File { path: out.display().to_string(), error })?;
    let mut said = anstream::stdout().lock();
    if json {
        writeln!(said, "{}", serde_json::json!({ "report": out }))?;
    } else {
        writeln!(said, "Report: {}", out.display())?;
    }
    Ok(())
}

/// Whether two paths name the same file.
fn is_same(a: &Path, b: &Path) -> bool {
    a == b || matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
