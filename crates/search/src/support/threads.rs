//! Threads of a parallel search.
//!
//! Nothing here is generic: the code is compiled once, not for each game and algorithm.

use std::any::Any;
use std::io;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread::{self, Scope, ScopedJoinHandle};

/// The stack size of a search thread: enough for the deepest recursion.
const STACK_BYTES: usize = 64 << 20;

/// The work of one thread.
pub(crate) type ThreadTask<'env> = Box<dyn FnOnce() + Send + 'env>;

/// Runs each task on its own thread and `main` on this thread. Returns when all have ended. If a thread can't be started, its task
/// runs on this thread after `main`.
///
/// # Panics
/// If a task panics.
pub(crate) fn run_parallel<'env>(tasks: Vec<ThreadTask<'env>>, main: Box<dyn FnOnce() + 'env>) {
    let tasks: Vec<Mutex<Option<ThreadTask<'env>>>> = tasks.into_iter().map(|task| Mutex::new(Some(task))).collect();
    let run = |task: &Mutex<Option<ThreadTask<'env>>>| {
        let task = task.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(task) = task {
            task();
        }
    };
    let run = &run;
    thread::scope(|scope| {
        for task in &tasks {
            // A failure leaves the task for this thread.
            let _ = spawn(scope, Box::new(move || run(task)));
        }
        main();
        tasks.iter().for_each(run);
    });
}

/// A message of any type from a search thread.
pub(crate) type Message = Box<dyn Any + Send>;

/// The sending half of [`relay`].
pub(crate) struct RelaySender(mpsc::Sender<Message>);

/// The receiving half of [`relay`].
pub(crate) struct RelayReceiver(mpsc::Receiver<Message>);

/// A channel from a search thread.
pub(crate) fn relay() -> (RelaySender, RelayReceiver) {
    let (sender, receiver) = mpsc::channel();
    (RelaySender(sender), RelayReceiver(receiver))
}

impl RelaySender {
    /// Sends a message. If the receiver is gone, the message is lost.
    pub(crate) fn send(&self, message: Message) {
        let _ = self.0.send(message);
    }
}

impl RelayReceiver {
    /// Waits for the next message; `None` when the sender is gone.
    pub(crate) fn next(&self) -> Option<Message> {
        self.0.recv().ok()
    }
}

/// Starts a thread with a stack for a deep search.
///
/// # Errors
/// The system can't start a thread.
pub(crate) fn spawn<'scope>(
    scope: &'scope Scope<'scope, '_>,
    task: ThreadTask<'scope>,
) -> io::Result<ScopedJoinHandle<'scope, ()>> {
    thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, task)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn every_task_runs_once() {
        let sum = AtomicU32::new(0);
        let tasks = (1..=4).map(|value| {
            let sum = &sum;
            Box::new(move || _ = sum.fetch_add(value, Ordering::Relaxed)) as ThreadTask
        });
        run_parallel(tasks.collect(), Box::new(|| _ = sum.fetch_add(100, Ordering::Relaxed)));
        assert_eq!(sum.into_inner(), 110);
    }
}
