//! The agents of computer players between their moves. Each keeps its tree and tables for the next
//! move of its game.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use zermelo_core::erased::DynAgent;

/// The minimum memory that is charged for an agent, in bytes.
const MIN_AGENT_BYTES: u64 = 1 << 20;

/// A slot for the agent of one computer player in one game. The agent is dropped with the last
/// clone of its slot, or earlier if the cache is full.
#[derive(Clone, Default)]
pub(crate) struct AgentSlot(Arc<Mutex<Option<Box<dyn DynAgent>>>>);

impl AgentSlot {
    fn agent(&self) -> MutexGuard<'_, Option<Box<dyn DynAgent>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// All agents between their moves, up to a memory limit. The longest idle agents are dropped first.
pub(crate) struct AgentCache {
    /// In bytes.
    capacity: u64,
    /// The longest idle agent first.
    idle: Mutex<Vec<IdleAgent>>,
}

struct IdleAgent {
    slot: Weak<Mutex<Option<Box<dyn DynAgent>>>>,
    bytes: u64,
}

impl AgentCache {
    /// An empty cache with a capacity in bytes.
    pub(crate) fn new(capacity: u64) -> Self {
        Self { capacity, idle: Mutex::default() }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<IdleAgent>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of idle agents.
    pub(crate) fn len(&self) -> usize {
        self.idle().iter().filter(|idle| idle.slot.strong_count() > 0).count()
    }

    /// Takes the agent out of a slot; `None` if the slot is empty.
    pub(crate) fn take(&self, slot: &AgentSlot) -> Option<Box<dyn DynAgent>> {
        self.idle().retain(|idle| idle.slot.as_ptr() != Arc::as_ptr(&slot.0));
        slot.agent().take()
    }

    /// Puts an agent that uses this many bytes into a slot, until its next move.
    pub(crate) fn put(&self, slot: &AgentSlot, agent: Box<dyn DynAgent>, bytes: u64) {
        let mut idle = self.idle();
        // Finished games have dropped their slots.
        idle.retain(|idle| idle.slot.strong_count() > 0 && idle.slot.as_ptr() != Arc::as_ptr(&slot.0));
        *slot.agent() = Some(agent);
        idle.push(IdleAgent { slot: Arc::downgrade(&slot.0), bytes: bytes.max(MIN_AGENT_BYTES) });
        let mut used: u64 = idle.iter().map(|idle| idle.bytes).sum();
        while used > self.capacity && !idle.is_empty() {
            let oldest = idle.remove(0);
            used -= oldest.bytes;
            if let Some(slot) = oldest.slot.upgrade() {
                AgentSlot(slot).agent().take();
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

    fn is_there(slot: &AgentSlot) -> bool {
        slot.agent().is_some()
    }

    #[test]
    fn an_agent_is_kept_in_its_slot_and_taken_once() {
        let cache = AgentCache::new(10 * MIB);
        let (one, other) = (AgentSlot::default(), AgentSlot::default());
        cache.put(&one, agent(), MIB);
        assert!(cache.take(&other).is_none());
        assert!(cache.take(&one).is_some());
        assert!(cache.take(&one).is_none());
        assert_eq!(cache.len(), 0);
    }

    #[test]
    fn the_longest_idle_agent_is_dropped_when_the_cache_is_full() {
        let cache = AgentCache::new(10 * MIB);
        let slots: Vec<AgentSlot> = (0..4).map(|_| AgentSlot::default()).collect();
        for slot in &slots[..3] {
            cache.put(slot, agent(), 3 * MIB);
        }
        // The first agent plays a move in between.
        let first = cache.take(&slots[0]).expect("an agent");
        cache.put(&slots[0], first, 3 * MIB);
        cache.put(&slots[3], agent(), 4 * MIB);
        assert_eq!(slots.iter().map(is_there).collect::<Vec<_>>(), [true, false, true, true]);
        // An agent that exceeds the capacity is not kept.
        let large = AgentSlot::default();
        cache.put(&large, agent(), 11 * MIB);
        assert!(!is_there(&large));
    }

    #[test]
    fn the_number_of_small_agents_is_limited() {
        let cache = AgentCache::new(10 * MIB);
        let slots: Vec<AgentSlot> = (0..30).map(|_| AgentSlot::default()).collect();
        for slot in &slots {
            cache.put(slot, agent(), 0);
        }
        assert_eq!(slots.iter().filter(|slot| is_there(slot)).count(), 10);
    }

    #[test]
    fn an_agent_is_dropped_with_its_game() {
        let cache = AgentCache::new(10 * MIB);
        let (slot, other) = (AgentSlot::default(), AgentSlot::default());
        cache.put(&slot, agent(), 9 * MIB);
        let thinking = slot.clone();
        drop(slot);
        // A search that still runs puts its agent into a slot that only the search holds.
        cache.put(&thinking, agent(), 9 * MIB);
        drop(thinking);
        assert_eq!(cache.len(), 0);
        cache.put(&other, agent(), 9 * MIB);
        assert!(is_there(&other));
        assert_eq!(cache.idle().len(), 1);
    }
}
