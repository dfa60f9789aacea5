//! Restores the order of results.

use std::collections::BTreeMap;

/// Returns numbered items in the order 0, 1, 2 and so on. It stores items that arrive too early, so its size is bounded by the distance
/// from the fastest to the slowest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReorderBuffer<T> {
    /// The next number to return.
    next: u64,
    /// Items from `next` on; `None` for a skipped number.
    early: BTreeMap<u64, Option<T>>,
}

/// A number that occurred before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("number {id} occurred before; each has one result")]
pub struct DuplicateResultError {
    /// The number.
    pub id: u64,
}

impl<T> Default for ReorderBuffer<T> {
    fn default() -> Self {
        Self { next: 0, early: BTreeMap::new() }
    }
}

impl<T> ReorderBuffer<T> {
    /// Adds the item with this number.
    pub fn add(&mut self, id: u64, item: T) -> Result<(), DuplicateResultError> {
        self.put(id, Some(item))
    }

    /// Marks a number that has no item.
    pub fn skip(&mut self, id: u64) -> Result<(), DuplicateResultError> {
        self.put(id, None)
    }

    /// The next item with its number; `None` while it is missing.
    pub fn pop(&mut self) -> Option<(u64, T)> {
        loop {
            let item = self.early.remove(&self.next)?;
            let id = self.next;
            self.next += 1;
            if let Some(item) = item {
                return Some((id, item));
            }
        }
    }

    /// The number of stored items.
    pub fn waiting(&self) -> usize {
        self.early.values().flatten().count()
    }

    fn put(&mut self, id: u64, item: Option<T>) -> Result<(), DuplicateResultError> {
        if id < self.next || self.early.contains_key(&id) {
            return Err(DuplicateResultError { id });
        }
        self.early.insert(id, item);
        Ok(())
    }
}
