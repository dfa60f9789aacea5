//! Huge pages for hash tables: fewer TLB misses on random access.
#![cfg_attr(
    all(target_os = "linux", not(miri)),
    expect(unsafe_code, reason = "advice to the system is given by address")
)]

/// Asks the system to back a large allocation with huge pages (Linux only). Call it before the memory is written: pages
/// that exist stay as they are. It affects speed only.
pub(crate) fn advise<T>(memory: &mut [T]) {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        use rustix::mm::{Advice, madvise};
        const PAGE: usize = 4096;
        let start = memory.as_mut_ptr().cast::<u8>();
        let skipped = start.align_offset(PAGE);
        let Some(length) = size_of_val(memory).checked_sub(skipped).map(|length| length & !(PAGE - 1)) else { return };
        debug_assert!(skipped + length <= size_of_val(memory), "advice is for this memory alone");
        // SAFETY: the range consists of whole pages inside a slice that is borrowed mutably; this advice does not
        // change their contents.
        // A kernel without huge pages is no error.
        let _ = unsafe { madvise(start.wrapping_add(skipped).cast(), length, Advice::LinuxHugepage) };
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    let _ = memory;
}
