//! A real `nats-server` for a test, on a port of its own.

#![expect(clippy::missing_panics_doc, reason = "a test without its server fails")]

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server that keeps its messages in a folder of the test. It ends when it is dropped.
pub struct NatsServer {
    folder: PathBuf,
    port: u16,
    options: Vec<String>,
    child: Option<Child>,
    starts: u32,
}

/// So many ports are tried: between our finding a free one and the server's taking it another program may.
const TRIES: usize = 5;

impl NatsServer {
    /// Starts a server with `JetStream`.
    pub fn start(folder: &Path) -> Self {
        let store = folder.to_str().expect("a plain path");
        Self::start_with(folder, &["-js", "-sd", store])
    }

    /// Starts a server with these options.
    pub fn start_with(folder: &Path, options: &[&str]) -> Self {
        let options: Vec<String> = options.iter().map(|option| (*option).to_owned()).collect();
        for _ in 0..TRIES {
            let (folder, options) = (folder.to_owned(), options.clone());
            let mut server = Self { folder, port: free_port(), options, child: None, starts: 0 };
            if server.launch() {
                return server;
            }
        }
        panic!("no nats-server starts; its logs are {}-*.log", folder.join("nats").display());
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Ends it as a power cut would.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            // Whoever is dead already can't be killed.
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Starts it again at the same address, with what it kept.
    pub fn restart(&mut self) {
        self.kill();
        assert!(self.launch(), "nats-server does not start again on port {}", self.port);
    }

    /// Whether it is ready at last. Its log says so: at the port another program may answer.
    fn launch(&mut self) -> bool {
        self.starts += 1;
        let log = self.folder.join(format!("nats-{}-{}.log", self.port, self.starts));
        let mut command = Command::new(program());
        command.args(["-a", "127.0.0.1", "-p", &self.port.to_string(), "-l"]).arg(&log).args(&self.options);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("nats-server starts");
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_mins(1) && child.try_wait().expect("a child of ours").is_none() {
            if std::fs::read_to_string(&log).is_ok_and(|log| log.contains("Server is ready")) {
                self.child = Some(child);
                return true;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        // Whoever is dead already can't be killed.
        let _ = child.kill();
        let _ = child.wait();
        false
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A port that nobody uses at this moment.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    listener.local_addr().expect("its number").port()
}

/// Where the program is. Debian puts it where only root looks.
fn program() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders =
        std::env::split_paths(&path).chain(["/usr/sbin", "/usr/local/sbin", "/usr/local/bin"].map(PathBuf::from));
    let mut programs = folders.map(|folder| folder.join("nats-server"));
    programs.find(|program| program.is_file()).expect(
        "this test needs nats-server, and it is not installed: `cargo xtask test` installs Debian's package nats-server; \
         elsewhere put the program into the PATH",
    )
}
