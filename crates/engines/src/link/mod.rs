//! A line to an engine and its lines back, over pipes or TCP. No call waits longer than it is told to.

pub mod launch;
mod lines;
mod log;
mod process;

use std::io::{BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream, ToSocketAddrs};
use std::process::ExitStatus;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::{Duration, Instant};

use zermelo_core::StopToken;
use zermelo_core::text::excerpt;

pub use lines::{Received, read_line};

use launch::{Address, Launch};
use log::Log;
use process::Process;

/// Lines that wait to be heard. An engine that talks more is made to wait.
const WAITING: usize = 64;
/// How often a stop flag and the process are looked at while nothing is heard.
const LOOK: Duration = Duration::from_millis(5);
/// How long lines may still come in after a process has ended.
const AFTER_EXIT: Duration = Duration::from_millis(300);
/// How long a process may take to end after it closed its output, to count as one that ended.
const AFTER_CLOSE: Duration = Duration::from_secs(1);

/// How long a connection is tried for, and the pause between two tries: a server that is being started gets its time.
const TRIES: Duration = Duration::from_secs(3);
const AGAIN: Duration = Duration::from_millis(100);

/// A connection to an engine.
pub struct Link {
    /// `None`: nothing more will be said.
    out: Option<Sender<String>>,
    heard: Receiver<Received>,
    peer: Peer,
    log: Option<Log>,
    /// When the process was seen to have ended, while its output is still open.
    exited: Option<Instant>,
}

enum Peer {
    Process(Process),
    Tcp(TcpStream),
}

/// What came of listening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// Something came in.
    Received(Received),
    /// Nothing came in time.
    Silence,
    /// The stop flag was raised.
    Stopped,
    /// The process has ended: how, in words.
    Crashed(String),
    /// The connection is closed, and no process is known to have ended: what closed, in words.
    Closed(String),
}

impl Link {
    /// Starts the program, or connects within `patience`.
    pub fn open(launch: &Launch, patience: Duration) -> Result<Self, String> {
        static NUMBER: AtomicU32 = AtomicU32::new(1);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let log = launch.log.as_ref().map(|path| {
            Log::open(path, number).map_err(|error| format!("can't write the log {}: {error}", path.display()))
        });
        let log = log.transpose()?;
        match &launch.address {
            Address::Command(line) => {
                let (process, pipes) = Process::start(line, launch, log.as_ref())
                    .map_err(|error| format!("can't start \"{}\": {error}", excerpt(&line.program)))?;
                Ok(Self::new(pipes.input, drop, pipes.output, Peer::Process(process), log))
            }
            Address::Tcp(address) => {
                let told = |error: std::io::Error| format!("can't connect to {}: {error}", excerpt(address));
                let stream = connect(address, patience).map_err(told)?;
                let input = stream.try_clone().map_err(told)?;
                let output = stream.try_clone().map_err(told)?;
                let hang_up = |input: TcpStream| {
                    // Hung up already: so be it.
                    let _ = input.shutdown(Shutdown::Write);
                };
                Ok(Self::new(input, hang_up, output, Peer::Tcp(stream), log))
            }
        }
    }

