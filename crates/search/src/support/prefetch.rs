//! Prefetching: a cache miss takes as long as a node of a search.
#![cfg_attr(
    all(target_arch = "x86_64", not(miri)),
    expect(unsafe_code, reason = "an instruction that the language has no word for")
)]

/// Prefetches the cache line of a value. It affects speed only, and does nothing on processors other than x86-64.
#[inline]
pub fn prefetch<T>(place: &T) {
    // Miri does not support the intrinsic.
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has the instruction; it reads and writes nothing and faults at no address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = place;
}
