//! The thread that writes the results file.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::{ResultsError, ResultsFile};
use crate::play::job::PairResult;

/// The maximum time from the first game of a batch to its commit.
const MAX_DELAY: Duration = Duration::from_millis(50);
/// The maximum number of games in a batch.
const MAX_BATCH: usize = 1000;

/// Passes results to a thread that adds them to the file in batches.
pub struct ResultsWriter {
    sender: Option<SyncSender<WriterCommand>>,
    thread: Option<JoinHandle<Result<ResultsFile, ResultsError>>>,
    kept: Arc<AtomicU64>,
}

enum WriterCommand {
    Add(Vec<PairResult>),
    /// Commit the current batch, then delete all jobs after a number.
    DropAfter(u64),
}

impl ResultsWriter {
    /// Starts the thread.
    pub fn new(store: ResultsFile) -> Self {
        // A bounded channel: the run waits when the disk is too slow.
        let (sender, receiver) = sync_channel(8);
        let kept = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&kept);
        let thread = std::thread::spawn(move || write(store, &receiver, &counter));
        Self { sender: Some(sender), thread: Some(thread), kept }
    }

    /// Adds results. Returns `false` if the file can't be written; [`finish`](Self::finish) returns the error.
    #[must_use]
    pub fn add(&self, results: Vec<PairResult>) -> bool {
        self.send(WriterCommand::Add(results))
    }

    /// Deletes the games of all jobs after a number.
    #[must_use]
    pub fn drop_after(&self, number: u64) -> bool {
        self.send(WriterCommand::DropAfter(number))
    }

    /// The number of results that are committed, in the order of [`add`](Self::add).
    pub fn kept(&self) -> u64 {
        self.kept.load(Ordering::Acquire)
    }

    fn send(&self, command: WriterCommand) -> bool {
        self.sender.as_ref().is_some_and(|sender| sender.send(command).is_ok())
    }

    /// Commits the last batch, ends the thread and closes the file.
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
            // Without `finish` the caller has another error to report.
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
                    if games >= MAX_BATCH {
                        commit(&mut store, &mut batch, &mut games, kept)?;
                    }
                }
                due = if batch.is_empty() { None } else { due.or_else(|| Instant::now().checked_add(MAX_DELAY)) };
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
