//! `external`: a program of somebody else.

use std::path::PathBuf;

use zermelo_core::Agent;
use zermelo_core::spec::{ParamInfo, ParamKind, Params, SWITCH, SpecError};
use zermelo_core::text::excerpt;
use zermelo_engines::client::{Patience, Protocol, Setup, parse_options};
use zermelo_engines::{Address, ExternalAgent, Launch};

use super::{AgentInfo, Algorithm, DEPTH, NODES, PLAYOUTS, TIME, limits};
use crate::games::CatalogGame;

pub(super) struct External;

const fn text(key: &'static str, help: &'static str) -> ParamInfo {
    ParamInfo { key, kind: ParamKind::Text, default: "", help }
}

const fn time(key: &'static str, default: &'static str, help: &'static str) -> ParamInfo {
    ParamInfo { key, kind: ParamKind::Duration, default, help }
}

impl Algorithm for External {
    const INFO: AgentInfo = AgentInfo {
        name: "external",
        params: &[
            text("cmd", "the program with its arguments; no shell reads it"),
            text("tcp", "host:port of a program that listens, instead of cmd"),
            ParamInfo {
                key: "protocol",
                kind: ParamKind::Choice(&["native", "plain"]),
                default: "native",
                help: "what it speaks (docs/engine-protocol.md)",
            },
            text("options", "options that it is told at its start: \"Hash=64;Threads=2\""),
            DEPTH,
            NODES,
            PLAYOUTS,
            TIME,
            ParamInfo {
                key: "memory",
                kind: ParamKind::Memory,
                default: "",
                help: "the memory that each of its processes may take",
            },
            text("dir", "the folder that it works in"),
            text("log", "the file to which all that is said is added"),
            time("handshake", "10s", "how long it may take to start"),
            time("hang", "30s", "how long an answer may take where time is not limited"),
            ParamInfo {
                key: "deterministic",
                kind: SWITCH,
                default: "off",
                help: "whether it plays the same game again and again, if nothing else differs",
            },
        ],
        help: "a program of somebody else, in a process of its own or over TCP",
        example: "external:cmd=\"python3 examples/native_bot.py\",memory=512mb",
        offer: None,
    };

    fn build<G: CatalogGame>(game: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        let usual = Patience::default();
        let patience = Patience {
            handshake: params.duration("handshake").unwrap_or(usual.handshake),
            hang: params.duration("hang").unwrap_or(usual.hang),
            ..usual
        };
        let setup = Setup {
            launch: launch(params)?,
            protocol: if params.text("protocol") == Some("plain") { Protocol::Plain } else { Protocol::Native },
            options: options(params)?,
            limits: limits(params, Self::INFO.params),
            is_deterministic: params.is_on("deterministic"),
            patience,
        };
        if setup.protocol == Protocol::Plain && !(setup.limits.is_unlimited() && setup.options.is_empty()) {
            return conflict("external: a program that speaks plain hears of no limits and no options; leave them out");
        }
        Ok(ExternalAgent::new(game.clone(), setup))
    }
}

fn conflict<T>(message: impl Into<String>) -> Result<T, SpecError> {
    Err(SpecError::Conflict(message.into()))
}

/// Where it is. Nothing is looked up or started yet.
fn launch(params: &Params) -> Result<Launch, SpecError> {
    let address = match (params.text("cmd"), params.text("tcp")) {
        (Some(command), None) => match command.parse() {
            Ok(command) => Address::Command(command),
            Err(why) => return conflict(format!("external: cmd={}: {why}", excerpt(command))),
        },
        (None, Some(address)) => Address::Tcp(address.to_owned()),
        _ => return conflict("external: give cmd=\"PROGRAM ARGUMENTS\", or tcp=\"HOST:PORT\" for one that listens"),
    };
    let launch = Launch {
        address,
        directory: params.text("dir").map(PathBuf::from),
        memory: params.memory("memory"),
        log: params.text("log").map(PathBuf::from),
    };
    let is_remote = matches!(launch.address, Address::Tcp(_));
    if is_remote && (launch.directory.is_some() || launch.memory.is_some()) {
        return conflict("external: dir and memory are for a program that is started by cmd; leave them out with tcp");
    }
    Ok(launch)
}

fn options(params: &Params) -> Result<Vec<(String, String)>, SpecError> {
    let text = params.text("options").unwrap_or_default();
    let wrong = || SpecError::Conflict(format!("external: options={}: expected NAME=VALUE;NAME=VALUE", excerpt(text)));
    parse_options(text).ok_or_else(wrong)
}
