//! `external`: another program as an agent.

use std::path::PathBuf;
use std::time::Duration;

use zermelo_core::Agent;
use zermelo_core::choice;
use zermelo_core::spec::{Choice, Param, Params, SpecError, TextParam};
use zermelo_core::text::excerpt;
use zermelo_engines::client::{EngineConfig, EngineTimeouts, Protocol, parse_options};
use zermelo_engines::{EngineAddress, ExternalAgent, Launch};

use super::factory::{AgentFactory, AgentInfo};
use super::shared::{DEPTH, NODES, PLAYOUTS, TIME, limits};
use crate::games::CatalogGame;

pub(super) struct ExternalFactory;

const COMMAND: TextParam = TextParam::text("cmd", "the program with its arguments, without a shell");
const TCP: TextParam = TextParam::text("tcp", "host:port of a program that listens, instead of cmd");
const PROTOCOL: Choice<Protocol> = choice!(
    "protocol",
    "the protocol (docs/engine-protocol.md)",
    "native" => Protocol::Native,
    "plain" => Protocol::Plain,
);
const OPTIONS: TextParam = TextParam::text("options", "options to send at the start: \"Hash=64;Threads=2\"");
const MEMORY: Param<Option<u64>> = Param::optional_memory("memory", "memory limit of each of its processes");
const DIRECTORY: TextParam = TextParam::text("dir", "its working directory");
const LOG: TextParam = TextParam::text("log", "a file to append the communication to");
const HANDSHAKE: Param<Duration> =
    Param::duration("handshake", EngineTimeouts::DEFAULT.handshake, "time limit for its start");
const HANG: Param<Duration> =
    Param::duration("hang", EngineTimeouts::DEFAULT.hang, "time limit for an answer if no other limit of time applies");
const DETERMINISTIC: Param<bool> =
    Param::switch("deterministic", false, "whether it always plays the same moves in the same game");

impl AgentFactory for ExternalFactory {
    const INFO: AgentInfo = AgentInfo {
        name: "external",
        params: &[
            COMMAND.info,
            TCP.info,
            PROTOCOL.info,
            OPTIONS.info,
            DEPTH.info,
            NODES.info,
            PLAYOUTS.info,
            TIME.info,
            MEMORY.info,
            DIRECTORY.info,
            LOG.info,
            HANDSHAKE.info,
            HANG.info,
            DETERMINISTIC.info,
        ],
        help: "another program, as a child process or over TCP",
        example: "external:cmd=\"python3 examples/native_bot.py\",memory=512mb",
        offer: None,
    };

    fn build<G: CatalogGame>(game: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        let timeouts =
            EngineTimeouts { handshake: params.get(&HANDSHAKE), hang: params.get(&HANG), ..EngineTimeouts::DEFAULT };
        let setup = EngineConfig {
            launch: launch(params)?,
            protocol: params.get(&PROTOCOL),
            options: options(params)?,
            limits: limits(params),
            is_deterministic: params.get(&DETERMINISTIC),
            timeouts,
        };
        if setup.protocol == Protocol::Plain && !(setup.limits.is_unlimited() && setup.options.is_empty()) {
            return conflict("external: the plain protocol has no limits and no options; leave them out");
        }
        Ok(ExternalAgent::new(game.clone(), setup))
    }
}

fn conflict<T>(message: impl Into<String>) -> Result<T, SpecError> {
    Err(SpecError::Conflict(message.into()))
}

/// How to reach the program. It is started or connected to later.
fn launch(params: &Params) -> Result<Launch, SpecError> {
    let address = match (params.text(&COMMAND), params.text(&TCP)) {
        (Some(command), None) => match command.parse() {
            Ok(command) => EngineAddress::Command(command),
            Err(why) => return conflict(format!("external: cmd={}: {why}", excerpt(command))),
        },
        (None, Some(address)) => EngineAddress::Tcp(address.to_owned()),
        _ => return conflict("external: give cmd=\"PROGRAM ARGUMENTS\", or tcp=\"HOST:PORT\" for one that listens"),
    };
    let launch = Launch {
        address,
        directory: params.text(&DIRECTORY).map(PathBuf::from),
        memory: params.get(&MEMORY),
        log: params.text(&LOG).map(PathBuf::from),
    };
    let is_remote = matches!(launch.address, EngineAddress::Tcp(_));
    if is_remote && (launch.directory.is_some() || launch.memory.is_some()) {
        return conflict("external: dir and memory are for a program that is started by cmd; leave them out with tcp");
    }
    Ok(launch)
}

fn options(params: &Params) -> Result<Vec<(String, String)>, SpecError> {
    let text = params.text(&OPTIONS).unwrap_or_default();
    let wrong = || SpecError::Conflict(format!("external: options={}: expected NAME=VALUE;NAME=VALUE", excerpt(text)));
    parse_options(text).ok_or_else(wrong)
}
