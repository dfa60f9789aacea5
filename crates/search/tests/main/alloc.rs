//! Allocation counts, per thread.
#![allow(unsafe_code, reason = "a global allocator is unsafe by nature; this one counts and hands on")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use zermelo_core::{Agent, Evaluator, GameRecord, NoEvaluator, SearchLimits, Searchable};
use zermelo_search::{
    AlphaBetaAgent, Expand, FlatMcAgent, FlatMcOptions, MctsAgent, MctsOptions, MinimaxAgent, NegamaxAgent, PvsAgent,
    PvsOptions, Switches, TableUse, TextbookOptions,
};

use crate::toys::{Race, Rows, decide};

struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

fn count_one() {
    // While a thread ends, its counter no longer exists.
    let _ = COUNT.try_with(|count| count.set(count.get() + 1));
}

// SAFETY: every request is forwarded to the system's allocator unchanged, and its result is returned.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count_one();
        // SAFETY: the caller upholds the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: `at` came from `System`, as all memory of this allocator does.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count_one();
        // SAFETY: `at` came from `System`, as all memory of this allocator does.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations and nodes of an agent's second decision.
fn cost<G: Searchable>(agent: &mut impl Agent<G>, game: &G, limits: SearchLimits) -> (u64, u64) {
    let record = GameRecord::new(game.clone());
    decide(agent, &record, limits);
    let before = COUNT.get();
    let decision = agent
        .choose(&record, &limits, &zermelo_core::StopToken::new(), &mut zermelo_core::NoObserver)
        .expect("a decision");
    (COUNT.get() - before, decision.nodes.max(decision.playouts))
}

fn assert_flat<G: Searchable>(
    name: &str,
    agent: &mut impl Agent<G>,
    game: &G,
    shallow: SearchLimits,
    deep: SearchLimits,
) {
    let (few, small) = cost(agent, game, shallow);
    let (many, large) = cost(agent, game, deep);
    assert!(large >= 10 * small, "{name}: {small} and {large} nodes are too close to compare");
    assert!(many <= few + 60, "{name}: {few} allocations for {small} nodes, {many} for {large}");
}

#[test]
fn textbook_searches_allocate_nothing_per_node() {
    fn all<G: Searchable, E: Evaluator<G> + Clone>(game: &G, evaluator: &E, shallow: u32, deep: u32) {
        let (shallow, deep) = (SearchLimits::depth(shallow), SearchLimits::depth(deep));
        let options = TextbookOptions::default();
        assert_flat("minimax", &mut MinimaxAgent::new(options, evaluator.clone()), game, shallow, deep);
        assert_flat("negamax", &mut NegamaxAgent::new(options, evaluator.clone()), game, shallow, deep);
        assert_flat("alphabeta", &mut AlphaBetaAgent::new(options, evaluator.clone()), game, shallow, deep);
    }
    all(&Rows { width: 3, height: 3, k: 3 }, &NoEvaluator, 3, 7);
    all(&Race { goal: 6 }, &NoEvaluator, 5, 14);
}

/// The report of each depth allocates a little.
#[test]
fn the_strong_search_allocates_nothing_per_node() {
    fn check<G: Searchable>(switches: Switches, game: &G, shallow: u32, deep: u32) {
        const A_DEPTH: u64 = 20;
        let mut agent = PvsAgent::new(PvsOptions { switches, ..PvsOptions::default() }, NoEvaluator);
        let (few, small) = cost(&mut agent, game, SearchLimits::depth(shallow));
        let (many, large) = cost(&mut agent, game, SearchLimits::depth(deep));
        let reported = A_DEPTH * u64::from(deep - shallow);
        assert!(large > small + 10 * reported, "{small} and {large} nodes are too close to compare");
        assert!(many <= few + reported, "{few} allocations for {small} nodes, {many} for {large}");
    }
    for switches in [Switches::NONE, Switches { table: TableUse::Off, ..Switches::EXACT }] {
        check(switches, &Rows { width: 4, height: 3, k: 3 }, 3, 7);
        check(switches, &Race { goal: 9 }, 8, 17);
    }
}

#[test]
fn monte_carlo_allocates_nothing_per_game() {
    let game = Rows { width: 3, height: 3, k: 3 };
    let (few, many) = (SearchLimits::playouts(90), SearchLimits::playouts(2_700));
    assert_flat("flat-mc", &mut FlatMcAgent::new(FlatMcOptions::default()), &game, few, many);
    let cyclic = Race { goal: 6 };
    assert_flat("flat-mc", &mut FlatMcAgent::new(FlatMcOptions::default()), &cyclic, few, many);
    for expand in [Expand::One, Expand::All] {
        let options = MctsOptions { expand, ..MctsOptions::plain() };
        assert_flat("mcts", &mut MctsAgent::new(options), &game, few, many);
        assert_flat("mcts", &mut MctsAgent::new(options), &cyclic, few, many);
    }
}
