//! Exchanging lines with an engine over pipes or TCP. Every call has a deadline.

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

pub use lines::{ReceivedLine, read_line};

use launch::{EngineAddress, Launch};
use log::Log;
use process::EngineProcess;

/// The number of received lines to buffer. When the buffer is full, the engine blocks.
const LINE_BUFFER: usize = 64;
/// How often to check the stop flag and the process while waiting for a line.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// How long to read on after the process has exited.
const AFTER_EXIT: Duration = Duration::from_millis(300);
/// How long to wait for the exit of a process that closed its output, before reporting it as still running.
const AFTER_CLOSE: Duration = Duration::from_secs(1);

/// How long to try to connect, because the server may still be starting.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// The pause between two attempts to connect.
const RETRY_INTERVAL: Duration = Duration::from_millis(100);

/// A connection to an engine.
pub struct EngineConnection {
    /// Lines to send; `None` after [`close_input`](Self::close_input).
    outgoing: Option<Sender<String>>,
    incoming: Receiver<ReceivedLine>,
    peer: Peer,
    log: Option<Log>,
    /// When the process was first seen to have exited, while its output is still open.
    exited: Option<Instant>,
}

enum Peer {
    EngineProcess(EngineProcess),
    Tcp(TcpStream),
}

/// The result of waiting for a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConnectionEvent {
    /// A line from the engine.
    Line(ReceivedLine),
    /// No line came before the deadline.
    TimedOut,
    /// The stop flag was raised.
    Stopped,
    /// The process has exited, with a description.
    Exited(String),
    /// The connection was closed, or the process closed its output and runs on, with a description.
    Closed(String),
}

impl EngineConnection {
    /// Starts the program, or connects within `timeout`.
    pub fn open(launch: &Launch, timeout: Duration) -> Result<Self, String> {
        static NUMBER: AtomicU32 = AtomicU32::new(1);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let log = launch.log.as_ref().map(|path| {
            Log::open(path, number).map_err(|error| format!("can't write the log {}: {error}", path.display()))
        });
        let log = log.transpose()?;
        match &launch.address {
            EngineAddress::Command(line) => {
                let (process, pipes) = EngineProcess::start(line, launch, log.as_ref())
                    .map_err(|error| format!("can't start \"{}\": {error}", excerpt(&line.program)))?;
                Ok(Self::new(pipes.input, drop, pipes.output, Peer::EngineProcess(process), log))
            }
            EngineAddress::Tcp(address) => {
                let failed = |error: std::io::Error| format!("can't connect to {}: {error}", excerpt(address));
                let stream = connect(address, timeout).map_err(failed)?;
                let input = stream.try_clone().map_err(failed)?;
                let output = stream.try_clone().map_err(failed)?;
                let close = |input: TcpStream| {
                    // It fails only if the other side has closed the connection already.
                    let _ = input.shutdown(Shutdown::Write);
                };
                Ok(Self::new(input, close, output, Peer::Tcp(stream), log))
            }
        }
    }

