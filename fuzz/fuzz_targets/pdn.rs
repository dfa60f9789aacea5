#![no_main]

#[path = "../src/records.rs"]
mod records;

libfuzzer_sys::fuzz_target!(|data: &[u8]| records::pdn(data));
