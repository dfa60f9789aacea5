//! `zermelo agents`: the list of agents.

use std::io::Write;

use zermelo_catalog::{AGENTS, AgentInfo, AgentListing, Ladder};
use zermelo_core::spec::SpecError;
use zermelo_core::text::excerpt;

use super::listing;
use crate::args::ListArgs;
use crate::error::CliError;

/// Lists the agents.
pub fn run(args: &ListArgs) -> Result<(), CliError> {
    let chosen: Vec<&AgentInfo> =
        AGENTS.iter().filter(|info| args.name.as_deref().is_none_or(|name| name == info.name)).collect();
    if chosen.is_empty() {
        let name = args.name.as_deref().unwrap_or_default();
        let known = AGENTS.iter().map(|info| info.name).collect();
        let error = SpecError::UnknownName { what: "agent", name: excerpt(name), known };
        return Err(CliError::Spec { what: "agents".to_owned(), error });
    }
    let mut out = anstream::stdout().lock();
    for info in chosen {
        if args.json {
            let agent = AgentListing::of(info);
            writeln!(out, "{}", serde_json::to_string(&agent).map_err(std::io::Error::from)?)?;
        } else {
            listing::heading(&mut out, info.name, info.help)?;
            listing::print_params(&mut out, info.params)?;
            for ladder in info.ladders() {
                print_ladder(&mut out, ladder)?;
            }
            listing::print_example(&mut out, info.example)?;
            writeln!(out)?;
        }
    }
    Ok(())
}

fn print_ladder(out: &mut impl Write, ladder: &Ladder) -> std::io::Result<()> {
    writeln!(out, "  {}", ladder.games.join(", "))?;
    for (n, spec) in (1..).zip(ladder.specs) {
        writeln!(out, "    {n}  {spec}")?;
    }
    Ok(())
}
