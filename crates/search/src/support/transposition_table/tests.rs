use zermelo_core::{Bound, Depth, Ply, Score};

use super::*;
use crate::rng::derive;

fn entry(plies: u32) -> TableEntry {
    TableEntry {
        score: Score::estimate(plies as i32),
        bound: Bound::Upper,
        depth: SearchedDepth::Plies(Depth(plies)),
        move_code: plies as u16,
    }
}

#[test]
fn stored_entries_are_found() {
    let table = TranspositionTable::new(1 << 16);
    let scores =
        [Score::MIN, Score::MAX, Score::DRAW, Score::win_in(Ply(9)), Score::loss_in(Ply(0)), Score::estimate(-7)];
    let depths = [SearchedDepth::Plies(Depth(0)), SearchedDepth::Plies(Depth(2000)), SearchedDepth::ToEnd];
    let mut key = 0;
    for score in scores {
        for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
            for depth in depths {
                for move_code in [0, 77, NO_MOVE_CODE] {
                    key = derive(key, 1);
                    let entry = TableEntry { score, bound, depth, move_code };
                    table.store(key, entry);
                    assert_eq!(table.probe(key), Some(entry));
                    assert_eq!(table.probe(!key), None);
                }
            }
        }
    }
}

#[test]
fn the_smallest_table_is_one_bucket() {
    for bytes in [0, 1, 63, 64, 65, 127, 128, 1000, 4096] {
        let table = TranspositionTable::new(bytes);
        assert!(table.bytes() <= bytes.max(TranspositionTable::MIN_BYTES), "{bytes}");
        assert!(table.capacity() >= 4, "{bytes}");
        for key in (0..200).map(|n| derive(n, 0)).chain([0, u64::MAX]) {
            table.store(key, entry(5));
            assert_eq!(table.probe(key), Some(entry(5)));
        }
    }
}

/// A single bucket: replacement by depth and age alone.
#[test]
fn the_shallowest_and_the_oldest_go_first() {
    let mut table = TranspositionTable::new(TranspositionTable::MIN_BYTES);
    for plies in [12, 3, 7, 5] {
        table.store(u64::from(plies), entry(plies));
    }
    table.store(4, entry(4));
    assert_eq!(table.probe(3), None, "the least deep one went");
    table.next_generation();
    table.store(1, entry(1));
    assert_eq!((table.probe(4), table.probe(1)), (None, Some(entry(1))));
    table.next_generation();
    for key in 20..23 {
        table.store(key, entry(2));
    }
    assert_eq!(table.probe(1), None, "of an old decision");
    assert_eq!(table.probe(12), Some(entry(12)), "deep enough to stay for a while");
}

#[test]
fn a_position_keeps_its_deep_entry_and_its_move() {
    let mut table = TranspositionTable::new(1 << 12);
    table.store(1, entry(9));
    table.store(1, entry(5));
    assert_eq!(table.probe(1), Some(entry(9)), "much deeper");
    table.store(1, TableEntry { move_code: NO_MOVE_CODE, ..entry(7) });
    assert_eq!(table.probe(1), Some(TableEntry { move_code: 9, ..entry(7) }), "the move stays");
    table.store(1, TableEntry { bound: Bound::Exact, ..entry(2) });
    assert_eq!(
        table.probe(1).map(|entry| entry.depth),
        Some(SearchedDepth::Plies(Depth(2))),
        "an exact value goes before a bound"
    );
    table.store(1, entry(9));
    table.next_generation();
    table.store(1, entry(1));
    assert_eq!(table.probe(1), Some(entry(1)), "of an older decision");
}

#[test]
fn clearing_forgets() {
    let mut table = TranspositionTable::new(1 << 12);
    table.next_generation();
    for n in 0..500 {
        table.store(derive(n, 0), entry(1));
    }
    assert!(table.hashfull() > 800);
    let bytes = table.bytes();
    table.clear();
    assert_eq!((table.hashfull(), table.bytes()), (0, bytes));
    assert!((0..500).all(|n| table.probe(derive(n, 0)).is_none()));
}

/// While there is room, growing loses no entry.
#[test]
fn a_crowded_table_grows_and_keeps_its_entries() {
    let table = TranspositionTable::new(64 * (INITIAL_BUCKETS * 5 + 3));
    let keys = |count: u64| (0..count).map(|n| derive(n, 3));
    let few = INITIAL_BUCKETS / 4;
    keys(few).for_each(|key| assert!(!table.store(key, entry(5)), "there is room"));
    let mut sizes = vec![table.growth_threshold()];
    while table.growth_threshold().is_some() {
        table.grow();
        assert!(keys(few).all(|key| table.probe(key) == Some(entry(5))));
        sizes.push(table.growth_threshold());
    }
    assert_eq!(sizes, [Some(INITIAL_BUCKETS / 8), Some(INITIAL_BUCKETS / 2), None], "four times as many, then all");
    let displaced = keys(8 * table.capacity()).filter(|&key| table.store(key, entry(6))).count() as u64;
    assert!(displaced > 6 * table.capacity(), "{displaced}");
    assert_eq!(TranspositionTable::new(TranspositionTable::MIN_BYTES).growth_threshold(), None);
}

/// Threads write different entries for the same keys into a table that is far too small: each entry read back must be
/// one of them, whole.
#[test]
fn threads_never_see_half_an_entry() {
    let rounds = if cfg!(miri) { 60 } else { 40_000 };
    see_whole_entries(&TranspositionTable::new(TranspositionTable::MIN_BYTES), rounds);
}

/// The same while one of the threads grows the table.
#[test]
fn threads_never_see_half_an_entry_while_the_table_grows() {
    let table = TranspositionTable::new(64 * INITIAL_BUCKETS * 4);
    std::thread::scope(|scope| {
        scope.spawn(|| table.grow());
        see_whole_entries(&table, if cfg!(miri) { 60 } else { 4_000 });
    });
}

fn see_whole_entries(table: &TranspositionTable, rounds: u64) {
    const KEYS: u64 = 16;
    let written = |key: u64, by: u64| TableEntry {
        score: Score::estimate((key * 100 + by) as i32),
        bound: Bound::Exact,
        depth: SearchedDepth::Plies(Depth((key + by) as u32)),
        move_code: (key * 1000 + by) as u16,
    };
    let found = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for by in 0..3 {
            let found = &found;
            scope.spawn(move || {
                for round in 0..rounds {
                    let key = derive(round, by) % KEYS;
                    table.store(derive(key, 7), written(key, by));
                    let key = derive(round, by + 9) % KEYS;
                    if let Some(entry) = table.probe(derive(key, 7)) {
                        assert!((0..3).any(|by| entry == written(key, by)), "{key}: {entry:?}");
                        found.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    assert!(found.into_inner() > rounds / 10, "the threads are meant to find entries");
}
