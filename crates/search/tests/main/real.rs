//! The agents on the real games, with every evaluator.

use zermelo_core::erased::Playable;
use zermelo_core::{
    Agent, Decision, Evaluator, GameRecord, NoEvaluator, Notation, Score, SearchLimits, Searchable, Side,
};
use zermelo_eval::{LineEvaluator, PointOfView, StoneCount};
use zermelo_games::bitboard::Wide;
use zermelo_games::connect3d::Connect3d;
use zermelo_games::connect4::Connect4;
use zermelo_games::mnk::Mnk;
use zermelo_search::{
    AlphaBetaAgent, BfsAgent, BfsOptions, Expand, Fallback, FlatMcAgent, FlatMcOptions, GreedyAgent, GreedyOptions,
    MctsAgent, MctsOptions, MinimaxAgent, NegamaxAgent, RandomAgent, TextbookOptions, TieBreak,
};
use zermelo_testkit::agents::check_agent;
use zermelo_testkit::playout::random_records;
use zermelo_testkit::toy::{Leapers, Pursuit, Snort, Subtraction};

use crate::textbook::agree;
use crate::toys::{Whim, decide, played};

const EVALUATORS: [LineEvaluator; 6] = [
    LineEvaluator::None,
    LineEvaluator::Combinations,
    WINDOWS,
    LineEvaluator::Alignments { count: StoneCount::Windows, view: PointOfView::Own },
    LineEvaluator::Alignments { count: StoneCount::Runs, view: PointOfView::Difference },
    LineEvaluator::Alignments { count: StoneCount::Runs, view: PointOfView::Own },
];

const WINDOWS: LineEvaluator = LineEvaluator::Alignments { count: StoneCount::Windows, view: PointOfView::Difference };

/// The default game in three dimensions: 6 columns, 5 rows, 5 layers.
fn connect3d() -> Connect3d<Wide<4>> {
    Connect3d::new([6, 5, 5], 4, true)
}

/// The greatest depth that unpruned minimax reaches with some thousand nodes, at least 1.
fn affordable_depth<G: Searchable>(record: &GameRecord<G>) -> u32 {
    const NODES: u64 = 4_000;
    let moves = record.game().count_moves(record.position()) as u64;
    let leaves = |depth: u32| (0..u64::from(depth)).map(|ply| moves.saturating_sub(ply).max(1)).product::<u64>();
    (1..8).rev().find(|&depth| leaves(depth) <= NODES).unwrap_or(1)
}

/// Minimax, negamax, alpha-beta and the slow reference agree on random positions with every evaluator; some of the
/// positions are searched at least `deepest` plies deep.
fn agree_on<G: Searchable>(game: &G, evaluators: &[impl Evaluator<G>], positions: usize, deepest: u32) {
    const SEED: u64 = 20_260_101;
    let mut reached = 0;
    for record in random_records(game, SEED, positions) {
        let depth = affordable_depth(&record);
        reached = reached.max(depth);
        for evaluator in evaluators {
            agree(&record, evaluator, depth, SEED);
        }
    }
    assert!(reached >= deepest, "searched to depth {reached} only");
}

#[test]
fn textbook_searches_agree_on_every_game() {
    agree_on(&Mnk::<u64>::new(3, 3, 3), &EVALUATORS, 20, 6);
    agree_on(&Mnk::<u64>::new(5, 4, 4), &EVALUATORS, 20, 5);
    agree_on(&Mnk::<u64>::new(4, 3, 5), &EVALUATORS, 8, 5);
    agree_on(&Connect4::<u64>::new(7, 6, 4), &EVALUATORS, 20, 5);
    agree_on(&Connect4::<u64>::new(4, 5, 3), &EVALUATORS, 20, 6);
    agree_on(&connect3d(), &EVALUATORS, 10, 2);
    agree_on(&Connect3d::<u64>::new([3, 3, 3], 3, true), &EVALUATORS, 20, 4);
    agree_on(&Connect3d::<u64>::new([3, 3, 3], 3, false), &EVALUATORS, 20, 3);
    agree_on(&Pursuit::new(6, 10), &[Whim { range: 5 }], 20, 7);
    agree_on(&Leapers::new(3, 4), &[Whim { range: 5 }], 20, 5);
    agree_on(&Subtraction::new(20, 3), &[Whim { range: 5 }], 20, 7);
    agree_on(&Snort::new(9), &[Whim { range: 5 }], 20, 6);
}

