//! A program in a process group of its own.

use std::io::{self, Read};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::launch::{CommandLine, Launch};
use super::log::Log;

/// So much of what a program says on standard error is kept.
const KEPT: usize = 64 << 10;
/// How long the last words of a program that has ended may take to come in.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// How often a process that is to end is looked at.
const LOOK: Duration = Duration::from_millis(2);

/// A program that was started. Dropped, it is killed with all that it started, as far as that stayed in its process group.
pub(super) struct Process {
    child: Child,
    said: Arc<Mutex<Vec<u8>>>,
    /// Listens to standard error.
    listener: JoinHandle<()>,
    /// It was waited for: its number may be another's by now.
    status: Option<ExitStatus>,
}

/// The ends of its pipes.
pub(super) struct Pipes {
    pub input: ChildStdin,
    pub output: ChildStdout,
}

impl Process {
    pub fn start(line: &CommandLine, launch: &Launch, log: Option<&Log>) -> io::Result<(Self, Pipes)> {
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
        let said: Arc<Mutex<Vec<u8>>> = Arc::default();
        let (kept, log) = (Arc::clone(&said), log.cloned());
        let listener = std::thread::spawn(move || listen(errors, &kept, log.as_ref()));
        Ok((Self { child, said, listener, status: None }, Pipes { input, output }))
    }

    /// Whether it has ended. It stays a zombie until [`end`](Self::end), so that its number stays its own.
    pub fn has_exited(&mut self) -> bool {
        self.status.is_some() || exited(&mut self.child)
    }

    /// Waits for it to end by itself; whether it did.
    pub fn wait(&mut self, patience: Duration) -> bool {
        let until = Instant::now() + patience;
        while !self.has_exited() {
            if Instant::now() >= until {
                return false;
            }
            std::thread::sleep(LOOK);
        }
        true
    }

    /// Ends it, if it has not ended by itself, and all that is left of its group. The status is that of its end.
    pub fn end(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() {
            // The group is killed before the leader is let go: until then its number can't be another's.
            kill(&mut self.child);
            self.status = self.child.wait().ok();
        }
        self.status
    }

    /// The end of what it said on standard error. Of one that was ended everything is heard that came before.
    pub fn said(&self) -> String {
        let until = Instant::now() + LAST_WORDS;
        while self.status.is_some() && !self.listener.is_finished() && Instant::now() < until {
            std::thread::sleep(LOOK);
        }
        String::from_utf8_lossy(&lock(&self.said)).into_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

fn lock(said: &Mutex<Vec<u8>>) -> MutexGuard<'_, Vec<u8>> {
    said.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps the end of what the program says on standard error; a log gets it line by line.
fn listen(mut errors: ChildStderr, said: &Mutex<Vec<u8>>, log: Option<&Log>) {
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
            // What is long, or the last, is written as it is.
            let whole = if read.is_empty() || line.len() > KEPT { line.len() } else { whole };
            log.write('!', &String::from_utf8_lossy(&line[..whole]));
            line.drain(..whole);
        }
        if read.is_empty() {
            return;
        }
        let mut said = lock(said);
        said.extend_from_slice(read);
        let surplus = said.len().saturating_sub(KEPT);
        said.drain(..surplus);
    }
}

#[cfg(unix)]
fn command(line: &CommandLine, memory: Option<u64>) -> Command {
    use std::os::unix::process::CommandExt;
    let mut command = match memory {
        None => Command::new(&line.program),
        // The shell lowers its own limit, which everything that it becomes and starts inherits; there is no moment without it.
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
    // Without reaping: the group can be killed by its number for as long as the leader has it.
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    !matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(None))
}

#[cfg(unix)]
fn kill(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // There is nobody in the group any more: that is what was wanted.
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
    // It has ended already: that is what was wanted.
    let _ = child.kill();
}
