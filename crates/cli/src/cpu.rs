//! Checks that the processor has the instruction sets that the build uses.

/// The first instruction set that the build uses and the processor lacks.
///
/// `is_x86_feature_detected!` is constant for features enabled at compile time, so this reads `cpuid` directly.
#[cfg(target_arch = "x86_64")]
pub fn missing_feature() -> Option<&'static str> {
    use std::arch::x86_64::__cpuid;

    let features = __cpuid(1).ecx;
    let wanted = [
        (cfg!(target_feature = "sse3"), 0, "SSE3"),
        (cfg!(target_feature = "ssse3"), 9, "SSSE3"),
        (cfg!(target_feature = "sse4.1"), 19, "SSE4.1"),
        (cfg!(target_feature = "sse4.2"), 20, "SSE4.2"),
        (cfg!(target_feature = "popcnt"), 23, "POPCNT"),
    ];
    wanted.into_iter().find(|&(used, bit, _)| used && features >> bit & 1 == 0).map(|(_, _, name)| name)
}

/// On other architectures the build uses only the baseline.
#[cfg(not(target_arch = "x86_64"))]
pub fn missing_feature() -> Option<&'static str> {
    None
}
