//! Search traces: their counts, their values, and what is left out.

use std::collections::{HashMap, HashSet};

use proptest::prelude::{ProptestConfig, any, proptest};
use zermelo_core::trace::NodeEnd;
use zermelo_core::{
    Agent, AgentError, Bound, Decision, Depth, Evaluator, GameRecord, NoEvaluator, Ply, Score, SearchLimits,
    SearchTree, Searchable, StopToken,
};
use zermelo_games::mnk::Mnk;
use zermelo_search::{
    AlphaBetaAgent, MctsAgent, MctsOptions, Method, MinimaxAgent, NegamaxAgent, Parallel, PvsAgent, PvsOptions,
    RandomAgent, Switches, TableUse, TextbookOptions,
};
use zermelo_testkit::reference::slow_minimax;

use crate::toys::{Race, TIC_TAC_TOE, Whim, any_rows, any_start, decide, random_record};

const ALL: usize = 1 << 20;

fn shown<G: Searchable>(
    agent: &mut impl Agent<G>,
    record: &GameRecord<G>,
    limits: SearchLimits,
    most: usize,
) -> (Decision<G::Move>, SearchTree<G::Move>) {
    agent.new_game(7);
    agent.trace(record, &limits, &StopToken::new(), most).expect("a tree")
}

/// Tracing does not change the decision.
fn unchanged<G: Searchable>(
    agent: &mut impl Agent<G>,
    record: &GameRecord<G>,
    limits: SearchLimits,
) -> SearchTree<G::Move> {
    let (seen, tree) = shown(agent, record, limits, ALL);
    agent.new_game(7);
    let unseen = decide(agent, record, limits);
    assert_eq!(Decision { elapsed: unseen.elapsed, ..seen }, unseen);
    tree
}

/// Counts, windows and values of a complete tree are right, node by node.
fn check<G: Searchable, E: Evaluator<G>>(
    record: &GameRecord<G>,
    tree: &SearchTree<G::Move>,
    nodes: u64,
    depth: u32,
    evaluator: &E,
) {
    assert_eq!((tree.total(), tree.nodes.len() as u64, tree.elsewhere), (nodes, nodes + 1, 0));
    let mut below = vec![0; tree.nodes.len()];
    let mut children = vec![0; tree.nodes.len()];
    for (at, node) in tree.nodes.iter().enumerate().rev() {
        assert_eq!((node.figures.below, node.figures.children), (below[at], children[at]));
        if let Some(parent) = node.parent {
            assert!((parent as usize) < at);
            below[parent as usize] += below[at] + 1;
            children[parent as usize] += 1;
        }
    }
    for (at, node) in tree.nodes.iter().enumerate() {
        let figures = &node.figures;
        let path = tree.path(at);
        let mut here = record.clone();
        for &mv in &path {
            here.play(mv, None).expect("a legal move");
        }
        let is_own = here.side_to_move() == record.side_to_move();
        let value = figures.value.expect("a finished search");
        assert_eq!(figures.end == NodeEnd::GameOver, here.ending().is_some());
        if here.ending().is_some() {
            assert!(figures.moves == 0 && figures.bound == Bound::Exact);
            continue;
        }
        let height = path.len() as u32;
        assert_eq!(figures.end == NodeEnd::Horizon, height == depth);
        let slow = slow_minimax(&here, Some(Depth(depth - height)), evaluator).score.from_node(Ply(height));
        let slow = if is_own { slow } else { -slow };
        match figures.bound {
            Bound::Exact => assert_eq!(value, slow),
            Bound::Upper => assert!(value >= slow && figures.window.is_some_and(|[low, _]| value <= low)),
            Bound::Lower => assert!(value <= slow && figures.window.is_some_and(|[_, high]| value >= high)),
        }
        match figures.end {
            NodeEnd::Alpha => assert!(!is_own && figures.bound == Bound::Upper && figures.children < figures.moves),
            NodeEnd::Beta => assert!(is_own && figures.bound == Bound::Lower && figures.children < figures.moves),
            NodeEnd::Complete => assert_eq!(figures.children, figures.moves),
            NodeEnd::Horizon => assert_eq!((figures.children, figures.below), (0, 0)),
            other => panic!("{other:?}"),
        }
    }
}

