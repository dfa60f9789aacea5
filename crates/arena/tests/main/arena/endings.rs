//! How games end: each way is told apart from the others.

use std::sync::Arc;
use std::time::Duration;

use zermelo_arena::adjudication::{DrawRule, WinRule};
use zermelo_arena::plan::{GameCount, NextJob, Sides, Time};
use zermelo_arena::results::StoredGame;
use zermelo_arena::thread_pool::ThreadPool;
use zermelo_arena::{Plan, Roster, TournamentConfig};
use zermelo_core::{Outcome, Side, Termination};

use super::fixtures::{TestDir, TestRoster, config, games, play};

/// One game of `odd-..` (first) against random.
fn against_random(game: &str, manner: &str, change: impl FnOnce(&mut TournamentConfig)) -> StoredGame {
    let place = TestDir::new();
    let config = config(game, &[&format!("odd-{manner}"), "random"], |config| {
        (config.games, config.pairs, config.sides) = (GameCount::Games(1), false, Sides::Fixed);
        change(config);
    });
    play(config, &place, "results");
    games(&place, "results").remove(0)
}

#[track_caller]
fn assert_lost(game: &StoredGame, termination: Termination, detail: &str) {
    assert_eq!((game.outcome, game.termination), (Outcome::Win(Side::Second), termination), "{game:?}");
    assert!(game.detail.as_deref().unwrap_or_default().contains(detail), "{game:?}");
}

#[test]
fn what_an_agent_does_beside_the_board_loses() {
    for (manner, termination, detail) in [
        ("illegal", Termination::IllegalMove, "nowhere"),
        ("crash", Termination::Crash, "exit code 3"),
        ("stall", Termination::Stall, "it hangs"),
        ("disconnect", Termination::Disconnect, "the cable is out"),
        ("panic", Termination::Crash, "panics on purpose"),
        ("resign", Termination::Resignation, ""),
    ] {
        assert_lost(&against_random("connect4", manner, |_| {}), termination, detail);
    }
}

/// An offer is answered by the next action of the other side: an offer accepts it, a move declines it.
#[test]
fn two_offers_make_a_draw() {
    let place = TestDir::new();
    let both = config("connect4", &["odd-offer", "odd-offer-too"], |config| {
        (config.games, config.pairs, config.sides) = (GameCount::Games(1), false, Sides::Fixed);
    });
    play(both, &place, "results");
    let game = games(&place, "results").remove(0);
    assert_eq!((game.outcome, game.termination), (Outcome::Draw, Termination::Agreement), "{game:?}");
    assert_eq!(game.plies, 1, "the move of the answer is not played: {game:?}");
    assert!(against_random("tictactoe", "offer", |_| {}).termination.is_by_rules());
}

#[test]
fn a_broken_agent_plays_its_next_game() {
    let place = TestDir::new();
    play(config("connect4", &["odd-panic", "random"], |config| config.games = GameCount::Games(6)), &place, "results");
    let all = games(&place, "results");
    assert_eq!(all.len(), 6);
    assert!(all.iter().all(|game| game.termination == Termination::Crash));
}

#[test]
fn time_goes_before_everything_else() {
    let limit = |config: &mut TournamentConfig| {
        config.limits.time = Some(Time(Duration::from_millis(10)));
        config.limits.margin = Some(Time(Duration::from_millis(5)));
    };
    assert_lost(&against_random("connect4", "late", limit), Termination::Time, "10 ms were left");
    assert_lost(&against_random("connect4", "late-illegal", limit), Termination::Time, "10 ms were left");
    let clock = |config: &mut TournamentConfig| {
        config.limits.clock = "0.05+0".parse().ok();
        config.limits.margin = Some(Time(Duration::from_millis(1)));
    };
    assert_lost(&against_random("connect4", "late", clock), Termination::Time, "50 ms were left");
    // A wide margin forgives.
    let forgiving = |config: &mut TournamentConfig| {
        limit(config);
        config.limits.margin = Some(Time(Duration::from_mins(1)));
    };
    assert!(against_random("tictactoe", "late", forgiving).termination.is_by_rules());
}

