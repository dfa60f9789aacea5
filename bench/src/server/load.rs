//! Many games and sockets at the same time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio::task::JoinSet;

use super::client::{Person, Socket};
use super::process::{Process, Server};

/// A drawn game of tic-tac-toe.
const DRAWN: [&str; 9] = ["a3", "b3", "c3", "b2", "b1", "a1", "a2", "c2", "c1"];

/// A game that ends after 225 moves: no line of fifteen is possible where sides take turns along a row.
const LONG: &str = "mnk:width=15,height=15,k=15";

/// The number of connections that are opened at the same time.
const AT_ONCE: usize = 64;

/// The result of a load.
pub struct Played {
    /// Moves that were stored and received by both players.
    pub moves: u64,
    /// The duration.
    pub wall: Duration,
    /// The server's processor time.
    pub cpu: Duration,
    /// The latency: from sending a move to its receipt by the other player.
    pub latency: Latency,
}

impl Played {
    /// Moves per second of the server's processor time.
    pub fn per_cpu(&self) -> f64 {
        self.moves as f64 / self.cpu.as_secs_f64()
    }
}

/// Latencies in milliseconds.
#[derive(Clone, Copy)]
pub struct Latency {
    /// The median.
    pub p50: f64,
    /// The 99th percentile.
    pub p99: f64,
    /// The maximum.
    pub most: f64,
}

/// The growth of memory.
pub struct Grown {
    /// Bytes before.
    pub before: u64,
    /// Bytes after.
    pub after: u64,
    /// The time to open all connections.
    pub wall: Duration,
}

impl Latency {
    fn of(mut all: Vec<u32>) -> Self {
        all.sort_unstable();
        // Microseconds.
        let at = |share: f64| {
            let index = (all.len() as f64 * share) as usize;
            all.get(index.min(all.len().saturating_sub(1))).map_or(f64::NAN, |us| f64::from(*us) / 1000.0)
        };
        Self { p50: at(0.5), p99: at(0.99), most: at(1.0) }
    }
}

/// Two people in a room.
struct Table {
    room: String,
    sockets: [Socket; 2],
    people: [Person; 2],
}

