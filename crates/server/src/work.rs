//! Threads that leave the processors to the doors.

use std::io;
use std::thread;

/// How much nicer than the doors a search is.
const NICE: i32 = 10;

/// Does something on a thread of its own, at low priority.
pub(crate) fn low_priority(name: &str, body: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new()
        .name(name.to_owned())
        .spawn(move || {
            // Refused by some systems; then it is as any other thread.
            let _ = rustix::process::nice(NICE);
            body();
        })
        .map(drop)
}
