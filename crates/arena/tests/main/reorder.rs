use proptest::prelude::*;
use zermelo_arena::stats::ReorderBuffer;

proptest! {
    #[test]
    fn things_come_out_in_order(ids in Just((0..60_u64).collect::<Vec<_>>()).prop_shuffle(), skipped in any::<u64>()) {
        let skip = |id: u64| skipped >> id & 1 == 1;
        let (mut reorder, mut out) = (ReorderBuffer::default(), Vec::new());
        for id in ids {
            if skip(id) { reorder.skip(id) } else { reorder.add(id, id * 10) }.unwrap();
            out.extend(std::iter::from_fn(|| reorder.pop()));
        }
        let wanted: Vec<_> = (0..60).filter(|&id| !skip(id)).map(|id| (id, id * 10)).collect();
        prop_assert_eq!(out, wanted);
        prop_assert_eq!(reorder.waiting(), 0);
    }
}

#[test]
fn a_gap_holds_back_what_follows() {
    let mut reorder = ReorderBuffer::default();
    reorder.add(1, 'b').unwrap();
    reorder.add(u64::MAX, 'z').unwrap();
    assert_eq!((reorder.pop(), reorder.waiting()), (None, 2));
    reorder.add(0, 'a').unwrap();
    assert_eq!((reorder.pop(), reorder.pop(), reorder.pop()), (Some((0, 'a')), Some((1, 'b')), None));
    assert!(reorder.add(1, 'b').is_err(), "handed on");
    assert!(reorder.add(u64::MAX, 'z').is_err(), "waiting");
}