/// On the large board unpruned searches to depth 4 take long: one evaluator, on a few positions.
#[test]
fn alphabeta_agrees_to_depth_four_in_three_dimensions() {
    for record in random_records(&connect3d(), 3, 2) {
        for evaluator in EVALUATORS {
            let limits = SearchLimits::depth(4);
            let minimax = decide(&mut MinimaxAgent::new(TextbookOptions::default(), evaluator), &record, limits);
            let pruned = decide(&mut AlphaBetaAgent::new(TextbookOptions::default(), evaluator), &record, limits);
            assert_eq!((pruned.action, pruned.score), (minimax.action, minimax.score), "{evaluator:?}");
            assert!(pruned.nodes < minimax.nodes / 4);
        }
    }
}

#[test]
fn the_known_node_counts() {
    let record = GameRecord::new(connect3d());
    let decision =
        decide(&mut AlphaBetaAgent::new(TextbookOptions::default(), WINDOWS), &record, SearchLimits::depth(4));
    assert_eq!((decision.nodes, decision.score), (15_252, Some(Score::DRAW)));
    let decision = decide(&mut MinimaxAgent::new(TextbookOptions::default(), WINDOWS), &record, SearchLimits::depth(4));
    assert_eq!((decision.nodes, decision.score), (837_930, Some(Score::DRAW)));
    let record = GameRecord::new(Mnk::<u64>::new(3, 3, 3));
    let mut minimax = MinimaxAgent::new(TextbookOptions::default(), LineEvaluator::None);
    assert_eq!(decide(&mut minimax, &record, SearchLimits::NONE).nodes, 549_945);
}

#[test]
fn the_students_position() {
    let game = Mnk::<u64>::new(3, 3, 3);
    // From the top: x on a3 and b2, o on c3 and c1.
    let position = game.parse_position("x1o/1x1/2o x").unwrap();
    let record = GameRecord::from_position(game.clone(), position);
    let c2 = game.parse_move(&position, "c2").unwrap();
    for expand in [Expand::One, Expand::All] {
        for options in [MctsOptions::plain(), MctsOptions::default()] {
            let mut agent = MctsAgent::new(MctsOptions { expand, ..options });
            assert_eq!(played(&decide(&mut agent, &record, SearchLimits::playouts(2_000))), c2);
        }
    }
}

/// The contract of agents, for every agent on a game.
fn keep_the_contract<G: Playable + Searchable>(game: &G) {
    const SEED: u64 = 7;
    let nodes = SearchLimits::nodes(700);
    let playouts = SearchLimits::playouts(120);
    let textbook = TextbookOptions { ties: TieBreak::Random, ..TextbookOptions::default() };
    let whim = Whim { range: 7 };
    check_agent(game, "random", RandomAgent::new, &SearchLimits::NONE, SEED);
    let greedy = || GreedyAgent::new(GreedyOptions { ties: TieBreak::Random }, whim.clone());
    check_agent(game, "greedy", greedy, &SearchLimits::NONE, SEED);
    check_agent(game, "minimax", || MinimaxAgent::new(textbook, whim.clone()), &nodes, SEED);
    check_agent(game, "negamax", || NegamaxAgent::new(textbook, NoEvaluator), &SearchLimits::depth(2), SEED);
    check_agent(game, "alphabeta", || AlphaBetaAgent::new(textbook, whim.clone()), &nodes, SEED);
    let flat = FlatMcOptions { ties: TieBreak::Random, draws: 0.5, ..FlatMcOptions::default() };
    check_agent(game, "flat-mc", || FlatMcAgent::new(flat), &playouts, SEED);
    check_agent(game, "mcts", MctsAgent::default, &playouts, SEED);
    let shallow = SearchLimits { depth: Some(zermelo_core::Depth(2)), ..playouts };
    check_agent(
        game,
        "mcts",
        || MctsAgent::new(MctsOptions { expand: Expand::All, ..MctsOptions::plain() }),
        &shallow,
        SEED,
    );
    if game.null_move(&game.initial()).is_some() {
        check_agent(game, "bfs", BfsAgent::default, &nodes, SEED);
        let asking = TextbookOptions { fallback: Fallback::Bfs, ..textbook };
        check_agent(game, "minimax", || MinimaxAgent::new(asking, NoEvaluator), &nodes, SEED);
    }
}

