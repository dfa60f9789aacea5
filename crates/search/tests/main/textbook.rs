//! Minimax, negamax, alpha-beta and greedy.

use std::num::NonZeroUsize;

use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use zermelo_core::{
    Agent, AgentError, Bound, Decision, Depth, Evaluator, GameRecord, NoEvaluator, NoObserver, Ply, RootMove, Score,
    SearchLimits, Searchable, Side, StopToken,
};
use zermelo_search::{
    AlphaBetaAgent, GreedyAgent, GreedyOptions, MinimaxAgent, NegamaxAgent, TextbookOptions, TieBreak,
};
use zermelo_testkit::reference::slow_minimax;

use crate::toys::{Nim, Race, Rows, TIC_TAC_TOE, Whim, any_rows, any_start, decide, played, random_record};

const EXHAUSTIVE: SearchLimits = SearchLimits::NONE;

fn ties(ties: TieBreak) -> TextbookOptions {
    TextbookOptions { ties, ..TextbookOptions::default() }
}

/// The decisions of all three searches, with the same seed.
fn all_three<G: Searchable, E: Evaluator<G>>(
    record: &GameRecord<G>,
    evaluator: &E,
    options: TextbookOptions,
    limits: SearchLimits,
    seed: u64,
) -> [Decision<G::Move>; 3] {
    fn one<G: Searchable>(
        mut agent: impl Agent<G>,
        record: &GameRecord<G>,
        limits: SearchLimits,
        seed: u64,
    ) -> Decision<G::Move> {
        agent.new_game(seed);
        decide(&mut agent, record, limits)
    }
    [
        one(MinimaxAgent::new(options, evaluator.clone()), record, limits, seed),
        one(NegamaxAgent::new(options, evaluator.clone()), record, limits, seed),
        one(AlphaBetaAgent::new(options, evaluator.clone()), record, limits, seed),
    ]
}

