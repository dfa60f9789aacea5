//! The same load on boardgame.io 0.50.2: tic-tac-toe in memory, without storage. Its own client does more than play, so its messages
//! are sent directly over the socket (socket.io 4 on a WebSocket), at the same cost for the load generator as ours.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::client::{Socket, request};
use super::load::{Played, finish, micros};
use super::process::Process;

/// The cells of a drawn game.
const DRAWN: [usize; 9] = [0, 1, 2, 4, 3, 5, 7, 6, 8];

/// The timeout of a response.
const PATIENCE: Duration = Duration::from_secs(10);

/// Whether a match has seats with a secret, like rooms here, or only a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Seats {
    Taken,
    None,
}

/// The server.
pub struct Peer {
    process: Process,
    address: String,
}

impl Peer {
    /// Starts it in a folder in which `npm install boardgame.io@0.50.2` has run.
    pub fn start(folder: &Path) -> Result<Self> {
        let child = Command::new("node")
            .args(["-e", include_str!("boardgame_io.js")])
            .current_dir(folder)
            .env("NODE_ENV", "production")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .context("boardgame.io does not start: is Node.js there?")?;
        let mut process = Process(child);
        let line = process.first_line()?;
        let port: u16 = line.trim().parse().with_context(|| format!("boardgame.io tells no port: {line:?}"))?;
        Ok(Self { process, address: format!("localhost:{port}") })
    }

    /// Games one after the other; each player answers immediately.
    pub async fn full_speed(&self, games: usize, seats: Seats, time: Duration) -> Result<Played> {
        let mut tables = Vec::with_capacity(games);
        for _ in 0..games {
            tables.push([self.socket().await?, self.socket().await?]);
        }
        let (cpu, begun) = (self.process.cpu()?, Instant::now());
        let mut playing = JoinSet::new();
        for mut sockets in tables {
            let address = self.address.clone();
            playing.spawn(async move {
                let mut latencies = Vec::new();
                while begun.elapsed() < time {
                    let game = Match::new(&address, seats).await?;
                    game.play(&mut sockets, &mut latencies).await?;
                }
                Ok(latencies)
            });
        }
        finish(&self.process, playing, cpu, begun).await
    }

    async fn socket(&self) -> Result<Socket> {
        let mut socket = Socket::at(&self.address, "/socket.io/?EIO=4&transport=websocket", None).await?;
        hear_of(&mut socket, "sid").await?;
        socket.say("40/tictactoe,".to_owned()).await?;
        hear_of(&mut socket, "40/tictactoe,").await?;
        Ok(socket)
    }
}

/// A game with the secrets of its two seats.
struct Match {
    name: String,
    secrets: [Option<String>; 2],
}

impl Match {
    async fn new(address: &str, seats: Seats) -> Result<Self> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        if seats == Seats::None {
            return Ok(Self { name: format!("m{}", NEXT.fetch_add(1, Ordering::Relaxed)), secrets: [None, None] });
        }
        let text = |value: &Value| value.as_str().map(str::to_owned).context("boardgame.io answers otherwise");
        let made = post(address, "/games/tictactoe/create", json!({"numPlayers": 2})).await?;
        let name = text(&made["matchID"])?;
        let mut secrets = [None, None];
        for (side, secret) in secrets.iter_mut().enumerate() {
            let seat = json!({"playerID": side.to_string(), "playerName": "somebody"});
            let taken = post(address, &format!("/games/tictactoe/{name}/join"), seat).await?;
            *secret = Some(text(&taken["playerCredentials"])?);
        }
        Ok(Self { name, secrets })
    }

    async fn play(&self, sockets: &mut [Socket; 2], latencies: &mut Vec<u32>) -> Result<()> {
        for (side, socket) in sockets.iter_mut().enumerate() {
            emit(socket, &json!(["sync", self.name, side.to_string(), self.secrets[side], 2])).await?;
            hear_of(socket, "[\"sync\"").await?;
        }
        for (ply, cell) in DRAWN.iter().enumerate() {
            let side = ply % 2;
            let player = side.to_string();
            let payload =
                json!({"type": "mark", "args": [cell], "playerID": player, "credentials": self.secrets[side]});
            let action = json!({"type": "MAKE_MOVE", "payload": payload});
            let sent = Instant::now();
            let [first, second] = &mut *sockets;
            let (mover, other) = if side == 0 { (first, second) } else { (second, first) };
            emit(mover, &json!(["update", action, ply, self.name, player])).await?;
            // The end of the new state; the log of moves follows, with numbers of its own.
            let moved = format!("\"_stateID\":{}}},", ply + 1);
            hear_of(other, &moved).await?;
            latencies.push(micros(sent.elapsed()));
            hear_of(mover, &moved).await?;
        }
        Ok(())
    }
}

async fn emit(socket: &mut Socket, event: &Value) -> Result<()> {
    socket.say(format!("42/tictactoe,{event}")).await
}

/// The next message that contains a text. Answers pings.
async fn hear_of(socket: &mut Socket, what: &str) -> Result<String> {
    loop {
        let text = timeout(PATIENCE, socket.hear())
            .await
            .with_context(|| format!("boardgame.io says nothing of {what}"))??;
        if text == "2" {
            socket.say("3".to_owned()).await?;
        } else if text.contains(what) {
            return Ok(text);
        }
    }
}

async fn post(address: &str, path: &str, body: Value) -> Result<Value> {
    let (_, answer) = request(address, &format!("POST {path}"), None, &body.to_string()).await?;
    serde_json::from_str(&answer).with_context(|| format!("boardgame.io answers {path}: {answer}"))
}
