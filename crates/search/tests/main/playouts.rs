//! Fast playouts against slow ones: the same distributions of moves and results.

use std::collections::BTreeMap;

use zermelo_core::{Game, Line, Outcome, Ply, Position, SearchLimits, Searchable, Side, StopToken};
use zermelo_games::bitboard::Wide;
use zermelo_games::connect3d::Connect3d;
use zermelo_games::connect4::Connect4;
use zermelo_games::draughts::{AnyDraughts, rules};
use zermelo_games::mnk::Mnk;
use zermelo_games::teeko::{Teeko, Variant};
use zermelo_search::budget::Budget;
use zermelo_search::playout::{DEFAULT_CAP, Playouts};
use zermelo_search::{FlatMcAgent, FlatMcOptions, Rng};
use zermelo_testkit::playout::random_records;

/// A playout by move lists, with all endings decided by the line.
fn slow<G: Searchable>(line: &mut Line<G>, rng: &mut Rng, played: &mut Vec<G::Move>, cap: Ply) -> Outcome {
    let from = line.ply();
    let outcome = loop {
        if let Some(outcome) = line.outcome() {
            break outcome;
        }
        if line.ply().0 - from.0 == cap.0 {
            break Outcome::Draw;
        }
        let mut moves = Vec::new();
        line.generate(&mut moves);
        let mv = moves[rng.below(moves.len())];
        played.push(mv);
        line.push(mv);
    };
    while line.ply() > from {
        line.pop();
    }
    outcome
}

/// The chi-square statistic of two samples of the same size: the sum of `(a - b)^2 / (a + b)`, and the number of
/// classes.
fn chi_square<K: Ord>(a: &BTreeMap<K, u32>, b: &BTreeMap<K, u32>) -> (f64, usize) {
    let keys: std::collections::BTreeSet<&K> = a.keys().chain(b.keys()).collect();
    let of = |counts: &BTreeMap<K, u32>, key: &K| f64::from(counts.get(key).copied().unwrap_or(0));
    let sum = keys.iter().map(|key| (of(a, key) - of(b, key)).powi(2) / (of(a, key) + of(b, key))).sum();
    (sum, keys.len())
}

/// The statistic must be below its mean plus five standard deviations. The seed is fixed. A move that is a tenth more
/// likely would fail.
fn assert_alike<K: Ord>(what: &str, a: &BTreeMap<K, u32>, b: &BTreeMap<K, u32>) {
    let (sum, classes) = chi_square(a, b);
    let free = (classes.max(2) - 1) as f64;
    assert!(sum < free + 5.0 * (2.0 * free).sqrt(), "{what}: chi-square {sum} of {classes} classes");
}

fn alike<G: Searchable>(game: &G, position: Option<G::Position>, games: u32, cap: Ply) {
    let start = position.unwrap_or_else(|| game.initial());
    let mut line = Line::new(game.clone(), start);
    let mut budget = Budget::start(&SearchLimits::NONE, Side::First, &StopToken::new());
    let mut playouts = Playouts::new(cap);
    let (mut quick_rng, mut slow_rng) = (Rng::new(11), Rng::new(12));
    let mut firsts = [BTreeMap::new(), BTreeMap::new()];
    let mut seconds = [BTreeMap::new(), BTreeMap::new()];
    let mut results = [BTreeMap::new(), BTreeMap::new()];
    let mut lengths = [BTreeMap::new(), BTreeMap::new()];
    let mut note = |way: usize, outcome: Outcome, moves: &[G::Move]| {
        *firsts[way].entry(moves[0]).or_insert(0) += 1;
        *seconds[way].entry(moves.get(5).copied()).or_insert(0) += 1;
        *results[way].entry(format!("{outcome:?}")).or_insert(0) += 1;
        *lengths[way].entry(moves.len() / 8).or_insert(0) += 1;
    };
    for _ in 0..games {
        let mut recorded = Vec::new();
        let outcome = playouts.run_with_moves(&line, &mut quick_rng, &mut budget, &mut |mv| recorded.push(mv)).unwrap();
        // The recorded moves lead to the recorded outcome.
        let mut walk = line.clone();
        for &mv in &recorded {
            assert_eq!(walk.outcome(), None);
            assert_eq!(game.check(walk.position(), mv), Ok(()));
            walk.push(mv);
        }
        match walk.outcome() {
            Some(ended) => assert_eq!(ended, outcome),
            None => assert_eq!((outcome, recorded.len()), (Outcome::Draw, cap.index())),
        }
        note(0, outcome, &recorded);
        recorded.clear();
        let outcome = slow(&mut line, &mut slow_rng, &mut recorded, cap);
        note(1, outcome, &recorded);
    }
    let name = format!("{game:?}").chars().take(40).collect::<String>();
    assert_alike(&format!("{name}: first moves"), &firsts[0], &firsts[1]);
    assert_alike(&format!("{name}: sixth moves"), &seconds[0], &seconds[1]);
    assert_alike(&format!("{name}: results"), &results[0], &results[1]);
    assert_alike(&format!("{name}: lengths"), &lengths[0], &lengths[1]);
    assert_eq!(line.ply(), Ply(0));
}

