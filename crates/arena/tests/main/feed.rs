use proptest::prelude::*;
use zermelo_arena::stats::Feed;

proptest! {
    #[test]
    fn things_come_out_in_order(ids in Just((0..60_u64).collect::<Vec<_>>()).prop_shuffle(), skipped in any::<u64>()) {
        let skip = |id: u64| skipped >> id & 1 == 1;
        let (mut feed, mut out) = (Feed::default(), Vec::new());
        for id in ids {
            if skip(id) { feed.skip(id) } else { feed.add(id, id * 10) }.unwrap();
            out.extend(std::iter::from_fn(|| feed.pop()));
        }
        let wanted: Vec<_> = (0..60).filter(|&id| !skip(id)).map(|id| (id, id * 10)).collect();
        prop_assert_eq!(out, wanted);
        prop_assert_eq!(feed.waiting(), 0);
    }
}

#[test]
fn a_gap_holds_back_what_follows() {
    let mut feed = Feed::default();
    feed.add(1, 'b').unwrap();
    feed.add(u64::MAX, 'z').unwrap();
    assert_eq!((feed.pop(), feed.waiting()), (None, 2));
    feed.add(0, 'a').unwrap();
    assert_eq!((feed.pop(), feed.pop(), feed.pop()), (Some((0, 'a')), Some((1, 'b')), None));
    assert!(feed.add(1, 'b').is_err(), "handed on");
    assert!(feed.add(u64::MAX, 'z').is_err(), "waiting");
}
