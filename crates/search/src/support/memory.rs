//! How much memory there is for a table.

use std::fs;

/// A table that this machine has no room for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a table of {} does not fit the memory of this machine, {}", words(*.wanted), words(*.there))]
pub struct TooLarge {
    /// What was asked for, in bytes.
    pub wanted: u64,
    /// What there is, in bytes.
    pub there: u64,
}

/// Refuses what is more than the memory of the machine, or more than its group of processes may use. Where neither is known, up to
/// 64 GiB pass.
pub fn check(bytes: u64) -> Result<(), TooLarge> {
    const UNKNOWN: u64 = 64 << 30;
    let there = machine().into_iter().chain(group()).min().unwrap_or(UNKNOWN);
    if bytes <= there { Ok(()) } else { Err(TooLarge { wanted: bytes, there }) }
}

/// How many of `hash` bytes a search of so many nodes can make use of: some entries a node, generously.
pub(crate) fn of_use(hash: u64, nodes: Option<u64>) -> u64 {
    const BYTES_A_NODE: u64 = 64;
    const SMALL: u64 = 1 << 16;
    let most = nodes.map_or(u64::MAX, |nodes| nodes.saturating_mul(BYTES_A_NODE).max(SMALL));
    hash.min(most.checked_next_power_of_two().unwrap_or(u64::MAX))
}

/// The machine's memory, where the system tells (Linux).
fn machine() -> Option<u64> {
    total(&fs::read_to_string("/proc/meminfo").ok()?)
}

/// What the control group allows (Linux, version 2).
fn group() -> Option<u64> {
    fs::read_to_string("/sys/fs/cgroup/memory.max").ok()?.trim().parse().ok()
}

fn total(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1 << 10)
}

fn words(bytes: u64) -> String {
    let (unit, shift) = match bytes {
        0..0x10_0000 => ("KiB", 10),
        0x10_0000..0x4000_0000 => ("MiB", 20),
        _ => ("GiB", 30),
    };
    format!("{:.1} {unit}", bytes as f64 / f64::from(1_u32 << shift))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_read() {
        assert_eq!(total("MemTotal:       16384 kB\nMemFree:  1 kB\n"), Some(16 << 20));
        assert_eq!(total("MemTotal: many\n"), None);
        assert_eq!(total(""), None);
    }

    #[test]
    fn a_short_search_asks_for_little() {
        assert_eq!(of_use(1 << 30, None), 1 << 30);
        assert_eq!(of_use(1 << 30, Some(1)), 1 << 16);
        assert_eq!(of_use(1 << 30, Some(100_000)), 1 << 23);
        assert_eq!(of_use(1000, Some(u64::MAX)), 1000);
    }

    #[test]
    fn what_no_machine_has_is_refused() {
        assert_eq!(check(1 << 16), Ok(()));
        let refused = check(1 << 60).unwrap_err();
        assert_eq!(refused.wanted, 1 << 60);
        assert!(
            refused.to_string().starts_with("a table of 1073741824.0 GiB does not fit the memory of this machine, ")
        );
    }
}
