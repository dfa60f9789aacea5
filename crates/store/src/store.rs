//! The store as the server sees it.

use crate::{
    CloseError, Figures, Guest, Health, OpenError, Options, ReadError, RoomRow, StoredRoom, Write, WriteError,
};

/// Where a page of a list ends: the next one begins with what was made before that moment, and, of the same moment, with lesser codes.
pub type Before = (i64, String);

/// What the server keeps. A clone is another handle to the same.
#[derive(Clone, Debug)]
pub struct Store {}

impl Store {
    /// Opens the database, makes it where there is none, and brings its tables up to date.
    pub async fn open(_options: &Options) -> Result<Self, OpenError> {
        Ok(Self {})
    }

    /// Hands something to the writer and returns at once. `done` is called when it is stored, or can't ever be, in the order of the
    /// calls of `write`; it must not take long: the writer waits for it.
    pub fn write(&self, _write: Write, done: impl FnOnce(Result<(), WriteError>) + Send + 'static) {
        done(Err(WriteError::Closed));
    }

    /// Stores something.
    pub async fn written(&self, _write: Write) -> Result<(), WriteError> {
        Err(WriteError::Closed)
    }

    /// How many writes are not answered yet.
    pub fn pending(&self) -> usize {
        0
    }

    /// Whether things can be stored at the moment.
    pub fn health(&self) -> Health {
        Health::Ok
    }

    /// What the writer has done.
    pub fn figures(&self) -> Figures {
        Figures::default()
    }

    /// The rooms that wait or in which a game goes on, the oldest first.
    pub async fn unfinished(&self) -> Result<Vec<StoredRoom>, ReadError> {
        Ok(Vec::new())
    }

    /// A room with its events.
    pub async fn room(&self, _code: &str) -> Result<Option<StoredRoom>, ReadError> {
        Ok(None)
    }

    /// The guest with that secret.
    pub async fn guest_by_secret(&self, _hash: &[u8; 32]) -> Result<Option<Guest>, ReadError> {
        Ok(None)
    }

    /// The rooms in which a guest has a seat or which are theirs, the newest first, without the finished games.
    pub async fn rooms_of(
        &self,
        _guest: &str,
        _before: Option<Before>,
        _limit: u32,
    ) -> Result<Vec<RoomRow>, ReadError> {
        Ok(Vec::new())
    }

    /// The same rooms with the finished games.
    pub async fn records_of(
        &self,
        _guest: &str,
        _before: Option<Before>,
        _limit: u32,
    ) -> Result<Vec<RoomRow>, ReadError> {
        Ok(Vec::new())
    }

    /// When the server was last alive: what [`Write::Alive`] said last.
    pub async fn alive_ms(&self) -> Result<Option<i64>, ReadError> {
        Ok(None)
    }

    /// Stores what waits, and lets the database go. Other handles store nothing any more.
    pub async fn close(self) -> Result<(), CloseError> {
        Ok(())
    }
}
