//! The end of the process at any moment loses nothing that was acknowledged.

use crate::child::{ROOM, Writing};
use crate::home::{Home, numbers, on_both, reopen};

on_both!(what_was_acknowledged_outlives_the_process);

async fn what_was_acknowledged_outlives_the_process(home: Home) {
    let mut acknowledged = 0;
    // Later ones find what the first ones left: the same events are no conflict.
    for wanted in [1, 150, 1000] {
        let mut child = Writing::start(&home, None);
        while acknowledged < wanted {
            acknowledged = child.next("stored ").expect("it writes").parse().expect("a number");
        }
        let rest = child.kill();
        // The last line may be cut: such a number is no more than the one that was meant.
        let more = rest.iter().filter_map(|line| line.strip_prefix("stored ")?.parse::<u32>().ok());
        acknowledged = more.fold(acknowledged, u32::max);

        let store = reopen(&home).await;
        let found = numbers(&store, ROOM).await;
        assert!(found.len() >= acknowledged as usize, "{} of {acknowledged}", found.len());
        assert_eq!(found, (1..=found.len() as u32).collect::<Vec<_>>(), "no gaps");
        assert_eq!(store.unfinished().await.expect("a database").len(), 1);
        store.close().await.expect("all is stored");
    }
}
