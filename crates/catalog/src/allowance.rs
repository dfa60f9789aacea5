//! What a stranger's specification of an agent may ask of this machine.

use zermelo_core::spec::{ParamInfo, ParamKind, Spec, parse_memory};

use crate::{AGENTS, Ladder};

/// How much one agent may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// Memory in bytes.
    pub memory: u64,
    /// Threads that search at a time.
    pub threads: u64,
}

/// Why an agent is not for strangers.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Excess {
    /// It starts or calls a program.
    #[error("{0} starts or calls a program of its own choice; choose another agent")]
    Program(&'static str),
    /// It reads a file.
    #[error("{key} names a file of this machine; leave it out")]
    File {
        /// The parameter.
        key: &'static str,
    },
    /// It takes more memory than is allowed.
    #[error("{key} asks for {asked} MiB; at most {most} MiB are allowed")]
    Memory {
        /// The parameter.
        key: &'static str,
        /// What it comes to, in MiB.
        asked: u64,
        /// What is allowed, in MiB.
        most: u64,
    },
    /// It takes more threads than are allowed.
    #[error("threads={asked}: at most {most} are allowed")]
    Threads {
        /// What was asked for.
        asked: u64,
        /// What is allowed.
        most: u64,
    },
}

/// Parameters that count what is kept in memory, and the bytes of each: a node of `mcts` with its extra figures, a position of `bfs` with
/// its place in the table.
const KEPT: &[(&str, u64)] = &[("max-nodes", 64), ("max-positions", 128)];

impl Allowance {
    /// Whether an agent stays within it. What is wrong otherwise is left to [`agent`](crate::agent) to say.
    pub fn check(&self, spec: &Spec) -> Result<(), Excess> {
        let Some(info) = AGENTS.iter().find(|info| info.name == spec.name) else { return Ok(()) };
        if info.is_external() {
            return Err(Excess::Program(info.name));
        }
        info.params.iter().try_for_each(|param| self.check_param(param, spec))
    }

    fn check_param(&self, param: &ParamInfo, spec: &Spec) -> Result<(), Excess> {
        let given = spec.pairs.iter().find(|(key, _)| key == param.key).map(|(_, value)| value.as_str());
        let default = param.default_text();
        let value = given.unwrap_or(&default);
        if param.kind == ParamKind::File && given.is_some() {
            return Err(Excess::File { key: param.key });
        }
        if param.key == "threads" {
            let asked = value.parse().unwrap_or(1);
            return if asked <= self.threads { Ok(()) } else { Err(Excess::Threads { asked, most: self.threads }) };
        }
        // A default is this program's own choice, and the operator's limit holds for it too.
        let bytes = bytes(param, value);
        if bytes <= self.memory {
            return Ok(());
        }
        Err(Excess::Memory { key: param.key, asked: bytes.div_ceil(1 << 20), most: self.memory >> 20 })
    }
}

/// What a parameter with this value asks for, in bytes.
fn bytes(param: &ParamInfo, value: &str) -> u64 {
    match KEPT.iter().find(|(key, _)| *key == param.key) {
        Some((_, each)) => value.parse::<u64>().unwrap_or(0).saturating_mul(*each),
        None if param.kind == ParamKind::Memory => parse_memory(value).unwrap_or(0),
        None => 0,
    }
}

/// The most memory that an agent's tables and trees take, in bytes, by its specification.
pub fn memory(spec: &Spec) -> u64 {
    let Some(info) = AGENTS.iter().find(|info| info.name == spec.name) else { return 0 };
    let value = |param: &ParamInfo| {
        let given = spec.pairs.iter().find(|(key, _)| key == param.key);
        given.map_or_else(|| param.default_text(), |(_, value)| value.clone())
    };
    let own: u64 = info.params.iter().map(|param| bytes(param, &value(param))).sum();
    // A level is the agent that it stands for, in whichever game.
    let level = info.params.iter().find(|param| param.key == "n").and_then(|param| value(param).parse::<usize>().ok());
    let stands_for = |ladder: &Ladder| level.and_then(|level| ladder.specs.get(level.checked_sub(1)?)?.parse().ok());
    let levels = info.ladders().iter().filter_map(stands_for).map(|spec| memory(&spec)).max();
    own.saturating_add(levels.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: Allowance = Allowance { memory: 256 << 20, threads: 2 };

    fn refused(spec: &str) -> Option<String> {
        SOME.check(&spec.parse().expect("a specification")).err().map(|why| why.to_string())
    }

    #[test]
    fn every_agent_but_programs_is_allowed_as_it_is() {
        for info in AGENTS {
            assert_eq!(refused(info.name).is_some(), info.is_external(), "{}", info.name);
        }
    }

    #[test]
    fn files_memory_and_threads_are_bounded() {
        let cases = [
            ("alphabeta:depth=2,first=/etc/passwd", "first names a file of this machine; leave it out"),
            ("pvs:hash=1gb", "hash asks for 1024 MiB; at most 256 MiB are allowed"),
            ("mcts:max-nodes=100000000", "max-nodes asks for 6104 MiB; at most 256 MiB are allowed"),
            ("bfs:max-positions=100000000", "max-positions asks for 12208 MiB; at most 256 MiB are allowed"),
            ("pvs:threads=3", "threads=3: at most 2 are allowed"),
            ("external:cmd=ls", "external starts or calls a program of its own choice; choose another agent"),
        ];
        for (spec, why) in cases {
            assert_eq!(refused(spec).as_deref(), Some(why), "{spec}");
        }
        assert_eq!(refused("pvs:hash=256mb,threads=2"), None);
    }

    #[test]
    fn every_count_of_what_is_kept_is_a_parameter() {
        for (key, _) in KEPT {
            assert!(AGENTS.iter().any(|info| info.params.iter().any(|param| param.key == *key)), "{key}");
        }
    }

    #[test]
    fn the_memory_of_an_agent_is_what_its_specification_says() {
        let cases = [
            ("random", 0),
            ("pvs:hash=16mb", 16 << 20),
            ("mcts:max-nodes=1000", 64_000),
            ("novice", 1 << 20),
            ("level:n=2", 1 << 20),
            ("level:n=8", 128 << 20),
            ("level:n=99", 0),
            ("nobody", 0),
        ];
        for (spec, bytes) in cases {
            assert_eq!(memory(&spec.parse().expect("a specification")), bytes, "{spec}");
        }
    }
}
