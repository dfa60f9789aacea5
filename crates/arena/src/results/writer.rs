//! The one thread that writes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::{ResultsError, ResultsFile};
use crate::play::job::PairResult;

/// A batch is committed at the latest after this time, counted from its first game.
const LONGEST: Duration = Duration::from_millis(50);
/// A batch has at most this many games.
const MOST: usize = 1000;

/// Hands results to a thread that adds them to a file in batches.
pub struct ResultsWriter {
    sender: Option<SyncSender<WriterCommand>>,
    thread: Option<JoinHandle<Result<ResultsFile, ResultsError>>>,
    kept: Arc<AtomicU64>,
}

enum WriterCommand {
    Add(Vec<PairResult>),
    /// What waits is written, and then all behind a number is taken out.
    DropAfter(u64),
}

impl ResultsWriter {
    /// Starts the thread.
    pub fn new(store: ResultsFile) -> Self {
        // Whoever plays waits when the disk is far behind: the memory stays bounded.
        let (sender, receiver) = sync_channel(8);
        let kept = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&kept);
        let thread = std::thread::spawn(move || write(store, &receiver, &counter));
        Self { sender: Some(sender), thread: Some(thread), kept }
    }

    /// Adds results; `false` when the file can't be written any more: [`finish`](Self::finish) says why.
    #[must_use]
    pub fn add(&self, results: Vec<PairResult>) -> bool {
        self.send(WriterCommand::Add(results))
    }

    /// Takes out the games of all jobs behind a number.
    #[must_use]
    pub fn drop_after(&self, number: u64) -> bool {
        self.send(WriterCommand::DropAfter(number))
    }

    /// How many results, in the order in which they were added, are in the file for good.
    pub fn kept(&self) -> u64 {
        self.kept.load(Ordering::Acquire)
    }

    fn send(&self, command: WriterCommand) -> bool {
        self.sender.as_ref().is_some_and(|sender| sender.send(command).is_ok())
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

impl Drop for ResultsWriter {
    fn drop(&mut self) {
        self.sender = None;
        if let Some(thread) = self.thread.take() {
            // Who drops it without `finish` has an error of its own to tell.
            let _ = thread.join();
        }
    }
}

fn write(
    mut store: ResultsFile,
    commands: &Receiver<WriterCommand>,
    kept: &AtomicU64,
) -> Result<ResultsFile, ResultsError> {
    let mut batch: Vec<PairResult> = Vec::new();
    let mut games = 0;
    let mut due: Option<Instant> = None;
    loop {
        let command = match due {
            None => commands.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(due) => commands.recv_timeout(due.saturating_duration_since(Instant::now())),
        };
        match command {
            Ok(WriterCommand::Add(results)) => {
                for result in results {
                    games += result.games.len();
                    batch.push(result);
                    if games >= MOST {
                        commit(&mut store, &mut batch, &mut games, kept)?;
                    }
                }
                due = if batch.is_empty() { None } else { due.or_else(|| Instant::now().checked_add(LONGEST)) };
                if due.is_some_and(|due| due <= Instant::now()) {
                    commit(&mut store, &mut batch, &mut games, kept)?;
                    due = None;
                }
            }
            Ok(WriterCommand::DropAfter(number)) => {
                commit(&mut store, &mut batch, &mut games, kept)?;
                store.drop_after(number)?;
                due = None;
            }
            Err(RecvTimeoutError::Timeout) => {
                commit(&mut store, &mut batch, &mut games, kept)?;
                due = None;
            }
            Err(RecvTimeoutError::Disconnected) => {
                commit(&mut store, &mut batch, &mut games, kept)?;
                return Ok(store);
            }
        }
    }
}

fn commit(
    store: &mut ResultsFile,
    batch: &mut Vec<PairResult>,
    games: &mut usize,
    kept: &AtomicU64,
) -> Result<(), ResultsError> {
    if !batch.is_empty() {
        store.add(batch)?;
        kept.fetch_add(batch.len() as u64, Ordering::Release);
    }
    batch.clear();
    *games = 0;
    Ok(())
}
