//! A process in its own process group.

use std::io::{self, Read};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::launch::{CommandLine, Launch};
use super::log::Log;

/// How many bytes of standard error to keep.
const STDERR_TAIL: usize = 64 << 10;
/// How long to wait for the rest of standard error after the exit.
const STDERR_TIMEOUT: Duration = Duration::from_secs(1);
/// How often to check whether the process has exited.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// A process. Dropping it kills its whole process group.
pub(super) struct EngineProcess {
    child: Child,
    /// The last output on standard error.
    stderr: Arc<Mutex<Vec<u8>>>,
    /// The thread that reads standard error.
    stderr_reader: JoinHandle<()>,
    /// Set once the process was reaped; its process id may have been reused since.
    status: Option<ExitStatus>,
}

/// The pipes of standard input and output.
pub(super) struct ProcessPipes {
    pub input: ChildStdin,
    pub output: ChildStdout,
}

impl EngineProcess {
    pub fn start(line: &CommandLine, launch: &Launch, log: Option<&Log>) -> io::Result<(Self, ProcessPipes)> {
        if launch.memory.is_some() && !cfg!(unix) {
            let why = "memory can't be limited on this system; leave memory= out";
            return Err(io::Error::new(io::ErrorKind::Unsupported, why));
        }
        let mut command = command(line, launch.memory);
        if let Some(directory) = &launch.directory {
            command.current_dir(directory);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = (input, output, errors) else {
            return Err(io::Error::other("the program has no pipes"));
        };
        let stderr: Arc<Mutex<Vec<u8>>> = Arc::default();
        let (tail, log) = (Arc::clone(&stderr), log.cloned());
        let stderr_reader = std::thread::spawn(move || read_stderr(errors, &tail, log.as_ref()));
        Ok((Self { child, stderr, stderr_reader, status: None }, ProcessPipes { input, output }))
    }

    /// Whether the process has exited. It stays a zombie until [`end`](Self::end), so that its process id is not reused.
    pub fn has_exited(&mut self) -> bool {
        self.status.is_some() || exited(&mut self.child)
    }

    /// Waits for the process to exit by itself. Returns whether it did.
    pub fn wait(&mut self, timeout: Duration) -> bool {
        let until = Instant::now() + timeout;
        while !self.has_exited() {
            if Instant::now() >= until {
                return false;
            }
            std::thread::sleep(POLL_INTERVAL);
        }
        true
    }

    /// Kills the process group and reaps the process. Returns its exit status.
    pub fn end(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() {
            // The group is killed before the leader is reaped: until then its process id can't be reused.
            kill(&mut self.child);
            self.status = self.child.wait().ok();
        }
        self.status
    }

    /// The last output on standard error. After [`end`](Self::end) it is complete.
    pub fn stderr_tail(&self) -> String {
        let until = Instant::now() + STDERR_TIMEOUT;
        while self.status.is_some() && !self.stderr_reader.is_finished() && Instant::now() < until {
            std::thread::sleep(POLL_INTERVAL);
        }
        String::from_utf8_lossy(&lock(&self.stderr)).into_owned()
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.end();
    }
}

fn lock(stderr: &Mutex<Vec<u8>>) -> MutexGuard<'_, Vec<u8>> {
    stderr.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads standard error, keeps its end, and appends its lines to the log.
fn read_stderr(mut errors: ChildStderr, tail: &Mutex<Vec<u8>>, log: Option<&Log>) {
    let (mut buffer, mut line) = ([0; 4096], Vec::new());
    loop {
        let read = match errors.read(&mut buffer) {
            Ok(read) => &buffer[..read],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => &[],
        };
        if let Some(log) = log {
            line.extend_from_slice(read);
            let whole = line.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            // Very long lines and the last line are written without their end.
            let whole = if read.is_empty() || line.len() > STDERR_TAIL { line.len() } else { whole };
            log.write('!', &String::from_utf8_lossy(&line[..whole]));
            line.drain(..whole);
        }
        if read.is_empty() {
            return;
        }
        let mut tail = lock(tail);
        tail.extend_from_slice(read);
        let surplus = tail.len().saturating_sub(STDERR_TAIL);
        tail.drain(..surplus);
    }
}

#[cfg(unix)]
fn command(line: &CommandLine, memory: Option<u64>) -> Command {
    use std::os::unix::process::CommandExt;
    let mut command = match memory {
        None => Command::new(&line.program),
        // The shell lowers its own limit, which the program and its children inherit from the start.
        Some(bytes) => {
            let mut shell = Command::new("sh");
            shell
                .args(["-c", "ulimit -v \"$0\" || exit 125; exec \"$@\""])
                .arg((bytes >> 10).to_string())
                .arg(&line.program);
            shell
        }
    };
    command.args(&line.arguments).process_group(0);
    command
}

#[cfg(unix)]
fn exited(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    // `NOWAIT` does not reap the process, so that its group can still be killed by its id.
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    !matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(None))
}

#[cfg(unix)]
fn kill(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // It fails only if the group is empty already.
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}

#[cfg(not(unix))]
fn command(line: &CommandLine, _: Option<u64>) -> Command {
    let mut command = Command::new(&line.program);
    command.args(&line.arguments);
    command
}

#[cfg(not(unix))]
fn exited(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

#[cfg(not(unix))]
fn kill(child: &mut Child) {
    // It fails only if the process has exited already.
    let _ = child.kill();
}
