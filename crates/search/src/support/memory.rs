//! How much memory there is for a table.

use std::fs;

/// A table that does not fit into the memory of this machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a table of {} does not fit the memory of this machine, {}", format_bytes(*.requested), format_bytes(*.available))]
pub struct TableTooLargeError {
    /// The size of the table in bytes.
    pub requested: u64,
    /// The memory that this process may use, in bytes.
    pub available: u64,
}

/// Checks that a table of `bytes` fits into the memory of the machine and of this process's control group. Where
/// neither is known, the limit is 64 GiB.
///
/// # Errors
/// When the table is larger than that.
pub fn check(bytes: u64) -> Result<(), TableTooLargeError> {
    const UNKNOWN_LIMIT: u64 = 64 << 30;
    let available = machine_memory().into_iter().chain(cgroup_limit()).min().unwrap_or(UNKNOWN_LIMIT);
    if bytes <= available { Ok(()) } else { Err(TableTooLargeError { requested: bytes, available }) }
}

/// How many of `hash` bytes a search of at most `nodes` nodes can use: 64 bytes a node, which is generous.
pub(crate) fn useful_table_bytes(hash: u64, nodes: Option<u64>) -> u64 {
    const BYTES_PER_NODE: u64 = 64;
    const MIN_BYTES: u64 = 1 << 16;
    let most = nodes.map_or(u64::MAX, |nodes| nodes.saturating_mul(BYTES_PER_NODE).max(MIN_BYTES));
    hash.min(most.checked_next_power_of_two().unwrap_or(u64::MAX))
}

/// The machine's memory in bytes (Linux only).
fn machine_memory() -> Option<u64> {
    parse_mem_total(&fs::read_to_string("/proc/meminfo").ok()?)
}

/// The memory limit of the control group in bytes (Linux, cgroup version 2).
fn cgroup_limit() -> Option<u64> {
    fs::read_to_string("/sys/fs/cgroup/memory.max").ok()?.trim().parse().ok()
}

fn parse_mem_total(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1 << 10)
}

fn format_bytes(bytes: u64) -> String {
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
        assert_eq!(parse_mem_total("MemTotal:       16384 kB\nMemFree:  1 kB\n"), Some(16 << 20));
        assert_eq!(parse_mem_total("MemTotal: many\n"), None);
        assert_eq!(parse_mem_total(""), None);
    }

    #[test]
    fn a_short_search_asks_for_little() {
        assert_eq!(useful_table_bytes(1 << 30, None), 1 << 30);
        assert_eq!(useful_table_bytes(1 << 30, Some(1)), 1 << 16);
        assert_eq!(useful_table_bytes(1 << 30, Some(100_000)), 1 << 23);
        assert_eq!(useful_table_bytes(1000, Some(u64::MAX)), 1000);
    }

    #[test]
    fn a_table_that_is_too_large_is_rejected() {
        assert_eq!(check(1 << 16), Ok(()));
        let refused = check(1 << 60).unwrap_err();
        assert_eq!(refused.requested, 1 << 60);
        assert!(
            refused.to_string().starts_with("a table of 1073741824.0 GiB does not fit the memory of this machine, ")
        );
    }
}
