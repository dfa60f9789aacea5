//! What is written is there, in order, once.

use std::time::Duration;

use zermelo_store::{Figures, Guest, RoomRow, Status, Winner, Write, WriteError};

use crate::home::{
    Held, Home, body, collect, event, events, guest, hand_over, healthy, numbers, on_both, reopen, room, row,
};

on_both!(
    what_is_written_is_read,
    a_row_changes,
    answers_come_in_order,
    a_commit_holds_all_that_came,
    the_same_event_is_stored_once,
    another_event_with_its_number_is_refused_alone,
    one_bad_write_of_many_fails_alone,
    a_write_is_stored_as_a_whole,
    a_write_may_be_large,
    an_answer_that_panics_harms_nobody,
    what_waits_is_stored_at_the_end,
    what_waits_is_stored_when_the_last_handle_is_dropped,
);

async fn what_is_written_is_read(home: Home) {
    let store = home.open().await;
    assert_eq!(store.alive_ms().await, Ok(None));
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
        ..row("abc", 1_796_000_000_000, Status::Ended)
    };
    let written = events("abc", &[1, 2, u32::MAX]);
    let Write::Room { code, events, .. } = written else { panic!("a room") };
    let write = Write::Room { row: Some(Box::new(full.clone())), code, events };
    store.written(write).await.expect("it is stored");
    store.written(Write::Guest(guest("ann", 7))).await.expect("it is stored");
    store.written(Write::Alive(1_796_000_000_000)).await.expect("it is stored");

    let found = store.room("abc").await.expect("a database").expect("a room");
    assert_eq!(found.row, full);
    assert_eq!(found.events, [1, 2, u32::MAX].map(|seq| (seq, body(seq))));
    assert_eq!(store.guest_by_secret(&[7; 32]).await, Ok(Some(guest("ann", 7))));
    assert_eq!(store.guest_by_secret(&[8; 32]).await, Ok(None));
    assert_eq!(store.alive_ms().await, Ok(Some(1_796_000_000_000)));
    let figures = Figures { committing: Duration::ZERO, ..store.figures() };
    assert_eq!(figures, Figures { batches: 3, writes: 3, events: 3, ..Figures::default() });
    store.close().await.expect("all is stored");
}

async fn a_row_changes(home: Home) {
    let store = home.open().await;
    let mut waiting = row("abc", 1, Status::Waiting);
    waiting.owner = Some("ann".to_owned());
    store.written(room(&waiting)).await.expect("it is stored");
    store.written(Write::Guest(guest("ann", 1))).await.expect("it is stored");

    // Twice in one commit: the last one counts.
    let held = Held::hold(&store).await;
    let playing = RoomRow { first: Some("ben".to_owned()), plies: 1, status: Status::Playing, ..waiting };
    let ended = RoomRow { winner: Some(Winner::Second), plies: 2, ..playing.clone() };
    let first = Guest { name: "Ann the first".to_owned(), ..guest("ann", 1) };
    let changed = Guest { name: "Ann the second".to_owned(), ..guest("ann", 2) };
    let writes = [
        room(&playing),
        Write::Guest(first),
        Write::Alive(5),
        room(&ended),
        Write::Alive(4),
        Write::Guest(changed.clone()),
    ];
    let answers = hand_over(&store, writes);
    held.release();
    assert!(collect(answers).await.into_iter().all(|(_, result)| result.is_ok()));
    assert_eq!(store.room("abc").await.expect("a database").expect("a room").row, ended);
    assert_eq!(store.guest_by_secret(&[1; 32]).await, Ok(None));
    assert_eq!(store.guest_by_secret(&[2; 32]).await, Ok(Some(changed)));
    assert_eq!(store.alive_ms().await, Ok(Some(4)));
    store.close().await.expect("all is stored");
}

async fn answers_come_in_order(home: Home) {
    const COUNT: u32 = 3000;
    let store = home.open().await;
    store.written(room(&row("abc", 1, Status::Playing))).await.expect("it is stored");
    let mut answers = hand_over(&store, (1..=COUNT).map(|seq| event("abc", seq)));
    for expected in 0..COUNT as usize {
        let (at, result) = answers.recv().await.expect("an answer to each");
        assert_eq!((at, result), (expected, Ok(())));
    }
    assert_eq!(store.pending(), 0);
    assert_eq!(numbers(&store, "abc").await, (1..=COUNT).collect::<Vec<_>>());
    store.close().await.expect("all is stored");
}

async fn a_commit_holds_all_that_came(home: Home) {
    const COUNT: u32 = 300;
    let store = home.open().await;
    store.written(room(&row("abc", 1, Status::Playing))).await.expect("it is stored");
    let held = Held::hold(&store).await;
    let before = store.figures();
    let answers = hand_over(&store, (1..=COUNT).map(|seq| event("abc", seq)));
    assert_eq!(store.pending(), u64::from(COUNT));
    held.release();
    assert!(collect(answers).await.into_iter().all(|(_, result)| result.is_ok()));
    let figures = store.figures();
    assert_eq!((figures.batches - before.batches, figures.events), (1, u64::from(COUNT)));
    assert_eq!(numbers(&store, "abc").await.len(), COUNT as usize);
    store.close().await.expect("all is stored");
}

async fn the_same_event_is_stored_once(home: Home) {
    let store = home.open().await;
    store.written(room(&row("abc", 1, Status::Playing))).await.expect("it is stored");
    for _ in 0..2 {
        store.written(events("abc", &[1, 2])).await.expect("it is stored");
    }
    // In one commit, and in one write.
    let held = Held::hold(&store).await;
    let answers = hand_over(&store, [event("abc", 2), event("abc", 3), event("abc", 3), events("abc", &[4, 5, 4])]);
    held.release();
    let answers = collect(answers).await;
    assert!(answers.iter().take(3).all(|(_, result)| result.is_ok()), "{answers:?}");
    assert_eq!(store.figures().retries, 0);
    let found = numbers(&store, "abc").await;
    assert!(found == [1, 2, 3] || found == [1, 2, 3, 4, 5], "{found:?}");
    store.close().await.expect("all is stored");
}

