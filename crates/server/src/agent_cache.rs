//! The agents of computer players between their moves: each keeps its tree and its tables for the next move of its game.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use zermelo_core::erased::DynAgent;

/// The least that an agent counts as, in bytes, whatever it keeps.
const LEAST: u64 = 1 << 20;

/// A place for the agent of one computer player in one game. The agent is dropped with the last handle of its place, and earlier where the
/// cache is full.
#[derive(Clone, Default)]
pub(crate) struct AgentPlace(Arc<Mutex<Option<Box<dyn DynAgent>>>>);

impl AgentPlace {
    fn agent(&self) -> MutexGuard<'_, Option<Box<dyn DynAgent>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// All agents that wait for their next move, up to a limit of memory: those that have waited longest are dropped first.
pub(crate) struct AgentCache {
    /// In bytes.
    most: u64,
    /// The longest-waiting first.
    waiting: Mutex<Vec<Waiting>>,
}

struct Waiting {
    place: Weak<Mutex<Option<Box<dyn DynAgent>>>>,
    bytes: u64,
}

impl AgentCache {
    /// A cache of at most so many bytes.
    pub(crate) fn new(most: u64) -> Self {
        Self { most, waiting: Mutex::default() }
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The agent of a place, if it is there.
    pub(crate) fn take(&self, place: &AgentPlace) -> Option<Box<dyn DynAgent>> {
        self.waiting().retain(|waiting| waiting.place.as_ptr() != Arc::as_ptr(&place.0));
        place.agent().take()
    }

    /// Puts an agent that takes so many bytes into its place, until its next move.
    pub(crate) fn put(&self, place: &AgentPlace, agent: Box<dyn DynAgent>, bytes: u64) {
        let mut waiting = self.waiting();
        // Games that are over have dropped their places.
        waiting.retain(|waiting| waiting.place.strong_count() > 0 && waiting.place.as_ptr() != Arc::as_ptr(&place.0));
        *place.agent() = Some(agent);
        waiting.push(Waiting { place: Arc::downgrade(&place.0), bytes: bytes.max(LEAST) });
        let mut held: u64 = waiting.iter().map(|waiting| waiting.bytes).sum();
        while held > self.most && !waiting.is_empty() {
            let oldest = waiting.remove(0);
            held -= oldest.bytes;
            if let Some(place) = oldest.place.upgrade() {
                AgentPlace(place).agent().take();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    fn agent() -> Box<dyn DynAgent> {
        zermelo_catalog::agent("random", "tictactoe").expect("an agent")
    }

    fn is_there(place: &AgentPlace) -> bool {
        place.agent().is_some()
    }

    #[test]
    fn an_agent_waits_in_its_place_and_is_taken_once() {
        let cache = AgentCache::new(10 * MIB);
        let (one, other) = (AgentPlace::default(), AgentPlace::default());
        cache.put(&one, agent(), MIB);
        assert!(cache.take(&other).is_none());
        assert!(cache.take(&one).is_some());
        assert!(cache.take(&one).is_none());
        assert!(cache.waiting().is_empty());
    }

    #[test]
    fn who_has_waited_longest_is_dropped_where_memory_is_short() {
        let cache = AgentCache::new(10 * MIB);
        let places: Vec<AgentPlace> = (0..4).map(|_| AgentPlace::default()).collect();
        for place in &places[..3] {
            cache.put(place, agent(), 3 * MIB);
        }
        // The first plays a move meanwhile.
        let first = cache.take(&places[0]).expect("an agent");
        cache.put(&places[0], first, 3 * MIB);
        cache.put(&places[3], agent(), 4 * MIB);
        assert_eq!(places.iter().map(is_there).collect::<Vec<_>>(), [true, false, true, true]);
        // One that is larger than all is not kept.
        let large = AgentPlace::default();
        cache.put(&large, agent(), 11 * MIB);
        assert!(!is_there(&large));
    }

    #[test]
    fn small_agents_are_not_kept_without_end() {
        let cache = AgentCache::new(10 * MIB);
        let places: Vec<AgentPlace> = (0..30).map(|_| AgentPlace::default()).collect();
        for place in &places {
            cache.put(place, agent(), 0);
        }
        assert_eq!(places.iter().filter(|place| is_there(place)).count(), 10);
    }

    #[test]
    fn an_agent_goes_with_its_game() {
        let cache = AgentCache::new(10 * MIB);
        let (place, other) = (AgentPlace::default(), AgentPlace::default());
        cache.put(&place, agent(), 9 * MIB);
        let thinking = place.clone();
        drop(place);
        // A search that still runs puts its agent where nobody takes it any more.
        cache.put(&thinking, agent(), 9 * MIB);
        drop(thinking);
        cache.put(&other, agent(), 9 * MIB);
        assert!(is_there(&other));
        assert_eq!(cache.waiting().len(), 1);
    }
}
