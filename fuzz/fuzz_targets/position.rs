#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| zermelo_fuzz::position(data));
