//! A `nats-server` process for a test, on its own port.

#![expect(clippy::missing_panics_doc, reason = "a test fails without its server")]

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server that stores its messages in a folder of the test. Dropping it ends the process.
pub struct NatsServer {
    folder: PathBuf,
    port: u16,
    options: Vec<String>,
    child: Option<Child>,
    starts: u32,
}

/// The number of ports to try: another program can take a free port before the server does.
const MAX_PORTS: usize = 5;

impl NatsServer {
    /// Starts a server with `JetStream`.
    pub fn start(folder: &Path) -> Self {
        let store = folder.to_str().expect("a plain path");
        Self::start_with(folder, &["-js", "-sd", store])
    }

    /// Starts a server with these options.
    pub fn start_with(folder: &Path, options: &[&str]) -> Self {
        let options: Vec<String> = options.iter().map(|option| (*option).to_owned()).collect();
        for _ in 0..MAX_PORTS {
            let (folder, options) = (folder.to_owned(), options.clone());
            let mut server = Self { folder, port: free_port(), options, child: None, starts: 0 };
            if server.launch() {
                return server;
            }
        }
        panic!("nats-server does not start; see the logs {}-*.log", folder.join("nats").display());
    }

    /// The URL of the server.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Kills the process, as a power failure would.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            // This fails if the process has already ended.
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Restarts the server at the same address, with the messages that it stored.
    pub fn restart(&mut self) {
        self.kill();
        assert!(self.launch(), "nats-server does not start again on port {}", self.port);
    }

    /// Starts the process and waits until its log says that it is ready; `false` if it ends or is not ready in time.
    /// The port is not asked, because another program could answer there.
    fn launch(&mut self) -> bool {
        self.starts += 1;
        let log = self.folder.join(format!("nats-{}-{}.log", self.port, self.starts));
        let mut command = Command::new(find_program());
        command.args(["-a", "127.0.0.1", "-p", &self.port.to_string(), "-l"]).arg(&log).args(&self.options);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("nats-server starts");
        let started = Instant::now();
        while started.elapsed() < Duration::from_mins(1) && child.try_wait().expect("a child of ours").is_none() {
            if std::fs::read_to_string(&log).is_ok_and(|log| log.contains("Server is ready")) {
                self.child = Some(child);
                return true;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        // This fails if the process has already ended.
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

/// A TCP port that is free at the moment.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    listener.local_addr().expect("its number").port()
}

/// The path of the program. Debian installs it in a folder that is only in root's `PATH`.
fn find_program() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders =
        std::env::split_paths(&path).chain(["/usr/sbin", "/usr/local/sbin", "/usr/local/bin"].map(PathBuf::from));
    let mut programs = folders.map(|folder| folder.join("nats-server"));
    programs.find(|program| program.is_file()).expect(
        "this test needs nats-server, which is not installed: `cargo xtask test` installs Debian's package \
         nats-server; on other systems, install the program in a folder of the PATH",
    )
}
