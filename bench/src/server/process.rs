//! The server as a child process.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

/// A child process that is killed when this one ends.
pub struct Process(pub Child);

/// A server with a free port and its own folder.
pub struct Server {
    /// The program.
    pub process: Process,
    folder: PathBuf,
    /// Its address.
    pub address: String,
}

/// Builds the program with release settings.
pub fn build() -> Result<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the folder of the workspace")?;
    eprintln!("building the server..");
    let built = Command::new("cargo").args(["build", "--release", "--quiet", "--locked"]).current_dir(root).status()?;
    ensure!(built.success(), "the server could not be built");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(target.join("release/zermelo"))
}

impl Server {
    /// Starts the server without limits per person, because all of the load is one person.
    pub async fn start(program: &Path, durability: &str, database: Option<&str>) -> Result<Self> {
        let folder = std::env::temp_dir().join(format!("zermelo-bench-{}-{}", std::process::id(), fresh()));
        let mut command = Command::new(program);
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "error", "--durability", durability, "--data"])
            .arg(&folder);
        for limit in
            ["rate", "burst", "rooms-per-person", "rooms-in-all", "sockets-per-person", "socket-rate", "socket-burst"]
        {
            command.args([format!("--{limit}"), "1000000".to_owned()]);
        }
        // Analyses come from people of their own.
        command.args([
            "--trusted-proxies",
            "127.0.0.1",
            "--analyses-per-person",
            "1000",
            "--analyses-in-all",
            "1000",
            "--analysis-time",
            "1000s",
        ]);
        if let Some(url) = database {
            command.args(["--database", url]);
        }
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().context("the server does not start")?;
        let mut process = Process(child);
        let line = process.first_line()?;
        let address = line.strip_prefix("Zermelo answers at http://").and_then(|rest| rest.split('/').next());
        let Some(address) = address.map(str::to_owned) else { bail!("the server said: {line}") };
        Ok(Self { process, folder, address })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.end();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Process {
    /// The first line of its standard output.
    pub fn first_line(&mut self) -> Result<String> {
        let mut line = String::new();
        BufReader::new(self.0.stdout.take().context("a pipe")?).read_line(&mut line)?;
        Ok(line)
    }

    /// Its processor time.
    pub fn cpu(&self) -> Result<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.0.id()))?;
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        // The 14th and 15th of the line, in hundredths of a second.
        let ticks: u64 =
            fields.get(11..13).context("fields of /proc/PID/stat")?.iter().filter_map(|n| n.parse::<u64>().ok()).sum();
        Ok(Duration::from_millis(ticks * 10))
    }

    /// Its memory, in bytes.
    pub fn memory(&self) -> Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("VmRSS")?;
        let kb: u64 = line.trim().trim_end_matches(" kB").parse()?;
        Ok(kb * 1024)
    }

    fn end(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

fn fresh() -> u32 {
    use std::sync::atomic::{AtomicU32, Ordering};

    static NEXT: AtomicU32 = AtomicU32::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
