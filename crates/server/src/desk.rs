//! Whose turn it is: a queue that is fair between people.
//!
//! Each person has one place in the common queue at a time, whatever they asked for: the rest of theirs waits behind it. So the common
//! queue, first come first served, takes people in turns.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The queue. `K` tells people apart.
pub(crate) struct Desk<K> {
    running: Arc<Semaphore>,
    people: Mutex<People<K>>,
    per_person: usize,
    in_all: usize,
}

struct People<K> {
    of: HashMap<K, Line>,
    tickets: usize,
}

/// What one person has asked for.
struct Line {
    turn: Arc<Semaphore>,
    tickets: usize,
}

/// Why somebody is sent away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Busy {
    /// This person has asked for enough.
    Person,
    /// People have asked for enough.
    All,
}

/// A place in the queue, given back when it is dropped.
pub(crate) struct Ticket<K: Clone + Eq + Hash> {
    desk: Arc<Desk<K>>,
    person: K,
    own: Arc<Semaphore>,
}

/// The right to search, until it is dropped.
pub(crate) struct Turn<K: Clone + Eq + Hash> {
    _running: OwnedSemaphorePermit,
    _own: OwnedSemaphorePermit,
    _ticket: Ticket<K>,
}

impl<K: Clone + Eq + Hash> Desk<K> {
    pub(crate) fn new(running: usize, per_person: usize, in_all: usize) -> Self {
        let people = Mutex::new(People { of: HashMap::new(), tickets: 0 });
        Self { running: Arc::new(Semaphore::new(running.max(1))), people, per_person, in_all }
    }

    /// Takes a place at the end.
    pub(crate) fn enter(self: &Arc<Self>, person: K) -> Result<Ticket<K>, Busy> {
        let mut people = self.people.lock().unwrap_or_else(PoisonError::into_inner);
        if people.of.get(&person).is_some_and(|line| line.tickets >= self.per_person) {
            return Err(Busy::Person);
        }
        if people.tickets >= self.in_all {
            return Err(Busy::All);
        }
        people.tickets += 1;
        let line =
            people.of.entry(person.clone()).or_insert_with(|| Line { turn: Arc::new(Semaphore::new(1)), tickets: 0 });
        line.tickets += 1;
        Ok(Ticket { desk: Arc::clone(self), person, own: Arc::clone(&line.turn) })
    }
}

impl<K: Clone + Eq + Hash> Ticket<K> {
    /// Waits until it is this one's turn.
    pub(crate) async fn turn(self) -> Turn<K> {
        let own = place_at(&self.own).await;
        let running = place_at(&self.desk.running).await;
        Turn { _running: running, _own: own, _ticket: self }
    }
}

async fn place_at(semaphore: &Arc<Semaphore>) -> OwnedSemaphorePermit {
    match Arc::clone(semaphore).acquire_owned().await {
        Ok(permit) => permit,
        Err(_) => unreachable!("the semaphores of the desk are never closed"),
    }
}

impl<K: Clone + Eq + Hash> Drop for Ticket<K> {
    fn drop(&mut self) {
        let mut people = self.desk.people.lock().unwrap_or_else(PoisonError::into_inner);
        people.tickets -= 1;
        if let Entry::Occupied(mut line) = people.of.entry(self.person.clone()) {
            line.get_mut().tickets -= 1;
            if line.get().tickets == 0 {
                line.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn desk(running: usize) -> Arc<Desk<u8>> {
        Arc::new(Desk::new(running, 3, 5))
    }

    fn people() -> [u8; 3] {
        [1, 2, 3]
    }

    #[tokio::test]
    async fn people_take_turns() {
        let (desk, [ann, bob, _]) = (desk(1), people());
        let first = desk.enter(ann).expect("a place").turn().await;
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for (name, person) in [("ann 2", ann), ("ann 3", ann), ("bob 1", bob)] {
            let (ticket, order) = (desk.enter(person).expect("a place"), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                let turn = ticket.turn().await;
                order.lock().expect("nobody panicked").push(name);
                drop(turn);
            }));
            tokio::task::yield_now().await;
        }
        drop(first);
        for task in tasks {
            task.await.expect("it ends");
        }
        // Ann's second was not in the common queue while her first ran; Bob was.
        assert_eq!(*order.lock().expect("nobody panicked"), ["bob 1", "ann 2", "ann 3"]);
    }

    #[tokio::test]
    async fn too_much_is_refused_and_places_come_back() {
        let (desk, [ann, bob, cid]) = (desk(1), people());
        let mut tickets: Vec<Ticket<u8>> = (0..3).map(|_| desk.enter(ann).expect("a place")).collect();
        assert_eq!(desk.enter(ann).err(), Some(Busy::Person));
        tickets.extend((0..2).map(|_| desk.enter(bob).expect("a place")));
        assert_eq!(desk.enter(cid).err(), Some(Busy::All));
        drop(tickets.remove(0));
        tickets.push(desk.enter(ann).expect("her place came back"));
        tickets.clear();
        assert!(desk.people.lock().expect("nobody panicked").of.is_empty());
    }

    #[tokio::test]
    async fn who_goes_while_waiting_leaves_nothing() {
        let (desk, [ann, bob, _]) = (desk(1), people());
        let first = desk.enter(ann).expect("a place").turn().await;
        let waiting = tokio::spawn(desk.enter(bob).expect("a place").turn());
        tokio::task::yield_now().await;
        waiting.abort();
        assert!(waiting.await.is_err_and(|why| why.is_cancelled()));
        drop(first);
        desk.enter(bob).expect("a place").turn().await;
        assert_eq!(desk.people.lock().expect("nobody panicked").tickets, 0);
    }
}