#[test]
fn an_answer_that_never_comes_is_a_stall_whatever_the_limit() {
    let hang = |config: &mut TournamentConfig| {
        config.limits.nodes = Some(100);
        config.limits.hang = Some(Time(Duration::from_millis(30)));
    };
    assert_lost(&against_random("connect4", "wait", hang), Termination::Stall, "no answer within 30 ms");
}

/// An agent that hears nothing takes its thread with it; its game and the second one of the pair are there all the same.
#[test]
fn an_agent_that_hears_nothing_is_given_up() {
    let config = config("connect4", &["odd-deaf", "random"], |config| {
        config.games = GameCount::Games(4);
        config.limits.hang = Some(Time(Duration::from_millis(30)));
    });
    let mut scheduler = Plan::new(config, &TestRoster).unwrap().scheduler();
    let roster: Arc<dyn Roster> = Arc::new(TestRoster);
    let mut crew = ThreadPool::new(roster, 1).with_grace(Duration::from_millis(50));
    while let NextJob::Ready(job) = scheduler.next_job() {
        crew.submit([*job]);
        if scheduler.terms().players.is_empty() {
            break;
        }
    }
    let mut results = Vec::new();
    while results.len() < 2 {
        results.extend(crew.next(Duration::from_mins(1)).expect("a result comes"));
    }
    for result in results {
        assert_eq!(result.games.len(), 2);
        for game in result.games {
            let deaf = Side::BOTH[usize::from(game.players[0] != 0)];
            assert_eq!((game.outcome, game.termination), (Outcome::Win(deaf.opponent()), Termination::Stall));
            assert!(game.detail.unwrap_or_default().contains("not even to a stop"));
            assert_eq!(game.figures.len(), usize::from(deaf == Side::Second), "the moves until then are kept");
        }
    }
}

#[test]
fn both_sides_together_adjudicate_by_score() {
    let both = |mine: &str, other: &str, change: &dyn Fn(&mut TournamentConfig)| {
        let place = TestDir::new();
        let config = config("mnk", &[&format!("odd-says:{mine}"), &format!("odd-says:{other}")], |config| {
            (config.games, config.pairs, config.sides) = (GameCount::Games(1), false, Sides::Fixed);
            change(config);
        });
        play(config, &place, "results");
        games(&place, "results").remove(0)
    };
    let win = |config: &mut TournamentConfig| config.adjudication.win = Some(WinRule { score: 500, moves: 3 });
    let game = both("600", "-700", &win);
    assert_eq!((game.outcome, game.termination), (Outcome::Win(Side::First), Termination::Adjudication));
    assert_eq!(game.plies, 6, "three moves of each side");
    let game = both("-500", "500", &win);
    assert_eq!((game.outcome, game.termination), (Outcome::Win(Side::Second), Termination::Adjudication));
    assert!(both("600", "700", &win).termination.is_by_rules(), "each sees itself ahead: they don't agree");
    assert!(both("600", "-400", &win).termination.is_by_rules(), "one is not sure");
    let draw =
        |config: &mut TournamentConfig| config.adjudication.draw = Some(DrawRule { score: 5, moves: 2, after: 9 });
    let game = both("5", "-4", &draw);
    assert_eq!((game.outcome, game.termination, game.plies), (Outcome::Draw, Termination::Adjudication, 9));
}

#[test]
fn length_and_solver_adjudicate() {
    let game = against_random("mnk", "says:0", |config| config.adjudication.max_plies = Some(12));
    assert_eq!((game.outcome, game.termination, game.plies), (Outcome::Draw, Termination::Adjudication, 12));
    let place = TestDir::new();
    let solved = config("tictactoe", &["random", "odd-says:0"], |config| {
        (config.games, config.adjudication.solver) = (GameCount::Games(40), true);
    });
    play(solved, &place, "results");
    let all = games(&place, "results");
    // The oracle knows every position, so the first move decides: all of them are drawn.
    assert!(all.iter().all(|game| (game.outcome, game.plies) == (Outcome::Draw, 1)), "{:?}", all[0]);
}
