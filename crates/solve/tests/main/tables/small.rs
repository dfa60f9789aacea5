//! Tables of small boards against exhaustive search.

use zermelo_core::{Action, Agent, Game, GameRecord, NoObserver, SearchLimits, StopToken};
use zermelo_games::connect3d::Connect3d;
use zermelo_games::mnk::Mnk;
use zermelo_solve::retrograde::{RankedGame, TableAgent, TableIndex};
use zermelo_testkit::reference::SlowSolver;

use super::table;

/// Checks every entry against exhaustive search. Returns the number of positions.
pub(super) fn check_all<G: RankedGame>(game: &G) -> u64 {
    let table = table(game, 2);
    let mut slow = SlowSolver::new(game.clone(), usize::MAX);
    let mut count = 0;
    for (number, level) in game.levels().into_iter().enumerate() {
        for index in 0..level.size {
            let at = TableIndex { level: number, index };
            let Some(position) = game.unrank(at) else {
                assert_eq!(table.get(at).wdl(), None, "{game:?}: {at:?}");
                continue;
            };
            assert_eq!(game.rank(&position), Some(at), "{game:?}: {position:?}");
            assert_eq!(table.get(at).proven(), slow.value(&position), "{game:?}: {position:?}");
            count += 1;
        }
    }
    count
}

#[test]
fn every_entry_is_correct() {
    for [width, height, k] in [[1, 1, 1], [3, 3, 2], [4, 3, 3], [3, 4, 4]] {
        check_all(&Mnk::<u64>::new(width, height, k));
    }
    assert_eq!(check_all(&Mnk::<u64>::new(3, 3, 3)), 5478);
    for (size, k, gravity) in [([2, 2, 2], 2, true), ([3, 2, 2], 3, true), ([3, 2, 2], 2, false)] {
        check_all(&Connect3d::<u64>::new(size, k, gravity));
    }
}

#[test]
fn an_agent_stopped_before_its_table_is_built_plays_anyway() {
    let game = Mnk::<u64>::new(4, 3, 2);
    let mut record = GameRecord::new(game.clone());
    let mut agent = TableAgent::new(&game, 1);
    let stop = StopToken::new();
    stop.stop();
    let mut choose = |record: &GameRecord<Mnk<u64>>, stop: &StopToken| {
        agent.choose(record, &SearchLimits::NONE, stop, &mut NoObserver).expect("the game goes on")
    };
    for _ in 0..2 {
        let decision = choose(&record, &stop);
        let Action::Play(mv) = decision.action else { panic!("{:?}", decision.action) };
        assert_eq!(decision.note.as_deref(), Some("stopped before its table was available"));
        record.play(mv, None).expect("a legal move");
    }
    // An immediate win needs no table.
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
