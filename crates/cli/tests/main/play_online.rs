//! `zermelo play --server`: players and server as separate processes.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::screen::Terminal;
use super::{failure, zermelo};

/// How long anything may take. Nothing waits for it but a failure.
const PATIENCE: Duration = Duration::from_mins(2);

/// A server with a database of its own.
struct Server {
    child: Child,
    /// Where it answers, with the port that it keeps when it is started again.
    url: String,
    data: TempDir,
}

impl Server {
    fn start() -> Self {
        let data = tempfile::tempdir().expect("a folder");
        let (child, url) = serve("127.0.0.1:0", data.path());
        Self { child, url, data }
    }

    fn kill(&mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
    }

    /// Starts it again at the same address, over the same database.
    fn start_again(&mut self) {
        let address = self.url.trim_start_matches("http://").to_owned();
        (self.child, _) = serve(&address, self.data.path());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn serve(listen: &str, data: &Path) -> (Child, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zermelo"));
    command.args(["serve", "--listen", listen, "--log", "error", "--data"]).arg(data);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    let url = line.strip_prefix("Zermelo answers at ").and_then(|rest| rest.split("/ ").next());
    (child, url.unwrap_or_else(|| panic!("{line}")).to_owned())
}

/// Somebody with a home of their own, who plays with lines.
struct Person {
    child: Child,
    keys: Option<ChildStdin>,
    lines: Receiver<String>,
    /// All that was printed, and how far it was looked at.
    heard: String,
    looked_at: usize,
}

impl Person {
    fn play(home: &Path, args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_zermelo"));
        command.args(["play", "--plain"]).args(args).env("ZERMELO_DATA", home);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut printed = child.stdout.take().expect("a pipe");
        let (sender, lines) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = printed.read(&mut buffer) {
                if sender.send(String::from_utf8_lossy(&buffer[..read]).into_owned()).is_err() {
                    break;
                }
            }
        });
        let keys = child.stdin.take();
        Self { child, keys, lines, heard: String::new(), looked_at: 0 }
    }

    fn type_line(&mut self, line: &str) {
        writeln!(self.keys.as_mut().expect("a keyboard"), "{line}").expect("typed");
    }

    /// Reads on until something is printed; what stands after it on its line.
    fn wait_for(&mut self, text: &str) -> String {
        let begun = Instant::now();
        loop {
            if let Some(at) = self.heard[self.looked_at..].find(text) {
                self.looked_at += at + text.len();
                if let Some(end) = self.heard[self.looked_at..].find('\n') {
                    return self.heard[self.looked_at..self.looked_at + end].to_owned();
                }
                if !text.ends_with('\n') && text.ends_with("help):") {
                    return String::new();
                }
                self.looked_at -= text.len();
            }
            match self.lines.recv_timeout(Duration::from_millis(50)) {
                Ok(more) => self.heard.push_str(&more),
                Err(RecvTimeoutError::Timeout) if begun.elapsed() < PATIENCE => {}
                Err(why) => {
                    let _ = self.child.kill();
                    let errors = self.errors();
                    panic!("\"{text}\" does not come ({why}) after:\n{}{errors}", self.heard);
                }
            }
        }
    }

    /// What was said on standard error by a program that has ended.
    fn errors(&mut self) -> String {
        let mut errors = String::new();
        self.child.stderr.take().expect("a pipe").read_to_string(&mut errors).expect("text");
        errors
    }

    fn wait_for_turn(&mut self) {
        self.wait_for("Your move (? for help):");
    }

    fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
    }

    /// What was printed in the end, of a program that leaves by itself or as its input ends.
    fn end(mut self) -> String {
        drop(self.keys.take());
        let begun = Instant::now();
        loop {
            match self.lines.recv_timeout(Duration::from_millis(50)) {
                Ok(more) => self.heard.push_str(&more),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    assert!(begun.elapsed() < PATIENCE, "the program does not end:\n{}", self.heard);
                }
            }
        }
        let errors = self.errors();
        assert!(self.child.wait().expect("it ends").success(), "{}{errors}", self.heard);
        self.heard.clone()
    }
}