fn paths<M: Copy + Eq + std::hash::Hash>(tree: &SearchTree<M>) -> HashSet<Vec<M>> {
    (0..tree.nodes.len()).map(|at| tree.path(at)).collect()
}

fn check_all<G: Searchable, E: Evaluator<G>>(record: &GameRecord<G>, evaluator: &E, depth: u32) {
    let (options, limits) = (TextbookOptions::default(), SearchLimits::depth(depth));
    let minimax = unchanged(&mut MinimaxAgent::new(options, evaluator.clone()), record, limits);
    let negamax = unchanged(&mut NegamaxAgent::new(options, evaluator.clone()), record, limits);
    let mut alphabeta = AlphaBetaAgent::new(options, evaluator.clone());
    let pruned = unchanged(&mut alphabeta, record, limits);
    check(record, &minimax, slow_minimax(record, Some(Depth(depth)), evaluator).nodes, depth, evaluator);
    check(record, &pruned, decide(&mut alphabeta, record, limits).nodes, depth, evaluator);
    let untimed = |tree: &SearchTree<G::Move>| {
        tree.nodes.iter().map(|it| (it.parent, it.mv, it.figures.value, it.figures.end)).collect::<Vec<_>>()
    };
    assert_eq!(untimed(&negamax), untimed(&minimax), "values are the root's side's in both");
    let all = paths(&minimax);
    let few = paths(&pruned);
    assert!(few.is_subset(&all) && few.len() == pruned.nodes.len());
    for most in [1, few.len() / 3, few.len()] {
        let (_, part) = shown(&mut alphabeta, record, limits, most);
        assert_eq!((part.total(), part.nodes.len()), (pruned.total(), most.min(few.len() - 1) + 1));
        assert!(paths(&part).is_subset(&few));
    }
}

