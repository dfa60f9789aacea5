//! The refinements of Monte-Carlo tree search: each has its effect and stays sound.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::Mutex;

use zermelo_core::{
    Agent, Bound, Decision, GameRecord, NoEvaluator, PolicyAndValue, PolicyValue, Position, Score, SearchLimits,
    Searchable, Side,
};
use zermelo_games::bitboard::Wide;
use zermelo_games::connect3d::Connect3d;
use zermelo_games::connect4::Connect4;
use zermelo_games::mnk::Mnk;
use zermelo_games::teeko::{Teeko, Variant};
use zermelo_search::{MctsAgent, MctsOptions, MinimaxAgent, Parallel, PlayoutPolicy, Selection, TextbookOptions};
use zermelo_testkit::playout::random_records;

use crate::toys::{Race, Rows, TIC_TAC_TOE, Whim, check, decide, played, random_record};

const THREE: NonZeroUsize = NonZeroUsize::new(3).unwrap();

/// Every refinement that is off by default, on its own and together.
fn refinements() -> Vec<MctsOptions> {
    let all = MctsOptions::default();
    vec![
        MctsOptions { selection: Selection::Tuned, ..all },
        MctsOptions { rave: 200, ..all },
        MctsOptions { bias: 2.0, ..all },
        MctsOptions { playout: PlayoutPolicy::Wins, ..all },
        MctsOptions { playout: PlayoutPolicy::Greedy { epsilon: 0.2 }, ..all },
        MctsOptions { max_nodes: 60, ..all },
        MctsOptions { max_nodes: 60, recycle: false, ..all },
        MctsOptions { threads: THREE, ..all },
        MctsOptions { threads: THREE, parallel: Parallel::Root, ..all },
        MctsOptions { threads: THREE, max_nodes: 60, rave: 50, ..all },
        MctsOptions {
            selection: Selection::Tuned,
            rave: 50,
            bias: 1.0,
            playout: PlayoutPolicy::Greedy { epsilon: 0.5 },
            threads: THREE,
            ..all
        },
    ]
}

fn run<G: Searchable>(options: MctsOptions, record: &GameRecord<G>, playouts: u64, seed: u64) -> Decision<G::Move> {
    let mut agent = MctsAgent::with_evaluator(options, Whim { range: 9 });
    agent.new_game(seed);
    decide(&mut agent, record, SearchLimits::playouts(playouts))
}

/// The only block against two threats, and a forced win in three plies, which every search with enough memory proves.
#[test]
fn each_refinement_finds_a_double_threat() {
    let game = Rows { width: 4, height: 3, k: 3 };
    for (text, side, expected) in [("..../..../xx.o", Side::First, "c1"), ("..../.x../...o", Side::First, "b")] {
        let record = GameRecord::from_position(game.clone(), game.position(text, side));
        for options in refinements() {
            let decision = run(options, &record, 3_000, 1);
            if expected == "c1" {
                assert_eq!(played(&decision), game.cell(expected), "{options:?}");
            } else if options.recycle {
                let (result, _) =
                    decision.score.and_then(Score::decided).unwrap_or_else(|| panic!("{options:?}: {decision:?}"));
                assert_eq!(result, zermelo_core::Wdl::Win, "{options:?}");
            }
        }
    }
}

#[test]
fn refined_searches_prove_true_values() {
    for (at, options) in refinements().into_iter().enumerate() {
        for seed in 0..12 {
            let game = Mnk::<u64>::new(3 + seed as u8 % 2, 3, 3);
            let Some(record) = random_records(&game, seed + 1, 6).into_iter().last() else { continue };
            if record.ending().is_some() {
                continue;
            }
            let found = run(options, &record, 400, seed);
            let truth =
                decide(&mut MinimaxAgent::new(TextbookOptions::default(), NoEvaluator), &record, SearchLimits::NONE);
            for (claimed, exact) in found.moves.iter().zip(&truth.moves).filter(|_| found.note.is_none()) {
                let (Some(score), Some(exact)) = (claimed.score, exact.score) else { continue };
                assert_eq!(score.decided().map(|d| d.0), exact.decided().map(|d| d.0), "{at}, seed {seed}");
                match claimed.bound {
                    Bound::Exact => assert_eq!(score, exact, "{at}, seed {seed}"),
                    Bound::Lower => assert!(exact >= score, "{at}, seed {seed}"),
                    Bound::Upper => assert!(exact <= score, "{at}, seed {seed}"),
                }
            }
        }
    }
}

