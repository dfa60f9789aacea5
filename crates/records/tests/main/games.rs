//! Games for the other tests: random ones of the toys, and one that is always the same.

use std::time::Duration;

use proptest::prelude::{Strategy, any};
use proptest::{option, sample};
use serde_json::json;
use zermelo_core::erased::{DynGame, DynRecord, ErasedGame};
use zermelo_core::{Depth, Outcome, Ply, Score, Side, Termination};
use zermelo_records::{Figures, SavedGame};
use zermelo_testkit::rng::TestRng;
use zermelo_testkit::toy::{Leapers, Pursuit, Subtraction};

/// The toys.
pub fn toys() -> [Box<dyn DynGame>; 3] {
    [
        Box::new(ErasedGame(Pursuit::default())),
        Box::new(ErasedGame(Leapers::default())),
        Box::new(ErasedGame(Subtraction::new(21, 3))),
    ]
}

/// Plays up to so many random moves, each with a time or none.
pub fn play_on(record: &mut dyn DynRecord, rng: &mut TestRng, plies: usize) {
    for _ in 0..plies {
        let moves = record.legal_moves();
        if moves.is_empty() {
            return;
        }
        let time = Duration::from_micros(rng.below(5_000_000) as u64);
        let time = (rng.below(4) > 0).then_some(time);
        record.play(&moves[rng.below(moves.len())], time).expect("a listed move is legal");
    }
}

/// A record of a toy, some from a start of their own, some ended beside the board.
pub fn random_record(game: &dyn DynGame, rng: &mut TestRng) -> Box<dyn DynRecord> {
    let mut record = game.new_record();
    if rng.below(2) == 0 {
        let plies = rng.below(3);
        play_on(record.as_mut(), rng, plies);
        record = game.record_from(&record.position_text()).expect("its own position");
    }
    let plies = rng.below(40);
    play_on(record.as_mut(), rng, plies);
    match rng.below(4) {
        0 => record.end(Outcome::Win(Side::Second), Termination::Time),
        1 => record.end(Outcome::Draw, Termination::Agreement),
        _ => {}
    }
    record
}

fn random_figures(rng: &mut TestRng) -> Figures {
    let scores = [None, Some(Score::estimate(rng.below(99) as i32 - 49)), Some(Score::loss_in(Ply(4)))];
    Figures {
        nodes: (rng.below(3) > 0).then(|| rng.below(1 << 40) as u64),
        depth: (rng.below(3) > 0).then(|| Depth(rng.below(30) as u32)),
        score: rng.pick(&scores).flatten(),
    }
}

/// Saved games of the toys, with the index of their game, and with every field in use at times.
pub fn saved_games() -> impl Strategy<Value = (usize, SavedGame)> {
    let name = || option::of("[^\u{0}]{1,12}");
    let date = option::of(sample::select(vec!["2026-11-28T04:17:33Z", "2026-11-28"]));
    (0..3_usize, any::<u64>(), name(), name(), option::of(any::<u64>()), date).prop_map(
        |(index, seed, first, second, lot, date)| {
            let mut rng = TestRng::new(seed);
            let record = random_record(toys()[index].as_ref(), &mut rng);
            let figures: Vec<Figures> = record.moves().iter().map(|_| random_figures(&mut rng)).collect();
            let saved = SavedGame::of(record.as_ref(), ["", ""]);
            let saved = if rng.below(2) == 0 { saved.with_figures(&figures) } else { saved };
            let mut saved = SavedGame { first, second, seed: lot, date: date.map(str::to_owned), ..saved };
            if rng.below(2) == 0 {
                saved.extra.insert("opening".to_owned(), json!({ "name": "own", "plies": 3 }));
            }
            (index, saved)
        },
    )
}

/// A game of the subtraction game with all that can be known of it.
pub fn example() -> SavedGame {
    let mut record = ErasedGame(Subtraction::new(7, 3)).new_record();
    for (mv, ms) in [("3", Some(12)), ("1", None), ("3", Some(250))] {
        record.play(mv, ms.map(Duration::from_millis)).expect("a legal move");
    }
    let figures = [(10, 2, Score::estimate(4)), (7, 3, Score::loss_in(Ply(1))), (1, 1, Score::win_in(Ply(1)))]
        .map(|(nodes, depth, score)| Figures { nodes: Some(nodes), depth: Some(Depth(depth)), score: Some(score) });
    SavedGame {
        seed: Some(3),
        date: Some("2026-11-28T04:17:33Z".to_owned()),
        ..SavedGame::of(record.as_ref(), ["human", "alphabeta:depth=3,eval=(none)"]).with_figures(&figures)
    }
}