impl Drop for Person {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Two people with homes, and a room that the first has made for the second; the first moves first.
fn friends(server: &Server, game: &str, options: &[&str]) -> (Person, Person, String, [TempDir; 2]) {
    let homes = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let url = server.url.as_str();
    let args = [&[game, "--server", url, "--opponent", "friend", "--side", "first", "--name", "Ada"], options].concat();
    let mut ada = Person::play(homes[0].path(), &args);
    let invitation = ada.wait_for("Your friend joins with: zermelo play ");
    let code =
        invitation.split("--room ").nth(1).expect("a code").split_whitespace().next().expect("a code").to_owned();
    let bob = Person::play(homes[1].path(), &["--server", url, "--room", &code, "--name", "Bob"]);
    (ada, bob, code, homes)
}

#[test]
fn friends_play_to_the_end_and_again() {
    let server = Server::start();
    let (mut ada, mut bob, code, _homes) = friends(&server, "tictactoe", &["--clock", "300+3"]);
    bob.wait_for(&format!("Room {code} at {}. Your name: Bob.", server.url));
    for (at, mv) in ["a1", "b1", "a2", "b2"].into_iter().enumerate() {
        let (mover, other) = if at % 2 == 0 { (&mut ada, &mut bob) } else { (&mut bob, &mut ada) };
        mover.wait_for_turn();
        mover.type_line(mv);
        other.wait_for(&format!("plays {mv}"));
    }
    bob.type_line("b3");
    bob.wait_for("It is your opponent's turn.");
    ada.wait_for_turn();
    ada.type_line("b1");
    ada.wait_for("is taken");
    ada.wait_for_turn();
    ada.type_line("say good luck");
    bob.wait_for("Ada: good luck");
    ada.type_line("a3");
    for person in [&mut ada, &mut bob] {
        person.wait_for("X wins by a completed line, after 5 plies.");
    }
    bob.type_line("rematch");
    ada.wait_for("Bob offers a rematch. (accept or decline)");
    ada.type_line("accept");
    bob.wait_for("Rematch: you play again with sides swapped.");
    bob.wait_for("X: Bob (you)   O: Ada");
    ada.wait_for("X: Bob   O: Ada (you)");
    bob.wait_for_turn();
    bob.type_line("b2");
    ada.wait_for("plays b2");
    ada.type_line("resign");
    for person in [&mut ada, &mut bob] {
        person.wait_for("X wins by resignation, after 1 plies.");
    }
    ada.type_line("q");
    assert!(!ada.end().contains("Rejoin with"), "there is nothing to come back to");
    bob.end();
}

#[test]
fn a_killed_player_rejoins_with_the_same_command() {
    let server = Server::start();
    let (mut ada, mut bob, code, homes) = friends(&server, "connect4", &[]);
    ada.wait_for_turn();
    ada.type_line("4");
    bob.wait_for("plays 4");
    bob.wait_for_turn();
    bob.kill();
    ada.wait_for("Bob has left.");
    let mut bob = Person::play(homes[1].path(), &["--server", &server.url, "--room", &code, "--name", "Bob"]);
    ada.wait_for("Bob is back.");
    bob.wait_for("Red (x): Ada   Yellow (o): Bob (you)");
    bob.wait_for_turn();
    bob.type_line("4");
    ada.wait_for("plays 4");
    ada.type_line("undo");
    bob.wait_for("Ada asks for a takeback. (accept or decline)");
    bob.type_line("decline");
    ada.wait_for("Bob declines the takeback.");
    ada.type_line("draw");
    bob.wait_for("Ada offers a draw.");
    // Who leaves is told how to come back.
    bob.type_line("q");
    let told = bob.end();
    let come_back = format!("Rejoin with: zermelo play --server {} --room {code} --name Bob", server.url);
    assert!(told.contains(&come_back), "{told}");
    let mut bob =
        Person::play(homes[1].path(), &["connect4", "--server", &server.url, "--room", &code, "--name", "Bob"]);
    bob.wait_for("Ada offers a draw. (accept or decline)");
    bob.type_line("accept");
    ada.wait_for("A draw by agreement, after 2 plies.");
    // A third watches.
    let home = tempfile::tempdir().expect("a folder");
    let mut eve = Person::play(home.path(), &["--server", &server.url, "--room", &code]);
    eve.wait_for("You are a spectator");
    eve.wait_for("A draw by agreement, after 2 plies.");
    eve.type_line("q");
    eve.end();
}

#[test]
fn reconnects_to_a_restarted_server() {
    let mut server = Server::start();
    let (mut ada, mut bob, _, _homes) = friends(&server, "tictactoe", &[]);
    ada.wait_for_turn();
    ada.type_line("b2");
    bob.wait_for("plays b2");
    bob.wait_for_turn();
    server.kill();
    for person in [&mut ada, &mut bob] {
        person.wait_for("Connection lost (");
    }
    // The move goes when the server is there again.
    bob.type_line("a1");
    server.start_again();
    for person in [&mut ada, &mut bob] {
        person.wait_for("Reconnected.");
    }
    ada.wait_for("plays a1");
    ada.wait_for_turn();
    ada.type_line("c3");
    bob.wait_for("plays c3");
    bob.type_line("resign");
    ada.wait_for("X wins by resignation, after 3 plies.");
}

#[test]
fn pool_and_computer_opponents_work() {
    let server = Server::start();
    let homes = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let args = ["tictactoe", "--server", &server.url, "--side", "first"];
    let mut ada = Person::play(homes[0].path(), &args);
    ada.wait_for("Waiting for an opponent in the pool: tictactoe, no clock.");
    // Who wishes for something else waits, too, until they leave.
    let mut other = Person::play(homes[1].path(), &["tictactoe", "--server", &server.url, "--clock", "60+0"]);
    other.wait_for("Waiting for an opponent in the pool: tictactoe, clock 60+0.");
    other.type_line("q");
    assert!(!other.end().contains("Rejoin"), "the wish is called off");
    // Another spelling is the same game.
    let mut bob = Person::play(homes[1].path(), &["mnk:width=3,height=3,k=3", "--server", &server.url]);
    ada.wait_for_turn();
    ada.type_line("abort");
    for person in [&mut ada, &mut bob] {
        person.wait_for("The game was aborted.");
    }
    ada.end();
    let args = ["tictactoe", "--server", &server.url, "--opponent", "alphabeta", "--side", "first"];
    let mut ada = Person::play(homes[0].path(), &args);
    ada.wait_for("O: alphabeta");
    ada.wait_for_turn();
    ada.type_line("b2");
    ada.wait_for("O plays");
    ada.wait_for_turn();
    ada.type_line("undo");
    ada.wait_for("2 moves taken back");
}

#[test]
fn errors_are_reported() {
    let server = Server::start();
    let home = tempfile::tempdir().expect("a folder");
    let refused = |args: &[&str], code: i32, words: &str| {
        let mut command = zermelo(&[&["play", "--plain"], args].concat());
        let output = command.env("ZERMELO_DATA", home.path()).assert().failure().get_output().clone();
        let said = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(said.contains(words), "{words} in {said}");
    };
    let url = server.url.as_str();
    refused(&["connect4", "--server", "ftp://localhost"], 2, "begins with neither http:// nor https://");
    refused(&["connect4", "--server", "http://localhost:x"], 2, "is not the address of a server");
    refused(&["connect4", "--server", "http://zermelo.invalid"], 1, "no server answers at http://zermelo.invalid");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let free = taken.local_addr().expect("an address").to_string();
    drop(taken);
    refused(&["connect4", "--server", &free], 1, "the connection was refused");
    refused(&["--server", url, "--room", "2222222222"], 1, "there is no such room");
    refused(&["--server", url, "--room", "../guest"], 2, "letters and digits");
    refused(&["conect4", "--server", url], 2, "connect4");
    refused(&["connect4", "--server", url, "--clock", "soon"], 2, "is not a time control");
    refused(&["connect4", "--server", url, "--opponent", "deep-thought"], 1, "deep-thought");
    refused(&["connect4", "--server", url, "--name", ""], 1, "a name has at least one character");
    refused(&["connect4", "--server", &format!("{url}/elsewhere")], 1, "has no doors of version 1");
    refused(&["connect4", "--server", url, "--first", "random"], 2, "cannot be used with");
    let (code, said) = failure(&["play", "connect4", "--opponent", "friend"]);
    assert!(code == 2 && said.contains("--server"), "{said}");
    let (code, said) = failure(&["play", "--server", url]);
    assert!(code == 2 && said.contains("GAME"), "{said}");
    // A room that plays another game.
    let mut ada = Person::play(home.path(), &["teeko", "--server", url, "--opponent", "friend"]);
    let invitation = ada.wait_for("--room ");
    let room = invitation.split_whitespace().next().expect("a code").to_owned();
    refused(&["connect4", "--server", url, "--room", &room], 2, "plays teeko, not connect4; omit the game");
}

#[test]
fn another_http_server_is_rejected() {
    let answers = [
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello",
            "is not a Zermelo server (it answers 200 OK)",
        ),
        ("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", "(it answers 404 Not Found)"),
        (
            "HTTP/1.1 301 Moved\r\nLocation: https://play.example.org/api/v1/guest\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
            "redirects to https://play.example.org; use that address",
        ),
        ("SSH-2.0-OpenSSH_9.2\r\n", "it does not speak HTTP"),
        (
            "HTTP/1.1 503 No\r\nConnection: close\r\n\r\n\
             {\"error\":{\"code\":\"server/stopping\",\"message\":\"it stops\"}}",
            "the server says: it stops",
        ),
    ];
    for (answer, words) in answers {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let server = thread::spawn(move || {
            let (mut socket, _) = listener.accept().expect("a connection");
            // The whole request is read: a connection that is closed with something unread is cut.
            let mut request = BufReader::new(socket.try_clone().expect("a socket"));
            let mut line = String::new();
            let mut length = 0;
            while request.read_line(&mut line).expect("a line") > 2 {
                if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                    length = value.trim().parse().expect("a length");
                }
                line.clear();
            }
            request.read_exact(&mut vec![0; length]).expect("a body");
            socket.write_all(answer.as_bytes()).expect("sent");
        });
        let home = tempfile::tempdir().expect("a folder");
        let mut command = zermelo(&["play", "connect4", "--plain", "--server", &address]);
        let output = command.env("ZERMELO_DATA", home.path()).assert().code(1).get_output().clone();
        let said = String::from_utf8(output.stderr).expect("text");
        assert!(said.contains(words), "{words} in {said}");
        server.join().expect("it answered");
    }
}

