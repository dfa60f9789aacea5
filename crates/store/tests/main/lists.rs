//! Lists of rooms.

use zermelo_store::{RoomRow, Status, Winner};

use crate::home::{Home, body, event, on_both, room, row};

on_both!(pages_follow_each_other, records_are_read_where_they_are_asked_for, what_is_unfinished_is_found_in_order);

/// Who has a part in the room with that number.
fn of(at: i64) -> RoomRow {
    let who = |is_in: bool, name: &str| is_in.then(|| name.to_owned());
    // Three of each moment, so that a page ends within one.
    let mut row = row(&format!("r{:03}", at * 37 % 100), at / 3, Status::Playing);
    row.owner = who(at % 5 == 0, "ann");
    row.first = who(at % 2 == 0, "ann").or_else(|| who(at % 3 == 0, "ben"));
    row.second = who(at % 3 == 0, "ann").or_else(|| who(at % 7 == 0, "ben"));
    row
}

async fn pages_follow_each_other(home: Home) {
    let store = home.open().await;
    for at in 0..100 {
        store.written(room(&of(at))).await.expect("it is stored");
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

async fn records_are_read_where_they_are_asked_for(home: Home) {
    let store = home.open().await;
    let mut ended = row("abc", 1, Status::Ended);
    ended.second = Some("ann".to_owned());
    ended.winner = Some(Winner::First);
    ended.record = Some("{\"moves\":[\"4\"]}".to_owned());
    store.written(room(&ended)).await.expect("it is stored");
    assert_eq!(store.records_of("ann", None, 10).await, Ok(vec![ended.clone()]));
    let bare = RoomRow { record: None, ..ended };
    assert_eq!(store.rooms_of("ann", None, 10).await, Ok(vec![bare]));
    store.close().await.expect("all is stored");
}

async fn what_is_unfinished_is_found_in_order(home: Home) {
    let store = home.open().await;
    assert_eq!(store.unfinished().await, Ok(Vec::new()));
    let statuses = [Status::Waiting, Status::Playing, Status::Ended, Status::Aborted];
    for at in 0_u8..20 {
        // The order of the codes is not that of the times, and in some places of the world not that of the bytes.
        let code = format!("{}{at}", ["Z", "a", "z", "B"][usize::from(at) % 4]);
        let row = row(&code, i64::from(100 - at / 2), statuses[usize::from(at / 4) % 4]);
        store.written(room(&row)).await.expect("it is stored");
        for seq in (1..=u32::from(at % 3) * 7).rev() {
            store.written(event(&code, seq)).await.expect("it is stored");
        }
    }
    store.written(event("nowhere", 1)).await.expect("it is stored");
    let found = store.unfinished().await.expect("a database");
    let keys: Vec<_> = found.iter().map(|room| (room.row.created_ms, room.row.code.clone())).collect();
    assert_eq!(keys.len(), 12);
    assert!(keys.is_sorted(), "{keys:?}");
    for room in found {
        assert!(matches!(room.row.status, Status::Waiting | Status::Playing));
        let at: u32 = room.row.code[1..].parse().expect("its number");
        assert_eq!(room.events, (1..=at % 3 * 7).map(|seq| (seq, body(seq))).collect::<Vec<_>>());
    }
    store.close().await.expect("all is stored");
}
