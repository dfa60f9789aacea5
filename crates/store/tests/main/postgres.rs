//! A `PostgreSQL` server for the tests, on its own port.

use std::fs::File;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use sqlx::{Connection, Executor, PgConnection};
use tempfile::TempDir;

pub const USER: &str = "zermelo";
pub const PASSWORD: &str = "s3cret";

/// A server with its data. It stops on drop, and when the test process ends.
pub struct Postgres {
    folder: PathBuf,
    port: u16,
    /// A shell that stops the server when its input ends.
    keeper: Option<Child>,
    starts: u32,
    /// `None` if the keeper removes the folder.
    temporary: Option<TempDir>,
}

/// The number of ports to try: another program may take a free port before the server does.
const TRIES: usize = 5;

/// Runs a command, and stops it when its input ends. Then removes the folder `$0`, unless that is empty.
const KEEPER: &str =
    r#""$@" & server=$!; cat > /dev/null; kill -INT $server 2> /dev/null; wait $server; [ -z "$0" ] || rm -rf "$0""#;

/// The server that the tests share; each test has its own database.
pub fn shared() -> &'static Postgres {
    static SHARED: OnceLock<Postgres> = OnceLock::new();
    SHARED.get_or_init(|| {
        let mut server = Postgres::new();
        // Statics are never dropped, so the keeper removes the folder.
        server.temporary.take().map(TempDir::keep);
        server.start();
        server
    })
}

impl Postgres {
    /// A server for one test.
    pub fn own() -> Self {
        let mut server = Self::new();
        server.start();
        server
    }

    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder for the server");
        give(folder.path());
        let password = folder.path().join("password");
        std::fs::write(&password, PASSWORD).expect("a file for the password");
        give(&password);
        let mut initdb = command("initdb", folder.path());
        initdb.arg("--pgdata").arg(folder.path().join("data")).arg("--pwfile").arg(password);
        initdb.args(["--username", USER, "--auth", "scram-sha-256", "--encoding", "UTF8", "--no-locale", "--no-sync"]);
        let made = initdb.output().expect("initdb starts");
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        Self { folder: folder.path().to_owned(), port: 0, keeper: None, starts: 0, temporary: Some(folder) }
    }

    fn start(&mut self) {
        for _ in 0..TRIES {
            self.port = free_port();
            if self.launch() {
                return;
            }
        }
        panic!("no PostgreSQL starts; its log says: {}", self.log());
    }

    /// The URL of a database.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://{USER}:{PASSWORD}@127.0.0.1:{}/{database}", self.port)
    }

    /// The URL of a new database.
    pub fn database(&self) -> String {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("test_{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        self.execute("postgres", &format!("CREATE DATABASE {name}"));
        self.url(&name)
    }

    /// Runs a statement.
    pub fn execute(&self, database: &str, statement: &str) {
        let url = self.url(database);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        // On its own thread, because the test may be inside a runtime.
        std::thread::scope(|scope| {
            scope.spawn(|| {
                runtime.block_on(async {
                    let mut connection = PgConnection::connect(&url).await.expect("a server");
                    let text = sqlx::AssertSqlSafe(statement.to_owned());
                    connection.execute(sqlx::raw_sql(text)).await.expect("a statement");
                    connection.close().await.expect("an end");
                });
            });
        });
    }

    /// Stops it like a power failure.
    pub fn crash(&mut self) {
        let pid = std::fs::read_to_string(self.folder.join("data/postmaster.pid")).expect("a running server");
        let pid = pid.lines().next().and_then(|pid| pid.parse().ok()).and_then(rustix::process::Pid::from_raw);
        // An immediate shutdown, which also stops the backends.
        rustix::process::kill_process(pid.expect("its number"), rustix::process::Signal::QUIT).expect("it is ours");
        self.stop();
    }

    /// Starts it again on the same port.
    pub fn restart(&mut self) {
        assert!(self.launch(), "PostgreSQL does not start again; its log says: {}", self.log());
    }

    fn stop(&mut self) {
        if let Some(mut keeper) = self.keeper.take() {
            drop(keeper.stdin.take());
            keeper.wait().expect("the keeper ends");
        }
    }

    /// Waits until it is ready. Reads its log, because another program may answer on the port.
    fn launch(&mut self) -> bool {
        self.starts += 1;
        let log = File::create(self.log_path()).expect("a log");
        let mut keeper = command("sh", &self.folder);
        keeper.args(["-c", KEEPER]).arg(if self.temporary.is_some() { Path::new("") } else { &self.folder });
        keeper.arg(program("postgres")).arg("-D").arg(self.folder.join("data"));
        for setting in [
            &format!("port={}", self.port),
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "shared_buffers=16MB",
            // The tests stop it, not a shutdown of the machine.
            "fsync=off",
        ] {
            keeper.args(["-c", setting]);
        }
        keeper.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(log);
        self.keeper = Some(keeper.spawn().expect("a shell"));
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_mins(2) {
            let log = self.log();
            if log.contains("ready to accept connections") {
                return true;
            }
            if log.contains("FATAL:  could not") || log.contains("database system is shut down") {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        self.stop();
        false
    }

    fn log_path(&self) -> PathBuf {
        self.folder.join(format!("log-{}", self.starts))
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.log_path()).unwrap_or_default()
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A port that is free at the moment.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    listener.local_addr().expect("its number").port()
}

/// Whether the test runs as root, as which `PostgreSQL` refuses to start.
const NOBODY: u32 = 65_534;

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Makes a file accessible to the server's user.
fn give(path: &Path) {
    if is_root() {
        std::os::unix::fs::chown(path, Some(NOBODY), Some(NOBODY)).expect("root gives files away");
    }
}

fn command(name: &str, folder: &Path) -> Command {
    use std::os::unix::process::CommandExt;

    let mut command = Command::new(if name == "sh" { PathBuf::from(name) } else { program(name) });
    command.current_dir(folder).env("LC_ALL", "C").stdin(Stdio::null());
    if is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
    command
}

/// The path of a program. Debian has one folder per version; the newest is used.
fn program(name: &str) -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    versions.sort_by_key(|folder| {
        let version = folder.parent().and_then(Path::file_name).and_then(|name| name.to_str());
        version.and_then(|version| version.parse::<u32>().ok())
    });
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = versions.into_iter().rev().chain(std::env::split_paths(&path));
    let mut programs = folders.map(|folder| folder.join(name));
    programs.find(|program| program.is_file()).unwrap_or_else(|| {
        panic!(
            "this test needs {name} of PostgreSQL, and it is not installed: `cargo xtask test` installs Debian's package postgresql; \
             elsewhere put the program into the PATH"
        )
    })
}
