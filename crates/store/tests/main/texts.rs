//! All kinds of texts are stored unchanged.

use zermelo_store::{Guest, StoredStatus, WriteRequest};

use crate::database::{PausedWriter, TestDatabase, collect, event, guest, on_both, room, row, submit_all};

on_both!(every_text_is_stored_unchanged, a_nul_character_fails_alone);

const TEXTS: &[&str] = &[
    "",
    " ",
    "'; DROP TABLE rooms; --",
    "$1 ? :name @p \\ \\\\ \\u0041 \" ' ` %",
    "[null,{\"a\":[]}]",
    "null",
    "\n\r\t\u{1}\u{7f}\u{85}",
    "é e\u{301} ß Ж 棋 \u{1f3b2}\u{200d} \u{202e}",
    "\u{fffd}\u{ffff}\u{10ffff}",
];

async fn every_text_is_stored_unchanged(home: TestDatabase) {
    let store = home.open().await;
    for (at, text) in (1_u8..).zip(TEXTS) {
        let mut row = row(text, 1, StoredStatus::Ended);
        for field in [&mut row.owner, &mut row.first, &mut row.second, &mut row.termination, &mut row.record] {
            *field = Some((*text).to_owned());
        }
        for field in [&mut row.game, &mut row.settings, &mut row.first_name, &mut row.second_name] {
            (*text).clone_into(field);
        }
        let mut guest = guest(text, at);
        (*text).clone_into(&mut guest.name);
        let events = vec![(1, (*text).into())];
        let write = WriteRequest::Room { row: Some(Box::new(row.clone())), code: (*text).to_owned(), events };
        store.write(write).await.expect("it is stored");
        store.write(WriteRequest::Guest(guest.clone())).await.expect("it is stored");

        let found = store.room(text).await.expect("a database").expect("a room");
        assert_eq!((found.row, found.events), (row.clone(), vec![(1, (*text).to_owned())]));
        assert_eq!(store.guest_by_secret(&[at; 32]).await, Ok(Some(guest)));
        assert_eq!(store.records_of(text, None, 10).await, Ok(vec![row]));
    }
    store.close().await.expect("all is stored");
}

/// `PostgreSQL` can't store NUL.
async fn a_nul_character_fails_alone(home: TestDatabase) {
    let store = home.open().await;
    store.write(room(&row("abc", 1, StoredStatus::Playing))).await.expect("it is stored");
    let paused = PausedWriter::pause(&store).await;
    let strange = Guest { name: "a\0b".to_owned(), ..guest("ann", 1) };
    let answers = submit_all(&store, [event("abc", 1), WriteRequest::Guest(strange.clone()), event("abc", 2)]);
    paused.resume();
    let results: Vec<_> = collect(answers).await.into_iter().map(|(_, result)| result).collect();
    assert_eq!((&results[0], &results[2]), (&Ok(()), &Ok(())));
    match &results[1] {
        Ok(()) => assert_eq!(store.guest_by_secret(&[1; 32]).await, Ok(Some(strange))),
        Err(error) => assert_eq!(error.code(), "store/refused"),
    }
    store.close().await.expect("all is stored");
}
