//! Resource quotas for agents that remote users specify.

use zermelo_core::spec::{ParamInfo, ParamKind, Spec, parse_memory};

use crate::{AGENTS, Ladder};

/// The resources that one agent may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AgentQuota {
    /// Memory in bytes.
    pub memory: u64,
    /// Search threads.
    pub threads: u64,
}

/// Why an agent spec exceeds the quota. `key` is the parameter.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum QuotaError {
    /// The agent starts or connects to a program.
    #[error("{0} starts or calls a program of its own choice; choose another agent")]
    Program(&'static str),
    /// The agent reads a file.
    #[error("{key} names a file of this machine; leave it out")]
    File { key: &'static str },
    /// The agent needs too much memory.
    #[error("{key} asks for {requested} MiB; at most {limit} MiB are allowed")]
    Memory {
        key: &'static str,
        /// MiB.
        requested: u64,
        /// MiB.
        limit: u64,
    },
    /// The agent uses too many threads.
    #[error("threads={requested}: at most {limit} are allowed")]
    Threads { requested: u64, limit: u64 },
}

/// Parameters that count objects in memory, with the bytes per object: a node of `mcts`, and a position of `bfs` with its table slot.
const BYTES_PER_OBJECT: &[(&str, u64)] = &[("max-nodes", 64), ("max-positions", 128)];

impl AgentQuota {
    /// Checks a spec against the quota. Other errors in the spec are left to [`agent`](crate::agent).
    ///
    /// # Errors
    /// The agent is external, reads a file, or needs too much memory or too many threads.
    pub fn check(&self, spec: &Spec) -> Result<(), QuotaError> {
        let Some(info) = AGENTS.iter().find(|info| info.name == spec.name) else { return Ok(()) };
        if info.is_external() {
            return Err(QuotaError::Program(info.name));
        }
        info.params.iter().try_for_each(|param| self.check_param(param, spec))
    }

    fn check_param(&self, param: &ParamInfo, spec: &Spec) -> Result<(), QuotaError> {
        let given = spec.pairs.iter().find(|(key, _)| key == param.key).map(|(_, value)| value.as_str());
        let default = param.default_text();
        let value = given.unwrap_or(&default);
        if param.kind == ParamKind::File && given.is_some() {
            return Err(QuotaError::File { key: param.key });
        }
        if param.key == "threads" {
            let requested = value.parse().unwrap_or(1);
            let is_allowed = requested <= self.threads;
            return if is_allowed { Ok(()) } else { Err(QuotaError::Threads { requested, limit: self.threads }) };
        }
        // The operator's limit applies to default values too.
        let bytes = bytes(param, value);
        if bytes <= self.memory {
            return Ok(());
        }
        Err(QuotaError::Memory { key: param.key, requested: bytes.div_ceil(1 << 20), limit: self.memory >> 20 })
    }
}

/// The memory that a parameter value requests, in bytes.
fn bytes(param: &ParamInfo, value: &str) -> u64 {
    match BYTES_PER_OBJECT.iter().find(|(key, _)| *key == param.key) {
        Some((_, each)) => value.parse::<u64>().unwrap_or(0).saturating_mul(*each),
        None if param.kind == ParamKind::Memory => parse_memory(value).unwrap_or(0),
        None => 0,
    }
}

/// The most memory that the tables and trees of an agent use, in bytes.
pub fn memory(spec: &Spec) -> u64 {
    let Some(info) = AGENTS.iter().find(|info| info.name == spec.name) else { return 0 };
    let value = |param: &ParamInfo| {
        let given = spec.pairs.iter().find(|(key, _)| key == param.key);
        given.map_or_else(|| param.default_text(), |(_, value)| value.clone())
    };
    let own: u64 = info.params.iter().map(|param| bytes(param, &value(param))).sum();
    // For a level, the largest of its agents over all games.
    let level = info.params.iter().find(|param| param.key == "n").and_then(|param| value(param).parse::<usize>().ok());
    let level_spec = |ladder: &Ladder| level.and_then(|level| ladder.specs.get(level.checked_sub(1)?)?.parse().ok());
    let levels = info.ladders().iter().filter_map(level_spec).map(|spec| memory(&spec)).max();
    own.saturating_add(levels.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUOTA: AgentQuota = AgentQuota { memory: 256 << 20, threads: 2 };

    fn error(spec: &str) -> Option<String> {
        QUOTA.check(&spec.parse().expect("a specification")).err().map(|why| why.to_string())
    }

    #[test]
    fn all_but_external_agents_are_allowed_with_defaults() {
        for info in AGENTS {
            assert_eq!(error(info.name).is_some(), info.is_external(), "{}", info.name);
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
            assert_eq!(error(spec).as_deref(), Some(why), "{spec}");
        }
        assert_eq!(error("pvs:hash=256mb,threads=2"), None);
    }

    #[test]
    fn every_object_count_is_a_parameter() {
        for (key, _) in BYTES_PER_OBJECT {
            assert!(AGENTS.iter().any(|info| info.params.iter().any(|param| param.key == *key)), "{key}");
        }
    }

    #[test]
    fn memory_follows_the_spec() {
        let cases = [
            ("random", 0),
            ("pvs:hash=16mb", 16 << 20),
            ("mcts:max-nodes=1000", 64_000),
            ("novice", 1 << 20),
            ("level:n=2", 1 << 20),
            ("level:n=8", 128 << 20),
            ("level:n=99", 0),
            ("no-such-agent", 0),
        ];
        for (spec, bytes) in cases {
            assert_eq!(memory(&spec.parse().expect("a specification")), bytes, "{spec}");
        }
    }
}
