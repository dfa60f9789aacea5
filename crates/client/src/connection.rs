//! A connection to one room: it receives the events of the room, sends actions, and reconnects.

use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use rustls::ClientConfig;
use serde::Deserialize;
use tungstenite::handshake::HandshakeError;
use tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{ClientRequestBuilder, Connector, Message, WebSocket, client_tls_with_config};
use zermelo_core::Side;
use zermelo_protocol::{
    ClientMessage, CloseReason, ErrorCode, Presence, Profile, ReceivedError, ReceivedMessage, RoomAction, RoomEvent,
    RoomState, VERSION,
};

use crate::error::{ClientError, UNKNOWN_HOST, io_error_text};
use crate::http_client::{CONNECT_TIMEOUT, Server};
use crate::tls;

/// The first and the longest delay before reconnecting; the delay doubles.
const RETRY_DELAYS: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(30)];

/// The server pings every 10 seconds. Without a message for this time, the connection is lost.
const IDLE_TIMEOUT: Duration = Duration::from_secs(25);

/// How long the thread waits for a message before it handles commands.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The timeout of a write.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// How long to wait for the closing frame of the server.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// The maximum length of a message, in bytes: the state of a very long game.
const MAX_MESSAGE: usize = 4 << 20;

/// An event of the room or of the connection.
#[derive(Clone, PartialEq, Debug)]
pub enum ServerEvent {
    /// The connection is established, for the first time or again. The missed events follow.
    Connected {
        /// The user's identity on the server; `None` for an anonymous spectator.
        you: Option<Profile>,
    },
    /// The connection is lost. The thread tries to reconnect.
    Disconnected {
        /// The reason.
        why: String,
        /// The delay before the next attempt.
        retry_in: Duration,
    },
    /// The state of the room: at the beginning, and after too many missed events.
    State {
        /// The user's side.
        you: Option<Side>,
        /// The state.
        state: Box<RoomState>,
    },
    /// The next event after the last one, or after the state.
    Event(RoomEvent),
    /// The connected people.
    Presence(Presence),
    /// An action was rejected.
    Refused {
        /// The id of the action.
        id: Option<String>,
        /// The error.
        error: ReceivedError,
    },
    /// The connection has ended, and reconnecting would fail.
    Failed(ClientError),
}

/// A command to the thread.
enum Command {
    Act(String, RoomAction),
    Follow(String),
    Close,
}

/// A connection to a room, on its own thread.
pub struct RoomConnection {
    commands: Sender<Command>,
    events: Receiver<ServerEvent>,
    /// The prefix of action ids, unique among the programs of one user.
    id_prefix: String,
    count: u64,
}

impl RoomConnection {
    /// Connects to a room of a server. [`ServerEvent`] reports when the connection is established.
    pub fn open(server: &Server, room: &str) -> io::Result<Self> {
        let (commands, received) = channel();
        let (sender, events) = channel();
        let thread = ConnectionThread {
            server: server.clone(),
            tls: None,
            room: room.to_owned(),
            since: None,
            pending: Vec::new(),
            commands: received,
            events: sender,
            has_connected: false,
        };
        thread::Builder::new().name("connection".to_owned()).spawn(move || thread.run())?;
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let id_prefix = format!("{:x}.{:x}", now.as_nanos(), std::process::id());
        Ok(Self { commands, events, id_prefix, count: 0 })
    }

    /// Sends an action and returns its id. The action is sent again until the server has answered, and applied once.
    pub fn act(&mut self, action: RoomAction) -> String {
        self.count += 1;
        let id = format!("{}.{}", self.id_prefix, self.count);
        // A thread that has ended has sent the reason.
        let _ = self.commands.send(Command::Act(id.clone(), action));
        id
    }

    /// Switches to another room. Unanswered actions of the old room are dropped.
    pub fn follow(&self, room: &str) {
        let _ = self.commands.send(Command::Follow(room.to_owned()));
    }

    /// The next event within a time; `None` after the time or the end of the connection.
    pub fn next_event(&self, time: Duration) -> Option<ServerEvent> {
        self.events.recv_timeout(time).ok()
    }

    /// The received events.
    pub fn events(&self) -> impl Iterator<Item = ServerEvent> {
        self.events.try_iter()
    }

    /// Closes the connection after the pending actions are sent.
    pub fn close(self) {
        let _ = self.commands.send(Command::Close);
        let begun = Instant::now();
        // The thread drops its end of the channel when it ends.
        while begun.elapsed() < 2 * CLOSE_TIMEOUT {
            if self.events.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Disconnected) {
                return;
            }
        }
    }
}

