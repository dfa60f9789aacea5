//! The weakened player: it takes what it sees, overlooks what a shallow search does not show, and equals
//! [`PvsAgent`](zermelo_search::PvsAgent) without faults.

use zermelo_core::{Agent, Depth, Game, GameRecord, NoObserver, Notation, SearchLimits, StopToken};
use zermelo_eval::{LineEvaluator, PointOfView, StoneCount};
use zermelo_games::connect4::Connect4;
use zermelo_search::{NoviceAgent, NoviceOptions, PvsAgent, PvsOptions, TieBreak};
use zermelo_testkit::agents::check_agent;
use zermelo_testkit::playout::random_records;

type Four = Connect4<u64>;

const WINDOWS: LineEvaluator = LineEvaluator::Alignments { count: StoneCount::Windows, view: PointOfView::Difference };

fn options(depth: u32, lapses: f64, noise: u32) -> NoviceOptions {
    let limits = SearchLimits::depth(depth);
    let search = PvsOptions { limits, hash: 1 << 14, ties: TieBreak::Random, ..PvsOptions::default() };
    NoviceOptions { search, lapses, glance: Depth(1), overlooks: 0.0, noise }
}

fn record(moves: &str) -> GameRecord<Four> {
    let mut record = GameRecord::new(Four::new(7, 6, 4));
    for text in moves.split_whitespace() {
        let mv = record.game().parse_move(record.position(), text).unwrap_or_else(|why| panic!("{why}"));
        record.play(mv, None).unwrap_or_else(|why| panic!("{why}"));
    }
    record
}

/// Its moves with each of several seeds.
fn choices(options: NoviceOptions, evaluator: LineEvaluator, record: &GameRecord<Four>) -> Vec<String> {
    let mut agent = NoviceAgent::new(options, evaluator);
    let choose = |seed| {
        agent.new_game(seed);
        let decision = agent.choose(record, &SearchLimits::NONE, &StopToken::new(), &mut NoObserver).expect("a move");
        record.game().move_text(record.position(), *decision.action.mv().expect("it plays"))
    };
    (0..40).map(choose).collect()
}

#[test]
fn it_keeps_the_contract_of_agents() {
    for (lapses, overlooks, noise) in [(0.0, 0.0, 0), (0.5, 0.0, 0), (0.5, 0.0, 30), (1.0, 0.5, 1000), (0.0, 0.5, 0)] {
        let make = || NoviceAgent::new(NoviceOptions { overlooks, ..options(2, lapses, noise) }, WINDOWS);
        check_agent(&Four::new(7, 6, 4), "novice", make, &SearchLimits::depth(2), 5);
    }
}

/// Red to move has three in row 1, open at both ends: it wins in spite of any error.
#[test]
fn only_oversight_misses_a_win_in_one() {
    let record = record("2 2 3 3 4 4");
    for lapses in [0.0, 0.5, 1.0] {
        for depth in [1, 2, 3] {
            let moves = choices(options(depth, lapses, 100_000), WINDOWS, &record);
            assert!(moves.iter().all(|mv| mv == "1" || mv == "5"), "{depth} {lapses}: {moves:?}");
        }
    }
    let wins = |overlooks| {
        let moves = choices(NoviceOptions { overlooks, ..options(1, 0.0, 50) }, LineEvaluator::None, &record);
        moves.iter().filter(|mv| *mv == "1" || *mv == "5").count()
    };
    // Two of the seven columns win. A player that overlooks both plays one of them by chance; a player that overlooks
    // half of them wins four games of five.
    assert!((2..22).contains(&wins(1.0)), "{}", wins(1.0));
    assert!((24..40).contains(&wins(0.5)), "{}", wins(0.5));
    assert_eq!(wins(0.0), 40);
}

/// Red threatens to complete column 4. A full search sees it; a shallow search without an evaluator sees no reason to
/// stop it.
#[test]
fn a_shallow_search_overlooks_the_reply() {
    let record = record("4 1 4 2 4");
    let with = |lapses| choices(options(2, lapses, 0), LineEvaluator::None, &record);
    assert!(with(0.0).iter().all(|mv| mv == "4"));
    assert!(with(1.0).iter().any(|mv| mv != "4"));
    let sometimes = with(0.5);
    let stops = sometimes.iter().filter(|mv| *mv == "4").count();
    assert!((10..40).contains(&stops), "{sometimes:?}");
}

/// Noise changes moves, but never by more than its limit.
#[test]
fn noise_stays_within_its_bound() {
    let game = Four::new(7, 6, 4);
    let mut careful = PvsAgent::<Four, _>::new(
        PvsOptions {
            limits: SearchLimits::depth(2),
            lines: std::num::NonZeroUsize::MAX,
            hash: 1 << 14,
            ..PvsOptions::default()
        },
        WINDOWS,
    );
    let mut differed = false;
    for record in random_records(&game, 9, 12) {
        if record.ending().is_some() {
            continue;
        }
        let found = careful.choose(&record, &SearchLimits::NONE, &StopToken::new(), &mut NoObserver).expect("a move");
        let best = found.score.expect("a score");
        for choice in choices(options(2, 0.0, 20), WINDOWS, &record) {
            let value = found.moves.iter().find(|root| game.move_text(record.position(), root.mv) == choice);
            let value = value.and_then(|root| root.score).expect("a legal move with a value");
            let is_sure = best.decided().is_some() || value.decided().is_some();
            let lost = best.value() - value.value();
            assert!(if is_sure { lost == 0 || value < best && best.decided().is_none() } else { lost <= 40 }, "{lost}");
            differed |= lost > 0;
        }
        assert!(game.outcome(record.position()).is_none());
    }
    assert!(differed);
}
