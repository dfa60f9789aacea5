//! `zermelo games`: the list of games.

use std::io::Write;

use zermelo_catalog::{Evaluators, GAMES, GameInfo, GameListing, evaluators};
use zermelo_core::spec::{Spec, SpecError};
use zermelo_core::text::excerpt;

use super::listing;
use crate::args::ListArgs;
use crate::error::CliError;

/// Lists the games.
pub fn run(args: &ListArgs) -> Result<(), CliError> {
    let chosen: Vec<&GameInfo> =
        GAMES.iter().filter(|info| args.name.as_deref().is_none_or(|name| name == info.name)).collect();
    if chosen.is_empty() {
        let name = args.name.as_deref().unwrap_or_default();
        let known = GAMES.iter().map(|info| info.name).collect();
        let error = SpecError::UnknownName { what: "game", name: excerpt(name), known };
        return Err(CliError::Spec { what: "games".to_owned(), error });
    }
    let mut out = anstream::stdout().lock();
    for info in chosen {
        if args.json {
            let game = GameListing::of(info).map_err(|error| CliError::Spec { what: info.name.to_owned(), error })?;
            writeln!(out, "{}", serde_json::to_string(&game).map_err(std::io::Error::from)?)?;
        } else {
            print(&mut out, info, evaluators_of(info)?)?;
        }
    }
    Ok(())
}

fn evaluators_of(info: &GameInfo) -> Result<Evaluators, CliError> {
    let spec = Spec { name: info.name.to_owned(), pairs: Vec::new() };
    evaluators(&spec).map_err(|error| CliError::Spec { what: info.name.to_owned(), error })
}

fn print(out: &mut impl Write, info: &GameInfo, evaluators: Evaluators) -> std::io::Result<()> {
    listing::heading(out, info.name, &format!("{}: {}", info.title, info.help))?;
    listing::print_params(out, info.params)?;
    listing::print_example(out, info.example)?;
    let Evaluators { all, textbook, strongest } = evaluators;
    writeln!(
        out,
        "    evaluators (eval=..); by default strong players take {strongest}, textbook players {textbook}:"
    )?;
    for evaluator in all {
        writeln!(out, "      {:<20} {}", evaluator.name, evaluator.help)?;
        for param in evaluator.params {
            writeln!(
                out,
                "        {:<18} {}: {}",
                format!("{}={}", param.key, param.default_text()),
                param.help,
                param.kind
            )?;
        }
    }
    writeln!(out)
}