type Socket = WebSocket<MaybeTlsStream<TcpStream>>;

/// The thread that keeps the connection.
struct ConnectionThread {
    server: Server,
    tls: Option<Arc<ClientConfig>>,
    room: String,
    /// The number of the last received event.
    since: Option<u32>,
    /// Unanswered actions.
    pending: Vec<(String, RoomAction)>,
    commands: Receiver<Command>,
    events: Sender<ServerEvent>,
    /// Whether the server has sent its hello on this connection.
    has_connected: bool,
}

/// Why a connection ended.
enum ConnectionEnd {
    /// The user closed it.
    Closed,
    /// It was lost, for this reason.
    Lost(String),
    /// Reconnecting would fail.
    Failed(ClientError),
}

impl From<tungstenite::Error> for ConnectionEnd {
    fn from(why: tungstenite::Error) -> Self {
        use tungstenite::Error;

        Self::Lost(match why {
            Error::ConnectionClosed | Error::AlreadyClosed => "the server closed it".to_owned(),
            Error::Io(why) => io_error_text(&why),
            Error::Protocol(tungstenite::error::ProtocolError::ResetWithoutClosingHandshake) => {
                "the connection was cut".to_owned()
            }
            why => why.to_string(),
        })
    }
}

impl ConnectionThread {
    fn run(mut self) {
        let [min_delay, max_delay] = RETRY_DELAYS;
        let mut delay = min_delay;
        loop {
            self.has_connected = false;
            let why = match self.connect().and_then(|mut socket| self.serve(&mut socket)) {
                Ok(()) | Err(ConnectionEnd::Closed) => return,
                Err(ConnectionEnd::Failed(error)) => {
                    let _ = self.events.send(ServerEvent::Failed(error));
                    return;
                }
                Err(ConnectionEnd::Lost(why)) => why,
            };
            if self.has_connected {
                delay = min_delay;
            }
            if self.events.send(ServerEvent::Disconnected { why, retry_in: delay }).is_err()
                || !self.wait_for_retry(delay)
            {
                return;
            }
            delay = (2 * delay).min(max_delay);
        }
    }

