//! Writes are stored in order and exactly once.

use std::time::Duration;

use zermelo_store::{Guest, RoomRow, StoreStats, StoredStatus, Winner, WriteError, WriteRequest};

use crate::database::{
    PausedWriter, TestDatabase, body, collect, event, events, guest, healthy, numbers, on_both, reopen, room, row,
    submit_all,
};

on_both!(
    written_data_is_read_back,
    the_last_change_of_a_row_counts,
    callbacks_are_called_in_order,
    queued_writes_share_a_commit,
    storing_an_event_twice_has_no_effect,
    a_conflicting_event_is_rejected_alone,
    an_invalid_write_fails_alone,
    a_write_is_atomic,
    a_write_can_be_large,
    a_panicking_callback_affects_no_other_write,
    close_stores_queued_writes,
    dropping_the_last_handle_stores_queued_writes,
);

async fn written_data_is_read_back(home: TestDatabase) {
    let store = home.open().await;
    assert_eq!(store.last_heartbeat_ms().await, Ok(None));
    assert_eq!(store.room("abc").await, Ok(None));
    assert_eq!(store.guest_by_secret(&[7; 32]).await, Ok(None));

    let full = RoomRow {
        owner: Some("ann".to_owned()),
        first: Some("ann".to_owned()),
        second: Some("ben".to_owned()),
        winner: Some(Winner::Draw),
        termination: Some("line".to_owned()),
        plies: u32::MAX,
        ended_ms: Some(i64::MAX),
        record: Some("{\"moves\":[]}".to_owned()),
        ..row("abc", 1_796_000_000_000, StoredStatus::Ended)
    };
    let written = events("abc", &[1, 2, u32::MAX]);
    let WriteRequest::Room { code, events, .. } = written else { panic!("a room") };
    let write = WriteRequest::Room { row: Some(Box::new(full.clone())), code, events };
    store.write(write).await.expect("it is stored");
    store.write(WriteRequest::Guest(guest("ann", 7))).await.expect("it is stored");
    store.write(WriteRequest::Heartbeat(1_796_000_000_000)).await.expect("it is stored");

    let found = store.room("abc").await.expect("a database").expect("a room");
    assert_eq!(found.row, full);
    assert_eq!(found.events, [1, 2, u32::MAX].map(|seq| (seq, body(seq))));
    assert_eq!(store.guest_by_secret(&[7; 32]).await, Ok(Some(guest("ann", 7))));
    assert_eq!(store.guest_by_secret(&[8; 32]).await, Ok(None));
    assert_eq!(store.last_heartbeat_ms().await, Ok(Some(1_796_000_000_000)));
    let figures = StoreStats { committing: Duration::ZERO, ..store.stats() };
    assert_eq!(figures, StoreStats { batches: 3, writes: 3, events: 3, ..StoreStats::default() });
    store.close().await.expect("all is stored");
}

async fn the_last_change_of_a_row_counts(home: TestDatabase) {
    let store = home.open().await;
    let mut waiting = row("abc", 1, StoredStatus::Waiting);
    waiting.owner = Some("ann".to_owned());
    store.write(room(&waiting)).await.expect("it is stored");
    store.write(WriteRequest::Guest(guest("ann", 1))).await.expect("it is stored");

    // Two changes in one commit: the last one counts.
    let paused = PausedWriter::pause(&store).await;
    let playing = RoomRow { first: Some("ben".to_owned()), plies: 1, status: StoredStatus::Playing, ..waiting };
    let ended = RoomRow { winner: Some(Winner::Second), plies: 2, ..playing.clone() };
    let first = Guest { name: "Ann the first".to_owned(), ..guest("ann", 1) };
    let changed = Guest { name: "Ann the second".to_owned(), ..guest("ann", 2) };
    let writes = [
        room(&playing),
        WriteRequest::Guest(first),
        WriteRequest::Heartbeat(5),
        room(&ended),
        WriteRequest::Heartbeat(4),
        WriteRequest::Guest(changed.clone()),
    ];
    let answers = submit_all(&store, writes);
    paused.resume();
    assert!(collect(answers).await.into_iter().all(|(_, result)| result.is_ok()));
    assert_eq!(store.room("abc").await.expect("a database").expect("a room").row, ended);
    assert_eq!(store.guest_by_secret(&[1; 32]).await, Ok(None));
    assert_eq!(store.guest_by_secret(&[2; 32]).await, Ok(Some(changed)));
    assert_eq!(store.last_heartbeat_ms().await, Ok(Some(4)));
    store.close().await.expect("all is stored");
}

