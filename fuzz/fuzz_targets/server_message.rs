#![no_main]

#[path = "../src/rooms.rs"]
mod rooms;

libfuzzer_sys::fuzz_target!(|data: &[u8]| rooms::server_message(data));
