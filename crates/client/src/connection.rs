//! A line to one room: what happens there comes, what one does goes, and a lost connection is found again.

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

/// The waits before a lost connection is tried again: the first, and the longest to which they double.
const RETRY_DELAYS: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(30)];

/// A server asks every 10 seconds whether one is there; one that has not for so long is gone.
const IDLE_TIMEOUT: Duration = Duration::from_secs(25);

/// How long is listened before what is to be said is looked after.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How long anything that is said may take to go.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// How long the server's farewell is waited for.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// The longest message that is read, in bytes: the state of a very long game.
const MAX_MESSAGE: usize = 4 << 20;

/// What one is told of the room and of the line.
#[derive(Clone, PartialEq, Debug)]
pub enum ServerEvent {
    /// The line stands, for the first time or again. What was missed meanwhile follows.
    Connected {
        /// Who one is to the server; nobody in particular, who may watch.
        you: Option<Profile>,
    },
    /// The line is lost. It is tried again, and again.
    Disconnected {
        /// Why.
        why: String,
        /// When.
        retry_in: Duration,
    },
    /// The room as it stands: at the beginning, and where too much was missed.
    State {
        /// Which side one plays.
        you: Option<Side>,
        /// The room.
        state: Box<RoomState>,
    },
    /// Something happened: the next event after the last, or after the state.
    Event(RoomEvent),
    /// Who is there.
    Presence(Presence),
    /// Something was refused.
    Refused {
        /// Which action.
        id: Option<String>,
        /// Why.
        error: ReceivedError,
    },
    /// The line ends: to try again would not help.
    Failed(ClientError),
}

/// What the thread is asked for.
enum Command {
    Act(String, RoomAction),
    Follow(String),
    Close,
}

/// A line to a room, on a thread of its own.
pub struct RoomConnection {
    commands: Sender<Command>,
    events: Receiver<ServerEvent>,
    /// Before the names of actions, so that no other program of the same person has the same.
    id_prefix: String,
    count: u64,
}

impl RoomConnection {
    /// A line to a room of a server, which is not there yet: [`ServerEvent`] says when it is.
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

    /// Does something in the room, when the line stands; its name. It is sent again, and done once, until the server has answered.
    pub fn act(&mut self, action: RoomAction) -> String {
        self.count += 1;
        let id = format!("{}.{}", self.id_prefix, self.count);
        // A thread that is gone has told why.
        let _ = self.commands.send(Command::Act(id.clone(), action));
        id
    }

    /// Leads to another room instead. What was not answered in the one before is not sent any more.
    pub fn follow(&self, room: &str) {
        let _ = self.commands.send(Command::Follow(room.to_owned()));
    }

    /// What one is told next, within a time; nothing where nothing comes, or the line has ended.
    pub fn next_event(&self, time: Duration) -> Option<ServerEvent> {
        self.events.recv_timeout(time).ok()
    }

    /// What one has been told.
    pub fn events(&self) -> impl Iterator<Item = ServerEvent> {
        self.events.try_iter()
    }

    /// Says goodbye: the other is told at once that one has left. What was said before still goes.
    pub fn close(self) {
        let _ = self.commands.send(Command::Close);
        let begun = Instant::now();
        // The thread's end of the channel goes with the thread.
        while begun.elapsed() < 2 * CLOSE_TIMEOUT {
            if self.events.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Disconnected) {
                return;
            }
        }
    }
}

type Socket = WebSocket<MaybeTlsStream<TcpStream>>;

/// Keeps the line.
struct ConnectionThread {
    server: Server,
    tls: Option<Arc<ClientConfig>>,
    room: String,
    /// The number of the last event that was heard.
    since: Option<u32>,
    /// What was not answered yet.
    pending: Vec<(String, RoomAction)>,
    commands: Receiver<Command>,
    events: Sender<ServerEvent>,
    /// Whether the server has said hello on this connection.
    has_connected: bool,
}

