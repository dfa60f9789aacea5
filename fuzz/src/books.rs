//! What the fuzz target of the readers of books does with its bytes. The tests of `solve` include this file as a module and replay the corpus
//! with it.

use std::fmt::Display;

use zermelo_games::bitboard::Wide;
use zermelo_solve::connect4::book::{BookError, BookHeader, PolicyBook, ScoreBook};

/// The input as a book, as it is and with a right checksum behind it: what is read is the same when it is written.
pub fn book(data: &[u8]) {
    read(data);
    read(&[data, &checksum(data).to_le_bytes()].concat());
}

fn read(data: &[u8]) {
    if let Err(why) = BookHeader::read(data) {
        told(&why);
    }
    same(data, ScoreBook::<u64>::read(data, None).map(|book| book.bytes()));
    same(data, ScoreBook::<Wide<5>>::read(data, None).map(|book| book.bytes()));
    same(data, PolicyBook::<u64>::read(data, None).map(|book| book.bytes()));
    same(data, PolicyBook::<Wide<5>>::read(data, None).map(|book| book.bytes()));
}

fn same(data: &[u8], again: Result<Vec<u8>, BookError>) {
    match again {
        Ok(again) => assert_eq!(again, data),
        Err(why) => told(&why),
    }
}

fn told(why: &impl Display) {
    assert!(!why.to_string().is_empty());
}

/// CRC-32, bit by bit.
fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xEDB8_8320 } else { sum >> 1 })
    })
}
