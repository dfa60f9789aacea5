//! Lists of rooms.

use zermelo_store::{RoomRow, StoredStatus, Winner};

use crate::database::{TestDatabase, body, event, on_both, room, row};

on_both!(pages_are_consecutive, records_are_read_on_request, unfinished_rooms_are_listed_in_order);

/// The room with a number.
fn of(at: i64) -> RoomRow {
    let who = |is_in: bool, name: &str| is_in.then(|| name.to_owned());
    // Three rooms have the same time, so pages end between them.
    let mut row = row(&format!("r{:03}", at * 37 % 100), at / 3, StoredStatus::Playing);
    row.owner = who(at % 5 == 0, "ann");
    row.first = who(at % 2 == 0, "ann").or_else(|| who(at % 3 == 0, "ben"));
    row.second = who(at % 3 == 0, "ann").or_else(|| who(at % 7 == 0, "ben"));
    row
}

async fn pages_are_consecutive(home: TestDatabase) {
    let store = home.open().await;
    for at in 0..100 {
        store.write(room(&of(at))).await.expect("it is stored");
    }
    for guest in ["ann", "ben", "nobody"] {
        let is_in = |row: &RoomRow| [&row.owner, &row.first, &row.second].into_iter().flatten().any(|id| id == guest);
        let mut expected: Vec<RoomRow> = (0..100).map(of).filter(is_in).collect();
        expected.sort_by(|a, b| (b.created_ms, &b.code).cmp(&(a.created_ms, &a.code)));
        for limit in [1, 7, 100] {
            let mut found: Vec<RoomRow> = Vec::new();
            loop {
                let before = found.last().map(|row| (row.created_ms, row.code.clone()));
                let page = store.rooms_of(guest, before, limit).await.expect("a database");
                assert!(page.len() <= limit as usize);
                if page.is_empty() {
                    break;
                }
                found.extend(page);
            }
            assert_eq!(found, expected, "{guest}, {limit} a page");
        }
    }
    assert_eq!(store.rooms_of("ann", None, 0).await, Ok(Vec::new()));
    store.close().await.expect("all is stored");
}

async fn records_are_read_on_request(home: TestDatabase) {
    let store = home.open().await;
    let mut ended = row("abc", 1, StoredStatus::Ended);
    ended.second = Some("ann".to_owned());
    ended.winner = Some(Winner::First);
    ended.record = Some("{\"moves\":[\"4\"]}".to_owned());
    store.write(room(&ended)).await.expect("it is stored");
    assert_eq!(store.records_of("ann", None, 10).await, Ok(vec![ended.clone()]));
    let bare = RoomRow { record: None, ..ended };
    assert_eq!(store.rooms_of("ann", None, 10).await, Ok(vec![bare]));
    store.close().await.expect("all is stored");
}

async fn unfinished_rooms_are_listed_in_order(home: TestDatabase) {
    let store = home.open().await;
    assert_eq!(store.unfinished_rooms().await, Ok(Vec::new()));
    let statuses = [StoredStatus::Waiting, StoredStatus::Playing, StoredStatus::Ended, StoredStatus::Aborted];
    for at in 0_u8..20 {
        // The order of the codes differs from the order of times, and in some locales from the order of bytes.
        let code = format!("{}{at}", ["Z", "a", "z", "B"][usize::from(at) % 4]);
        let row = row(&code, i64::from(100 - at / 2), statuses[usize::from(at / 4) % 4]);
        store.write(room(&row)).await.expect("it is stored");
        for seq in (1..=u32::from(at % 3) * 7).rev() {
            store.write(event(&code, seq)).await.expect("it is stored");
        }
    }
    store.write(event("nowhere", 1)).await.expect("it is stored");
    let found = store.unfinished_rooms().await.expect("a database");
    let keys: Vec<_> = found.iter().map(|room| (room.row.created_ms, room.row.code.clone())).collect();
    assert_eq!(keys.len(), 12);
    assert!(keys.is_sorted(), "{keys:?}");
    for room in found {
        assert!(matches!(room.row.status, StoredStatus::Waiting | StoredStatus::Playing));
        let at: u32 = room.row.code[1..].parse().expect("its number");
        assert_eq!(room.events, (1..=at % 3 * 7).map(|seq| (seq, body(seq))).collect::<Vec<_>>());
    }
    store.close().await.expect("all is stored");
}