/// The tree of a principal-variation search without reductions: counts add up, no move appears twice, and every value
/// is the minimax value of the remaining depth, or a bound of it.
fn check_strong<G: Searchable, E: Evaluator<G>>(record: &GameRecord<G>, evaluator: &E, depth: u32) {
    let table = if record.game().is_acyclic() { TableUse::EqualDepth } else { TableUse::Off };
    let switches = Switches { table, ..Switches::EXACT };
    for method in [Method::Pvs, Method::Mtdf] {
        let options = PvsOptions { method, switches, ..PvsOptions::default() };
        let mut agent = PvsAgent::new(options, evaluator.clone());
        let tree = unchanged(&mut agent, record, SearchLimits::depth(depth));
        agent.new_game(7);
        let Decision { nodes, depth: reached, .. } = decide(&mut agent, record, SearchLimits::depth(depth));
        assert_eq!(tree.total() + tree.elsewhere, nodes, "{method:?}");
        assert_eq!((tree.nodes.len() as u64, paths(&tree).len()), (tree.total() + 1, tree.nodes.len()));
        let mut below = vec![0; tree.nodes.len()];
        for (at, node) in tree.nodes.iter().enumerate().rev() {
            assert_eq!(node.figures.below, below[at]);
            if let Some(parent) = node.parent {
                below[parent as usize] += below[at] + 1;
            }
        }
        for (at, node) in tree.nodes.iter().enumerate().skip(1) {
            let path = tree.path(at);
            let mut here = record.clone();
            let mut legal = Vec::new();
            for &mv in &path {
                legal.clear();
                here.line().generate(&mut legal);
                here.play(mv, None).expect("a legal move");
            }
            assert_eq!(legal[node.figures.index as usize], path[path.len() - 1], "the place among the legal moves");
            let height = path.len() as u32;
            let value = node.figures.value.expect("a finished search");
            assert_eq!(node.figures.end == NodeEnd::GameOver, here.ending().is_some());
            if here.ending().is_some() {
                continue;
            }
            let slow = slow_minimax(&here, Some(Depth(reached.0 - height)), evaluator).score;
            let slow = slow.from_node(Ply(height));
            let slow = if here.side_to_move() == record.side_to_move() { slow } else { -slow };
            match node.figures.bound {
                Bound::Exact => assert_eq!(value, slow, "{:?}", node.figures),
                Bound::Upper => assert!(value >= slow, "{slow}: {:?}", node.figures),
                Bound::Lower => assert!(value <= slow, "{slow}: {:?}", node.figures),
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn trees_of_rows(game in any_rows(), (moves, seed) in any_start(), depth in 1_u32..=3, range in 2_u64..40) {
        let record = random_record(game, moves, seed);
        check_all(&record, &Whim { range }, depth);
        check_strong(&record, &Whim { range }, depth);
    }

    #[test]
    fn trees_near_the_end(seed in any::<u64>(), depth in 3_u32..=6) {
        let record = random_record(TIC_TAC_TOE, 4, seed);
        check_all(&record, &NoEvaluator, depth);
        check_strong(&record, &NoEvaluator, depth);
    }

    #[test]
    fn trees_where_positions_come_back(goal in 0_u8..=4, (moves, seed) in any_start(), depth in 1_u32..=6) {
        let record = random_record(Race { goal }, moves, seed);
        check_all(&record, &Whim { range: 5 }, depth);
        check_strong(&record, &Whim { range: 5 }, depth);
    }
}

#[test]
fn the_last_finished_pass_is_shown() {
    let record = GameRecord::new(TIC_TAC_TOE);
    let mut agent = AlphaBetaAgent::new(TextbookOptions::default(), NoEvaluator);
    let (decision, tree) = shown(&mut agent, &record, SearchLimits::nodes(2000), ALL);
    let (at_once, direct) =
        shown(&mut agent, &record, SearchLimits { nodes: None, ..SearchLimits::depth(decision.depth.0) }, ALL);
    assert!(decision.depth > Depth(2));
    assert_eq!(tree.total(), at_once.nodes);
    assert_eq!(tree.total() + tree.elsewhere, decision.nodes);
    assert_eq!(paths(&tree), paths(&direct));
}

#[test]
fn tables_and_reductions_are_told() {
    let record = GameRecord::new(Mnk::<u64>::new(5, 5, 4));
    for method in [Method::Pvs, Method::Mtdf] {
        let mut agent = PvsAgent::new(PvsOptions { method, ..PvsOptions::default() }, Whim { range: 30 });
        let tree = unchanged(&mut agent, &record, SearchLimits::depth(6));
        let count = |end| tree.nodes.iter().filter(|node| node.figures.end == end).count();
        assert!(count(NodeEnd::Table) > 0 && count(NodeEnd::Reduction) > 0 && count(NodeEnd::Horizon) > 0);
        for node in tree.nodes.iter().filter(|node| node.figures.end == NodeEnd::Table) {
            assert_eq!((node.figures.children, node.figures.below), (0, 0));
        }
    }
}

#[test]
fn a_monte_carlo_tree_counts_its_visits() {
    let record = GameRecord::new(TIC_TAC_TOE);
    for options in [MctsOptions::plain(), MctsOptions::default()] {
        let limits = SearchLimits::playouts(3000);
        let tree = unchanged(&mut MctsAgent::new(options), &record, limits);
        let (decision, _) = shown(&mut MctsAgent::new(options), &record, limits, 10);
        assert_eq!(tree.nodes.len() as u64, tree.total() + 1);
        let root = tree.nodes[0].figures.chances.expect("visits");
        let visits: HashMap<_, _> = tree
            .nodes
            .iter()
            .filter(|node| node.parent == Some(0))
            .filter_map(|node| Some((node.mv?, node.figures.chances?)))
            .collect();
        for found in &decision.moves {
            assert_eq!((visits[&found.mv].visits, visits[&found.mv].points), (found.visits, found.share));
        }
        assert_eq!(visits.values().map(|it| it.visits).sum::<u64>(), root.visits);
        for node in tree.nodes.iter().filter(|node| node.parent.is_some()) {
            let known = node.figures.chances.expect("visits");
            let above = tree.nodes[node.parent.expect("one above") as usize].figures.chances.expect("visits");
            let rate = (above.visits.max(1) as f64).ln() / known.visits as f64;
            assert_eq!(known.explore.is_some(), known.visits > 0 && node.figures.value.is_none());
            assert!(
                known.explore.is_none_or(|term| (term - options.c * rate.sqrt()).abs() < 1e-6),
                "UCT's second term"
            );
        }
        let (_, part) = shown(&mut MctsAgent::new(options), &record, limits, 50);
        assert_eq!((part.nodes.len(), part.total()), (51, tree.total()));
        let least = part.nodes[1..].iter().filter_map(|it| Some(it.figures.chances?.visits)).min().expect("nodes");
        let larger = tree.nodes[1..].iter().filter(|it| it.figures.chances.is_some_and(|it| it.visits > least)).count();
        assert!(larger <= 50, "nothing that was visited more is left out");
    }
}

/// Proven values of a Monte-Carlo tree are true.
#[test]
fn proofs_are_the_values_of_the_game() {
    for seed in 0..12 {
        let record = random_record(TIC_TAC_TOE, 3, seed);
        let (_, tree) = shown(&mut MctsAgent::new(MctsOptions::default()), &record, SearchLimits::playouts(500), ALL);
        for (at, node) in tree.nodes.iter().enumerate() {
            let Some(value) = node.figures.value else { continue };
            let mut here = record.clone();
            tree.path(at).into_iter().for_each(|mv| here.play(mv, None).expect("a legal move"));
            if here.ending().is_some() {
                continue;
            }
            let slow = slow_minimax(&here, None, &NoEvaluator).score.from_node(Ply(tree.path(at).len() as u32));
            let slow = if here.side_to_move() == record.side_to_move() { slow } else { -slow };
            let wdl = |score: Score| score.decided().map(|(wdl, _)| wdl);
            assert_eq!(wdl(value), wdl(slow));
            match node.figures.bound {
                Bound::Exact => assert_eq!(value, slow),
                Bound::Lower => assert!(value <= slow),
                Bound::Upper => assert!(value >= slow),
            }
        }
    }
}

#[test]
fn agents_without_a_tree_say_so() {
    fn refused<G: Searchable>(mut agent: impl Agent<G>, record: &GameRecord<G>) -> String {
        let found = agent.trace(record, &SearchLimits::NONE, &StopToken::new(), 10);
        let Err(AgentError::NoTree(why)) = found else { panic!("a tree") };
        why
    }
    let record = GameRecord::new(TIC_TAC_TOE);
    let two = std::num::NonZeroUsize::new(2).expect("not zero");
    assert_eq!(refused(RandomAgent::new(), &record), "it does not record its search");
    let threads = TextbookOptions { threads: two, ..TextbookOptions::default() };
    assert!(refused(MinimaxAgent::new(threads, NoEvaluator), &record).ends_with("leave threads out"));
    let pvs = |options| refused(PvsAgent::new(options, NoEvaluator), &record);
    assert!(pvs(PvsOptions { threads: two, ..PvsOptions::default() }).ends_with("leave threads out"));
    assert!(pvs(PvsOptions { lines: two, ..PvsOptions::default() }).ends_with("leave lines out"));
    let apart = MctsOptions { threads: two, parallel: Parallel::Root, ..MctsOptions::default() };
    assert!(refused(MctsAgent::new(apart), &record).ends_with("leave parallel=root out"));
}
