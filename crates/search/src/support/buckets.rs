//! Memory for hash tables: buckets that are aligned to cache lines, on huge pages where possible.

use std::ops::{Deref, DerefMut, Range};

use bytemuck::Zeroable;

use super::huge_pages;

/// The size of a cache line in bytes.
const CACHE_LINE: usize = 64;
/// The size of a huge page in bytes, on x86-64 and on 64-bit ARM with a base page of 4 KiB.
const HUGE_PAGE: usize = 2 << 20;

/// Buckets of `N` words, initially zero. The memory is reserved at once and touched only where something is read or
/// written.
///
/// The first bucket is aligned to a cache line. Memory of a huge page and more is aligned to a huge page, and the
/// system is asked for huge pages: one page fault then replaces 512, and the TLB covers more.
pub struct Buckets<W, const N: usize> {
    /// The buckets, with unused padding on both sides.
    words: Box<[W]>,
    used: Range<usize>,
}

impl<W: Zeroable, const N: usize> Buckets<W, N> {
    /// Reserves `count` buckets.
    ///
    /// # Panics
    /// When the system refuses the memory: call [`check`](crate::memory::check) before.
    pub fn new(count: usize) -> Self {
        const { assert!(align_of::<W>() <= 16, "memory that an allocator aligns itself is written at once") };
        let (size, length) = (size_of::<W>(), count * N);
        let alignment = if length * size < HUGE_PAGE { CACHE_LINE } else { HUGE_PAGE };
        let mut words: Box<[W]> = bytemuck::allocation::zeroed_slice_box(length + alignment / size - 1);
        let start = words.as_ptr().addr();
        let skipped = (start.next_multiple_of(alignment) - start) / size;
        let used = skipped..skipped + length;
        if alignment == HUGE_PAGE {
            huge_pages::advise(&mut words[used.clone()]);
        }
        Self { words, used }
    }
}

impl<W, const N: usize> Deref for Buckets<W, N> {
    type Target = [[W; N]];

    #[inline]
    fn deref(&self) -> &[[W; N]] {
        self.words[self.used.clone()].as_chunks().0
    }
}

impl<W, const N: usize> DerefMut for Buckets<W, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [[W; N]] {
        self.words[self.used.clone()].as_chunks_mut().0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_zero_and_start_with_a_line_or_a_huge_page() {
        fn all<const N: usize>(count: usize, alignment: usize) {
            let mut buckets = Buckets::<u64, N>::new(count);
            assert_eq!(buckets.len(), count);
            assert_eq!(buckets.as_ptr().addr() % alignment, 0, "{count} of {N}");
            let last = count - 1;
            assert_eq!((buckets[0], buckets[last]), ([0; N], [0; N]));
            buckets[last] = [7; N];
            assert_eq!(buckets[last], [7; N]);
        }
        for count in [1, 2, 3, 1000] {
            all::<4>(count, CACHE_LINE);
            all::<8>(count, CACHE_LINE);
            all::<12>(count, CACHE_LINE);
        }
        all::<4>(HUGE_PAGE / 32, HUGE_PAGE);
        all::<8>(HUGE_PAGE / 64 + 1, HUGE_PAGE);
        all::<12>(HUGE_PAGE / 8, HUGE_PAGE);
    }

    /// The kernel's own account of the memory: huge pages were requested before the first touch.
    #[cfg(all(target_os = "linux", not(miri)))]
    #[test]
    fn large_ones_are_untouched_and_huge_pages_are_asked_for() {
        if !std::path::Path::new("/sys/kernel/mm/transparent_hugepage").exists() {
            return;
        }
        let buckets = Buckets::<u64, 8>::new(64 << 20 >> 6);
        let maps = std::fs::read_to_string("/proc/self/smaps").unwrap();
        let start = format!("{:x}-", buckets.as_ptr().addr());
        let of_buckets = maps.lines().skip_while(|line| !line.starts_with(&start)).skip(1);
        let value = |name: &str| of_buckets.clone().find_map(|line| line.strip_prefix(name)).map(str::trim);
        assert_eq!(value("Rss:"), Some("0 kB"));
        let flags = value("VmFlags:").unwrap();
        assert!(flags.split(' ').any(|flag| flag == "hg"), "{flags}");
    }
}
