//! An engine that accepts TCP connections.

use std::io::{self, BufReader, ErrorKind, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use zermelo_core::StopToken;

use super::{EngineBackend, serve};
use crate::client::Protocol;

/// The maximum number of connections; each can keep a processor busy.
const MAX_CONNECTIONS: usize = 64;
/// How often to check the stop flag.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// A connection is closed after this time without a request.
const READ_TIMEOUT: Duration = Duration::from_hours(1);
/// A connection is closed when it does not accept a line within this time.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// Serves each connection on its own thread with its own agent, until the stop flag is raised.
///
/// # Errors
///
/// When the listener can't be made non-blocking.
pub fn listen(
    listener: &TcpListener,
    protocol: Protocol,
    backend: &Arc<dyn EngineBackend>,
    stop: &StopToken,
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let connections = Arc::new(AtomicUsize::new(0));
    while !stop.is_stopped() {
        match listener.accept() {
            Ok((stream, _)) => spawn_session(stream, protocol, backend, &connections),
            Err(error) if error.kind() == ErrorKind::WouldBlock => std::thread::sleep(POLL_INTERVAL),
            // The client has gone already, or no file handle is left; the next attempt may succeed.
            Err(_) => std::thread::sleep(POLL_INTERVAL),
        }
    }
    Ok(())
}

fn spawn_session(
    stream: TcpStream,
    protocol: Protocol,
    backend: &Arc<dyn EngineBackend>,
    connections: &Arc<AtomicUsize>,
) {
    let slot = ConnectionSlot::take(connections);
    let backend = Arc::clone(backend);
    std::thread::spawn(move || {
        // A broken connection ends only its own session.
        let _ = run_session(stream, protocol, backend.as_ref(), slot.as_ref());
    });
}

fn run_session(
    mut stream: TcpStream,
    protocol: Protocol,
    backend: &dyn EngineBackend,
    slot: Option<&ConnectionSlot>,
) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(READ_TIMEOUT))?;
    stream.set_write_timeout(Some(WRITE_TIMEOUT))?;
    if slot.is_none() {
        return writeln!(stream, "error server/full {MAX_CONNECTIONS} clients are connected; try again later");
    }
    let ended = serve(protocol, BufReader::new(stream.try_clone()?), stream.try_clone()?, backend);
    // The reading thread holds a clone of the stream, which would keep the connection open.
    let _ = stream.shutdown(Shutdown::Both);
    ended
}

/// One of the [`MAX_CONNECTIONS`]; dropping it frees the slot.
struct ConnectionSlot(Arc<AtomicUsize>);

impl ConnectionSlot {
    fn take(connections: &Arc<AtomicUsize>) -> Option<Self> {
        let slot = Self(Arc::clone(connections));
        (slot.0.fetch_add(1, Ordering::Relaxed) < MAX_CONNECTIONS).then_some(slot)
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