async fn callbacks_are_called_in_order(home: TestDatabase) {
    const COUNT: u32 = 3000;
    let store = home.open().await;
    store.write(room(&row("abc", 1, StoredStatus::Playing))).await.expect("it is stored");
    let mut answers = submit_all(&store, (1..=COUNT).map(|seq| event("abc", seq)));
    for expected in 0..COUNT as usize {
        let (at, result) = answers.recv().await.expect("an answer to each");
        assert_eq!((at, result), (expected, Ok(())));
    }
    assert_eq!(store.pending(), 0);
    assert_eq!(numbers(&store, "abc").await, (1..=COUNT).collect::<Vec<_>>());
    store.close().await.expect("all is stored");
}

async fn queued_writes_share_a_commit(home: TestDatabase) {
    const COUNT: u32 = 300;
    let store = home.open().await;
    store.write(room(&row("abc", 1, StoredStatus::Playing))).await.expect("it is stored");
    let paused = PausedWriter::pause(&store).await;
    let before = store.stats();
    let answers = submit_all(&store, (1..=COUNT).map(|seq| event("abc", seq)));
    assert_eq!(store.pending(), u64::from(COUNT));
    paused.resume();
    assert!(collect(answers).await.into_iter().all(|(_, result)| result.is_ok()));
    let figures = store.stats();
    assert_eq!((figures.batches - before.batches, figures.events), (1, u64::from(COUNT)));
    assert_eq!(numbers(&store, "abc").await.len(), COUNT as usize);
    store.close().await.expect("all is stored");
}

async fn storing_an_event_twice_has_no_effect(home: TestDatabase) {
    let store = home.open().await;
    store.write(room(&row("abc", 1, StoredStatus::Playing))).await.expect("it is stored");
    for _ in 0..2 {
        store.write(events("abc", &[1, 2])).await.expect("it is stored");
    }
    // In one commit, and in one write.
    let paused = PausedWriter::pause(&store).await;
    let answers = submit_all(&store, [event("abc", 2), event("abc", 3), event("abc", 3), events("abc", &[4, 5, 4])]);
    paused.resume();
    let answers = collect(answers).await;
    assert!(answers.iter().take(3).all(|(_, result)| result.is_ok()), "{answers:?}");
    assert_eq!(store.stats().retries, 0);
    let found = numbers(&store, "abc").await;
    assert!(found == [1, 2, 3] || found == [1, 2, 3, 4, 5], "{found:?}");
    store.close().await.expect("all is stored");
}

async fn a_conflicting_event_is_rejected_alone(home: TestDatabase) {
    let store = home.open().await;
    store.write(room(&row("abc", 1, StoredStatus::Playing))).await.expect("it is stored");
    store.write(events("abc", &[1, 2])).await.expect("it is stored");
    let other = WriteRequest::Room { row: None, code: "abc".to_owned(), events: vec![(2, "{\"seq\":2}".into())] };
    let error = store.write(other.clone()).await.expect_err("it is another");
    assert_eq!((&error, error.code()), (&WriteError::Conflict { room: "abc".to_owned() }, "store/conflict"));

    let paused = PausedWriter::pause(&store).await;
    let answers = submit_all(&store, [event("abc", 3), other, event("abc", 4), event("xyz", 1)]);
    paused.resume();
    let results: Vec<_> = collect(answers).await.into_iter().map(|(_, result)| result).collect();
    assert_eq!(results, [Ok(()), Err(error), Ok(()), Ok(())]);
    assert_eq!(numbers(&store, "abc").await, [1, 2, 3, 4]);
    assert_eq!(store.stats().refused, 2);
    healthy(&store).await;
    store.close().await.expect("all is stored");
}

