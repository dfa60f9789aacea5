//! Small boards of stones: every position against trying everything.

use zermelo_games::connect3d::Connect3d;
use zermelo_games::mnk::Mnk;
use zermelo_solve::retrograde::{Place, Ranked};
use zermelo_testkit::reference::SlowSolver;

use super::table;

/// Every entry has the value that trying everything gives, and stands at the place of its position.
fn agrees<G: Ranked>(game: &G) -> u64 {
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
fn large_boards_have_no_table() {
    assert!(Mnk::<u64>::new(6, 3, 3).levels().is_empty());
    assert!(Connect3d::<u64>::new([4, 4, 4], 4, true).levels().is_empty());
    let game = Mnk::<u64>::new(4, 4, 4);
    let arrangements: u64 = game.levels().iter().map(|level| level.arrangements).sum();
    assert_eq!(arrangements, 10_165_779);
}
