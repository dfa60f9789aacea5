//! The location of the database, and how to connect to it.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::error::DatabaseError;
use sqlx::{AnyConnection, AnyPool, ConnectOptions, Error, Executor};
use tokio::time::{sleep, timeout};

use crate::backend::Backend;
use crate::lock::{FolderLock, LockError};
use crate::sql_error::{self, SqlError};
use crate::{Database, OpenError};

/// The name of the database file in the data folder.
const FILE: &str = "zermelo.sqlite";

/// The maximum number of connections in the read pool.
const READERS: u32 = 4;

/// The time limit for opening or acquiring a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// The location of a database. Opens connections to it.
#[derive(Clone)]
pub(crate) struct Connector {
    /// The `SQLite` file; `None` for `PostgreSQL`.
    pub(crate) file: Option<PathBuf>,
    options: AnyConnectOptions,
    /// A path, or an address without its password.
    display_name: String,
}

/// Whether to create a missing database file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OpenMode {
    /// Create it.
    Create,
    /// Fail.
    Existing,
}

impl Connector {
    /// Parses the location. Does no I/O.
    pub(crate) fn of(database: &Database) -> Result<Self, OpenError> {
        sqlx::any::install_default_drivers();
        match database {
            Database::Sqlite { folder } => sqlite_connector(folder),
            Database::Postgres { url } => postgres_connector(url),
        }
    }

    pub(crate) const fn backend(&self) -> Backend {
        if self.file.is_some() { Backend::Sqlite } else { Backend::Postgres }
    }

    pub(crate) fn display_name(&self) -> &str {
        &self.display_name
    }

    /// The error of opening the database.
    pub(crate) fn error(&self, error: &Error) -> OpenError {
        let database = self.display_name.clone();
        let code = error.as_database_error().and_then(DatabaseError::code).unwrap_or_default();
        match (self.backend(), &*code) {
            (Backend::Sqlite, "26") => OpenError::Foreign { database, why: "it is not an SQLite database".to_owned() },
            (Backend::Postgres, "") => OpenError::Unreachable { database, why: error.to_string() },
            (Backend::Postgres, "3D000") => OpenError::NoDatabase { database },
            (Backend::Postgres, "28000" | "28P01") => OpenError::Login { database, why: error.to_string() },
            _ => self.open_error(SqlError::from_sqlx(error, self.backend())),
        }
    }

    pub(crate) fn open_error(&self, fault: SqlError) -> OpenError {
        let database = self.display_name.clone();
        match fault {
            SqlError::Transient(error) => OpenError::Failed { database, code: error.code, why: error.why },
            SqlError::Rejected { why, .. } => OpenError::Failed { database, code: sql_error::FAILING, why },
        }
    }

    /// The pool of read-only connections, opened on demand.
    pub(crate) fn read_pool(&self) -> AnyPool {
        let (options, settings) = match self.backend() {
            Backend::Sqlite => (self.with_query("mode=ro"), "PRAGMA busy_timeout = 2000"),
            Backend::Postgres => {
                (self.options.clone(), "SET default_transaction_read_only = on; SET statement_timeout = '20s'")
            }
        };
        AnyPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(CONNECT_TIMEOUT)
            // A file does not go away, but a database server may have restarted.
            .test_before_acquire(self.backend() == Backend::Postgres)
            .after_connect(move |connection, _| {
                Box::pin(async move { connection.execute(sqlx::raw_sql(settings)).await.map(|_| ()) })
            })
            .connect_lazy_with(options)
    }

    /// Opens a connection to the `SQLite` file, with a mode of its URI.
    pub(crate) async fn open(&self, mode: &str) -> Result<AnyConnection, Error> {
        self.with_query(mode).connect().await
    }

    fn with_query(&self, query: &str) -> AnyConnectOptions {
        let mut options = self.options.clone();
        options.database_url.set_query(Some(query));
        options
    }

    /// Connects to the `SQLite` file and turns WAL mode on. Rejects a database of another program before anything is changed.
    pub(crate) async fn connect_sqlite(&self, mode: OpenMode) -> Result<AnyConnection, OpenError> {
        let failed = |error: Error| self.error(&error);
        let mode = if mode == OpenMode::Create { "mode=rwc" } else { "mode=rw" };
        let mut connection = self.open(mode).await.map_err(failed)?;
        let count = "SELECT count(*), count(CASE name WHEN '_sqlx_migrations' THEN 1 END) FROM sqlite_schema";
        let (things, ours): (i64, i64) = sqlx::query_as(count).fetch_one(&mut connection).await.map_err(failed)?;
        if things > 0 && ours == 0 {
            let why = "it is the SQLite database of another program".to_owned();
            return Err(OpenError::Foreign { database: self.display_name.clone(), why });
        }
        let wal = sqlx::query_scalar("PRAGMA journal_mode = WAL").fetch_one(&mut connection).await;
        let mode: String = wal.map_err(failed)?;
        if mode == "wal" { Ok(connection) } else { Err(OpenError::NoWal { database: self.display_name.clone() }) }
    }

