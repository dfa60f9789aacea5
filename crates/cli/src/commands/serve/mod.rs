//! `zermelo serve`: the server.

mod settings;

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tracing_subscriber::EnvFilter;

use zermelo_store::{Database, Store};

use crate::error::CliError;
use settings::{EffectiveSettings, Settings};

/// Arguments of `serve`.
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = false,
    subcommand_negates_reqs = true,
    after_help = "Examples:
  zermelo serve
  zermelo serve --listen 0.0.0.0:80 --config zermelo.toml
  zermelo serve --analysis-time 5s --print-config > zermelo.toml
  zermelo serve --database postgres://zermelo@localhost/zermelo --durability power
  zermelo serve backup games.sqlite

Flags override the environment, and the environment overrides the file. After Ctrl-C or SIGTERM, the server stops running
searches, finishes pending responses, and exits."
)]
pub struct ServeArgs {
    #[command(subcommand)]
    command: Option<ServeCommand>,
    /// A settings file (TOML), in the format of --print-config
    #[arg(long, value_name = "FILE", env = "ZERMELO_CONFIG")]
    config: Option<PathBuf>,
    #[command(flatten)]
    settings: Settings,
    /// Print the effective settings and exit
    #[arg(long)]
    print_config: bool,
    /// The format of the log on standard error
    #[arg(long, value_enum, env = "ZERMELO_LOG_FORMAT", default_value_t = LogFormat::Text)]
    log_format: LogFormat,
    /// The log level: error, warn, info, debug or trace, or a filter such as `info,tower_http=debug`
    #[arg(long, value_name = "LEVEL", env = "ZERMELO_LOG", default_value = "info")]
    log: String,
}

/// Other tasks than serving.
#[derive(Subcommand)]
enum ServeCommand {
    /// Copy the database to a file; the server can keep running
    Backup {
        /// The file to create
        file: PathBuf,
    },
    /// Print the API description (OpenAPI 3.1, JSON)
    Openapi,
    /// Print the games, agents and demo games of the web page (JSON)
    Catalogue,
}

/// Log formats.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LogFormat {
    /// Text
    Text,
    /// JSON Lines
    Json,
}

/// Runs the server, or a subcommand.
pub fn run(args: &ServeArgs) -> Result<(), CliError> {
    let file = args.config.as_deref().map(Settings::read).transpose()?.unwrap_or_default();
    let settings = args.settings.clone().or(file);
    let options = settings.store(user_tables)?;
    match &args.command {
        Some(ServeCommand::Backup { file }) => return backup(&options.database, file),
        Some(ServeCommand::Openapi) => {
            let text = zermelo_server::document().to_pretty_json().map_err(|why| CliError::Failed(why.to_string()))?;
            return Ok(writeln!(io::stdout().lock(), "{text}")?);
        }
        Some(ServeCommand::Catalogue) => {
            let text = zermelo_server::catalogue().map_err(|why| CliError::Failed(why.to_string()))?;
            return Ok(write!(io::stdout().lock(), "{text}")?);
        }
        None => {}
    }
    let config = settings.config()?;
    if args.print_config {
        let text = toml::to_string(&EffectiveSettings { config: &config, store: &options })
            .map_err(|why| CliError::Failed(why.to_string()))?;
        return Ok(io::stdout().lock().write_all(text.as_bytes())?);
    }
    start_log(args)?;
    runtime()?.block_on(async {
        let listen = config.listen;
        let failed = |why: io::Error| CliError::Failed(format!("can't listen on {listen}: {}", in_words(&why)));
        let stop = stopped()?;
        let listener = TcpListener::bind(listen).await.map_err(failed)?;
        let store = Store::open(&options).await.map_err(|why| coded(&why, why.code()))?;
        let address = listener.local_addr().map_err(failed)?;
        let base = config.base_path.clone();
        // With port 0, the caller reads the actual port from this line.
        anstream::println!("Zermelo answers at http://{address}{base}/ (Ctrl-C stops it)");
        io::stdout().flush()?;
        tracing::info!(%address, "listening");
        zermelo_server::serve(listener, config, store, stop).await.map_err(|why| CliError::Failed(why.to_string()))?;
        tracing::info!("stopped");
        Ok(())
    })
}

fn runtime() -> Result<Runtime, CliError> {
    let made = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    made.map_err(|why| CliError::Failed(format!("can't start the server's threads: {why}")))
}

/// The default folder of the database.
fn user_tables() -> Result<PathBuf, CliError> {
    let none = || CliError::Usage("no data folder found for this user; name one with --data DIR".to_owned());
    zermelo_solve::retrograde::user_tables::data_folder().map(|user_tables| user_tables.join("server")).ok_or_else(none)
}

/// A storage error with its code, which docs/operate.md explains.
fn coded(why: &dyn fmt::Display, code: &str) -> CliError {
    CliError::Failed(format!("{why} ({code})"))
}

/// Copies the database, which a server can be using.
fn backup(database: &Database, file: &Path) -> Result<(), CliError> {
    let copied = runtime()?.block_on(zermelo_store::backup(database, file));
    copied.map_err(|why| coded(&why, why.code()))?;
    anstream::println!("Database copied to {}", file.display());
    Ok(())
}

fn start_log(args: &ServeArgs) -> Result<(), CliError> {
    let wrong = |why| CliError::Usage(format!("--log {}: {why}; try info or debug", args.log));
    let filter = EnvFilter::try_new(&args.log).map_err(wrong)?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    match args.log_format {
        LogFormat::Text => log.with_ansi(io::stderr().is_terminal()).init(),
        LogFormat::Json => log.json().init(),
    }
    Ok(())
}

/// Completes on SIGINT or SIGTERM.
fn stopped() -> Result<impl Future<Output = ()> + Send + 'static, CliError> {
    use tokio::signal::unix::{SignalKind, signal};

    let listen = |kind| signal(kind).map_err(|why| CliError::Failed(format!("can't listen for signals: {why}")));
    let (mut interrupt, mut terminate) = (listen(SignalKind::interrupt())?, listen(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

fn in_words(why: &io::Error) -> String {
    match why.kind() {
        io::ErrorKind::AddrInUse => {
            "the address is in use by another program; choose another port with --listen".to_owned()
        }
        io::ErrorKind::PermissionDenied => {
            "this port needs root privileges; choose a port from 1024 on with --listen".to_owned()
        }
        io::ErrorKind::AddrNotAvailable => "this machine does not have that address".to_owned(),
        _ => why.to_string(),
    }
}
