//! Where the database is, and how a connection to it is made.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::error::DatabaseError;
use sqlx::{AnyConnection, AnyPool, ConnectOptions, Error, Executor};
use tokio::time::{sleep, timeout};

use crate::fault::{self, Fault};
use crate::kind::Kind;
use crate::lock::{Lock, NoLock};
use crate::{Database, OpenError};

/// The name of the file in the folder.
const FILE: &str = "zermelo.sqlite";

/// How many connections read.
const READERS: u32 = 4;

/// How long a connection is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// A database, as connections are made to it.
#[derive(Clone)]
pub(crate) struct Place {
    /// The file of `SQLite`.
    pub(crate) file: Option<PathBuf>,
    options: AnyConnectOptions,
    /// For people: a path, or an address without a password.
    shown: String,
}

/// Whether the file is made where there is none.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Make {
    /// It is.
    New,
    /// It must be there.
    Nothing,
}

impl Place {
    /// Reads where the database is. Touches nothing.
    pub(crate) fn of(database: &Database) -> Result<Self, OpenError> {
        sqlx::any::install_default_drivers();
        match database {
            Database::Sqlite { folder } => file_in(folder),
            Database::Postgres { url } => server_at(url),
        }
    }

    pub(crate) const fn kind(&self) -> Kind {
        if self.file.is_some() { Kind::Sqlite } else { Kind::Postgres }
    }

    pub(crate) fn shown(&self) -> &str {
        &self.shown
    }

    /// What it means for whoever opens the database.
    pub(crate) fn error(&self, error: &Error) -> OpenError {
        let place = self.shown.clone();
        let code = error.as_database_error().and_then(DatabaseError::code).unwrap_or_default();
        match (self.kind(), &*code) {
            (Kind::Sqlite, "26") => OpenError::Foreign { place, why: "it is no SQLite database".to_owned() },
            (Kind::Postgres, "") => OpenError::Unreachable { place, why: error.to_string() },
            (Kind::Postgres, "3D000") => OpenError::NoDatabase { place },
            (Kind::Postgres, "28000" | "28P01") => OpenError::Login { place, why: error.to_string() },
            _ => self.failed(Fault::of(error, self.kind())),
        }
    }

    pub(crate) fn failed(&self, fault: Fault) -> OpenError {
        let place = self.shown.clone();
        match fault {
            Fault::Passing(trouble) => OpenError::Failed { place, code: trouble.code, why: trouble.why },
            Fault::Write { why, .. } => OpenError::Failed { place, code: fault::FAILING, why },
        }
    }

    /// Connections that read alone; made when they are needed.
    pub(crate) fn readers(&self) -> AnyPool {
        let (options, settings) = match self.kind() {
            Kind::Sqlite => (self.with_query("mode=ro"), "PRAGMA busy_timeout = 2000"),
            Kind::Postgres => {
                (self.options.clone(), "SET default_transaction_read_only = on; SET statement_timeout = '20s'")
            }
        };
        AnyPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(PATIENCE)
            // A file does not go away; a server may have been started anew.
            .test_before_acquire(self.kind() == Kind::Postgres)
            .after_connect(move |connection, _| {
                Box::pin(async move { connection.execute(sqlx::raw_sql(settings)).await.map(|_| ()) })
            })
            .connect_lazy_with(options)
    }

    /// A connection to the file, without further ado.
    pub(crate) async fn open(&self, mode: &str) -> Result<AnyConnection, Error> {
        self.with_query(mode).connect().await
    }

    fn with_query(&self, query: &str) -> AnyConnectOptions {
        let mut options = self.options.clone();
        options.database_url.set_query(Some(query));
        options
    }

    /// Refuses what is no database of this program before anything is changed, then turns WAL on.
    pub(crate) async fn connect_sqlite(&self, make: Make) -> Result<AnyConnection, OpenError> {
        let failed = |error: Error| self.error(&error);
        let mode = if make == Make::New { "mode=rwc" } else { "mode=rw" };
        let mut connection = self.open(mode).await.map_err(failed)?;
        let count = "SELECT count(*), count(CASE name WHEN '_sqlx_migrations' THEN 1 END) FROM sqlite_schema";
        let (things, ours): (i64, i64) = sqlx::query_as(count).fetch_one(&mut connection).await.map_err(failed)?;
        if things > 0 && ours == 0 {
            let why = "it is an SQLite database of another program".to_owned();
            return Err(OpenError::Foreign { place: self.shown.clone(), why });
        }
        let wal = sqlx::query_scalar("PRAGMA journal_mode = WAL").fetch_one(&mut connection).await;
        let mode: String = wal.map_err(failed)?;
        if mode == "wal" { Ok(connection) } else { Err(OpenError::NoWal { place: self.shown.clone() }) }
    }

