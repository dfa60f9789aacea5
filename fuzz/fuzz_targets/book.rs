#![no_main]

#[path = "../src/books.rs"]
mod books;

libfuzzer_sys::fuzz_target!(|data: &[u8]| books::book(data));
