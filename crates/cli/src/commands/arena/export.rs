//! `zermelo arena export`.

use std::io::Write;

use zermelo_arena::export::{ExportError, export};

use super::args::ExportArgs;
use super::file::{filter, open, results_failure};
use crate::error::CliError;

/// Writes the games into a folder.
pub fn run(args: &ExportArgs) -> Result<(), CliError> {
    let reader = open(&args.results)?;
    let filter = filter(&reader, &args.filter)?;
    let spec = &reader.header().config.game;
    let game = zermelo_catalog::game(spec)
        .map_err(|error| CliError::Spec { what: format!("game \"{spec}\" of {}", args.results.display()), error })?;
    let files = export(&reader, game.as_ref(), &filter, args.format.into(), &args.out).map_err(|error| {
        let message = error.to_string();
        match error {
            ExportError::Results(error) => results_failure(error),
            ExportError::NoPdn(_) => CliError::Usage(message),
            ExportError::Write { .. } | ExportError::Replay { .. } => CliError::Failed(message),
        }
    })?;
    let mut out = anstream::stdout().lock();
    for file in files {
        if args.json {
            writeln!(out, "{}", serde_json::json!({ "file": file }))?;
        } else {
            writeln!(out, "{}", file.display())?;
        }
    }
    Ok(())
}
