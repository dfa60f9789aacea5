//! People whom the server knows.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use data_encoding::BASE64URL_NOPAD;
use sha2::{Digest, Sha256};
use zermelo_protocol::{ApiError, Profile};
use zermelo_store::{Guest, Store, WriteRequest};

use crate::hall::{kept, unreadable};

/// Bytes of a secret.
pub(crate) const SECRET: usize = 32;

/// People who are remembered without asking the store.
const KEPT: usize = 50_000;

type Hash = [u8; 32];

/// All people.
pub(crate) struct People {
    store: Store,
    known: Mutex<HashMap<Hash, Guest>>,
}

impl People {
    pub(crate) fn new(store: Store) -> Self {
        Self { store, known: Mutex::default() }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<Hash, Guest>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Who has a secret.
    pub(crate) async fn by_secret(&self, secret: &str) -> Result<Option<Guest>, ApiError> {
        let Ok(bytes) = BASE64URL_NOPAD.decode(secret.as_bytes()) else { return Ok(None) };
        if bytes.len() != SECRET {
            return Ok(None);
        }
        let hash: Hash = Sha256::digest(&bytes).into();
        if let Some(guest) = self.known().get(&hash) {
            return Ok(Some(guest.clone()));
        }
        let found = self.store.guest_by_secret(&hash).await.map_err(|why| unreadable(&why))?;
        if let Some(guest) = &found {
            self.remember(guest.clone());
        }
        Ok(found)
    }

    fn remember(&self, guest: Guest) {
        let mut known = self.known();
        if known.len() >= KEPT {
            known.clear();
        }
        known.insert(guest.secret_hash, guest);
    }

    pub(crate) async fn keep(&self, guest: Guest) -> Result<Profile, ApiError> {
        let me = me(&guest);
        kept(&self.store, WriteRequest::Guest(guest.clone())).await?;
        self.remember(guest);
        Ok(me)
    }
}

pub(crate) fn me(guest: &Guest) -> Profile {
    Profile { id: guest.id.clone(), name: guest.name.clone() }
}

/// Shared by all doors that know people.
pub(crate) type SharedPeople = Arc<People>;