    fn new<I: Write + Send + 'static>(
        mut input: I,
        close: impl FnOnce(I) + Send + 'static,
        output: impl Read + Send + 'static,
        peer: Peer,
        log: Option<Log>,
    ) -> Self {
        let (outgoing, to_write) = channel();
        let (sender, incoming) = sync_channel(LINE_BUFFER);
        // Writing blocks while the engine does not read, so it has its own thread.
        std::thread::spawn(move || {
            write(&mut input, &to_write);
            close(input);
        });
        std::thread::spawn(move || read(output, &sender));
        Self { outgoing: Some(outgoing), incoming, peer, log, exited: None }
    }

    /// Sends a line. A failure to write shows in what [`receive`](Self::receive) returns.
    pub fn send(&mut self, line: &str) {
        if let Some(log) = &self.log {
            log.write('>', line);
        }
        if let Some(outgoing) = &self.outgoing {
            let _ = outgoing.send(format!("{line}\n"));
        }
    }

    /// Waits for a line until the deadline, the stop flag or the end of the connection. The deadline and the flag are checked before each
    /// line, so that an engine that floods its output can't delay them.
    pub fn receive(&mut self, until: Instant, stop: Option<&StopToken>) -> ConnectionEvent {
        loop {
            if stop.is_some_and(StopToken::is_stopped) {
                return ConnectionEvent::Stopped;
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return ConnectionEvent::TimedOut;
            }
            match self.incoming.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(received) => {
                    self.log_received(&received);
                    return ConnectionEvent::Line(received);
                }
                Err(RecvTimeoutError::Disconnected) => return self.end_of_output(),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Peer::EngineProcess(process) = &mut self.peer
                && process.has_exited()
            {
                // A child process of the engine may hold its output open.
                let since = *self.exited.get_or_insert_with(Instant::now);
                if since.elapsed() > AFTER_EXIT {
                    return self.end_of_output();
                }
            }
        }
    }

    /// Discards the lines that have been received already.
    pub fn discard_pending(&mut self) {
        for received in self.incoming.try_iter().take(LINE_BUFFER) {
            self.log_received(&received);
        }
    }

    fn log_received(&self, received: &ReceivedLine) {
        let Some(log) = &self.log else { return };
        match received {
            ReceivedLine::Text(line) | ReceivedLine::NotUtf8(line) => log.write('<', line),
            ReceivedLine::TooLong => log.write('<', "(a line that is too long)"),
        }
    }

    /// Reports why no more lines will come.
    fn end_of_output(&mut self) -> ConnectionEvent {
        let Peer::EngineProcess(process) = &mut self.peer else {
            return ConnectionEvent::Closed("the connection was closed".to_owned());
        };
        if !process.wait(AFTER_CLOSE) {
            return ConnectionEvent::Closed(with_stderr(
                "it closed its output but is still running".to_owned(),
                &process.stderr_tail(),
            ));
        }
        let how = process.end().map_or_else(|| "it ended".to_owned(), describe_exit);
        ConnectionEvent::Exited(with_stderr(how, &process.stderr_tail()))
    }

    /// The last output of the program on standard error; empty for a TCP connection.
    pub fn stderr_tail(&self) -> String {
        match &self.peer {
            Peer::EngineProcess(process) => process.stderr_tail(),
            Peer::Tcp(_) => String::new(),
        }
    }

    /// Whether the engine is reached over TCP.
    pub fn is_remote(&self) -> bool {
        matches!(self.peer, Peer::Tcp(_))
    }

    /// Closes the engine's input after all lines that were sent.
    pub fn close_input(&mut self) {
        self.outgoing = None;
    }

    /// Waits for the process to exit or the connection to close, and discards all lines. Returns whether it did.
    pub fn wait_for_end(&mut self, timeout: Duration) -> bool {
        let until = Instant::now() + timeout;
        loop {
            match self.receive(until, None) {
                ConnectionEvent::Line(_) => {}
                ConnectionEvent::Exited(_) => return true,
                ConnectionEvent::Closed(_) => return self.is_remote(),
                ConnectionEvent::TimedOut | ConnectionEvent::Stopped => return false,
            }
        }
    }

    /// Sends a last line, closes the input and waits for the engine to exit. Dropping the connection afterwards kills it.
    pub fn close(&mut self, last: Option<&str>, timeout: Duration) {
        if let Some(last) = last {
            self.send(last);
        }
        self.close_input();
        self.wait_for_end(timeout);
    }
}

impl Drop for EngineConnection {
    fn drop(&mut self) {
        if let Peer::Tcp(stream) = &self.peer {
            // Ends the reading and the writing thread. It fails only if the connection is closed already.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

fn connect(address: &str, timeout: Duration) -> std::io::Result<TcpStream> {
    let addresses: Vec<SocketAddr> = address.to_socket_addrs()?.collect();
    let until = Instant::now() + timeout.min(CONNECT_TIMEOUT);
    let mut last = std::io::Error::new(std::io::ErrorKind::InvalidInput, "it is not an address; give host:port");
    for address in addresses.iter().cycle() {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        match TcpStream::connect_timeout(address, left) {
            Ok(stream) => {
                // Nagle's algorithm would delay each line by up to 40 ms.
                stream.set_nodelay(true)?;
                return Ok(stream);
            }
            Err(error) => last = error,
        }
        std::thread::sleep(RETRY_INTERVAL.min(left));
    }
    Err(last)
}

fn write(input: &mut impl Write, lines: &Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            // The engine no longer reads; the reading thread reports why.
            return;
        }
    }
}

fn read(output: impl Read, sender: &SyncSender<ReceivedLine>) {
    let mut output = BufReader::new(output);
    while let Ok(Some(received)) = read_line(&mut output) {
        if sender.send(received).is_err() {
            return;
        }
    }
}

fn describe_exit(status: ExitStatus) -> String {
    match status.code() {
        Some(0) => "it ended by itself".to_owned(),
        _ => format!("it ended with {status}"),
    }
}

/// Adds the last line of standard error to a description.
fn with_stderr(how: String, stderr: &str) -> String {
    let last = stderr.lines().rev().find(|line| !line.trim().is_empty());
    match last {
        None => how,
        Some(last) => format!("{how}; its last message: {}", excerpt(last.trim())),
    }
}
