//! The processor, and the feature level of this build.

use std::fs;

/// The feature level that the compiler was allowed to use.
pub const LEVEL: &str = if cfg!(not(target_arch = "x86_64")) {
    std::env::consts::ARCH
} else if cfg!(all(target_feature = "avx512f", target_feature = "avx512bw", target_feature = "avx512vl")) {
    "x86-64-v4"
} else if cfg!(all(target_feature = "avx2", target_feature = "bmi2", target_feature = "fma")) {
    "x86-64-v3"
} else if cfg!(all(target_feature = "popcnt", target_feature = "sse4.2")) {
    "x86-64-v2"
} else {
    "x86-64"
};

/// The name of the processor, if the system reports it.
pub fn model() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