#[test]
fn on_the_full_screen() {
    let mut server = Server::start();
    let homes = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let home = |at: usize| homes[at].path().to_str().expect("a path of text").to_owned();
    let url = server.url.clone();
    let args = ["tictactoe", "--server", &url, "--opponent", "friend", "--side", "first", "--name", "Ada"];
    let args = [&args[..], &["--clock", "300+3"]].concat();
    let mut ada = Terminal::start((80, 24), &args, &[("ZERMELO_DATA", &home(0))]);
    // What was said before the screen opened stands there, too.
    ada.wait("an invitation", |screen| screen.alternate_screen() && screen.contents().contains("--room "));
    ada.wait_for("q leave");
    let text = ada.text();
    let code = text.split("--room").nth(1).expect("a code").split_whitespace().next().expect("a code").to_owned();
    let mut bob = Terminal::start((80, 24), &["--server", &url, "--room", &code], &[("ZERMELO_DATA", &home(1))]);
    ada.wait_for("X to move: select a square.");
    ada.wait_for("5:00");
    bob.wait_for("X: Ada");
    ada.press("a1\r");
    bob.wait_for("O to move: select a square.");
    bob.press("b1\r");
    ada.wait_for("1. a1  b1");
    bob.press("=");
    ada.wait_for("y accepts, x declines");
    ada.press("x");
    bob.wait_for("Ada declines the draw.");
    ada.press("s3");
    bob.wait_for("Ada: have fun");
    server.kill();
    ada.wait_for("Connection lost (");
    // It goes when the server is back.
    ada.press("a2\r");
    ada.wait_for("Sending a2 to the server.");
    server.start_again();
    bob.wait_for("2. a2");
    bob.press("b2\r");
    ada.wait_for("2. a2  b2");
    ada.press(":a3\r");
    for terminal in [&mut ada, &mut bob] {
        terminal.wait_for("X wins by a completed line, after 5 plies.");
    }
    bob.press("n");
    ada.wait_for("offers a rematch");
    ada.press("y");
    bob.wait_for("X to move: select a square.");
    // A game that goes on is left knowingly, and can be found again.
    bob.press("q");
    bob.wait_for("The game continues without you. y/n");
    bob.press("y");
    assert!(bob.end().contains("Rejoin with: zermelo play --server"));
    ada.wait_for("(away)");
    ada.press("ry");
    ada.wait_for("The game was aborted.");
    ada.press("q");
    ada.end();
}
