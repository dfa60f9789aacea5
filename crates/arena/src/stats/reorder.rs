//! Results that come in any order, handed on in the order of their numbers.

use std::collections::BTreeMap;

/// Puts numbered things in order: 0, 1, 2 and so on. It keeps those that came too early, so its size is bounded by how far the
/// fastest is ahead of the slowest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReorderBuffer<T> {
    /// The first number that was not handed on.
    next: u64,
    /// From `next` on; `None` for a number without a thing.
    early: BTreeMap<u64, Option<T>>,
}

/// A number that came before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("number {id} came before; each has one result")]
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
    /// Takes the thing of a number.
    pub fn add(&mut self, id: u64, thing: T) -> Result<(), DuplicateResultError> {
        self.put(id, Some(thing))
    }

    /// Says that a number has nothing; it is passed over.
    pub fn skip(&mut self, id: u64) -> Result<(), DuplicateResultError> {
        self.put(id, None)
    }

    /// The next in order, with its number; `None` while it has not come.
    pub fn pop(&mut self) -> Option<(u64, T)> {
        loop {
            let thing = self.early.remove(&self.next)?;
            let id = self.next;
            self.next += 1;
            if let Some(thing) = thing {
                return Some((id, thing));
            }
        }
    }

    /// How many things wait for their turn.
    pub fn waiting(&self) -> usize {
        self.early.values().flatten().count()
    }

    fn put(&mut self, id: u64, thing: Option<T>) -> Result<(), DuplicateResultError> {
        if id < self.next || self.early.contains_key(&id) {
            return Err(DuplicateResultError { id });
        }
        self.early.insert(id, thing);
        Ok(())
    }
}
