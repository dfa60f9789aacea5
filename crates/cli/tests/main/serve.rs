//! `zermelo serve`, as a process.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use super::{failure, output};

/// A server at a port of its own choice, with data of its own.
struct Server {
    child: Child,
    address: String,
    _data: TempDir,
}

impl Server {
    fn start(options: &[&str]) -> Self {
        let data = tempfile::tempdir().expect("a folder");
        let mut command = Command::new(env!("CARGO_BIN_EXE_zermelo"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--log", "error", "--data"]).arg(data.path()).args(options);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let address = line.strip_prefix("Zermelo answers at http://").and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("{line}")).to_owned();
        Self { child, address, _data: data }
    }

    /// Sends a request; its answer is read when one likes.
    fn send(&self, head: &str, body: &str) -> TcpStream {
        let mut socket = TcpStream::connect(&self.address).expect("a connection");
        socket.set_read_timeout(Some(Duration::from_mins(2))).expect("a time");
        let length = body.len();
        write!(socket, "{head} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address).expect("sent");
        write!(socket, "Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}").expect("sent");
        socket
    }

    fn answer(&self, head: &str, body: &str) -> String {
        let mut answer = String::new();
        self.send(head, body).read_to_string(&mut answer).expect("an answer");
        answer
    }

    fn terminate(&self) {
        let kill = Command::new("kill").arg(self.child.id().to_string()).status().expect("kill");
        assert!(kill.success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A file of settings.
fn settings(text: &str) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(text.as_bytes()).expect("written");
    file
}

#[test]
fn serves_views_and_analyses() {
    let server = Server::start(&[]);
    assert!(server.answer("GET /health", "").ends_with("\r\n\r\nok\n"));
    let shown = server.answer("POST /api/v1/view", r#"{"game": "connect4", "moves": ["4", "4"]}"#);
    assert!(shown.starts_with("HTTP/1.1 200 OK\r\n"), "{shown}");
    assert!(shown.contains(r#""played":["4","4"]"#), "{shown}");
    let values = server.answer("POST /api/v1/analyse", r#"{"game": "connect4"}"#);
    assert!(values.contains("event: values\n"), "{values}");
    assert!(values.contains(r#"{"move":"4","value":"win","plies":41,"score":1}"#), "{values}");
}

#[test]
fn sigterm_stops_searches_and_exits() {
    let mut server = Server::start(&["--analysis-time", "1000m"]);
    let body = r#"{"game": "draughts-international", "agent": "mcts"}"#;
    let mut search = BufReader::new(server.send("POST /api/v1/analyse", body));
    let mut line = String::new();
    while !line.starts_with("event: progress") {
        line.clear();
        assert!(search.read_line(&mut line).expect("a line") > 0, "the search tells of its progress");
    }
    server.terminate();
    let mut rest = String::new();
    search.read_to_string(&mut rest).expect("the rest");
    assert!(rest.contains("event: decision\n"), "{rest}");
    assert!(server.child.wait().expect("it leaves").success());
}

#[test]
fn settings_come_from_a_file_the_environment_and_flags() {
    let file = settings("rate = 5\nburst = 6\nanalysis-time = \"3s\"\n");
    let path = file.path().to_str().expect("a path");
    let mut command = Command::new(env!("CARGO_BIN_EXE_zermelo"));
    command.env("ZERMELO_BURST", "7").env("ZERMELO_ANALYSIS_TIME", "4s");
    command.args(["serve", "--config", path, "--analysis-time", "5s", "--print-config"]);
    let printed = command.output().expect("it runs");
    let printed = String::from_utf8(printed.stdout).expect("text");
    for line in ["rate = 5", "burst = 7", "analysis-time = \"5s\"", "listen = \"127.0.0.1:8080\""] {
        assert!(printed.lines().any(|found| found == line), "{line} in\n{printed}");
    }
    // What is printed is a file of settings.
    let file = settings(&printed);
    let path = file.path().to_str().expect("a path");
    assert_eq!(output(&["serve", "--config", path, "--print-config"], ""), printed);
}

#[test]
fn errors_are_reported_before_listening() {
    let file = settings("lisden = \"127.0.0.1:1\"\n");
    let path = file.path().to_str().expect("a path");
    let refused = |args: &[&str], code: i32, words: &str| {
        let (found, said) = failure(&[&["serve"], args].concat());
        assert_eq!(found, code, "{said}");
        assert!(said.contains(words), "{said}");
    };
    refused(&["--config", path], 2, "unknown field `lisden`, expected one of `listen`");
    refused(&["--config", "no-such-file.toml"], 2, "can't read no-such-file.toml");
    refused(&["--listen", "nowhere"], 2, "--listen");
    refused(&["--analysis-time", "0s"], 2, "expected a time");
    refused(&["--base-path", "play"], 2, "expected a path such as /zermelo");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let data = tempfile::tempdir().expect("a folder");
    let data = data.path().to_str().expect("a path");
    refused(&["--listen", &address, "--data", data], 1, "the address is in use by another program");
}
