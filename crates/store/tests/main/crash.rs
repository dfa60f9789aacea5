//! A kill at any moment loses no acknowledged event.

use crate::child::{ChildWriter, ROOM};
use crate::database::{TestDatabase, numbers, on_both, reopen};

on_both!(acknowledged_events_survive_a_kill);

async fn acknowledged_events_survive_a_kill(home: TestDatabase) {
    let mut acknowledged = 0;
    // Later children write the events of earlier ones again; the same event is no conflict.
    for wanted in [1, 150, 1000] {
        let mut child = ChildWriter::start(&home, None);
        while acknowledged < wanted {
            acknowledged = child.next("stored ").expect("it writes").parse().expect("a number");
        }
        let rest = child.kill();
        // The last line may be cut off; then its number is only smaller.
        let more = rest.iter().filter_map(|line| line.strip_prefix("stored ")?.parse::<u32>().ok());
        acknowledged = more.fold(acknowledged, u32::max);

        let store = reopen(&home).await;
        let found = numbers(&store, ROOM).await;
        assert!(found.len() >= acknowledged as usize, "{} of {acknowledged}", found.len());
        assert_eq!(found, (1..=found.len() as u32).collect::<Vec<_>>(), "no gaps");
        assert_eq!(store.unfinished_rooms().await.expect("a database").len(), 1);
        store.close().await.expect("all is stored");
    }
}
