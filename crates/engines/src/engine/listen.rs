//! An engine that listens for connections.

use std::io::{self, BufReader, ErrorKind, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use zermelo_core::StopToken;

use super::{House, serve};
use crate::client::Protocol;

/// How many talk at a time; each can keep a processor busy.
const MOST: usize = 64;
/// How often the stop flag is looked at.
const LOOK: Duration = Duration::from_millis(20);
/// A connection on which nothing was said for so long is given up.
const IDLE: Duration = Duration::from_hours(1);
/// A line that nobody takes for so long is given up, and the connection with it.
const UNREAD: Duration = Duration::from_secs(30);

/// Serves everybody who connects, each with a player of its own, until the flag is raised.
pub fn listen(listener: &TcpListener, protocol: Protocol, house: &Arc<dyn House>, stop: &StopToken) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let talking = Arc::new(AtomicUsize::new(0));
    while !stop.is_stopped() {
        match listener.accept() {
            Ok((stream, _)) => admit(stream, protocol, house, &talking),
            Err(error) if error.kind() == ErrorKind::WouldBlock => std::thread::sleep(LOOK),
            // Somebody who left before he was let in, or no file handle left: the next one may have more luck.
            Err(_) => std::thread::sleep(LOOK),
        }
    }
    Ok(())
}

fn admit(stream: TcpStream, protocol: Protocol, house: &Arc<dyn House>, talking: &Arc<AtomicUsize>) {
    let seat = Seat::take(talking);
    let house = Arc::clone(house);
    std::thread::spawn(move || {
        // A connection that breaks is the other side's loss alone.
        let _ = talk(stream, protocol, house.as_ref(), seat.as_ref());
    });
}

fn talk(mut stream: TcpStream, protocol: Protocol, house: &dyn House, seat: Option<&Seat>) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(IDLE))?;
    stream.set_write_timeout(Some(UNREAD))?;
    if seat.is_none() {
        return writeln!(stream, "error server/full {MOST} others are connected; try again later");
    }
    let ended = serve(protocol, BufReader::new(stream.try_clone()?), stream.try_clone()?, house);
    // The thread that reads has a share of the connection: it would stay open.
    let _ = stream.shutdown(Shutdown::Both);
    ended
}

/// One of the connections that are served.
struct Seat(Arc<AtomicUsize>);

impl Seat {
    fn take(talking: &Arc<AtomicUsize>) -> Option<Self> {
        let seat = Self(Arc::clone(talking));
        (seat.0.fetch_add(1, Ordering::Relaxed) < MOST).then_some(seat)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