/// Why a connection is over.
enum ConnectionEnd {
    /// One has left.
    Closed,
    /// It was lost: why.
    Lost(String),
    /// It would be lost again.
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

    /// Waits without a connection; whether one is still wanted.
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

    /// A socket after its handshake.
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
            Err(HandshakeError::Interrupted(_)) => return Err(ConnectionEnd::Lost("it takes too long".to_owned())),
            Err(HandshakeError::Failure(tungstenite::Error::Http(response))) => {
                let body = response.body().as_deref().unwrap_or_default();
                return Err(failed(self.server.error_response(response.status(), body)));
            }
            Err(HandshakeError::Failure(why)) => return Err(why.into()),
        };
        // From now on it is listened for a moment at a time.
        let tcp = match socket.get_ref() {
            MaybeTlsStream::Plain(tcp) => tcp,
            MaybeTlsStream::Rustls(tls) => tls.get_ref(),
            _ => return Err(local_error("a connection of an unknown kind".to_owned())),
        };
        tcp.set_read_timeout(Some(POLL_INTERVAL)).map_err(cut)?;
        Ok(socket)
    }

    /// Hears and says until it is over.
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
                // A ping is answered by itself.
                Ok(_) => last_received = Instant::now(),
                Err(tungstenite::Error::Io(why))
                    if matches!(why.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) =>
                {
                    if last_received.elapsed() > IDLE_TIMEOUT {
                        return Err(ConnectionEnd::Lost("nothing comes any more".to_owned()));
                    }
                }
                Err(why) => return Err(why.into()),
            }
        }
    }

    /// Asks for what was missed, and says again what was not answered.
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

    /// Does what was asked for meanwhile.
    fn run_commands(&mut self, socket: &mut Socket) -> Result<(), ConnectionEnd> {
        loop {
            match self.commands.try_recv() {
                Ok(Command::Act(id, action)) => {
                    // Kept first: where the connection breaks now, it is sent again.
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
                // Moves of positions that are no more were played, or came too late.
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
                // Heard before.
                Some(since) if event.seq <= since => {
                    self.pending.retain(|(id, _)| event.id.as_ref() != Some(id));
                    Ok(())
                }
                // Something is missing.
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

    /// A message that is none here: an event of a later server is skipped, and the whole room asked for.
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
        let why = format!("it says what is no message of this protocol: {why}");
        Err(ConnectionEnd::Failed(ClientError::NotZermelo { address: self.server.address().to_string(), why }))
    }

    fn handle_error(
        &mut self,
        id: Option<String>,
        error: ReceivedError,
        socket: &mut Socket,
    ) -> Result<(), ConnectionEnd> {
        // The room was taken up anew meanwhile.
        if error.is(ErrorCode::RoomNotFollowed) {
            return self.resume(socket);
        }
        // What was told and could not be stored has not happened: all is asked for anew.
        if id.is_none() && error.is(ErrorCode::Internal) {
            self.since = None;
            return Err(ConnectionEnd::Lost(error.message));
        }
        // With this one the action is kept, and told when it is stored.
        if !error.is(ErrorCode::Store) {
            self.pending.retain(|(pending, _)| id.as_ref() != Some(pending));
        }
        self.emit(ServerEvent::Refused { id, error })
    }

    fn emit(&self, event: ServerEvent) -> Result<(), ConnectionEnd> {
        self.events.send(event).map_err(|_| ConnectionEnd::Closed)
    }
}

/// Why a connection that may come back does not stand.
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

/// Leaves with a closing frame, as far as the other side lets one.
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
        (CloseReason::Stopping, "the server stops"),
        (CloseReason::Resync, "the server had too much to tell at once"),
        (CloseReason::Silent, "the server heard nothing"),
        (CloseReason::TooMuch, "that was too much at once"),
    ];
    let code = frame.map(|frame| u16::from(frame.code));
    let words = known.iter().find(|(close, _)| Some(close.code()) == code).map(|(_, words)| *words);
    words.unwrap_or("the server closed the connection").to_owned()
}
