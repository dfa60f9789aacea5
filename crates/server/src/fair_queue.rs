//! A queue of work that is fair between people.
//!
//! Each person has at most one entry in the common queue; their other entries wait for it. So the
//! common queue, which is first in, first out, serves people in turns.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A fair queue with limits. `K` identifies a person.
pub(crate) struct FairQueue<K> {
    running: Arc<Semaphore>,
    state: Mutex<QueueState<K>>,
    max_per_person: usize,
    max_total: usize,
}

struct QueueState<K> {
    by_person: HashMap<K, PersonQueue>,
    slots: usize,
}

/// The entries of a person.
struct PersonQueue {
    /// One permit: the entry in the common queue.
    turn: Arc<Semaphore>,
    slots: usize,
}

/// Why an entry is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum QueueFullError {
    /// The person has reached their limit.
    PerPerson,
    /// The queue has reached its limit.
    Total,
}

/// An entry of the queue, removed when it is dropped.
pub(crate) struct QueueSlot<K: Clone + Eq + Hash> {
    queue: Arc<FairQueue<K>>,
    person: K,
    turn: Arc<Semaphore>,
}

/// The permission to run, until it is dropped.
pub(crate) struct RunPermit<K: Clone + Eq + Hash> {
    _running: OwnedSemaphorePermit,
    _turn: OwnedSemaphorePermit,
    _slot: QueueSlot<K>,
}

impl<K: Clone + Eq + Hash> FairQueue<K> {
    /// An empty queue with the given number of permits to run.
    pub(crate) fn new(running: usize, max_per_person: usize, max_total: usize) -> Self {
        let state = Mutex::new(QueueState { by_person: HashMap::new(), slots: 0 });
        Self { running: Arc::new(Semaphore::new(running.max(1))), state, max_per_person, max_total }
    }

    /// Adds an entry at the end.
    pub(crate) fn enqueue(self: &Arc<Self>, person: K) -> Result<QueueSlot<K>, QueueFullError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.by_person.get(&person).is_some_and(|entry| entry.slots >= self.max_per_person) {
            return Err(QueueFullError::PerPerson);
        }
        if state.slots >= self.max_total {
            return Err(QueueFullError::Total);
        }
        state.slots += 1;
        let new = || PersonQueue { turn: Arc::new(Semaphore::new(1)), slots: 0 };
        let entry = state.by_person.entry(person.clone()).or_insert_with(new);
        entry.slots += 1;
        Ok(QueueSlot { queue: Arc::clone(self), person, turn: Arc::clone(&entry.turn) })
    }
}

impl<K: Clone + Eq + Hash> QueueSlot<K> {
    /// Waits until this entry can run.
    pub(crate) async fn permit(self) -> RunPermit<K> {
        let turn = acquire(&self.turn).await;
        let running = acquire(&self.queue.running).await;
        RunPermit { _running: running, _turn: turn, _slot: self }
    }
}

async fn acquire(semaphore: &Arc<Semaphore>) -> OwnedSemaphorePermit {
    match Arc::clone(semaphore).acquire_owned().await {
        Ok(permit) => permit,
        Err(_) => unreachable!("the semaphores of the queue are never closed"),
    }
}

impl<K: Clone + Eq + Hash> Drop for QueueSlot<K> {
    fn drop(&mut self) {
        let mut state = self.queue.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.slots -= 1;
        if let Entry::Occupied(mut entry) = state.by_person.entry(self.person.clone()) {
            entry.get_mut().slots -= 1;
            if entry.get().slots == 0 {
                entry.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(running: usize) -> Arc<FairQueue<u8>> {
        Arc::new(FairQueue::new(running, 3, 5))
    }

    fn people() -> [u8; 3] {
        [1, 2, 3]
    }

    #[tokio::test]
    async fn people_are_served_in_turns() {
        let (queue, [ann, bob, _]) = (queue(1), people());
        let first = queue.enqueue(ann).expect("a slot").permit().await;
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for (name, person) in [("ann 2", ann), ("ann 3", ann), ("bob 1", bob)] {
            let (slot, order) = (queue.enqueue(person).expect("a slot"), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                let permit = slot.permit().await;
                order.lock().expect("nobody panicked").push(name);
                drop(permit);
            }));
            tokio::task::yield_now().await;
        }
        drop(first);
        for task in tasks {
            task.await.expect("it ends");
        }
        // Ann's second entry was not in the common queue while her first ran; Bob's was.
        assert_eq!(*order.lock().expect("nobody panicked"), ["bob 1", "ann 2", "ann 3"]);
    }

    #[tokio::test]
    async fn entries_beyond_the_limits_are_refused_and_slots_are_freed() {
        let (queue, [ann, bob, cid]) = (queue(1), people());
        let mut slots: Vec<QueueSlot<u8>> = (0..3).map(|_| queue.enqueue(ann).expect("a slot")).collect();
        assert_eq!(queue.enqueue(ann).err(), Some(QueueFullError::PerPerson));
        slots.extend((0..2).map(|_| queue.enqueue(bob).expect("a slot")));
        assert_eq!(queue.enqueue(cid).err(), Some(QueueFullError::Total));
        drop(slots.remove(0));
        slots.push(queue.enqueue(ann).expect("a free slot"));
        slots.clear();
        assert!(queue.state.lock().expect("nobody panicked").by_person.is_empty());
    }

    #[tokio::test]
    async fn a_cancelled_wait_frees_its_slot() {
        let (queue, [ann, bob, _]) = (queue(1), people());
        let first = queue.enqueue(ann).expect("a slot").permit().await;
        let waiting = tokio::spawn(queue.enqueue(bob).expect("a slot").permit());
        tokio::task::yield_now().await;
        waiting.abort();
        assert!(waiting.await.is_err_and(|why| why.is_cancelled()));
        drop(first);
        queue.enqueue(bob).expect("a slot").permit().await;
        assert_eq!(queue.state.lock().expect("nobody panicked").slots, 0);
    }
}
