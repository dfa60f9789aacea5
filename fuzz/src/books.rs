//! The fuzz target for reading books. The tests of `solve` include this file as a module and replay the corpus with it.

use std::fmt::Display;

use zermelo_games::bitboard::Wide;
use zermelo_solve::connect4::book::{BookError, BookHeader, PolicyBook, ScoreBook};

/// Reads the input as a book, as it is and with a correct checksum appended. A valid book is written back unchanged.
pub fn book(data: &[u8]) {
    read(data);
    read(&[data, &checksum(data).to_le_bytes()].concat());
}

fn read(data: &[u8]) {
    if let Err(why) = BookHeader::read(data) {
        check_message(&why);
    }
    check_roundtrip(data, ScoreBook::<u64>::read(data, None).map(|book| book.bytes()));
    check_roundtrip(data, ScoreBook::<Wide<5>>::read(data, None).map(|book| book.bytes()));
    check_roundtrip(data, PolicyBook::<u64>::read(data, None).map(|book| book.bytes()));
    check_roundtrip(data, PolicyBook::<Wide<5>>::read(data, None).map(|book| book.bytes()));
}

fn check_roundtrip(data: &[u8], rewritten: Result<Vec<u8>, BookError>) {
    match rewritten {
        Ok(rewritten) => assert_eq!(rewritten, data),
        Err(why) => check_message(&why),
    }
}

fn check_message(why: &impl Display) {
    assert!(!why.to_string().is_empty());
}

/// CRC-32, computed bit by bit.
fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xEDB8_8320 } else { sum >> 1 })
    })
}
