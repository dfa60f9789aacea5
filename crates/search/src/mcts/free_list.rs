//! The free list of the node pool.

/// Blocks up to this size have a list of their own size; larger ones are split.
const SIZES: usize = 512;

/// Free blocks of nodes, by size. A block holds the children of one node.
#[derive(Clone, Default, Debug)]
pub(super) struct FreeList {
    by_size: Vec<Vec<u32>>,
    nodes: usize,
}

impl FreeList {
    /// The number of free nodes.
    pub(super) fn nodes(&self) -> usize {
        self.nodes
    }

    /// Frees a block.
    pub(super) fn release(&mut self, first: u32, size: usize) {
        if self.by_size.is_empty() {
            self.by_size.resize(SIZES + 1, Vec::new());
        }
        // A larger block is split.
        let (mut first, mut left) = (first, size);
        while left > 0 {
            let part = left.min(SIZES);
            self.by_size[part].push(first);
            first += part as u32;
            left -= part;
        }
        self.nodes += size;
    }

    /// Allocates a block: the smallest free one that is large enough, cut to size.
    pub(super) fn allocate(&mut self, size: usize) -> Option<u32> {
        if self.nodes < size {
            return None;
        }
        let found = (size..self.by_size.len()).find(|&size| !self.by_size[size].is_empty())?;
        let first = self.by_size[found].pop()?;
        self.nodes -= found;
        if found > size {
            self.release(first + size as u32, found - size);
        }
        Some(first)
    }
}