    /// Waits before reconnecting. Returns whether the connection is still wanted.
    fn wait_for_retry(&mut self, time: Duration) -> bool {
        let until = Instant::now() + time;
        loop {
            match self.commands.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(Command::Act(id, action)) => self.pending.push((id, action)),
                Ok(Command::Follow(room)) => self.switch_room(room),
                Ok(Command::Close) | Err(RecvTimeoutError::Disconnected) => return false,
                Err(RecvTimeoutError::Timeout) => return true,
            }
        }
    }

    fn switch_room(&mut self, room: String) {
        self.room = room;
        self.since = None;
        self.pending.clear();
    }

    /// The socket after its handshake.
    fn connect(&mut self) -> Result<Socket, ConnectionEnd> {
        let failed = |error: ClientError| {
            if error.is_temporary() { ConnectionEnd::Lost(retry_reason(error)) } else { ConnectionEnd::Failed(error) }
        };
        let address = self.server.address();
        let cut = |why: io::Error| ConnectionEnd::Lost(io_error_text(&why));
        let stream = connect_tcp(address.host(), address.port())?;
        stream.set_nodelay(true).map_err(cut)?;
        stream.set_read_timeout(Some(CONNECT_TIMEOUT)).map_err(cut)?;
        stream.set_write_timeout(Some(SEND_TIMEOUT)).map_err(cut)?;
        let local_error = |why: String| ConnectionEnd::Failed(ClientError::Local(why));
        let uri = address.socket_url().parse().map_err(|why| local_error(format!("{address}: {why}")))?;
        let mut request = ClientRequestBuilder::new(uri);
        if let Some(cookie) = self.server.cookie() {
            request = request.with_header("Cookie", cookie);
        }
        let connector = if address.is_encrypted() {
            let tls = match &self.tls {
                Some(tls) => Arc::clone(tls),
                None => tls::for_sockets().map_err(|why| local_error(why.to_string()))?,
            };
            self.tls = Some(Arc::clone(&tls));
            Connector::Rustls(tls)
        } else {
            Connector::Plain
        };
        let config = WebSocketConfig::default()
            .read_buffer_size(16 << 10)
            .max_message_size(Some(MAX_MESSAGE))
            .max_frame_size(Some(MAX_MESSAGE));
        let socket = match client_tls_with_config(request, stream, Some(config), Some(connector)) {
            Ok((socket, _)) => socket,
            Err(HandshakeError::Interrupted(_)) => {
                return Err(ConnectionEnd::Lost("the connection timed out".to_owned()));
            }
            Err(HandshakeError::Failure(tungstenite::Error::Http(response))) => {
                let body = response.body().as_deref().unwrap_or_default();
                return Err(failed(self.server.error_response(response.status(), body)));
            }
            Err(HandshakeError::Failure(why)) => return Err(why.into()),
        };
        // From now on reads have a short timeout.
        let tcp = match socket.get_ref() {
            MaybeTlsStream::Plain(tcp) => tcp,
            MaybeTlsStream::Rustls(tls) => tls.get_ref(),
            _ => return Err(local_error("a connection of an unknown kind".to_owned())),
        };
        tcp.set_read_timeout(Some(POLL_INTERVAL)).map_err(cut)?;
        Ok(socket)
    }

    /// Receives and sends until the connection ends.
    fn serve(&mut self, socket: &mut Socket) -> Result<(), ConnectionEnd> {
        self.resume(socket)?;
        let mut last_received = Instant::now();
        loop {
            self.run_commands(socket)?;
            match socket.read() {
                Ok(Message::Text(text)) => {
                    last_received = Instant::now();
                    self.handle_message(text.as_str(), socket)?;
                }
                Ok(Message::Close(frame)) => return Err(ConnectionEnd::Lost(close_reason(frame.as_ref()))),
                // The library answers pings.
                Ok(_) => last_received = Instant::now(),
                Err(tungstenite::Error::Io(why))
                    if matches!(why.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) =>
                {
                    if last_received.elapsed() > IDLE_TIMEOUT {
                        return Err(ConnectionEnd::Lost("the server sends nothing".to_owned()));
                    }
                }
                Err(why) => return Err(why.into()),
            }
        }
    }

    /// Requests missed events and sends unanswered actions again.
    fn resume(&self, socket: &mut Socket) -> Result<(), ConnectionEnd> {
        self.follow(socket)?;
        for (id, action) in &self.pending {
            self.act(socket, id, action)?;
        }
        Ok(())
    }

    fn follow(&self, socket: &mut Socket) -> Result<(), ConnectionEnd> {
        send(socket, &ClientMessage::Follow { room: self.room.clone(), since: self.since, views: false })
    }

    fn act(&self, socket: &mut Socket, id: &str, action: &RoomAction) -> Result<(), ConnectionEnd> {
        send(socket, &ClientMessage::Act { room: self.room.clone(), id: id.to_owned(), action: action.clone() })
    }

    /// Executes pending commands.
    fn run_commands(&mut self, socket: &mut Socket) -> Result<(), ConnectionEnd> {
        loop {
            match self.commands.try_recv() {
                Ok(Command::Act(id, action)) => {
                    // Stored first: if the connection breaks now, the action is sent again.
                    self.pending.push((id.clone(), action.clone()));
                    self.act(socket, &id, &action)?;
                }
                Ok(Command::Follow(room)) => {
                    send(socket, &ClientMessage::Unfollow { room: self.room.clone() })?;
                    self.switch_room(room);
                    self.follow(socket)?;
                }
                Ok(Command::Close) | Err(TryRecvError::Disconnected) => {
                    close_socket(socket);
                    return Err(ConnectionEnd::Closed);
                }
                Err(TryRecvError::Empty) => return Ok(()),
            }
        }
    }

    fn handle_message(&mut self, text: &str, socket: &mut Socket) -> Result<(), ConnectionEnd> {
        let message: ReceivedMessage = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(why) => return self.handle_unreadable(text, &why, socket),
        };
        match message {
            ReceivedMessage::Hello { version, you } => {
                if version != VERSION {
                    let address = self.server.address().to_string();
                    return Err(ConnectionEnd::Failed(ClientError::VersionMismatch { address }));
                }
                self.has_connected = true;
                self.emit(ServerEvent::Connected { you })
            }
            ReceivedMessage::State { you, state } if state.room == self.room => {
                self.since = Some(state.seq);
                let plies = state.moves.len();
                // The events are of positions that were taken back, or came too late.
                self.pending
                    .retain(|(_, action)| !matches!(action, RoomAction::Move { ply, .. } if (*ply as usize) < plies));
                self.emit(ServerEvent::State { you, state })
            }
            ReceivedMessage::Event { room, event } if room == self.room => match self.since {
                Some(since) if event.seq == since + 1 => {
                    self.since = Some(event.seq);
                    self.pending.retain(|(id, _)| event.id.as_ref() != Some(id));
                    self.emit(ServerEvent::Event(event))
                }
                // Received before.
                Some(since) if event.seq <= since => {
                    self.pending.retain(|(id, _)| event.id.as_ref() != Some(id));
                    Ok(())
                }
                // Events are missing.
                _ => self.follow(socket),
            },
            ReceivedMessage::Presence { room, presence } if room == self.room => {
                self.emit(ServerEvent::Presence(presence))
            }
            ReceivedMessage::Error { room, id, error } if room.as_ref().is_none_or(|room| *room == self.room) => {
                self.handle_error(id, error, socket)
            }
            _ => Ok(()),
        }
    }

    /// An unknown message: an event of a newer server is skipped, and the state of the room is requested.
    fn handle_unreadable(
        &mut self,
        text: &str,
        why: &serde_json::Error,
        socket: &mut Socket,
    ) -> Result<(), ConnectionEnd> {
        #[derive(Deserialize)]
        struct Kind<'a> {
            #[serde(rename = "type")]
            kind: &'a str,
        }
        if serde_json::from_str::<Kind>(text).is_ok_and(|message| message.kind == "event") {
            self.since = None;
            return self.follow(socket);
        }
        let why = format!("it sent an invalid message: {why}");
        Err(ConnectionEnd::Failed(ClientError::NotZermelo { address: self.server.address().to_string(), why }))
    }

    fn handle_error(
        &mut self,
        id: Option<String>,
        error: ReceivedError,
        socket: &mut Socket,
    ) -> Result<(), ConnectionEnd> {
        // The room was restored meanwhile.
        if error.is(ErrorCode::RoomNotFollowed) {
            return self.resume(socket);
        }
        // The server could not store an event that it had sent: the state is requested.
        if id.is_none() && error.is(ErrorCode::Internal) {
            self.since = None;
            return Err(ConnectionEnd::Lost(error.message));
        }
        // With this event the action is accepted; it is reported when it is stored.
        if !error.is(ErrorCode::Store) {
            self.pending.retain(|(pending, _)| id.as_ref() != Some(pending));
        }
        self.emit(ServerEvent::Refused { id, error })
    }

    fn emit(&self, event: ServerEvent) -> Result<(), ConnectionEnd> {
        self.events.send(event).map_err(|_| ConnectionEnd::Closed)
    }
}