/// The playout count is the same for one and several threads, and the moves are legal; also in a game whose positions
/// can repeat.
#[test]
fn threads_keep_the_playout_count() {
    let plain = MctsOptions::plain();
    for parallel in [Parallel::Tree, Parallel::Root] {
        for limit in [0, 1, 7, 100, 2_345] {
            let options = MctsOptions { threads: THREE, parallel, ..plain };
            let record = GameRecord::new(Connect4::<u64>::new(7, 6, 4));
            let decision = run(options, &record, limit, 3);
            check(&record, &decision);
            assert_eq!(decision.playouts, limit, "{parallel:?}");
            assert_eq!(decision.moves.iter().map(|root| root.visits).sum::<u64>(), limit, "{parallel:?}");
            let record = GameRecord::new(Race { goal: 5 });
            let decision = run(options, &record, limit, 3);
            check(&record, &decision);
            assert_eq!(decision.playouts, limit, "{parallel:?}");
            let nodes = decide(&mut MctsAgent::new(options), &record, SearchLimits::nodes(limit));
            assert!(nodes.nodes <= limit, "{parallel:?}: {} nodes of {limit}", nodes.nodes);
        }
    }
}

/// Each thread has its own tree and random numbers: the result does not depend on their speed.
#[test]
fn trees_apart_are_reproducible() {
    let options = MctsOptions { threads: NonZeroUsize::MIN, parallel: Parallel::Root, ..MctsOptions::plain() };
    let record = GameRecord::new(Connect4::<u64>::new(7, 6, 4));
    let alone = run(MctsOptions { parallel: Parallel::Tree, ..options }, &record, 500, 3);
    assert_eq!(run(options, &record, 500, 3).moves, alone.moves, "one tree is one tree");
}

#[test]
fn a_refinement_that_is_off_changes_nothing() {
    let record = GameRecord::new(Connect4::<u64>::new(7, 6, 4));
    // UCB1-tuned departs from UCT only after some hundred visits of a move.
    let figures = |options: MctsOptions| {
        let decision = run(options, &record, 20_000, 5);
        (decision.action, decision.moves, decision.nodes, decision.pv)
    };
    let usual = MctsOptions::default();
    let expected = figures(usual);
    // Options without effect: nothing is full, there is no network, and a single thread shares nothing.
    for same in [
        MctsOptions { recycle: false, ..usual },
        MctsOptions { batch: THREE, ..usual },
        MctsOptions { parallel: Parallel::Root, ..usual },
    ] {
        assert_eq!(figures(same), expected);
    }
    for other in [
        MctsOptions { selection: Selection::Tuned, ..usual },
        MctsOptions { rave: 100, ..usual },
        MctsOptions { bias: 1.0, ..usual },
        MctsOptions { playout: PlayoutPolicy::Wins, ..usual },
        MctsOptions { playout: PlayoutPolicy::Greedy { epsilon: 0.9 }, ..usual },
    ] {
        assert_ne!(figures(other).1, expected.1, "{other:?}");
        assert_eq!(figures(other), figures(other), "{other:?}: one thread is reproducible");
    }
}

/// A full tree with recycling keeps growing at the most visited nodes; without recycling it stays as deep as it was.
#[test]
fn a_full_tree_is_recycled() {
    let record = GameRecord::new(Connect4::<u64>::new(7, 6, 4));
    let depth = |recycle| {
        let options = MctsOptions { max_nodes: 2_000, recycle, solver: false, ..MctsOptions::default() };
        let decision = run(options, &record, 240_000, 2);
        assert_eq!(decision.playouts, 240_000);
        decision.depth.0
    };
    let (growing, stuck) = (depth(true), depth(false));
    assert!(growing > stuck + 2, "{growing} and {stuck} plies");
}

/// In a tactical position, a playout policy that plays wins and blocks sees the threat that uniform playouts overlook.
#[test]
fn playouts_by_policy_see_threats() {
    // x moves and wins at once; a uniform playout often goes on.
    let game = Mnk::<u64>::new(5, 5, 4);
    let share = |playout| {
        let options = MctsOptions { playout, ..MctsOptions::plain() };
        let mut record = GameRecord::new(game.clone());
        for text in ["a1", "a5", "b1", "b5", "c1"] {
            let mv = zermelo_core::Notation::parse_move(&game, record.position(), text).unwrap();
            record.play(mv, None).unwrap();
        }
        // o must block d1: the policy lets x win at once after any other move.
        let limits = SearchLimits { playouts: Some(400), ..SearchLimits::depth(1) };
        let decision = decide(&mut MctsAgent::new(options), &record, limits);
        let block = zermelo_core::Notation::parse_move(&game, record.position(), "d1").unwrap();
        let (mut others, mut count) = (0.0, 0_u32);
        for root in decision.moves.iter().filter(|root| root.mv != block) {
            others += root.share.unwrap();
            count += 1;
        }
        others / f64::from(count)
    };
    let (uniform, wins) = (share(PlayoutPolicy::Uniform), share(PlayoutPolicy::Wins));
    assert!(wins < 0.05 && uniform > 0.15, "{wins} and {uniform}");
}