async fn another_event_with_its_number_is_refused_alone(home: Home) {
    let store = home.open().await;
    store.written(room(&row("abc", 1, Status::Playing))).await.expect("it is stored");
    store.written(events("abc", &[1, 2])).await.expect("it is stored");
    let other = Write::Room { row: None, code: "abc".to_owned(), events: vec![(2, "{\"seq\":2}".into())] };
    let error = store.written(other.clone()).await.expect_err("it is another");
    assert_eq!((&error, error.code()), (&WriteError::Conflict { room: "abc".to_owned() }, "store/conflict"));

    let held = Held::hold(&store).await;
    let answers = hand_over(&store, [event("abc", 3), other, event("abc", 4), event("xyz", 1)]);
    held.release();
    let results: Vec<_> = collect(answers).await.into_iter().map(|(_, result)| result).collect();
    assert_eq!(results, [Ok(()), Err(error), Ok(()), Ok(())]);
    assert_eq!(numbers(&store, "abc").await, [1, 2, 3, 4]);
    assert_eq!(store.figures().refused, 2);
    healthy(&store).await;
    store.close().await.expect("all is stored");
}

async fn one_bad_write_of_many_fails_alone(home: Home) {
    let store = home.open().await;
    store.written(Write::Guest(guest("ann", 1))).await.expect("it is stored");
    store.written(room(&row("abc", 1, Status::Playing))).await.expect("it is stored");
    for bad in [0, 17, 99] {
        let held = Held::hold(&store).await;
        // Nobody else may have her secret.
        let write = |at: u32| if at == bad { Write::Guest(guest("ben", 1)) } else { event("abc", bad * 100 + at) };
        let answers = hand_over(&store, (0..100).map(write));
        held.release();
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

async fn a_write_is_stored_as_a_whole(home: Home) {
    let store = home.open().await;
    let waiting = row("abc", 1, Status::Waiting);
    store.written(room(&waiting)).await.expect("it is stored");
    store.written(event("abc", 1)).await.expect("it is stored");
    let ended = Write::Room {
        row: Some(Box::new(row("abc", 1, Status::Ended))),
        code: "abc".to_owned(),
        events: vec![(2, body(2).into()), (1, "{\"another\":1}".into())],
    };
    store.written(ended).await.expect_err("its last event is another one");
    assert_eq!(store.room("abc").await.expect("a database").expect("a room").row, waiting);
    assert_eq!(numbers(&store, "abc").await, [1]);
    store.close().await.expect("all is stored");
}

async fn a_write_may_be_large(home: Home) {
    const COUNT: u32 = 20_000;
    let store = home.open().await;
    store.written(room(&row("abc", 1, Status::Playing))).await.expect("it is stored");
    store.written(events("abc", &(1..=COUNT).collect::<Vec<_>>())).await.expect("it is stored");
    assert_eq!(numbers(&store, "abc").await, (1..=COUNT).collect::<Vec<_>>());
    let long = "x".repeat(4 << 20);
    let mut big = row("big", 2, Status::Ended);
    big.record = Some(format!("\"{long}\""));
    store.written(room(&big)).await.expect("it is stored");
    assert_eq!(store.room("big").await.expect("a database").expect("a room").row, big);
    store.close().await.expect("all is stored");
}

async fn an_answer_that_panics_harms_nobody(home: Home) {
    let store = home.open().await;
    store.write(Write::Alive(1), |_| panic!("this panic belongs to the test"));
    store.written(Write::Alive(2)).await.expect("it is stored");
    assert_eq!(store.pending(), 0);
    store.close().await.expect("all is stored");
}

async fn what_waits_is_stored_at_the_end(home: Home) {
    const COUNT: u32 = 2500;
    let store = home.open().await;
    store.written(room(&row("abc", 1, Status::Playing))).await.expect("it is stored");
    let other = store.clone();
    let held = Held::hold(&store).await;
    let answers = hand_over(&store, (1..=COUNT).map(|seq| event("abc", seq)));
    let closing = tokio::spawn(store.close());
    held.release();
    closing.await.expect("no panic").expect("all is stored");
    assert!(collect(answers).await.into_iter().all(|(_, result)| result.is_ok()));
    let error = other.written(event("abc", COUNT + 1)).await.expect_err("it is closed");
    assert_eq!((&error, error.code(), other.pending()), (&WriteError::Closed, "store/closed", 0));
    other.close().await.expect("it is closed already");

    let store = home.open().await;
    assert_eq!(numbers(&store, "abc").await, (1..=COUNT).collect::<Vec<_>>());
    store.close().await.expect("all is stored");
}

async fn what_waits_is_stored_when_the_last_handle_is_dropped(home: Home) {
    const COUNT: u32 = 500;
    let store = home.open().await;
    store.written(room(&row("abc", 1, Status::Playing))).await.expect("it is stored");
    let held = Held::hold(&store).await;
    let answers = hand_over(&store, (1..=COUNT).map(|seq| event("abc", seq)));
    drop(store);
    held.release();
    assert!(collect(answers).await.into_iter().all(|(_, result)| result.is_ok()));
    let store = reopen(&home).await;
    assert_eq!(numbers(&store, "abc").await, (1..=COUNT).collect::<Vec<_>>());
    store.close().await.expect("all is stored");
}
