//! Measures the writer: events per second, processor time per event, and latency.
//!
//! ```text
//! cargo run --release -p zermelo-store --features postgres --example write [FOLDER | postgres://..]
//! ```
//!
//! First, groups of writes, each submitted when the previous one is stored. Then moves at a constant rate, each in another of 1,000
//! rooms. With `PostgreSQL` the processor time is that of this program alone.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use tokio::time::{MissedTickBehavior, interval};
use zermelo_store::{Database, Durability, Store, StoreOptions, WriteRequest};

const ROOMS: u32 = 1000;

/// The duration of a measurement.
const SECONDS: u32 = 4;

/// A typical move.
const BODY: &str = r#"{"seq":12,"at_ms":1796000000000,"id":"k3j4h5","what":"moved","side":"first","ply":12,"move":"c3-d4","took_ms":1532,"clocks_ms":[293211,288120]}"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let place = std::env::args().nth(1);
    let temporary = tempfile::tempdir()?;
    let database = match place {
        Some(url) if url.starts_with("postgres") => Database::Postgres { url },
        Some(folder) => Database::Sqlite { folder: folder.into() },
        None => Database::Sqlite { folder: temporary.path().to_owned() },
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        // The database may have the events of an earlier run.
        let mut next =
            std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?.as_secs() as u32 % 1_000_000 * ROOMS;
        for durability in [Durability::Process, Durability::Power] {
            let store = Store::open(&StoreOptions { database: database.clone(), durability }).await?;
            for size in [1, 10, 100, 1000] {
                groups(&store, durability, size, &mut next).await?;
            }
            for rate in [500, 2000, 5000, 10_000, 20_000] {
                steady(&store, durability, rate, &mut next).await?;
            }
            store.close().await?;
        }
        Ok(())
    })
}

fn move_of(next: &mut u32) -> WriteRequest {
    *next += 1;
    let events = vec![(*next / ROOMS, BODY.into())];
    WriteRequest::Room { row: None, code: format!("{:06x}", (*next % ROOMS).wrapping_mul(2_654_435_761) >> 8), events }
}

/// Groups of writes of one size.
async fn groups(
    store: &Store,
    durability: Durability,
    size: u32,
    next: &mut u32,
) -> Result<(), Box<dyn std::error::Error>> {
    let count = (20_000 / size).clamp(50, 3000);
    let meter = Meter::new(store);
    for _ in 0..count {
        for _ in 1..size {
            store.submit(move_of(next), |result| result.expect("it is stored"));
        }
        store.write(move_of(next)).await?;
    }
    println!("{durability:8} groups of {size:5}: {}", meter.read(store, f64::from(count * size)));
    Ok(())
}

/// Moves at a constant rate.
async fn steady(
    store: &Store,
    durability: Durability,
    rate: u32,
    next: &mut u32,
) -> Result<(), Box<dyn std::error::Error>> {
    // The cost of creating the writes is subtracted.
    let meter = Meter::new(store);
    pace(rate, 1, || drop(move_of(next))).await;
    let making = meter.processor() / f64::from(rate);

    let waits = Arc::new(Mutex::new(Vec::new()));
    let mut meter = Meter::new(store);
    pace(rate, SECONDS, || {
        let (waits, handed) = (Arc::clone(&waits), Instant::now());
        store.submit(move_of(next), move |result| {
            result.expect("it is stored");
            waits.lock().expect("nothing panics").push(handed.elapsed());
        });
    })
    .await;
    store.write(WriteRequest::Heartbeat(0)).await?;
    let sent = f64::from(rate * SECONDS);
    meter.begun_at += making * sent;
    let read = meter.read(store, sent);
    let mut waits = waits.lock().expect("nothing panics");
    waits.sort();
    let at = |share: f64| waits[((waits.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "{durability:8} {rate:6} moves/s    : {read}; answered after {:.1} ms (half), {:.1} ms (99 of 100), {:.1} ms (last)",
        at(0.5),
        at(0.99),
        at(1.0)
    );
    Ok(())
}

/// Calls a function at a constant rate, per second.
async fn pace(rate: u32, seconds: u32, mut act: impl FnMut()) {
    let begun = Instant::now();
    let mut ticks = interval(Duration::from_millis(1));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let mut done = 0;
    while done < rate * seconds {
        ticks.tick().await;
        let due = (begun.elapsed().as_secs_f64() * f64::from(rate)) as u32;
        while done < due.min(rate * seconds) {
            act();
            done += 1;
        }
    }
}

/// Processor time and commits since its creation.
struct Meter {
    begun: Instant,
    begun_at: f64,
    batches: u64,
}

impl Meter {
    fn new(store: &Store) -> Self {
        Self { begun: Instant::now(), begun_at: processor(), batches: store.stats().batches }
    }

    /// Seconds of processor time.
    fn processor(&self) -> f64 {
        processor() - self.begun_at
    }

    fn read(&self, store: &Store, events: f64) -> String {
        let seconds = self.begun.elapsed().as_secs_f64();
        let each = self.processor() / events * 1e6;
        let batch = events / (store.stats().batches - self.batches) as f64;
        format!("{:7.0} events/s, {each:5.1} us of processor an event, {batch:6.1} events a commit", events / seconds)
    }
}

/// Seconds of processor time of this program.
fn processor() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