    fn new<I: Write + Send + 'static>(
        mut input: I,
        hang_up: impl FnOnce(I) + Send + 'static,
        output: impl Read + Send + 'static,
        peer: Peer,
        log: Option<Log>,
    ) -> Self {
        let (out, to_write) = channel();
        let (sender, heard) = sync_channel(WAITING);
        // An engine that does not read would block whoever writes: that is a thread of its own.
        std::thread::spawn(move || {
            write(&mut input, &to_write);
            hang_up(input);
        });
        std::thread::spawn(move || read(output, &sender));
        Self { out: Some(out), heard, peer, log, exited: None }
    }

    /// Says a line. Whether it arrives shows in what is heard.
    pub fn say(&mut self, line: &str) {
        if let Some(log) = &self.log {
            log.write('>', line);
        }
        if let Some(out) = &self.out {
            let _ = out.send(format!("{line}\n"));
        }
    }

    /// Listens for one line, until a moment, until a flag is raised, or until nothing more can come. Both are looked at before any
    /// line: who talks without end holds nobody up.
    pub fn listen(&mut self, until: Instant, stop: Option<&StopToken>) -> Heard {
        loop {
            if stop.is_some_and(StopToken::is_stopped) {
                return Heard::Stopped;
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Heard::Silence;
            }
            match self.heard.recv_timeout(left.min(LOOK)) {
                Ok(received) => {
                    self.note(&received);
                    return Heard::Received(received);
                }
                Err(RecvTimeoutError::Disconnected) => return self.gone(),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Peer::Process(process) = &mut self.peer
                && process.has_exited()
            {
                // Somebody whom it started can hold its output open for ever.
                let since = *self.exited.get_or_insert_with(Instant::now);
                if since.elapsed() > AFTER_EXIT {
                    return self.gone();
                }
            }
        }
    }

    /// Forgets the lines that are there already.
    pub fn forget(&mut self) {
        for received in self.heard.try_iter().take(WAITING) {
            self.note(&received);
        }
    }

    fn note(&self, received: &Received) {
        let Some(log) = &self.log else { return };
        match received {
            Received::Line(line) | Received::NotText(line) => log.write('<', line),
            Received::TooLong => log.write('<', "(a line that is too long)"),
        }
    }

    /// Nothing more will be heard: why.
    fn gone(&mut self) -> Heard {
        let Peer::Process(process) = &mut self.peer else {
            return Heard::Closed("the connection was closed".to_owned());
        };
        if !process.wait(AFTER_CLOSE) {
            return Heard::Closed(with_last_words("it closed its output and runs on".to_owned(), &process.said()));
        }
        let how = process.end().map_or_else(|| "it ended".to_owned(), ended);
        Heard::Crashed(with_last_words(how, &process.said()))
    }

    /// The end of what the program said on standard error; nothing for one that is connected by TCP.
    pub fn said(&self) -> String {
        match &self.peer {
            Peer::Process(process) => process.said(),
            Peer::Tcp(_) => String::new(),
        }
    }

    /// Whether the engine was there before: it was connected to, not started.
    pub fn is_remote(&self) -> bool {
        matches!(self.peer, Peer::Tcp(_))
    }

    /// Closes what the engine reads: it sees the end of its input, behind all that was said.
    pub fn close_input(&mut self) {
        self.out = None;
    }

    /// Waits for the program to leave, or the other side to hang up; whether it did. What it says is thrown away.
    pub fn wait_for_end(&mut self, patience: Duration) -> bool {
        let until = Instant::now() + patience;
        loop {
            match self.listen(until, None) {
                Heard::Received(_) => {}
                Heard::Crashed(_) => return true,
                Heard::Closed(_) => return self.is_remote(),
                Heard::Silence | Heard::Stopped => return false,
            }
        }
    }

    /// Says a last line and gives the engine a short while to leave. Dropped after that, it is ended.
    pub fn close(&mut self, last: Option<&str>, patience: Duration) {
        if let Some(last) = last {
            self.say(last);
        }
        self.close_input();
        self.wait_for_end(patience);
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        if let Peer::Tcp(stream) = &self.peer {
            // Ends the threads that read and write. A connection that is closed already is closed.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

/// Connects.
fn connect(address: &str, patience: Duration) -> std::io::Result<TcpStream> {
    let addresses: Vec<SocketAddr> = address.to_socket_addrs()?.collect();
    let until = Instant::now() + patience.min(TRIES);
    let mut last = std::io::Error::new(std::io::ErrorKind::InvalidInput, "it is no address; give host:port");
    for address in addresses.iter().cycle() {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        match TcpStream::connect_timeout(address, left) {
            Ok(stream) => {
                // A line is a packet: waiting for more would cost each move up to 40 ms.
                stream.set_nodelay(true)?;
                return Ok(stream);
            }
            Err(error) => last = error,
        }
        std::thread::sleep(AGAIN.min(left));
    }
    Err(last)
}

fn write(input: &mut impl Write, lines: &Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            // Nobody reads: what is heard will tell.
            return;
        }
    }
}

fn read(output: impl Read, sender: &SyncSender<Received>) {
    let mut output = BufReader::new(output);
    while let Ok(Some(received)) = read_line(&mut output) {
        if sender.send(received).is_err() {
            return;
        }
    }
}

fn ended(status: ExitStatus) -> String {
    match status.code() {
        Some(0) => "it ended by itself".to_owned(),
        _ => format!("it ended with {status}"),
    }
}

/// With the end of what was said on standard error.
fn with_last_words(how: String, said: &str) -> String {
    let last = said.lines().rev().find(|line| !line.trim().is_empty());
    match last {
        None => how,
        Some(last) => format!("{how}; its last words: {}", excerpt(last.trim())),
    }
}