async fn an_invalid_write_fails_alone(home: TestDatabase) {
    let store = home.open().await;
    store.write(WriteRequest::Guest(guest("ann", 1))).await.expect("it is stored");
    store.write(room(&row("abc", 1, StoredStatus::Playing))).await.expect("it is stored");
    for bad in [0, 17, 99] {
        let paused = PausedWriter::pause(&store).await;
        // Another guest has this secret.
        let write =
            |at: u32| if at == bad { WriteRequest::Guest(guest("ben", 1)) } else { event("abc", bad * 100 + at) };
        let answers = submit_all(&store, (0..100).map(write));
        paused.resume();
        for (at, result) in collect(answers).await {
            match result {
                Ok(()) => assert_ne!(at, bad as usize),
                Err(error) => assert_eq!((at, error.code()), (bad as usize, "store/refused")),
            }
        }
    }
    assert_eq!(numbers(&store, "abc").await.len(), 3 * 99);
    store.close().await.expect("all is stored");
}

async fn a_write_is_atomic(home: TestDatabase) {
    let store = home.open().await;
    let waiting = row("abc", 1, StoredStatus::Waiting);
    store.write(room(&waiting)).await.expect("it is stored");
    store.write(event("abc", 1)).await.expect("it is stored");
    let ended = WriteRequest::Room {
        row: Some(Box::new(row("abc", 1, StoredStatus::Ended))),
        code: "abc".to_owned(),
        events: vec![(2, body(2).into()), (1, "{\"another\":1}".into())],
    };
    store.write(ended).await.expect_err("its last event is another one");
    assert_eq!(store.room("abc").await.expect("a database").expect("a room").row, waiting);
    assert_eq!(numbers(&store, "abc").await, [1]);
    store.close().await.expect("all is stored");
}

async fn a_write_can_be_large(home: TestDatabase) {
    const COUNT: u32 = 20_000;
    let store = home.open().await;
    store.write(room(&row("abc", 1, StoredStatus::Playing))).await.expect("it is stored");
    store.write(events("abc", &(1..=COUNT).collect::<Vec<_>>())).await.expect("it is stored");
    assert_eq!(numbers(&store, "abc").await, (1..=COUNT).collect::<Vec<_>>());
    let long = "x".repeat(4 << 20);
    let mut big = row("big", 2, StoredStatus::Ended);
    big.record = Some(format!("\"{long}\""));
    store.write(room(&big)).await.expect("it is stored");
    assert_eq!(store.room("big").await.expect("a database").expect("a room").row, big);
    store.close().await.expect("all is stored");
}

async fn a_panicking_callback_affects_no_other_write(home: TestDatabase) {
    let store = home.open().await;
    store.submit(WriteRequest::Heartbeat(1), |_| panic!("this panic belongs to the test"));
    store.write(WriteRequest::Heartbeat(2)).await.expect("it is stored");
    assert_eq!(store.pending(), 0);
    store.close().await.expect("all is stored");
}

async fn close_stores_queued_writes(home: TestDatabase) {
    const COUNT: u32 = 2500;
    let store = home.open().await;
    store.write(room(&row("abc", 1, StoredStatus::Playing))).await.expect("it is stored");
    let other = store.clone();
    let paused = PausedWriter::pause(&store).await;
    let answers = submit_all(&store, (1..=COUNT).map(|seq| event("abc", seq)));
    let closing = tokio::spawn(store.close());
    paused.resume();
    closing.await.expect("no panic").expect("all is stored");
    assert!(collect(answers).await.into_iter().all(|(_, result)| result.is_ok()));
    let error = other.write(event("abc", COUNT + 1)).await.expect_err("it is closed");
    assert_eq!((&error, error.code(), other.pending()), (&WriteError::Closed, "store/closed", 0));
    other.close().await.expect("it is closed already");

    let store = home.open().await;
    assert_eq!(numbers(&store, "abc").await, (1..=COUNT).collect::<Vec<_>>());
    store.close().await.expect("all is stored");
}

async fn dropping_the_last_handle_stores_queued_writes(home: TestDatabase) {
    const COUNT: u32 = 500;
    let store = home.open().await;
    store.write(room(&row("abc", 1, StoredStatus::Playing))).await.expect("it is stored");
    let paused = PausedWriter::pause(&store).await;
    let answers = submit_all(&store, (1..=COUNT).map(|seq| event("abc", seq)));
    drop(store);
    paused.resume();
    assert!(collect(answers).await.into_iter().all(|(_, result)| result.is_ok()));
    let store = reopen(&home).await;
    assert_eq!(numbers(&store, "abc").await, (1..=COUNT).collect::<Vec<_>>());
    store.close().await.expect("all is stored");
}
