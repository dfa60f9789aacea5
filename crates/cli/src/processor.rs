//! Whether the processor has what the build asks for.

/// The first instruction set that the build uses and the processor lacks.
///
/// The standard library answers such questions at compile time for features that the build takes for granted, so the
/// processor itself is asked.
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

/// Other processors: the build asks for nothing beyond their baseline.
#[cfg(not(target_arch = "x86_64"))]
pub fn missing_feature() -> Option<&'static str> {
    None
}
