//! The agent plays perfectly, and with a limit consistently with its bounds.

use zermelo_core::{
    Agent, AgentError, Bound, Column, Decision, Game, GameRecord, NoObserver, Oracle, Outcome, PerftCount, Ply,
    Position, Proven, Score, SearchLimits, StopToken, Wdl,
};
use zermelo_games::connect4::Connect4;
use zermelo_games::stones::Stones;
use zermelo_solve::SolverOptions;
use zermelo_solve::connect4::{SolverAgent, SolverBits, SolverOracle};
use zermelo_testkit::agents::check_agent;
use zermelo_testkit::playout::random_game;
use zermelo_testkit::reference::SlowSolver;
use zermelo_testkit::rng::TestRng;

use super::late_records;

const OPTIONS: SolverOptions = SolverOptions { limits: SearchLimits::NONE, hash: 1 << 20, threads: 1 };
const SMALL: [[u8; 3]; 5] = [[4, 4, 4], [5, 4, 4], [4, 5, 4], [3, 5, 3], [5, 3, 3]];

fn choose<S: SolverBits>(record: &GameRecord<Connect4<S>>, options: SolverOptions) -> Decision<Column> {
    let mut agent = SolverAgent::new(options);
    let chosen = agent.choose(record, &SearchLimits::NONE, &StopToken::new(), &mut NoObserver);
    chosen.unwrap_or_else(|why| panic!("{record:?}: {why}"))
}

fn game<S: SolverBits>([width, height, k]: [u8; 3]) -> Connect4<S> {
    Connect4::new(width, height, k)
}

fn score(value: Proven) -> Score {
    value.plies.map_or(Score::DRAW, |plies| Score::finished(value.wdl, plies))
}

fn play<S: SolverBits>(game: &Connect4<S>, position: &Stones<S>, mv: Column) -> Stones<S> {
    game.play(position, mv).expect("a legal move")
}

#[test]
fn fulfils_the_agent_contract() {
    for limits in [SearchLimits::NONE, SearchLimits::nodes(1), SearchLimits::nodes(500)] {
        check_agent(&game::<u64>([5, 4, 4]), "solver", || SolverAgent::new(OPTIONS), &limits, 7);
        check_agent(&game::<u64>([4, 6, 3]), "solver", || SolverAgent::new(OPTIONS), &limits, 8);
    }
    let limits = SearchLimits::nodes(500);
    check_agent(&game::<u128>([10, 8, 4]), "solver", || SolverAgent::new(OPTIONS), &limits, 9);
    let own = SolverOptions { limits, ..OPTIONS };
    check_agent(&game::<u64>([7, 6, 4]), "solver", || SolverAgent::new(own), &SearchLimits::nodes(2000), 10);
}

#[test]
fn decisions_are_correct() {
    for (seed, size) in (1..).zip(SMALL) {
        for threads in [1, 2] {
            let game = game::<u64>(size);
            let mut slow = SlowSolver::new(game.clone(), usize::MAX);
            let mut value = |position: &Stones<u64>| slow.value(position).expect("a small board");
            for record in late_records(&game, seed, 20) {
                let decision = choose(&record, SolverOptions { threads, ..OPTIONS });
                let place = || format!("{size:?}, seed {seed}: {:?} {decision:?}", record.position());
                let truth = score(value(record.position()));
                assert_eq!((decision.score, &decision.note), (Some(truth), &None), "{}", place());
                for root in &decision.moves {
                    let after = value(&play(&game, record.position(), root.mv)).before_move();
                    assert_eq!((root.score, root.bound), (Some(score(after)), Bound::Exact), "{}", place());
                }
                assert_eq!(decision.moves.len(), game.count_moves(record.position()), "{}", place());
                // Every move of the principal variation keeps the value, and it reaches the end of the game.
                let mut position = *record.position();
                for (ply, &mv) in (1..).zip(&decision.pv) {
                    position = play(&game, &position, mv);
                    let here = score(value(&position)).from_node(Ply(ply));
                    assert_eq!(if ply % 2 == 1 { -here } else { here }, truth, "{}", place());
                }
                assert!(game.outcome(&position).is_some(), "{}", place());
            }
        }
    }
}

/// Of moves that keep a draw or the latest loss, the one with the most mistakes among the replies, then the one nearest to the centre.
#[test]
fn chooses_the_most_difficult_of_equal_moves() {
    let mut several = 0;
    for (seed, size) in (1..).zip(SMALL) {
        let game = game::<u64>(size);
        let mut slow = SlowSolver::new(game.clone(), usize::MAX);
        let mut value = |position: &Stones<u64>| score(slow.value(position).expect("a small board"));
        for record in late_records(&game, seed, 60) {
            let mut moves = Vec::new();
            game.generate(record.position(), &mut moves);
            let truth = value(record.position());
            if truth > Score::DRAW {
                continue;
            }
            let mut best = Vec::new();
            for mv in moves {
                let after = play(&game, record.position(), mv);
                if -value(&after).from_node(Ply(1)) != truth {
                    continue;
                }
                let mut replies = Vec::new();
                game.generate(&after, &mut replies);
                let is_mistake = |&reply: &Column| value(&play(&game, &after, reply)).from_node(Ply(2)) > truth;
                let mistakes = replies.iter().copied().filter(is_mistake).count();
                let from_centre = (2 * i32::from(mv.0) + 1 - i32::from(size[0])).abs();
                best.push((mistakes, -from_centre, -i32::from(mv.0)));
            }
            let &(_, _, column) = best.iter().max().expect("a legal move");
            let chosen = choose(&record, OPTIONS).action.mv().copied();
            assert_eq!(chosen, Some(Column(-column as u8)), "{size:?}, seed {seed}: {best:?} {:?}", record.position());
            several += usize::from(best.iter().any(|other| other.0 != best[0].0));
        }
    }
    assert!(several > 20, "only {several} positions with a difference");
}

