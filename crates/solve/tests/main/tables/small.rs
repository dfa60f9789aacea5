//! Small boards of stones: every position against trying everything.

use zermelo_core::{Action, Agent, Game, GameRecord, SearchLimits, Silent, StopToken};
use zermelo_games::connect3d::Connect3d;
use zermelo_games::mnk::Mnk;
use zermelo_solve::retrograde::{Place, Ranked, TableAgent};
use zermelo_testkit::reference::SlowSolver;

use super::table;

/// Every entry has the value that trying everything gives, and stands at the place of its position.
pub(super) fn agrees<G: Ranked>(game: &G) -> u64 {
    let table = table(game, 2);
    let mut slow = SlowSolver::new(game.clone(), usize::MAX);
    let mut count = 0;
    for (number, level) in game.levels().into_iter().enumerate() {
        for index in 0..level.size {
            let place = Place { level: number, index };
            let Some(position) = game.unrank(place) else {
                assert_eq!(table.at(place).wdl(), None, "{game:?}: {place:?}");
                continue;
            };
            assert_eq!(game.rank(&position), Some(place), "{game:?}: {position:?}");
            assert_eq!(table.at(place).proven(), slow.value(&position), "{game:?}: {position:?}");
            count += 1;
        }
    }
    count
}

#[test]
fn every_position_has_its_value() {
    for [width, height, k] in [[1, 1, 1], [3, 3, 2], [4, 3, 3], [3, 4, 4]] {
        agrees(&Mnk::<u64>::new(width, height, k));
    }
    assert_eq!(agrees(&Mnk::<u64>::new(3, 3, 3)), 5478);
    for (size, k, gravity) in [([2, 2, 2], 2, true), ([3, 2, 2], 3, true), ([3, 2, 2], 2, false)] {
        agrees(&Connect3d::<u64>::new(size, k, gravity));
    }
}

#[test]
fn a_player_that_is_stopped_before_its_table_is_made_plays_all_the_same() {
    let game = Mnk::<u64>::new(4, 3, 2);
    let mut record = GameRecord::new(game.clone());
    let mut player = TableAgent::new(&game, 1);
    let stop = StopToken::new();
    stop.stop();
    let mut choose = |record: &GameRecord<Mnk<u64>>, stop: &StopToken| {
        player.choose(record, &SearchLimits::NONE, stop, &mut Silent).expect("the game goes on")
    };
    for _ in 0..2 {
        let decision = choose(&record, &stop);
        let Action::Play(mv) = decision.action else { panic!("{:?}", decision.action) };
        assert_eq!(decision.note.as_deref(), Some("stopped before its table was made"));
        record.play(mv, None).expect("a legal move");
    }
    // What wins at once needs no table.
    let decision = choose(&record, &stop);
    let Action::Play(mv) = decision.action else { panic!("{:?}", decision.action) };
    let mut after = *record.position();
    game.play_unchecked(&mut after, mv);
    assert!(after.is_won());
    assert_eq!(choose(&record, &StopToken::new()).note, None);
}

#[test]
fn large_boards_have_no_table() {
    assert!(Mnk::<u64>::new(6, 3, 3).levels().is_empty());
    assert!(Connect3d::<u64>::new([4, 4, 4], 4, true).levels().is_empty());
    let game = Mnk::<u64>::new(4, 4, 4);
    let arrangements: u64 = game.levels().iter().map(|level| level.arrangements).sum();
    assert_eq!(arrangements, 10_165_779);
}