/// Records its calls, and prefers the last move of the list.
#[derive(Default)]
struct Stub {
    batches: Mutex<Vec<usize>>,
}

impl<G: Searchable> PolicyValue<G> for Stub {
    fn evaluate_batch(&self, game: &G, positions: &[G::Position], out: &mut Vec<PolicyAndValue<G::Move>>) {
        self.batches.lock().unwrap().push(positions.len());
        for position in positions {
            assert_eq!(game.outcome(position), None, "called for undecided positions only");
            let mut moves = Vec::new();
            game.generate(position, &mut moves);
            let rest = 0.1 / moves.len() as f32;
            let last = moves.len() - 1;
            let prior = |at: usize| if at == last { 0.9 + rest } else { rest };
            let policy = moves.iter().enumerate().map(|(at, &mv)| (mv, prior(at))).collect();
            let value = if position.side_to_move() == Side::First { 0.4 } else { -0.4 };
            out.push(PolicyAndValue { value, policy });
        }
    }
}

#[test]
fn a_network_is_called_in_batches() {
    let record = GameRecord::new(Connect4::<u64>::new(7, 6, 4));
    for (batch, threads) in [(1, 1), (8, 1), (8, 3)] {
        let network = Arc::new(Stub::default());
        let [batch, threads] = [batch, threads].map(|n| NonZeroUsize::new(n).unwrap());
        let options = MctsOptions { batch, threads, ..MctsOptions::plain() };
        let mut agent = MctsAgent::with_network(options, network.clone());
        let decision = decide(&mut agent, &record, SearchLimits::playouts(400));
        check(&record, &decision);
        assert_eq!(decision.playouts, 400);
        let batches = network.batches.lock().unwrap();
        assert_eq!(batches[0], 1, "the root first");
        assert!(batches.iter().all(|&size| size <= batch.get()), "{batches:?}");
        // A few simulations end on the board and need no evaluation.
        let evaluated: usize = batches[1..].iter().sum();
        assert!((300..=400).contains(&evaluated), "{evaluated}");
        assert!(batches.len() - 1 <= 400 / batch.get() + 100 * threads.get(), "{} batches", batches.len());
        let most = decision.moves.iter().max_by_key(|root| root.visits).unwrap();
        assert_eq!(most.mv, decision.moves.last().unwrap().mv, "the network prefers the last");
        let share = decision.share.unwrap();
        assert!(
            (share - 0.7).abs() < 0.06,
            "the network's value is 0.4, which is 0.7 of the points, and some games are won: {share}"
        );
    }
}

#[test]
fn a_network_and_the_solver_agree() {
    let game = TIC_TAC_TOE;
    let record = random_record(game, 4, 5);
    let truth = decide(&mut MinimaxAgent::new(TextbookOptions::default(), NoEvaluator), &record, SearchLimits::NONE);
    let options = MctsOptions { decisive: false, single: false, ..MctsOptions::default() };
    let mut agent = MctsAgent::with_network(options, Arc::new(Stub::default()));
    let found = decide(&mut agent, &record, SearchLimits::playouts(20_000));
    assert!(found.playouts < 20_000, "proven");
    assert_eq!(found.score.and_then(Score::decided).map(|d| d.0), truth.score.and_then(Score::decided).map(|d| d.0));
}

/// Whole games with tree reuse, by refined searches on the real games.
#[test]
fn refined_searches_play_whole_games() {
    fn play<G: Searchable>(game: &G, options: MctsOptions) {
        let mut agent = MctsAgent::with_evaluator(options, Whim { range: 9 });
        agent.new_game(1);
        let mut record = GameRecord::new(game.clone());
        while record.ending().is_none() && record.moves().len() < 60 {
            let decision = decide(&mut agent, &record, SearchLimits::playouts(40));
            check(&record, &decision);
            record.play(played(&decision), None).unwrap();
        }
    }
    for options in refinements() {
        play(&Connect4::<u64>::new(7, 6, 4), options);
        play(&Connect3d::<Wide<4>>::new([6, 5, 5], 4, true), options);
        play(&Teeko::new(Variant::Standard, true), options);
    }
}