/// Against random moves it gets at least the value of the position, and wins in time.
#[test]
fn never_plays_below_the_value() {
    let mut rng = TestRng::new(11);
    let mut seen = [0; 3];
    for (size, plies) in [([7, 6, 4], 26), ([5, 5, 4], 10), ([6, 5, 4], 14)] {
        let game = game::<u64>(size);
        let oracle = SolverOracle::new(&game, 1 << 20, 1).expect("there is 1 MiB");
        let mut agent = SolverAgent::new(OPTIONS);
        for _ in 0..60 {
            let mut record = random_game(&game, &mut rng, plies);
            if record.ending().is_some() {
                continue;
            }
            let (side, begun, start) = (record.side_to_move(), record.ply(), *record.position());
            let truth = oracle.probe(&record).expect("within reach");
            while record.ending().is_none() {
                let mv = if record.side_to_move() == side {
                    let chosen = agent.choose(&record, &SearchLimits::NONE, &StopToken::new(), &mut NoObserver);
                    *chosen.expect("it plays").action.mv().expect("it moves")
                } else {
                    let mut moves = Vec::new();
                    game.generate(record.position(), &mut moves);
                    rng.pick(&moves).expect("the game goes on")
                };
                record.play(mv, None).expect("a legal move");
            }
            let got = record.ending().map_or(Wdl::Loss, |ending| ending.outcome.wdl(side));
            assert!(got >= truth.wdl, "{size:?}, {start:?}: {truth:?}, got {got:?}");
            let lasted = Ply(record.ply().0 - begun.0);
            let is_late = truth.plies.is_some_and(|plies| lasted > plies);
            assert!(truth.wdl != Wdl::Win || !is_late, "{size:?}, {start:?}: {truth:?}, won in {lasted} plies");
            seen[truth.wdl as usize] += 1;
        }
    }
    let [lost, drawn, won] = seen;
    assert!(lost > 5 && drawn > 5 && won > 5, "lost, drawn, won: {seen:?}");
}

#[test]
fn immediate_wins_are_played_on_any_board() {
    let game = game::<u128>([10, 8, 4]);
    let mut record = GameRecord::new(game);
    for column in [4, 0, 3, 0, 5, 9] {
        record.play(Column(column), None).expect("a legal move");
    }
    let mut agent = SolverAgent::new(OPTIONS);
    let decision =
        agent.choose(&record, &SearchLimits::nodes(10), &StopToken::new(), &mut NoObserver).expect("it plays");
    let mv = *decision.action.mv().expect("it moves");
    let mut after = record.clone();
    after.play(mv, None).expect("a legal move");
    assert_eq!(after.ending().map(|ending| ending.outcome), Some(Outcome::Win(record.position().side_to_move())));
    assert_eq!(decision.score, Some(Score::win_in(Ply(1))));
}

/// The bounds of a limited search are true, and no move with worse bounds than another is chosen.
#[test]
fn limited_decisions_follow_the_bounds() {
    for (seed, size) in (1..).zip(SMALL) {
        let game = game::<u64>(size);
        let mut slow = SlowSolver::new(game.clone(), usize::MAX);
        for record in late_records(&game, seed, 20) {
            for nodes in [1, 10, 40] {
                let decision = choose(&record, SolverOptions { limits: SearchLimits::nodes(nodes), ..OPTIONS });
                let mut chosen = None;
                let mut least = Score::MIN;
                for root in &decision.moves {
                    let Some(given) = root.score else { continue };
                    let after = play(&game, record.position(), root.mv);
                    let truth = score(slow.value(&after).expect("a small board").before_move());
                    let holds = match root.bound {
                        Bound::Exact => given == truth,
                        Bound::Lower => given <= truth,
                        Bound::Upper => given >= truth,
                    };
                    assert!(
                        holds,
                        "{size:?}, seed {seed}, {nodes} nodes: {truth}, {:?} {decision:?}",
                        record.position()
                    );
                    if root.bound != Bound::Upper {
                        least = least.max(given);
                    }
                    if Some(&root.mv) == decision.action.mv() {
                        chosen = Some(given);
                    }
                }
                let is_worse = chosen.is_some_and(|chosen| chosen < least);
                assert!(!is_worse, "{size:?}, seed {seed}, {nodes} nodes: {:?} {decision:?}", record.position());
            }
        }
    }
}

#[test]
fn large_boards_need_a_limit() {
    let record = GameRecord::new(game::<u128>([9, 9, 4]));
    let mut agent = SolverAgent::new(OPTIONS);
    let refused = agent.choose(&record, &SearchLimits::NONE, &StopToken::new(), &mut NoObserver);
    let Err(AgentError::UnfitGame { why, .. }) = refused else { panic!("{refused:?}") };
    assert_eq!(why, "81 squares are free; without a limit at most 49 are searched; set nodes or time");
    let limited = agent.choose(&record, &SearchLimits::nodes(2000), &StopToken::new(), &mut NoObserver);
    let decision = limited.expect("it plays");
    assert_eq!(decision.note.as_deref(), Some("neither a win nor a loss is ruled out"));
    assert_eq!((decision.action.mv(), decision.score), (Some(&Column(4)), None));
}