#[test]
fn every_player_keeps_the_contract_on_every_game() {
    keep_the_contract(&Mnk::<u64>::new(3, 3, 3));
    keep_the_contract(&Mnk::<Wide<4>>::new(15, 15, 5));
    keep_the_contract(&Connect4::<u64>::new(7, 6, 4));
    keep_the_contract(&connect3d());
    keep_the_contract(&Connect3d::<u64>::new([4, 4, 4], 4, false));
    keep_the_contract(&Pursuit::new(6, 20));
    keep_the_contract(&Leapers::new(4, 5));
    keep_the_contract(&Subtraction::new(30, 3));
    keep_the_contract(&Snort::new(12));
}

#[test]
fn bfs_plans_on_large_boards() {
    let note = |decision: Decision<_>| decision.note.unwrap();
    // 150 cells under gravity: the empty board needs four stones.
    let decision = decide(&mut BfsAgent::default(), &GameRecord::new(connect3d()), SearchLimits::NONE);
    assert_eq!(note(decision), "wins in 4 own moves if the opponent always passes");
    // 150 cells without gravity: half a million positions of three stones.
    let free = Connect3d::<Wide<4>>::new([6, 5, 5], 4, false);
    let decision = decide(&mut BfsAgent::default(), &GameRecord::new(free), SearchLimits::NONE);
    assert_eq!(note(decision), "wins in 4 own moves if the opponent always passes");
    // Five stones on 225 cells are out of reach, and it says so.
    let gomoku = Mnk::<Wide<4>>::new(15, 15, 5);
    let small = BfsOptions { max_positions: 50_000, ..BfsOptions::default() };
    let decision = decide(&mut BfsAgent::new(small), &GameRecord::new(gomoku), SearchLimits::NONE);
    assert_eq!(
        decision.note.as_deref(),
        Some("no path to a win in 3 own moves; gave up after 50000 positions: the first legal move")
    );
}

#[test]
fn the_better_player_wins() {
    /// The points of `a` in two games, one with each side.
    fn points<'a, G: Searchable>(
        game: &G,
        a: &'a mut dyn Agent<G>,
        b: &'a mut dyn Agent<G>,
        limits: SearchLimits,
    ) -> f64 {
        let mut points = 0.0;
        for side in Side::BOTH {
            let mut record = GameRecord::new(game.clone());
            a.new_game(11);
            b.new_game(12);
            while record.ending().is_none() {
                let agent = if record.side_to_move() == side { &mut *a } else { &mut *b };
                let token = zermelo_core::StopToken::new();
                let decision = agent.choose(&record, &limits, &token, &mut zermelo_core::NoObserver).unwrap();
                record.play(played(&decision), None).unwrap();
            }
            points += match record.ending().unwrap().outcome {
                zermelo_core::Outcome::Win(winner) => f64::from(u8::from(winner == side)),
                zermelo_core::Outcome::Draw => 0.5,
            };
        }
        points
    }
    let limits = SearchLimits { playouts: Some(1_500), ..SearchLimits::depth(3) };
    let game = Connect4::<u64>::new(7, 6, 4);
    assert!(points(&game, &mut MctsAgent::default(), &mut RandomAgent::new(), limits) > 1.9);
    let mut alphabeta = AlphaBetaAgent::new(TextbookOptions::default(), WINDOWS);
    assert!(points(&game, &mut alphabeta, &mut RandomAgent::new(), limits) > 1.9);
    let limits = SearchLimits { playouts: Some(600), ..SearchLimits::depth(2) };
    assert!(points(&connect3d(), &mut FlatMcAgent::default(), &mut RandomAgent::new(), limits) > 1.9);
}
