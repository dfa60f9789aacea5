//! Every agent: it plays even if stopped at once, it respects its limits, and it rejects a finished game.

use std::num::NonZeroUsize;
use std::time::Duration;

use zermelo_core::{
    Agent, AgentError, Clock, GameRecord, NoEvaluator, NoObserver, Outcome, SearchLimits, Searchable, Side, StopToken,
    Termination,
};
use zermelo_search::{
    AlphaBetaAgent, BfsAgent, DfpnAgent, Fallback, FlatMcAgent, GreedyAgent, GreedyOptions, MctsAgent, MctsOptions,
    MinimaxAgent, NegamaxAgent, PvsAgent, PvsOptions, RandomAgent, TextbookOptions, mtdf,
};

use crate::toys::{Race, Rows, Whim, check, decide};

/// All agents that play any game.
pub(crate) fn any_game<G: Searchable>() -> Vec<(&'static str, Box<dyn Agent<G>>)> {
    let textbook = TextbookOptions::default();
    vec![
        ("random", Box::new(RandomAgent::new())),
        ("greedy", Box::new(GreedyAgent::new(GreedyOptions::default(), Whim { range: 9 }))),
        ("minimax", Box::new(MinimaxAgent::new(textbook, Whim { range: 9 }))),
        ("negamax", Box::new(NegamaxAgent::new(textbook, NoEvaluator))),
        ("alphabeta", Box::new(AlphaBetaAgent::new(textbook, Whim { range: 9 }))),
        ("pvs", Box::new(PvsAgent::new(PvsOptions::default(), Whim { range: 9 }))),
        ("mtdf", Box::new(mtdf::agent(PvsOptions::default(), NoEvaluator))),
        ("flat-mc", Box::new(FlatMcAgent::default())),
        ("mcts", Box::new(MctsAgent::default())),
        ("dfpn", Box::new(DfpnAgent::default())),
        ("mcts plain", Box::new(MctsAgent::new(MctsOptions::plain()))),
    ]
}

/// All agents, including those that need null moves.
fn all() -> Vec<(&'static str, Box<dyn Agent<Rows>>)> {
    let mut agents = any_game();
    agents.push(("bfs", Box::new(BfsAgent::default())));
    let options = TextbookOptions { fallback: Fallback::Bfs, ..TextbookOptions::default() };
    agents.push(("minimax with bfs", Box::new(MinimaxAgent::new(options, NoEvaluator))));
    agents
}

/// Too large for any exhaustive search.
const LARGE: Rows = Rows { width: 4, height: 4, k: 4 };

fn stops_at_once<G: Searchable>(agents: Vec<(&'static str, Box<dyn Agent<G>>)>, game: G, limits: SearchLimits) {
    let record = GameRecord::new(game);
    let stop = StopToken::new();
    stop.stop();
    for (name, mut agent) in agents {
        let decision = agent.choose(&record, &limits, &stop, &mut NoObserver).unwrap_or_else(|e| panic!("{name}: {e}"));
        check(&record, &decision);
        assert!(decision.nodes <= 1 && decision.playouts == 0, "{name} went on");
    }
}

#[test]
fn stopped_before_it_began_each_plays_a_legal_move() {
    stops_at_once(all(), LARGE, SearchLimits::NONE);
    stops_at_once(all(), LARGE, SearchLimits::time(Duration::from_secs(1000)));
    stops_at_once(any_game(), Race { goal: 5 }, SearchLimits::time(Duration::from_secs(1000)));
}

#[test]
fn stopped_in_the_midst_each_plays_a_legal_move() {
    for (name, mut agent) in all() {
        let record = GameRecord::new(LARGE);
        let stop = StopToken::new();
        let limits = SearchLimits::time(Duration::from_secs(1000));
        let decision = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(30));
                stop.stop();
            });
            agent.choose(&record, &limits, &stop, &mut NoObserver).unwrap_or_else(|e| panic!("{name}: {e}"))
        });
        check(&record, &decision);
    }
}

#[test]
fn time_and_clock_end_a_search() {
    let clock = Clock {
        remaining: [Duration::from_millis(900), Duration::ZERO],
        increment: [Duration::ZERO; 2],
        moves_to_go: None,
    };
    for limits in [
        SearchLimits::time(Duration::ZERO),
        SearchLimits::time(Duration::from_millis(20)),
        SearchLimits { clock: Some(clock), ..SearchLimits::NONE },
    ] {
        for (_, mut agent) in all() {
            let record = GameRecord::new(LARGE);
            let decision = agent.choose(&record, &limits, &StopToken::new(), &mut NoObserver).unwrap();
            check(&record, &decision);
        }
    }
}

