//! Memory that will soon be read, asked for ahead: what lies outside the caches takes as long as a node of a search.
#![cfg_attr(
    all(target_arch = "x86_64", not(miri)),
    expect(unsafe_code, reason = "an instruction that the language has no word for")
)]

/// Asks for the line of the cache that a value starts in. Nothing changes but the time of the next read; where the processor is not
/// an x86-64, nothing happens.
#[inline]
pub fn prefetch<T>(place: &T) {
    // Miri knows no caches.
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction belongs to every x86-64, reads and writes nothing, and faults at no address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = place;
}