impl Table {
    async fn new(server: &str, game: &str) -> Result<Self> {
        let people = [Person::new(server).await?, Person::new(server).await?];
        let wish = format!(r#"{{"game":"{game}","opponent":{{"kind":"friend"}},"side":"first"}}"#);
        let made = people[0].post("/rooms", &wish).await?;
        let room = made["room"].as_str().context("no room")?.to_owned();
        people[1].post(&format!("/rooms/{room}/join"), "{}").await?;
        let mut sockets = [people[0].socket().await?, people[1].socket().await?];
        for socket in &mut sockets {
            follow(socket, &room).await?;
        }
        Ok(Self { room, sockets, people })
    }

    /// Plays the next move. Returns its latency in microseconds.
    async fn play(&mut self, side: usize, ply: usize, mv: &str) -> Result<u32> {
        let sent = Instant::now();
        let Self { room, sockets: [first, second], .. } = self;
        let (mover, other) = if side == 0 { (first, second) } else { (second, first) };
        mover
            .say(format!(r#"{{"type":"act","room":"{room}","id":"{ply}","do":"move","ply":{ply},"move":"{mv}"}}"#))
            .await?;
        let moved = format!("\"what\":\"moved\",\"ply\":{ply},");
        other.hear_of(&moved).await?;
        let took = micros(sent.elapsed());
        mover.hear_of(&moved).await?;
        Ok(took)
    }

    /// Plays a rematch with swapped sides.
    async fn again(&mut self) -> Result<()> {
        for socket in &mut self.sockets {
            socket
                .say(format!(r#"{{"type":"act","room":"{}","id":"again","do":"offer","offer":"rematch"}}"#, self.room))
                .await?;
        }
        let text = self.sockets[0].hear_of("\"what\":\"rematch\"").await?;
        let next: serde_json::Value = serde_json::from_str(&text)?;
        let next = next["event"]["room"].as_str().context("no room")?.to_owned();
        for socket in &mut self.sockets {
            socket.say(format!(r#"{{"type":"unfollow","room":"{}"}}"#, self.room)).await?;
            follow(socket, &next).await?;
        }
        self.sockets.swap(0, 1);
        self.people.swap(0, 1);
        self.room = next;
        Ok(())
    }
}

/// Whole microseconds.
pub fn micros(time: Duration) -> u32 {
    time.as_micros().try_into().unwrap_or(u32::MAX)
}

async fn follow(socket: &mut Socket, room: &str) -> Result<()> {
    socket.say(format!(r#"{{"type":"follow","room":"{room}"}}"#)).await?;
    socket.hear_of("\"type\":\"state\"").await?;
    Ok(())
}

/// Opens games, several at a time.
async fn tables(server: &Server, count: usize, game: &'static str) -> Result<Vec<Table>> {
    let mut tables = Vec::with_capacity(count);
    while tables.len() < count {
        let mut opening = JoinSet::new();
        for _ in 0..AT_ONCE.min(count - tables.len()) {
            let address = server.address.clone();
            opening.spawn(async move { Table::new(&address, game).await });
        }
        while let Some(table) = opening.join_next().await {
            tables.push(table??);
        }
    }
    Ok(tables)
}

/// Games of tic-tac-toe one after the other; each player answers immediately.
pub async fn full_speed(server: &Server, games: usize, time: Duration) -> Result<Played> {
    let tables = tables(server, games, "tictactoe").await?;
    let (cpu, begun) = (server.process.cpu()?, Instant::now());
    let mut playing = JoinSet::new();
    for mut table in tables {
        playing.spawn(async move {
            let mut latencies = Vec::new();
            loop {
                for (ply, mv) in DRAWN.iter().enumerate() {
                    latencies.push(table.play(ply % 2, ply, mv).await?);
                }
                if begun.elapsed() > time {
                    return Ok::<_, anyhow::Error>(latencies);
                }
                table.again().await?;
            }
        });
    }
    finish(&server.process, playing, cpu, begun).await
}

/// Waits for the players. Returns the latencies of their moves in microseconds.
pub async fn finish(
    server: &Process,
    mut playing: JoinSet<Result<Vec<u32>>>,
    cpu: Duration,
    begun: Instant,
) -> Result<Played> {
    let mut all = Vec::new();
    while let Some(latencies) = playing.join_next().await {
        all.extend(latencies??);
    }
    let (wall, cpu) = (begun.elapsed(), server.cpu()?.saturating_sub(cpu));
    Ok(Played { moves: all.len() as u64, wall, cpu, latency: Latency::of(all) })
}

/// Games with one move per second each, with analyses at the same time.
pub async fn paced(server: &Server, games: usize, time: Duration, analyses: usize) -> Result<Played> {
    let tables = tables(server, games, LONG).await?;
    let over = Arc::new(AtomicBool::new(false));
    let mut searching = JoinSet::new();
    for at in 0..analyses {
        let (address, over) = (server.address.clone(), Arc::clone(&over));
        searching.spawn(async move { analyse(&address, at, &over).await });
    }
    let (cpu, begun) = (server.process.cpu()?, Instant::now());
    let mut playing = JoinSet::new();
    for (number, mut table) in tables.into_iter().enumerate() {
        playing.spawn(async move {
            let mut latencies = Vec::new();
            // Spread over the second, and at fixed times: a late answer does not slow the load down.
            let first = begun + Duration::from_micros(number as u64 * 1_000_000 / games.max(1) as u64);
            for ply in 0..225_usize {
                let due = first + Duration::from_secs(ply as u64);
                if due > begun + time {
                    break;
                }
                tokio::time::sleep_until(due.into()).await;
                let mv = format!("{}{}", char::from(b'a' + (ply % 15) as u8), ply / 15 + 1);
                table.play(ply % 2, ply, &mv).await?;
                latencies.push(micros(due.elapsed()));
            }
            Ok::<_, anyhow::Error>(latencies)
        });
    }
    let played = finish(&server.process, playing, cpu, begun).await;
    over.store(true, Ordering::Relaxed);
    searching.abort_all();
    played
}

/// Keeps one core of the server busy.
async fn analyse(address: &str, number: usize, over: &AtomicBool) -> Result<()> {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    let body = r#"{"game":"connect3d","agent":"pvs"}"#;
    while !over.load(Ordering::Relaxed) {
        let mut socket = tokio::net::TcpStream::connect(address).await?;
        // People take turns: each of these is another one.
        let head = format!(
            "POST /api/v1/analyse HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nX-Forwarded-For: 192.0.2.{number}\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        socket.write_all(head.as_bytes()).await?;
        let mut sink = [0; 4096];
        while socket.read(&mut sink).await? > 0 {}
    }
    Ok(())
}

/// Idle sockets of anonymous users.
pub async fn idle_sockets(server: &Server, count: usize) -> Result<Grown> {
    let before = server.process.memory()?;
    let begun = Instant::now();
    let opened = Arc::new(AtomicU64::new(0));
    let mut sockets = Vec::with_capacity(count);
    while sockets.len() < count {
        let mut opening = JoinSet::new();
        for _ in 0..AT_ONCE.min(count - sockets.len()) {
            let (address, opened) = (server.address.clone(), Arc::clone(&opened));
            opening.spawn(async move {
                let mut socket = Socket::open(&address, None).await?;
                socket.hear_of("hello").await?;
                opened.fetch_add(1, Ordering::Relaxed);
                Ok::<_, anyhow::Error>(socket)
            });
        }
        while let Some(socket) = opening.join_next().await {
            sockets.push(socket??);
        }
    }
    let wall = begun.elapsed();
    // Each is asked whether it is there once in this time.
    tokio::time::sleep(Duration::from_secs(12)).await;
    let after = server.process.memory()?;
    drop(sockets);
    Ok(Grown { before, after, wall })
}

/// Games without moves.
pub async fn idle_games(server: &Server, count: usize) -> Result<Grown> {
    let before = server.process.memory()?;
    let begun = Instant::now();
    let tables = tables(server, count, "connect4").await?;
    let wall = begun.elapsed();
    tokio::time::sleep(Duration::from_secs(3)).await;
    let after = server.process.memory()?;
    drop(tables);
    Ok(Grown { before, after, wall })
}
