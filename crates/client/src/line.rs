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

use crate::door::{CONNECT, Server};
use crate::failure::{ClientError, UNKNOWN_NAME, in_words};
use crate::tls;

/// The waits before a lost connection is tried again: the first, and the longest to which they double.
const WAITS: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(30)];

/// A server asks every 10 seconds whether one is there; one that has not for so long is gone.
const SILENCE: Duration = Duration::from_secs(25);

/// How long is listened before what is to be said is looked after.
const BEAT: Duration = Duration::from_millis(20);

/// How long anything that is said may take to go.
const SEND: Duration = Duration::from_secs(10);

/// How long the server's farewell is waited for.
const FAREWELL: Duration = Duration::from_secs(1);

/// The longest message that is read, in bytes: the state of a very long game.
const MAX_HEARD: usize = 4 << 20;

/// What one is told of the room and of the line.
#[derive(Clone, PartialEq, Debug)]
pub enum Told {
    /// The line stands, for the first time or again. What was missed meanwhile follows.
    Connected {
        /// Who one is to the server; nobody in particular, who may watch.
        you: Option<Profile>,
    },
    /// The line is lost. It is tried again, and again.
    Lost {
        /// Why.
        why: String,
        /// When.
        again_in: Duration,
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
enum Order {
    Act(String, RoomAction),
    Follow(String),
    Leave,
}

/// A line to a room, on a thread of its own.
pub struct Line {
    orders: Sender<Order>,
    told: Receiver<Told>,
    /// Before the names of actions, so that no other program of the same person has the same.
    own: String,
    count: u64,
}

impl Line {
    /// A line to a room of a server, which is not there yet: [`Told`] says when it is.
    pub fn to(server: &Server, room: &str) -> io::Result<Self> {
        let (orders, received) = channel();
        let (sender, told) = channel();
        let keeper = Keeper {
            server: server.clone(),
            tls: None,
            room: room.to_owned(),
            since: None,
            pending: Vec::new(),
            orders: received,
            told: sender,
            was_there: false,
        };
        thread::Builder::new().name("line".to_owned()).spawn(move || keeper.run())?;
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let own = format!("{:x}.{:x}", now.as_nanos(), std::process::id());
        Ok(Self { orders, told, own, count: 0 })
    }

    /// Does something in the room, when the line stands; its name. It is sent again, and done once, until the server has answered.
    pub fn act(&mut self, action: RoomAction) -> String {
        self.count += 1;
        let id = format!("{}.{}", self.own, self.count);
        // A thread that is gone has told why.
        let _ = self.orders.send(Order::Act(id.clone(), action));
        id
    }

    /// Leads to another room instead. What was not answered in the one before is not sent any more.
    pub fn follow(&self, room: &str) {
        let _ = self.orders.send(Order::Follow(room.to_owned()));
    }

    /// What one is told next, within a time; nothing where nothing comes, or the line has ended.
    pub fn next(&self, time: Duration) -> Option<Told> {
        self.told.recv_timeout(time).ok()
    }

    /// What one has been told.
    pub fn told(&self) -> impl Iterator<Item = Told> {
        self.told.try_iter()
    }

    /// Says goodbye: the other is told at once that one has left. What was said before still goes.
    pub fn leave(self) {
        let _ = self.orders.send(Order::Leave);
        let begun = Instant::now();
        // The thread's end of the channel goes with the thread.
        while begun.elapsed() < 2 * FAREWELL {
            if self.told.recv_timeout(BEAT) == Err(RecvTimeoutError::Disconnected) {
                return;
            }
        }
    }
}

type Socket = WebSocket<MaybeTlsStream<TcpStream>>;

/// Keeps the line.
struct Keeper {
    server: Server,
    tls: Option<Arc<ClientConfig>>,
    room: String,
    /// The number of the last event that was heard.
    since: Option<u32>,
    /// What was not answered yet.
    pending: Vec<(String, RoomAction)>,
    orders: Receiver<Order>,
    told: Sender<Told>,
    /// Whether the server has said hello on this connection.
    was_there: bool,
}

/// Why a connection is over.
enum Over {
    /// One has left.
    Left,
    /// It was lost: why.
    Lost(String),
    /// It would be lost again.
    Failed(ClientError),
}

impl From<tungstenite::Error> for Over {
    fn from(why: tungstenite::Error) -> Self {
        use tungstenite::Error;

        Self::Lost(match why {
            Error::ConnectionClosed | Error::AlreadyClosed => "the server closed it".to_owned(),
            Error::Io(why) => in_words(&why),
            Error::Protocol(tungstenite::error::ProtocolError::ResetWithoutClosingHandshake) => {
                "the connection was cut".to_owned()
            }
            why => why.to_string(),
        })
    }
}

impl Keeper {
    fn run(mut self) {
        let [first, longest] = WAITS;
        let mut wait = first;
        loop {
            self.was_there = false;
            let why = match self.connect().and_then(|mut socket| self.serve(&mut socket)) {
                Ok(()) | Err(Over::Left) => return,
                Err(Over::Failed(error)) => {
                    let _ = self.told.send(Told::Failed(error));
                    return;
                }
                Err(Over::Lost(why)) => why,
            };
            if self.was_there {
                wait = first;
            }
            if self.told.send(Told::Lost { why, again_in: wait }).is_err() || !self.rest(wait) {
                return;
            }
            wait = (2 * wait).min(longest);
        }
    }

    /// Waits without a connection; whether one is still wanted.
    fn rest(&mut self, time: Duration) -> bool {
        let until = Instant::now() + time;
        loop {
            match self.orders.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(Order::Act(id, action)) => self.pending.push((id, action)),
                Ok(Order::Follow(room)) => self.turn_to(room),
                Ok(Order::Leave) | Err(RecvTimeoutError::Disconnected) => return false,
                Err(RecvTimeoutError::Timeout) => return true,
            }
        }
    }

    fn turn_to(&mut self, room: String) {
        self.room = room;
        self.since = None;
        self.pending.clear();
    }

    /// A socket after its handshake.
    fn connect(&mut self) -> Result<Socket, Over> {
        let failed =
            |error: ClientError| if error.may_pass() { Over::Lost(reason(error)) } else { Over::Failed(error) };
        let address = self.server.address();
        let cut = |why: io::Error| Over::Lost(in_words(&why));
        let stream = dial(address.host(), address.port())?;
        stream.set_nodelay(true).map_err(cut)?;
        stream.set_read_timeout(Some(CONNECT)).map_err(cut)?;
        stream.set_write_timeout(Some(SEND)).map_err(cut)?;
        let own = |why: String| Over::Failed(ClientError::Own(why));
        let uri = address.socket().parse().map_err(|why| own(format!("{address}: {why}")))?;
        let mut request = ClientRequestBuilder::new(uri);
        if let Some(cookie) = self.server.cookie() {
            request = request.with_header("Cookie", cookie);
        }
        let connector = if address.is_encrypted() {
            let tls = match &self.tls {
                Some(tls) => Arc::clone(tls),
                None => tls::for_sockets().map_err(|why| own(why.to_string()))?,
            };
            self.tls = Some(Arc::clone(&tls));
            Connector::Rustls(tls)
        } else {
            Connector::Plain
        };
        let config = WebSocketConfig::default()
            .read_buffer_size(16 << 10)
            .max_message_size(Some(MAX_HEARD))
            .max_frame_size(Some(MAX_HEARD));
        let socket = match client_tls_with_config(request, stream, Some(config), Some(connector)) {
            Ok((socket, _)) => socket,
            Err(HandshakeError::Interrupted(_)) => return Err(Over::Lost("it takes too long".to_owned())),
            Err(HandshakeError::Failure(tungstenite::Error::Http(response))) => {
                let body = response.body().as_deref().unwrap_or_default();
                return Err(failed(self.server.refused(response.status(), body)));
            }
            Err(HandshakeError::Failure(why)) => return Err(why.into()),
        };
        // From now on it is listened for a moment at a time.
        let tcp = match socket.get_ref() {
            MaybeTlsStream::Plain(tcp) => tcp,
            MaybeTlsStream::Rustls(tls) => tls.get_ref(),
            _ => return Err(own("a connection of an unknown kind".to_owned())),
        };
        tcp.set_read_timeout(Some(BEAT)).map_err(cut)?;
        Ok(socket)
    }

    /// Hears and says until it is over.
    fn serve(&mut self, socket: &mut Socket) -> Result<(), Over> {
        self.begin(socket)?;
        let mut heard = Instant::now();
        loop {
            self.obey(socket)?;
            match socket.read() {
                Ok(Message::Text(text)) => {
                    heard = Instant::now();
                    self.hear(text.as_str(), socket)?;
                }
                Ok(Message::Close(frame)) => return Err(Over::Lost(closed(frame.as_ref()))),
                // A ping is answered by itself.
                Ok(_) => heard = Instant::now(),
                Err(tungstenite::Error::Io(why))
                    if matches!(why.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) =>
                {
                    if heard.elapsed() > SILENCE {
                        return Err(Over::Lost("nothing comes any more".to_owned()));
                    }
                }
                Err(why) => return Err(why.into()),
            }
        }
    }

    /// Asks for what was missed, and says again what was not answered.
    fn begin(&self, socket: &mut Socket) -> Result<(), Over> {
        self.follow(socket)?;
        for (id, action) in &self.pending {
            self.act(socket, id, action)?;
        }
        Ok(())
    }

    fn follow(&self, socket: &mut Socket) -> Result<(), Over> {
        say(socket, &ClientMessage::Follow { room: self.room.clone(), since: self.since, views: false })
    }

    fn act(&self, socket: &mut Socket, id: &str, action: &RoomAction) -> Result<(), Over> {
        say(socket, &ClientMessage::Act { room: self.room.clone(), id: id.to_owned(), action: action.clone() })
    }

    /// Does what was asked for meanwhile.
    fn obey(&mut self, socket: &mut Socket) -> Result<(), Over> {
        loop {
            match self.orders.try_recv() {
                Ok(Order::Act(id, action)) => {
                    // Kept first: where the connection breaks now, it is sent again.
                    self.pending.push((id.clone(), action.clone()));
                    self.act(socket, &id, &action)?;
                }
                Ok(Order::Follow(room)) => {
                    say(socket, &ClientMessage::Unfollow { room: self.room.clone() })?;
                    self.turn_to(room);
                    self.follow(socket)?;
                }
                Ok(Order::Leave) | Err(TryRecvError::Disconnected) => {
                    farewell(socket);
                    return Err(Over::Left);
                }
                Err(TryRecvError::Empty) => return Ok(()),
            }
        }
    }

    fn hear(&mut self, text: &str, socket: &mut Socket) -> Result<(), Over> {
        let heard: ReceivedMessage = match serde_json::from_str(text) {
            Ok(heard) => heard,
            Err(why) => return self.puzzled(text, &why, socket),
        };
        match heard {
            ReceivedMessage::Hello { version, you } => {
                if version != VERSION {
                    let address = self.server.address().to_string();
                    return Err(Over::Failed(ClientError::Version { address }));
                }
                self.was_there = true;
                self.tell(Told::Connected { you })
            }
            ReceivedMessage::State { you, state } if state.room == self.room => {
                self.since = Some(state.seq);
                let plies = state.moves.len();
                // Moves of positions that are no more were played, or came too late.
                self.pending
                    .retain(|(_, action)| !matches!(action, RoomAction::Move { ply, .. } if (*ply as usize) < plies));
                self.tell(Told::State { you, state })
            }
            ReceivedMessage::Event { room, event } if room == self.room => match self.since {
                Some(since) if event.seq == since + 1 => {
                    self.since = Some(event.seq);
                    self.pending.retain(|(id, _)| event.id.as_ref() != Some(id));
                    self.tell(Told::Event(event))
                }
                // Heard before.
                Some(since) if event.seq <= since => {
                    self.pending.retain(|(id, _)| event.id.as_ref() != Some(id));
                    Ok(())
                }
                // Something is missing.
                _ => self.follow(socket),
            },
            ReceivedMessage::Presence { room, presence } if room == self.room => self.tell(Told::Presence(presence)),
            ReceivedMessage::Error { room, id, error } if room.as_ref().is_none_or(|room| *room == self.room) => {
                self.refused(id, error, socket)
            }
            _ => Ok(()),
        }
    }

    /// A message that is none here: an event of a later server is skipped, and the whole room asked for.
    fn puzzled(&mut self, text: &str, why: &serde_json::Error, socket: &mut Socket) -> Result<(), Over> {
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
        Err(Over::Failed(ClientError::NotZermelo { address: self.server.address().to_string(), why }))
    }

    fn refused(&mut self, id: Option<String>, error: ReceivedError, socket: &mut Socket) -> Result<(), Over> {
        // The room was taken up anew meanwhile.
        if error.is(ErrorCode::RoomNotFollowed) {
            return self.begin(socket);
        }
        // What was told and could not be stored has not happened: all is asked for anew.
        if id.is_none() && error.is(ErrorCode::Internal) {
            self.since = None;
            return Err(Over::Lost(error.message));
        }
        // With this one the action is kept, and told when it is stored.
        if !error.is(ErrorCode::Store) {
            self.pending.retain(|(own, _)| id.as_ref() != Some(own));
        }
        self.tell(Told::Refused { id, error })
    }

    fn tell(&self, told: Told) -> Result<(), Over> {
        self.told.send(told).map_err(|_| Over::Left)
    }
}

/// Why a connection that may come back does not stand.
fn reason(error: ClientError) -> String {
    match error {
        ClientError::Refused(why) => why.message,
        ClientError::Unreachable { why, .. } | ClientError::NotZermelo { why, .. } => why,
        error => error.to_string(),
    }
}

fn dial(host: &str, port: u16) -> Result<TcpStream, Over> {
    let addresses = (host, port).to_socket_addrs().map_err(|why| Over::Lost(in_words(&why)))?;
    let mut why = UNKNOWN_NAME.to_owned();
    for address in addresses {
        match TcpStream::connect_timeout(&address, CONNECT) {
            Ok(stream) => return Ok(stream),
            Err(error) => why = in_words(&error),
        }
    }
    Err(Over::Lost(why))
}

fn say(socket: &mut Socket, message: &ClientMessage) -> Result<(), Over> {
    let text = serde_json::to_string(message).map_err(|why| Over::Failed(ClientError::Own(why.to_string())))?;
    Ok(socket.send(Message::text(text))?)
}

/// Leaves with a closing frame, as far as the other side lets one.
fn farewell(socket: &mut Socket) {
    let begun = Instant::now();
    let _ = socket.close(None);
    while begun.elapsed() < FAREWELL {
        match socket.read() {
            Ok(_) => {}
            Err(tungstenite::Error::Io(why))
                if matches!(why.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {}
            Err(_) => return,
        }
    }
}

/// Why the server closed the connection.
fn closed(frame: Option<&CloseFrame>) -> String {
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