#[test]
fn nodes_and_playouts_are_never_exceeded() {
    let record = GameRecord::new(LARGE);
    for limit in [0, 1, 2, 15, 16, 17, 100, 1_000, 5_000] {
        for (name, mut agent) in all() {
            let by_nodes =
                agent.choose(&record, &SearchLimits::nodes(limit), &StopToken::new(), &mut NoObserver).unwrap();
            check(&record, &by_nodes);
            assert!(by_nodes.nodes <= limit, "{name}: {} nodes of {limit}", by_nodes.nodes);
        }
        let mut playing: Vec<(_, Box<dyn Agent<Rows>>)> =
            vec![("flat-mc", Box::new(FlatMcAgent::default())), ("mcts", Box::new(MctsAgent::default()))];
        for (name, agent) in &mut playing {
            let limits = SearchLimits::playouts(limit);
            let decision = agent.choose(&record, &limits, &StopToken::new(), &mut NoObserver).unwrap();
            check(&record, &decision);
            assert!(decision.playouts <= limit, "{name}: {} playouts of {limit}", decision.playouts);
            assert!(limit == 0 || decision.playouts > limit / 2, "{name}: {} playouts of {limit}", decision.playouts);
        }
    }
}

#[test]
fn own_limits_and_those_of_the_call_both_hold() {
    let options = TextbookOptions { limits: SearchLimits::nodes(500), ..TextbookOptions::default() };
    let mut agent = AlphaBetaAgent::new(options, NoEvaluator);
    assert_eq!(Agent::<Rows>::own_limits(&agent), SearchLimits::nodes(500));
    let record = GameRecord::new(LARGE);
    assert!(decide(&mut agent, &record, SearchLimits::NONE).nodes <= 500);
    assert!(decide(&mut agent, &record, SearchLimits::nodes(90)).nodes <= 90);
    let shallow = decide(&mut agent, &record, SearchLimits::depth(1));
    assert_eq!((shallow.depth.0, shallow.nodes), (1, 16));
}

#[test]
fn a_search_without_deepening_keeps_its_results() {
    // 4x4 to depth 3 has 16 + 240 + 3360 nodes; the limit is inside the last depth.
    let stop = StopToken::new();
    let record = GameRecord::new(LARGE);
    let mut agent = MinimaxAgent::new(TextbookOptions::default(), NoEvaluator);
    let decision = agent.choose(&record, &SearchLimits::nodes(2_000), &stop, &mut NoObserver).unwrap();
    assert_eq!((decision.depth.0, decision.nodes, decision.note), (2, 2_000, None));
    let decision = agent.choose(&record, &SearchLimits::nodes(7), &stop, &mut NoObserver).unwrap();
    assert_eq!((decision.depth.0, decision.nodes), (0, 7));
    assert_eq!(decision.note.as_deref(), Some("interrupted before any depth was finished"));
    assert_eq!(decision.moves.iter().filter(|root| root.score.is_some()).count(), 7);
}

#[test]
fn a_finished_game_is_rejected() {
    let mut record = GameRecord::new(LARGE);
    record.end(Outcome::Win(Side::First), Termination::Resignation);
    for (name, mut agent) in all() {
        let refused = agent.choose(&record, &SearchLimits::NONE, &StopToken::new(), &mut NoObserver);
        assert_eq!(refused.unwrap_err(), AgentError::GameOver, "{name}");
    }
}

#[test]
fn threads_share_the_node_limit() {
    let record = GameRecord::new(LARGE);
    let mut agent = AlphaBetaAgent::new(
        TextbookOptions { threads: NonZeroUsize::new(3).unwrap(), ..TextbookOptions::default() },
        NoEvaluator,
    );
    for limit in [0, 1, 5, 100, 5_000] {
        let decision = decide(&mut agent, &record, SearchLimits::nodes(limit));
        check(&record, &decision);
        assert!(decision.nodes <= limit && decision.nodes >= limit / 2, "{} nodes of {limit}", decision.nodes);
    }
}
