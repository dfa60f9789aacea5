//! Whole runs: the same plan gives the same games, however many at once and however often it was stopped.

use std::collections::HashSet;
use std::sync::Arc;

use zermelo_arena::plan::{GameCount, OpeningsConfig, SprtConfig, TournamentFormat};
use zermelo_arena::run::{Run, RunEnd};
use zermelo_arena::stats::SprtVerdict;
use zermelo_arena::{PairResult, Plan, Roster, TournamentConfig, play_pair};
use zermelo_core::StopToken;

use super::fixtures::{TestDir, TestRoster, config, games, play, timeless};

const THREE: [&str; 3] = ["alphabeta:depth=2,ties=random", "mcts:playouts=30", "random"];

fn thread_pool(change: impl FnOnce(&mut TournamentConfig)) -> TournamentConfig {
    config("connect4", &THREE, |config| {
        (config.games, config.seed) = (GameCount::Games(10), 7);
        config.openings = Some(OpeningsConfig { plies: Some(3), ..OpeningsConfig::default() });
        change(config);
    })
}

#[test]
fn the_number_of_games_at_once_changes_nothing() {
    let place = TestDir::new();
    for format in
        [TournamentFormat::RoundRobin, TournamentFormat::Gauntlet, TournamentFormat::Swiss, TournamentFormat::Knockout]
    {
        let mut all = Vec::new();
        for workers in [1, 2, 5] {
            let name = format!("{}-{workers}", format.word());
            play(thread_pool(|config| (config.format, config.concurrency) = (format, Some(workers))), &place, &name);
            all.push(timeless(games(&place, &name)));
        }
        assert!(all[0].len() >= 20, "{format:?}");
        assert_eq!(all[0], all[1], "{format:?}");
        assert_eq!(all[0], all[2], "{format:?}");
    }
}

#[test]
fn pairs_share_an_opening_with_the_sides_swapped() {
    let place = TestDir::new();
    play(thread_pool(|config| config.random_first = 1), &place, "results");
    let all = games(&place, "results");
    assert_eq!(all.len(), 30);
    for pair in all.chunks(2) {
        let [a, b] = pair else { panic!("pairs") };
        assert_eq!((a.job(), a.opening, b.opening), (b.job(), 4, 4));
        assert_eq!([a.players[1], a.players[0]], b.players);
        let opening = |moves: &str| moves.split(' ').take(4).collect::<Vec<_>>().join(" ");
        assert_eq!(opening(&a.moves), opening(&b.moves));
        assert_ne!(a.seed, b.seed);
    }
    let ids: HashSet<&str> = all.iter().map(|game| game.job_id.as_str()).collect();
    assert_eq!(ids.len(), 15);
}

#[test]
fn another_seed_gives_other_games() {
    let place = TestDir::new();
    play(thread_pool(|_| {}), &place, "a");
    play(thread_pool(|config| config.seed = 8), &place, "b");
    assert_ne!(timeless(games(&place, "a")), timeless(games(&place, "b")));
}

/// Stops a run as soon as so many games were played, and resumes until it is done.
fn in_pieces(config: TournamentConfig, place: &TestDir, name: &str, every: u64) -> u32 {
    let roster: Arc<dyn Roster> = Arc::new(TestRoster);
    let mut run = Run::begin(config, &place.file(name), &TestRoster).unwrap();
    let mut pieces = 0;
    loop {
        let stop = StopToken::new();
        let raised = stop.clone();
        let finished = run.play(&roster, &stop, &mut |progress| {
            if progress.played >= every {
                raised.stop();
            }
        });
        pieces += 1;
        if finished.unwrap().ended != RunEnd::Stopped {
            return pieces;
        }
        run = Run::resume(&place.file(name), &TestRoster, |_| {}).unwrap();
    }
}

#[test]
fn a_run_in_pieces_equals_an_unbroken_one() {
    let place = TestDir::new();
    for format in [TournamentFormat::RoundRobin, TournamentFormat::Swiss, TournamentFormat::Knockout] {
        let whole = format!("{}-whole", format.word());
        play(thread_pool(|config| config.format = format), &place, &whole);
        let job_error = format!("{}-broken", format.word());
        let pieces = in_pieces(thread_pool(|config| config.format = format), &place, &job_error, 3);
        assert!(pieces > 1, "it was stopped at least once");
        assert_eq!(timeless(games(&place, &whole)), timeless(games(&place, &job_error)), "{format:?}");
    }
}

