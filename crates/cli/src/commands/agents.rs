//! `zermelo agents`: who can play.

use std::io::Write;

use serde::Serialize;
use zermelo_catalog::{AGENTS, AgentInfo, LEVELS, Ladder};
use zermelo_core::spec::SpecError;
use zermelo_core::text::excerpt;

use super::listing::{self, Param};
use crate::args::ListArgs;
use crate::failure::Failure;

#[derive(Serialize)]
struct Agent {
    name: &'static str,
    help: &'static str,
    params: Vec<Param>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    levels: Vec<Levels>,
    example: &'static str,
}

/// What the levels of some games stand for, the weakest first.
#[derive(Serialize)]
struct Levels {
    games: &'static [&'static str],
    agents: [&'static str; LEVELS],
}

/// Lists the agents.
pub fn run(args: &ListArgs) -> Result<(), Failure> {
    let chosen: Vec<&AgentInfo> =
        AGENTS.iter().filter(|info| args.name.as_deref().is_none_or(|name| name == info.name)).collect();
    if chosen.is_empty() {
        let name = args.name.as_deref().unwrap_or_default();
        let known = AGENTS.iter().map(|info| info.name).collect();
        let error = SpecError::UnknownName { what: "agent", name: excerpt(name), known };
        return Err(Failure::Spec { what: "agents".to_owned(), error });
    }
    let mut out = anstream::stdout().lock();
    for info in chosen {
        if args.json {
            let params = listing::params(info.params);
            let levels =
                info.ladders().iter().map(|ladder| Levels { games: ladder.games, agents: ladder.specs }).collect();
            let agent = Agent { name: info.name, help: info.help, params, levels, example: info.example };
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