/// Why a connection that may come back is lost.
fn retry_reason(error: ClientError) -> String {
    match error {
        ClientError::Refused(why) => why.message,
        ClientError::Unreachable { why, .. } | ClientError::NotZermelo { why, .. } => why,
        error => error.to_string(),
    }
}

fn connect_tcp(host: &str, port: u16) -> Result<TcpStream, ConnectionEnd> {
    let addresses = (host, port).to_socket_addrs().map_err(|why| ConnectionEnd::Lost(io_error_text(&why)))?;
    let mut why = UNKNOWN_HOST.to_owned();
    for address in addresses {
        match TcpStream::connect_timeout(&address, CONNECT_TIMEOUT) {
            Ok(stream) => return Ok(stream),
            Err(error) => why = io_error_text(&error),
        }
    }
    Err(ConnectionEnd::Lost(why))
}

fn send(socket: &mut Socket, message: &ClientMessage) -> Result<(), ConnectionEnd> {
    let text =
        serde_json::to_string(message).map_err(|why| ConnectionEnd::Failed(ClientError::Local(why.to_string())))?;
    Ok(socket.send(Message::text(text))?)
}

/// Closes the socket with a closing frame, if the server answers in time.
fn close_socket(socket: &mut Socket) {
    let begun = Instant::now();
    let _ = socket.close(None);
    while begun.elapsed() < CLOSE_TIMEOUT {
        match socket.read() {
            Ok(_) => {}
            Err(tungstenite::Error::Io(why))
                if matches!(why.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {}
            Err(_) => return,
        }
    }
}

/// Why the server closed the connection.
fn close_reason(frame: Option<&CloseFrame>) -> String {
    let known = [
        (CloseReason::Stopping, "the server is shutting down"),
        (CloseReason::Resync, "too many events were pending"),
        (CloseReason::Silent, "the server received nothing"),
        (CloseReason::TooMuch, "too many messages were sent"),
    ];
    let code = frame.map(|frame| u16::from(frame.code));
    let words = known.iter().find(|(close, _)| Some(close.code()) == code).map(|(_, words)| *words);
    words.unwrap_or("the server closed the connection").to_owned()
}