    /// Connects to `PostgreSQL` and takes the advisory lock. Retries for a while, because the database may not have noticed yet that a
    /// killed server is gone.
    pub(crate) async fn connect_postgres(&self) -> Result<AnyConnection, OpenError> {
        let late = |_| OpenError::Unreachable {
            database: self.display_name.clone(),
            why: format!("no answer for {} s", CONNECT_TIMEOUT.as_secs()),
        };
        let connection = timeout(CONNECT_TIMEOUT, self.options.connect()).await.map_err(late)?;
        let mut connection = connection.map_err(|error| self.error(&error))?;
        for _ in 0..LOCK_TRIES {
            let take = sqlx::query_scalar("SELECT pg_try_advisory_lock($1)").bind(LOCK);
            if take.fetch_one(&mut connection).await.map_err(|error| self.error(&error))? {
                return Ok(connection);
            }
            sleep(LOCK_PAUSE).await;
        }
        Err(OpenError::InUse { database: self.display_name.clone(), owner: String::new() })
    }
}

/// The key of the advisory lock in a `PostgreSQL` database: "zermelo" in ASCII.
const LOCK: i64 = 0x7a_6572_6d65_6c6f;
const LOCK_TRIES: u32 = 30;
const LOCK_PAUSE: Duration = Duration::from_millis(100);

/// Creates the folder, and takes its lock.
pub(crate) fn lock(folder: &Path) -> Result<FolderLock, OpenError> {
    let failed = |error| OpenError::Folder { folder: folder.to_owned(), error };
    make(folder).map_err(failed)?;
    FolderLock::take(folder).map_err(|error| match error {
        LockError::Held(owner) => {
            let owner = if owner.is_empty() { owner } else { format!(" (process {owner})") };
            OpenError::InUse { database: folder.display().to_string(), owner }
        }
        LockError::Io(error) => failed(error),
    })
}

/// Creates a folder and its parents, and syncs them to disk.
fn make(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(folder)?;
    if let Some(above) = folder.parent().filter(|above| !above.as_os_str().is_empty()) {
        // Some systems can't sync a folder; it exists anyway.
        let _ = File::open(above).and_then(|above| above.sync_all());
    }
    Ok(())
}

/// The database file of a folder.
pub(crate) fn file(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

fn sqlite_connector(folder: &Path) -> Result<Connector, OpenError> {
    let failed = |error| OpenError::Folder { folder: folder.to_owned(), error };
    let path = file(&std::path::absolute(folder).map_err(failed)?);
    let no_text = || failed(io::Error::new(io::ErrorKind::InvalidInput, "the path is not UTF-8"));
    let text = path.to_str().ok_or_else(no_text)?;
    let options = format!("sqlite://{}", escaped(text)).parse::<AnyConnectOptions>();
    let options = options.map_err(|error| failed(io::Error::other(error)))?.disable_statement_logging();
    Ok(Connector { file: Some(path), options, display_name: file(folder).display().to_string() })
}

/// A path within a URL, percent-encoded.
fn escaped(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
    path.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

#[cfg(feature = "postgres")]
fn postgres_connector(url: &str) -> Result<Connector, OpenError> {
    use sqlx::postgres::PgConnectOptions;

    let bad = |_: Error| OpenError::Url;
    if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
        return Err(OpenError::Url);
    }
    let read: PgConnectOptions = url.parse().map_err(bad)?;
    let mut options = url.parse::<AnyConnectOptions>().map_err(bad)?.disable_statement_logging();
    if read.get_application_name().is_none() {
        options.database_url.query_pairs_mut().append_pair("application_name", "zermelo");
    }
    let database = read.get_database().unwrap_or(read.get_username());
    let at = match read.get_socket() {
        Some(socket) => socket.display().to_string(),
        None => format!("{}:{}", read.get_host(), read.get_port()),
    };
    Ok(Connector { file: None, options, display_name: format!("the PostgreSQL database \"{database}\" at {at}") })
}

#[cfg(not(feature = "postgres"))]
fn postgres_connector(_: &str) -> Result<Connector, OpenError> {
    Err(OpenError::NotBuilt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_in_a_path_are_escaped() {
        for folder in ["/a b", "/50%/x", "/what?mode=memory#1", "/ü/ö", "/a\\b"] {
            let connector = Connector::of(&Database::Sqlite { folder: folder.into() }).unwrap();
            let url = connector.options.database_url.as_str();
            assert!(url.starts_with("sqlite:///"), "{url}");
            assert!(url.ends_with("/zermelo.sqlite"), "{url}");
            assert_eq!(connector.display_name(), format!("{folder}/zermelo.sqlite"));
        }
    }

    #[cfg(feature = "postgres")]
    #[test]
    fn a_password_is_not_shown() {
        for url in [
            "postgres://me:s3cret@db.example:5433/games",
            "postgresql://me@db.example:5433/games?password=s3cret",
            "postgres:///games?user=me&password=s3cret&host=db.example&port=5433",
        ] {
            let connector = Connector::of(&Database::Postgres { url: url.to_owned() }).unwrap();
            assert_eq!(connector.display_name(), "the PostgreSQL database \"games\" at db.example:5433");
        }
        for url in
            ["postgres://me:s3cret@db:port/games", "s3cret", "mysql://me:s3cret@db/games", "postgres://s3cret:x@[/"]
        {
            let Err(error) = Connector::of(&Database::Postgres { url: url.to_owned() }) else {
                panic!("{url} is taken")
            };
            assert_eq!(error.code(), "store/url");
            assert!(!format!("{error} {error:?}").contains("s3cret"), "{error:?}");
        }
    }
}