#[test]
fn a_tournament_can_be_made_longer() {
    let place = TestDir::new();
    play(thread_pool(|config| config.games = GameCount::Games(5)), &place, "grown");
    assert_eq!(games(&place, "grown").len(), 15);
    let roster: Arc<dyn Roster> = Arc::new(TestRoster);
    let run = Run::resume(&place.file("grown"), &TestRoster, |config| config.games = GameCount::Games(10)).unwrap();
    let finished = run.play(&roster, &StopToken::new(), &mut |_| {}).unwrap();
    assert_eq!(finished.progress.played + finished.progress.kept, 30);
    play(thread_pool(|_| {}), &place, "whole");
    let mut short = timeless(games(&place, "grown"));
    let mut whole = timeless(games(&place, "whole"));
    // With five games the last pair had one: the numbers of jobs and their games are the same all the same.
    short.sort_by_key(|game| game.id);
    whole.sort_by_key(|game| game.id);
    assert_eq!(short, whole);
}

#[test]
fn other_games_are_refused_on_resuming() {
    let place = TestDir::new();
    play(thread_pool(|_| {}), &place, "results");
    let Err(why) = Run::resume(&place.file("results"), &TestRoster, |config| config.seed = 1) else { panic!("taken") };
    assert!(why.to_string().contains("seed is 7 there and 1 here"), "{why}");
}

#[test]
fn an_endless_run_goes_on_until_it_is_stopped() {
    let place = TestDir::new();
    let roster: Arc<dyn Roster> = Arc::new(TestRoster);
    let endless = thread_pool(|config| config.games = GameCount::Endless);
    let run = Run::begin(endless, &place.file("results"), &TestRoster).unwrap();
    let stop = StopToken::new();
    let finished = run.play(&roster, &stop.clone(), &mut |progress| {
        if progress.played > 100 {
            stop.stop();
        }
    });
    let finished = finished.unwrap();
    assert_eq!((finished.ended, finished.progress.expected), (RunEnd::Stopped, None));
    assert_eq!(games(&place, "results").len() as u64, finished.progress.played, "all that was finished is kept");
}

#[test]
fn a_decided_test_stops_a_match_at_the_same_pair_whatever_runs_at_once() {
    let place = TestDir::new();
    let mut all = Vec::new();
    for workers in [1, 4] {
        let name = format!("sprt-{workers}");
        let config = config("connect4", &["mcts:playouts=60", "random"], |config| {
            (config.games, config.concurrency) = (GameCount::Games(10_000), Some(workers));
            config.sprt = Some(SprtConfig::between(0.0, 100.0));
        });
        let finished = play(config, &place, &name);
        assert_eq!(finished.ended, RunEnd::Decided(SprtVerdict::H1));
        all.push(timeless(games(&place, &name)));
    }
    assert!((4..1000).contains(&all[0].len()), "{}", all[0].len());
    assert_eq!(all[0], all[1]);
}

/// What a queue does: the job goes as text to another machine, and the result comes back as text.
#[test]
fn a_job_is_a_value_that_any_machine_can_play() {
    let place = TestDir::new();
    play(thread_pool(|_| {}), &place, "results");
    let here = timeless(games(&place, "results"));
    let roster: Arc<dyn Roster> = Arc::new(TestRoster);
    let mut scheduler = Plan::new(thread_pool(|_| {}), &TestRoster).unwrap().scheduler();
    let mut played = 0;
    while let zermelo_arena::plan::NextJob::Ready(job) = scheduler.next_job() {
        let sent = serde_json::to_string(&*job).unwrap();
        let received = serde_json::from_str(&sent).unwrap();
        assert_eq!(*job, received);
        let result = serde_json::to_string(&play_pair(&received, &roster).unwrap()).unwrap();
        let result: PairResult = serde_json::from_str(&result).unwrap();
        assert_eq!(result.id, job.id);
        for (at, game) in result.games.iter().enumerate() {
            let stored = here.iter().find(|it| it.id == 2 * job.number as i64 + at as i64).unwrap();
            assert_eq!((&game.moves, game.outcome, game.seed), (&stored.moves, stored.outcome, stored.seed));
        }
        played += result.games.len();
        scheduler.note(&result);
    }
    assert_eq!(played, here.len());
}
