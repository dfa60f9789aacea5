//! Pages of memory for tables that are read here and there: the fewer there are, the sooner the processor finds one.
#![cfg_attr(
    all(target_os = "linux", not(miri)),
    expect(unsafe_code, reason = "advice to the system is given by address")
)]

/// Asks the system to back a large allocation with huge pages, where it can (Linux). Call it before the memory is written: what is
/// there already stays where it is. Nothing changes but the time of reads and writes.
pub(crate) fn advise<T>(memory: &mut [T]) {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        use rustix::mm::{Advice, madvise};
        const PAGE: usize = 4096;
        let start = memory.as_mut_ptr().cast::<u8>();
        let skipped = start.align_offset(PAGE);
        let Some(length) = size_of_val(memory).checked_sub(skipped).map(|length| length & !(PAGE - 1)) else { return };
        debug_assert!(skipped + length <= size_of_val(memory), "advice is for this memory alone");
        // SAFETY: the whole pages between the ends of a slice that is borrowed for writing; this advice leaves what they hold as it is.
        // That the system knows no huge pages is no failure.
        let _ = unsafe { madvise(start.wrapping_add(skipped).cast(), length, Advice::LinuxHugepage) };
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    let _ = memory;
}
