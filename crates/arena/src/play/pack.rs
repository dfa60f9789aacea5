//! The figures of a game's moves in one compact value.
//!
//! ```text
//! figures = mask, count, list for each bit of the mask that is set, the lowest first
//! mask    = one byte: 1 times, 2 nodes, 4 playouts, 8 depths, 16 scores, 32 shares
//! list    = `count` numbers, each in base 128, the low digits first, the top bit set on all bytes but the last (LEB128)
//! ```
//!
//! Times are nanoseconds. 0 stands for what is not known: a score is written as one more than three times its number (zigzag) for an
//! estimate, two more than three times the plies for a win, three more for a loss; a share as one more than its ten-thousandths.

use zermelo_core::{Ply, Score, Wdl};

use super::figures::MoveFigures;

const LISTS: usize = 6;

/// Packs the figures of a game.
pub fn pack(figures: &[MoveFigures], bytes: &mut Vec<u8>) {
    bytes.clear();
    let mask = (0..LISTS)
        .filter(|&list| figures.iter().any(|move_| number(move_, list) != 0))
        .fold(0, |mask, list| mask | 1_u8 << list);
    bytes.push(mask);
    put(bytes, figures.len() as u64);
    for list in (0..LISTS).filter(|list| mask >> list & 1 == 1) {
        for figures in figures {
            put(bytes, number(figures, list));
        }
    }
}

/// The figures again; `None` for bytes that `pack` did not make.
pub fn unpack(mut bytes: &[u8]) -> Option<Vec<MoveFigures>> {
    let (&mask, rest) = bytes.split_first()?;
    bytes = rest;
    let count = take(&mut bytes)?;
    // Each number takes at least a byte, which bounds the count.
    let lists = u64::from(mask.count_ones());
    if mask >> LISTS != 0 || lists.saturating_mul(count) > bytes.len() as u64 || (lists == 0 && count > MOST_BARE) {
        return None;
    }
    let mut figures = vec![MoveFigures::default(); count as usize];
    for list in (0..LISTS).filter(|list| mask >> list & 1 == 1) {
        for figures in &mut figures {
            set_number(figures, list, take(&mut bytes)?)?;
        }
    }
    bytes.is_empty().then_some(figures)
}

/// The most moves of which nothing at all is known.
const MOST_BARE: u64 = 1 << 20;

fn number(figures: &MoveFigures, list: usize) -> u64 {
    match list {
        0 => figures.nanoseconds,
        1 => figures.nodes,
        2 => figures.playouts,
        3 => u64::from(figures.depth),
        4 => figures.score.map_or(0, score_number),
        _ => figures.share.map_or(0, |share| u64::from(share) + 1),
    }
}

fn set_number(figures: &mut MoveFigures, list: usize, number: u64) -> Option<()> {
    match list {
        0 => figures.nanoseconds = number,
        1 => figures.nodes = number,
        2 => figures.playouts = number,
        3 => figures.depth = u32::try_from(number).ok()?,
        4 => figures.score = score_of(number)?,
        _ => figures.share = number.checked_sub(1).map(u16::try_from).transpose().ok()?,
    }
    Some(())
}

fn score_number(score: Score) -> u64 {
    match score.decided() {
        Some((Wdl::Loss, plies)) => 3 * u64::from(plies.0) + 3,
        Some((_, plies)) => 3 * u64::from(plies.0) + 2,
        None => {
            let value = i64::from(score.value());
            let zigzag = if value < 0 { -2 * value - 1 } else { 2 * value };
            3 * zigzag as u64 + 1
        }
    }
}

/// The outer `None`: no score has that number.
#[expect(clippy::option_option, reason = "no number, and the number of no score, are two things")]
fn score_of(number: u64) -> Option<Option<Score>> {
    let Some(code) = number.checked_sub(1) else { return Some(None) };
    let (kind, value) = (code % 3, code / 3);
    let plies = || u32::try_from(value).ok().map(Ply);
    Some(Some(match kind {
        0 => {
            let half = i32::try_from(value / 2).ok()?;
            Score::estimate(if value.is_multiple_of(2) { half } else { -half - 1 })
        }
        1 => Score::win_in(plies()?),
        _ => Score::loss_in(plies()?),
    }))
}

fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn score() -> impl Strategy<Value = Score> {
        prop_oneof![
            (-800_000..800_000).prop_map(Score::estimate),
            (0_u32..90_000).prop_map(|plies| Score::win_in(Ply(plies))),
            (0_u32..90_000).prop_map(|plies| Score::loss_in(Ply(plies))),
        ]
    }

    fn figures() -> impl Strategy<Value = MoveFigures> {
        let counts = (any::<u64>(), any::<u64>(), 0_u64..1000, any::<u32>());
        (counts, proptest::option::of(score()), proptest::option::of(0_u16..=10_000)).prop_map(
            |((nanoseconds, nodes, playouts, depth), score, share)| MoveFigures {
                nanoseconds,
                nodes,
                playouts,
                depth,
                score,
                share,
            },
        )
    }

    proptest! {
        #[test]
        fn what_is_packed_comes_out_again(figures in proptest::collection::vec(figures(), 0..50)) {
            let mut bytes = Vec::new();
            pack(&figures, &mut bytes);
            prop_assert_eq!(unpack(&bytes), Some(figures));
        }

        #[test]
        fn nonsense_is_refused_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            if let Some(figures) = unpack(&bytes) {
                let mut again = Vec::new();
                pack(&figures, &mut again);
                prop_assert_eq!(unpack(&again), Some(figures));
            }
        }
    }

    #[test]
    fn a_move_of_which_only_the_time_is_known_takes_few_bytes() {
        let figures = [MoveFigures { nanoseconds: 250, ..MoveFigures::default() }; 40];
        let mut bytes = Vec::new();
        pack(&figures, &mut bytes);
        assert_eq!(bytes.len(), 2 + 2 * 40);
    }
}
