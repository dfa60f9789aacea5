//! The memory of a table that is read here and there: how it lies decides how soon a place in it is found.

use std::ops::{Deref, DerefMut, Range};

use bytemuck::Zeroable;

use super::huge_pages;

/// A line of the cache, in bytes.
const LINE: usize = 64;
/// A huge page, in bytes: of x86-64, and of 64-bit ARM with small pages of 4 KiB.
const HUGE_PAGE: usize = 2 << 20;

/// Buckets of `N` words, at first zero. The memory is asked for at once, and touched only where something is read or written.
///
/// They start where a line of the cache does. As many as fill a huge page start where one does, and the system is asked for such pages:
/// it then gives out one where it would give 512 small ones, each at its first touch.
pub struct Buckets<W, const N: usize> {
    /// The buckets, and before and behind them what is never touched.
    words: Box<[W]>,
    used: Range<usize>,
}

impl<W: Zeroable, const N: usize> Buckets<W, N> {
    /// So many buckets.
    ///
    /// # Panics
    /// When the system refuses the memory: ask [`check`](crate::memory::check) before.
    pub fn new(count: usize) -> Self {
        const { assert!(align_of::<W>() <= 16, "memory that an allocator aligns itself is written at once") };
        let (size, length) = (size_of::<W>(), count * N);
        let alignment = if length * size < HUGE_PAGE { LINE } else { HUGE_PAGE };
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
            all::<4>(count, LINE);
            all::<8>(count, LINE);
            all::<12>(count, LINE);
        }
        all::<4>(HUGE_PAGE / 32, HUGE_PAGE);
        all::<8>(HUGE_PAGE / 64 + 1, HUGE_PAGE);
        all::<12>(HUGE_PAGE / 8, HUGE_PAGE);
    }

    /// What the system says of the memory itself: that huge pages were asked for before the first of it was touched.
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