#[test]
fn games_of_stones() {
    alike(&Connect4::<u64>::new(7, 6, 4), None, 6_000, DEFAULT_CAP);
    alike(&Connect4::<u64>::new(4, 5, 3), None, 3_000, DEFAULT_CAP);
    alike(&Connect4::<u128>::new(9, 8, 4), None, 2_000, DEFAULT_CAP);
    alike(&Mnk::<u64>::new(3, 3, 3), None, 6_000, DEFAULT_CAP);
    alike(&Mnk::<u64>::new(4, 3, 5), None, 2_000, DEFAULT_CAP);
    alike(&Mnk::<Wide<4>>::new(15, 15, 5), None, 1_500, DEFAULT_CAP);
    alike(&Connect3d::<Wide<4>>::new([6, 5, 5], 4, true), None, 3_000, DEFAULT_CAP);
    alike(&Connect3d::<u64>::new([4, 4, 4], 4, false), None, 2_000, DEFAULT_CAP);
    alike(&Mnk::<u64>::new(3, 2, 1), None, 200, DEFAULT_CAP);
}

/// From the middle of games, where columns are full and lines are nearly complete.
#[test]
fn from_any_position() {
    fn each<G: Searchable>(game: &G) {
        for record in random_records(game, 5, 6).into_iter().filter(|record| record.ending().is_none()) {
            alike(game, Some(*record.position()), 800, DEFAULT_CAP);
        }
    }
    each(&Connect4::<u64>::new(7, 6, 4));
    each(&Mnk::<u64>::new(5, 5, 4));
    each(&Connect3d::<Wide<4>>::new([6, 5, 5], 4, true));
}

/// Repetitions and move limits end a fast playout like a slow one, taking the history into account.
#[test]
fn games_in_which_positions_come_back() {
    alike(&Teeko::new(Variant::Standard, true), None, 700, Ply(1000));
    alike(&Teeko::new(Variant::Advanced, false), None, 700, Ply(40));
    let AnyDraughts::Small(english) = AnyDraughts::new::<rules::English>(6) else { panic!("six rows are few") };
    alike(&english, None, 700, DEFAULT_CAP);
    let AnyDraughts::Small(international) = AnyDraughts::new::<rules::International>(6) else {
        panic!("six rows are few")
    };
    alike(&international, None, 700, DEFAULT_CAP);
}

/// A position that has occurred twice before the playout ends it at its next occurrence.
#[test]
fn the_history_counts() {
    let game = crate::toys::Race { goal: 0 };
    let mut line = Line::new(game.clone(), game.initial());
    let mut budget = Budget::start(&SearchLimits::NONE, Side::First, &StopToken::new());
    let mut rng = Rng::new(1);
    for _ in 0..200 {
        while line.outcome().is_none() {
            let mut recorded = Vec::new();
            let mut playouts = Playouts::new(DEFAULT_CAP);
            assert_eq!(
                playouts.run_with_moves(&line, &mut rng, &mut budget, &mut |mv| recorded.push(mv)),
                Ok(Outcome::Draw)
            );
            let mut walk = line.clone();
            for &mv in &recorded {
                assert_eq!(walk.outcome(), None, "it went on after the end");
                walk.push(mv);
            }
            assert_eq!(walk.outcome(), Some(Outcome::Draw), "it stopped too early");
            line.push(recorded[0]);
        }
        line = Line::new(game.clone(), game.initial());
    }
    assert_eq!(line.position().side_to_move(), Side::First);
}

/// A limit of playouts is divided in advance: several threads give reproducible results, and the same number of
/// playouts as one.
#[test]
fn flat_threads_play_equal_counts() {
    let game = Connect4::<u64>::new(7, 6, 4);
    let record = zermelo_core::GameRecord::new(game);
    let run = |threads: usize, limit: u64| {
        let threads = std::num::NonZeroUsize::new(threads).unwrap();
        let mut agent = FlatMcAgent::new(FlatMcOptions { threads, ..FlatMcOptions::default() });
        zermelo_core::Agent::<Connect4<u64>>::new_game(&mut agent, 4);
        let decision = crate::toys::decide(&mut agent, &record, SearchLimits::playouts(limit));
        (decision.playouts, decision.nodes, decision.moves)
    };
    for limit in [1, 6, 7, 100, 7_000] {
        let (alone, several) = (run(1, limit), run(3, limit));
        assert_eq!((alone.0, alone.1), (several.0, several.1), "{limit}");
        assert_eq!(several, run(3, limit), "{limit}");
        let visits = |moves: &[zermelo_core::RootMove<_>]| moves.iter().map(|root| root.visits).collect::<Vec<_>>();
        assert_eq!(visits(&alone.2), visits(&several.2), "{limit}");
    }
    assert_ne!(run(1, 7_000).2, run(3, 7_000).2, "each thread has its own chance");
}