    /// Takes the lock. Waits a moment: a server that was killed just now lets it go when the database notices.
    pub(crate) async fn connect_postgres(&self) -> Result<AnyConnection, OpenError> {
        let late = |_| OpenError::Unreachable {
            place: self.shown.clone(),
            why: format!("no answer for {} s", PATIENCE.as_secs()),
        };
        let connection = timeout(PATIENCE, self.options.connect()).await.map_err(late)?;
        let mut connection = connection.map_err(|error| self.error(&error))?;
        for _ in 0..LOCK_TRIES {
            let take = sqlx::query_scalar("SELECT pg_try_advisory_lock($1)").bind(LOCK);
            if take.fetch_one(&mut connection).await.map_err(|error| self.error(&error))? {
                return Ok(connection);
            }
            sleep(LOCK_PAUSE).await;
        }
        Err(OpenError::InUse { place: self.shown.clone(), owner: String::new() })
    }
}

/// The number of our lock in a `PostgreSQL` database: "zermelo" in ASCII.
const LOCK: i64 = 0x7a_6572_6d65_6c6f;
const LOCK_TRIES: u32 = 30;
const LOCK_PAUSE: Duration = Duration::from_millis(100);

/// Makes the folder, and takes its lock.
pub(crate) fn lock(folder: &Path) -> Result<Lock, OpenError> {
    let failed = |error| OpenError::Folder { folder: folder.to_owned(), error };
    make(folder).map_err(failed)?;
    Lock::take(folder).map_err(|error| match error {
        NoLock::Held(owner) => {
            let owner = if owner.is_empty() { owner } else { format!(" (process {owner})") };
            OpenError::InUse { place: folder.display().to_string(), owner }
        }
        NoLock::Io(error) => failed(error),
    })
}

/// Makes a folder with all above it, for good.
fn make(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(folder)?;
    if let Some(above) = folder.parent().filter(|above| !above.as_os_str().is_empty()) {
        // A system that can't sync a folder keeps it all the same.
        let _ = File::open(above).and_then(|above| above.sync_all());
    }
    Ok(())
}

/// The database file of a folder.
pub(crate) fn file(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

fn file_in(folder: &Path) -> Result<Place, OpenError> {
    let failed = |error| OpenError::Folder { folder: folder.to_owned(), error };
    let path = file(&std::path::absolute(folder).map_err(failed)?);
    let no_text = || failed(io::Error::new(io::ErrorKind::InvalidInput, "its path is no UTF-8"));
    let text = path.to_str().ok_or_else(no_text)?;
    let options = format!("sqlite://{}", escaped(text)).parse::<AnyConnectOptions>();
    let options = options.map_err(|error| failed(io::Error::other(error)))?.disable_statement_logging();
    Ok(Place { file: Some(path), options, shown: file(folder).display().to_string() })
}

/// A path within an address: whatever an address could take for its own is written as `%XX`.
fn escaped(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
    path.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

#[cfg(feature = "postgres")]
fn server_at(url: &str) -> Result<Place, OpenError> {
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
    Ok(Place { file: None, options, shown: format!("the PostgreSQL database \"{database}\" at {at}") })
}

#[cfg(not(feature = "postgres"))]
fn server_at(_: &str) -> Result<Place, OpenError> {
    Err(OpenError::NotBuilt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_a_path_whatever_it_holds() {
        for folder in ["/a b", "/50%/x", "/what?mode=memory#1", "/ü/ö", "/a\\b"] {
            let place = Place::of(&Database::Sqlite { folder: folder.into() }).unwrap();
            let url = place.options.database_url.as_str();
            assert!(url.starts_with("sqlite:///"), "{url}");
            assert!(url.ends_with("/zermelo.sqlite"), "{url}");
            assert_eq!(place.shown(), format!("{folder}/zermelo.sqlite"));
        }
    }

    #[cfg(feature = "postgres")]
    #[test]
    fn a_place_is_shown_without_its_password() {
        for url in [
            "postgres://me:s3cret@db.example:5433/games",
            "postgresql://me@db.example:5433/games?password=s3cret",
            "postgres:///games?user=me&password=s3cret&host=db.example&port=5433",
        ] {
            let place = Place::of(&Database::Postgres { url: url.to_owned() }).unwrap();
            assert_eq!(place.shown(), "the PostgreSQL database \"games\" at db.example:5433");
        }
        for url in
            ["postgres://me:s3cret@db:port/games", "s3cret", "mysql://me:s3cret@db/games", "postgres://s3cret:x@[/"]
        {
            let Err(error) = Place::of(&Database::Postgres { url: url.to_owned() }) else { panic!("{url} is taken") };
            assert_eq!(error.code(), "store/url");
            assert!(!format!("{error} {error:?}").contains("s3cret"), "{error:?}");
        }
    }
}