/// All three agree with the definition and with each other, on every root move.
pub(crate) fn agree<G: Searchable, E: Evaluator<G>>(record: &GameRecord<G>, evaluator: &E, depth: u32, seed: u64) {
    for (ties, seed) in [(TieBreak::First, 0), (TieBreak::Random, seed)] {
        let options = TextbookOptions { ties, ..TextbookOptions::default() };
        let [minimax, negamax, alphabeta] = all_three(record, evaluator, options, SearchLimits::depth(depth), seed);
        let slow = slow_minimax(record, Some(Depth(depth)), evaluator);
        let exact =
            |found: &RootMove<G::Move>| (found.mv, found.score.filter(|_| found.bound == Bound::Exact).unwrap());
        assert_eq!(minimax.moves.iter().map(exact).collect::<Vec<_>>(), slow.moves);
        assert_eq!((minimax.score, minimax.nodes), (Some(slow.score), slow.nodes));
        assert_eq!((&negamax.moves, negamax.score, negamax.nodes), (&minimax.moves, minimax.score, minimax.nodes));
        assert_eq!(negamax.pv, minimax.pv);
        assert_eq!((alphabeta.score, &alphabeta.action), (minimax.score, &minimax.action));
        assert_eq!(negamax.action, minimax.action);
        assert!(alphabeta.nodes <= minimax.nodes);
        let several = TextbookOptions { threads: NonZeroUsize::new(3).unwrap(), ..options };
        let together = all_three(record, evaluator, several, SearchLimits::depth(depth), seed);
        for (alone, together) in [&minimax, &negamax, &alphabeta].into_iter().zip(&together) {
            assert_eq!((together.score, together.depth), (alone.score, alone.depth));
            assert_eq!((&together.action, &together.pv), (&alone.action, &alone.pv));
        }
        assert_eq!([together[0].nodes, together[1].nodes], [minimax.nodes; 2]);
        for (pruned, exact) in alphabeta.moves.iter().zip(&minimax.moves) {
            match pruned.bound {
                Bound::Exact => assert_eq!(pruned.score, exact.score),
                Bound::Upper => assert!(pruned.score >= exact.score && pruned.score <= alphabeta.score),
                Bound::Lower => panic!("no root move fails high"),
            }
        }
        let equals = minimax.moves.iter().filter(|found| found.score == minimax.score);
        match ties {
            TieBreak::First => assert_eq!(equals.map(|found| found.mv).next(), minimax.action.mv().copied()),
            TieBreak::Random => assert!(equals.map(|found| found.mv).any(|mv| mv == played(&minimax))),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn they_agree_on_rows(game in any_rows(), (moves, seed) in any_start(), depth in 1_u32..=4, range in 2_u64..40) {
        agree(&random_record(game, moves, seed), &Whim { range }, depth, seed);
    }

    #[test]
    fn they_agree_near_the_end(seed in any::<u64>(), depth in 3_u32..=7) {
        agree(&random_record(TIC_TAC_TOE, 4, seed), &NoEvaluator, depth, seed);
    }

    #[test]
    fn they_agree_where_positions_come_back(goal in 0_u8..=4, (moves, seed) in any_start(), depth in 1_u32..=8) {
        let record = random_record(Race { goal }, moves, seed);
        agree(&record, &Whim { range: 5 }, depth, seed);
        agree(&record, &NoEvaluator, depth, seed);
    }

    #[test]
    fn deepening_ends_where_one_search_does(game in any_rows(), (moves, seed) in any_start(), depth in 1_u32..=4) {
        let record = random_record(game, moves, seed);
        let direct = SearchLimits::depth(depth);
        let deepening = SearchLimits { nodes: Some(u64::MAX), ..direct };
        let at_once = all_three(&record, &NoEvaluator, ties(TieBreak::First), direct, 0);
        let by_steps = all_three(&record, &NoEvaluator, ties(TieBreak::First), deepening, 0);
        for (a, b) in at_once.iter().zip(&by_steps) {
            prop_assert_eq!((&a.action, a.score), (&b.action, b.score));
            prop_assert!(b.nodes >= a.nodes || b.depth < a.depth);
        }
    }

    #[test]
    fn greedy_is_minimax_to_depth_one(game in any_rows(), (moves, seed) in any_start(), random in any::<bool>()) {
        let record = random_record(game, moves, seed);
        let choice = if random { TieBreak::Random } else { TieBreak::First };
        let mut greedy = GreedyAgent::new(GreedyOptions { ties: choice }, Whim { range: 4 });
        Agent::<Rows>::new_game(&mut greedy, seed);
        let greedy = decide(&mut greedy, &record, SearchLimits::NONE);
        let [minimax, ..] = all_three(&record, &Whim { range: 4 }, ties(choice), SearchLimits::depth(1), seed);
        prop_assert_eq!((greedy.action, greedy.score, greedy.moves), (minimax.action, minimax.score, minimax.moves));
    }
}

#[test]
fn tic_tac_toe_has_its_549_945_moves() {
    let record = GameRecord::new(TIC_TAC_TOE);
    let [minimax, negamax, alphabeta] = all_three(&record, &NoEvaluator, ties(TieBreak::First), EXHAUSTIVE, 0);
    assert_eq!((minimax.nodes, negamax.nodes), (549_945, 549_945));
    // 18,296 if all wins count the same; distances to the end cut less. Counted independently of this code.
    assert_eq!(alphabeta.nodes, 20_865);
    for decision in [minimax, negamax, alphabeta] {
        assert_eq!((decision.score, decision.depth, decision.pv.len()), (Some(Score::DRAW), Depth(9), 9));
    }
}

#[test]
fn nim_is_won_but_for_multiples_of_four() {
    for heap in 1_u8..=13 {
        let record = GameRecord::new(Nim(heap));
        let [minimax, ..] = all_three(&record, &NoEvaluator, ties(TieBreak::First), EXHAUSTIVE, 0);
        // Two plies for each full four; the winner ends the game a ply earlier.
        let plies = Ply(u32::from(heap.div_ceil(4)) * 2);
        if heap % 4 == 0 {
            assert_eq!(minimax.score, Some(Score::loss_in(plies)), "{heap}");
        } else {
            assert_eq!((minimax.score, played(&minimax)), (Some(Score::win_in(Ply(plies.0 - 1))), heap % 4), "{heap}");
        }
    }
}

#[test]
fn a_win_is_taken_and_a_loss_delayed() {
    // x can win at c1; greedy does not look further.
    let game = TIC_TAC_TOE;
    let record = GameRecord::from_position(game.clone(), game.position("oo./.../xx.", Side::First));
    for decision in all_three(&record, &NoEvaluator, ties(TieBreak::First), SearchLimits::depth(5), 0) {
        assert_eq!((decision.score, played(&decision)), (Some(Score::win_in(Ply(1))), game.cell("c1")));
    }
    // Both sides have a win in one: o takes its own and does not block.
    let record = GameRecord::from_position(game.clone(), game.position("x.o/x../o.x", Side::Second));
    for decision in all_three(&record, &NoEvaluator, ties(TieBreak::First), EXHAUSTIVE, 0) {
        assert_eq!(played(&decision), game.cell("b2"), "the own win goes before the block");
    }
}

#[test]
fn endless_searches_are_refused() {
    let record = GameRecord::new(Race { goal: 3 });
    let mut agent = MinimaxAgent::new(TextbookOptions::default(), NoEvaluator);
    let refused = agent.choose(&record, &SearchLimits::NONE, &StopToken::new(), &mut NoObserver);
    assert_eq!(refused.unwrap_err(), AgentError::Endless);
    let playouts = agent.choose(&record, &SearchLimits::playouts(5), &StopToken::new(), &mut NoObserver);
    assert_eq!(playouts.unwrap_err(), AgentError::Endless, "playouts are no limit of this search");
    // The first side needs three steps of its own: five plies.
    for limits in [SearchLimits::depth(5), SearchLimits::nodes(100_000)] {
        let decision = decide(&mut agent, &record, limits);
        assert_eq!((decision.score, decision.depth), (Some(Score::win_in(Ply(5))), Depth(5)));
    }
}

#[test]
fn a_repetition_in_the_record_counts_in_the_search() {
    use crate::toys::Step::{Back, Forth};
    // On the ring, both go back and forth; then a step back repeats the first position for the third time.
    let mut record = GameRecord::new(Race { goal: 0 });
    for mv in [Forth, Forth, Back, Back, Forth, Forth, Back] {
        record.play(mv, None).unwrap();
    }
    let mut agent = MinimaxAgent::new(TextbookOptions::default(), Whim { range: 1000 });
    let decision = decide(&mut agent, &record, SearchLimits::depth(1));
    assert_eq!(decision.moves[0].score, Some(Score::DRAW));
    let fresh = GameRecord::from_position(Race { goal: 0 }, *record.position());
    assert_ne!(decide(&mut agent, &fresh, SearchLimits::depth(1)).moves[0].score, Some(Score::DRAW));
}

#[test]
fn each_finished_depth_is_reported() {
    let record = GameRecord::new(TIC_TAC_TOE);
    let mut agent = AlphaBetaAgent::new(TextbookOptions::default(), Whim { range: 9 });
    let mut reports = Vec::new();
    let mut observer = |decision: &Decision<u8>| reports.push((decision.depth, decision.nodes, decision.score));
    let limits = SearchLimits { nodes: Some(1_000_000), ..SearchLimits::depth(20) };
    let decision = agent.choose(&record, &limits, &StopToken::new(), &mut observer).unwrap();
    assert_eq!(reports.iter().map(|&(depth, ..)| depth.0).collect::<Vec<_>>(), (1..=9).collect::<Vec<_>>());
    assert!(reports.is_sorted_by_key(|&(_, nodes, _)| nodes));
    // No leaf is at the horizon of depth 9: the game is solved, and the search ends by itself.
    assert_eq!((decision.depth, decision.score), (Depth(9), Some(Score::DRAW)));
}

#[test]
fn seeds_alone_decide_between_equals() {
    let record = GameRecord::new(TIC_TAC_TOE);
    let options = ties(TieBreak::Random);
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..100 {
        let [minimax, negamax, alphabeta] = all_three(&record, &NoEvaluator, options, SearchLimits::depth(3), seed);
        assert_eq!(minimax.action, negamax.action);
        assert_eq!(minimax.action, alphabeta.action);
        let [again, ..] = all_three(&record, &NoEvaluator, options, SearchLimits::depth(3), seed);
        assert_eq!(minimax.action, again.action);
        seen.insert(played(&minimax));
    }
    assert_eq!(seen.len(), 9, "all nine are equal, and each is played some time");
}
