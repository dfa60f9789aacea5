//! The one thread that writes.

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::{ResultsError, Store};
use crate::job::PairResult;

/// A batch is committed at the latest after this time, counted from its first game.
const LONGEST: Duration = Duration::from_millis(50);
/// A batch has at most this many games.
const MOST: usize = 1000;

/// Hands results to a thread that adds them to a file in batches.
pub struct Writer {
    sender: Option<SyncSender<Order>>,
    thread: Option<JoinHandle<Result<Store, ResultsError>>>,
}

enum Order {
    Add(Vec<PairResult>),
    /// What waits is written, and then all behind a number is taken out.
    DropAfter(u64),
}

impl Writer {
    /// Starts the thread.
    pub fn new(store: Store) -> Self {
        // Whoever plays waits when the disk is far behind: the memory stays bounded.
        let (sender, receiver) = sync_channel(64);
        let thread = std::thread::spawn(move || write(store, &receiver));
        Self { sender: Some(sender), thread: Some(thread) }
    }

    /// Adds results; `false` when the file can't be written any more: [`finish`](Self::finish) says why.
    #[must_use]
    pub fn add(&self, results: Vec<PairResult>) -> bool {
        self.send(Order::Add(results))
    }

    /// Takes out the games of all jobs behind a number.
    #[must_use]
    pub fn drop_after(&self, number: u64) -> bool {
        self.send(Order::DropAfter(number))
    }

    fn send(&self, order: Order) -> bool {
        self.sender.as_ref().is_some_and(|sender| sender.send(order).is_ok())
    }

    /// Commits what is left and ends the thread. The file is closed.
    pub fn finish(mut self) -> Result<(), ResultsError> {
        self.sender = None;
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(store)) => store?.finish(),
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            None => Ok(()),
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.sender = None;
        if let Some(thread) = self.thread.take() {
            // Who drops it without `finish` has an error of its own to tell.
            let _ = thread.join();
        }
    }
}

fn write(mut store: Store, orders: &Receiver<Order>) -> Result<Store, ResultsError> {
    let mut batch: Vec<PairResult> = Vec::new();
    let mut games = 0;
    let mut due: Option<Instant> = None;
    loop {
        let order = match due {
            None => orders.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(due) => orders.recv_timeout(due.saturating_duration_since(Instant::now())),
        };
        match order {
            Ok(Order::Add(results)) => {
                for result in results {
                    games += result.games.len();
                    batch.push(result);
                    if games >= MOST {
                        commit(&mut store, &mut batch, &mut games)?;
                    }
                }
                due = if batch.is_empty() { None } else { due.or_else(|| Instant::now().checked_add(LONGEST)) };
                if due.is_some_and(|due| due <= Instant::now()) {
                    commit(&mut store, &mut batch, &mut games)?;
                    due = None;
                }
            }
            Ok(Order::DropAfter(number)) => {
                commit(&mut store, &mut batch, &mut games)?;
                store.drop_after(number)?;
                due = None;
            }
            Err(RecvTimeoutError::Timeout) => {
                commit(&mut store, &mut batch, &mut games)?;
                due = None;
            }
            Err(RecvTimeoutError::Disconnected) => {
                commit(&mut store, &mut batch, &mut games)?;
                return Ok(store);
            }
        }
    }
}

fn commit(store: &mut Store, batch: &mut Vec<PairResult>, games: &mut usize) -> Result<(), ResultsError> {
    if !batch.is_empty() {
        store.add(batch)?;
    }
    batch.clear();
    *games = 0;
    Ok(())
}
