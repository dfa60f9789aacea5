//! Places of a tree's memory that are free.

/// The greatest family that is kept apart by size; what is larger waits among them.
const SIZES: usize = 512;

/// Places of families that were given back, by size.
#[derive(Clone, Default, Debug)]
pub(super) struct FreeList {
    by_size: Vec<Vec<u32>>,
    nodes: usize,
}

impl FreeList {
    /// How many nodes it holds.
    pub(super) fn nodes(&self) -> usize {
        self.nodes
    }

    /// Takes back the place of a family.
    pub(super) fn give(&mut self, first: u32, size: usize) {
        if self.by_size.is_empty() {
            self.by_size.resize(SIZES + 1, Vec::new());
        }
        // A greater family is given back in parts.
        let (mut first, mut left) = (first, size);
        while left > 0 {
            let part = left.min(SIZES);
            self.by_size[part].push(first);
            first += part as u32;
            left -= part;
        }
        self.nodes += size;
    }

    /// A place for a family: the smallest that is large enough, cut to size.
    pub(super) fn take(&mut self, size: usize) -> Option<u32> {
        if self.nodes < size {
            return None;
        }
        let found = (size..self.by_size.len()).find(|&size| !self.by_size[size].is_empty())?;
        let first = self.by_size[found].pop()?;
        self.nodes -= found;
        if found > size {
            self.give(first + size as u32, found - size);
        }
        Some(first)
    }
}
