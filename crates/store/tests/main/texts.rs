//! Texts of all kinds come back as they were.

use zermelo_store::{Guest, Status, Write};

use crate::home::{Held, Home, collect, event, guest, hand_over, on_both, room, row};

on_both!(every_text_comes_back, a_text_with_a_zero_harms_nobody);

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

async fn every_text_comes_back(home: Home) {
    let store = home.open().await;
    for (at, text) in (1_u8..).zip(TEXTS) {
        let mut row = row(text, 1, Status::Ended);
        for field in [&mut row.owner, &mut row.first, &mut row.second, &mut row.termination, &mut row.record] {
            *field = Some((*text).to_owned());
        }
        for field in [&mut row.game, &mut row.settings, &mut row.first_name, &mut row.second_name] {
            (*text).clone_into(field);
        }
        let mut guest = guest(text, at);
        (*text).clone_into(&mut guest.name);
        let events = vec![(1, (*text).into())];
        let write = Write::Room { row: Some(Box::new(row.clone())), code: (*text).to_owned(), events };
        store.written(write).await.expect("it is stored");
        store.written(Write::Guest(guest.clone())).await.expect("it is stored");

        let found = store.room(text).await.expect("a database").expect("a room");
        assert_eq!((found.row, found.events), (row.clone(), vec![(1, (*text).to_owned())]));
        assert_eq!(store.guest_by_secret(&[at; 32]).await, Ok(Some(guest)));
        assert_eq!(store.records_of(text, None, 10).await, Ok(vec![row]));
    }
    store.close().await.expect("all is stored");
}

/// `PostgreSQL` can't keep it.
async fn a_text_with_a_zero_harms_nobody(home: Home) {
    let store = home.open().await;
    store.written(room(&row("abc", 1, Status::Playing))).await.expect("it is stored");
    let held = Held::hold(&store).await;
    let strange = Guest { name: "a\0b".to_owned(), ..guest("ann", 1) };
    let answers = hand_over(&store, [event("abc", 1), Write::Guest(strange.clone()), event("abc", 2)]);
    held.release();
    let results: Vec<_> = collect(answers).await.into_iter().map(|(_, result)| result).collect();
    assert_eq!((&results[0], &results[2]), (&Ok(()), &Ok(())));
    match &results[1] {
        Ok(()) => assert_eq!(store.guest_by_secret(&[1; 32]).await, Ok(Some(strange))),
        Err(error) => assert_eq!(error.code(), "store/refused"),
    }
    store.close().await.expect("all is stored");
}
