//! Guests and the secrets of their cookies.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use data_encoding::BASE64URL_NOPAD;
use sha2::{Digest, Sha256};
use zermelo_protocol::{ApiError, Profile};
use zermelo_store::{Guest, Store, WriteRequest};

use crate::room_registry::{read_error, write_while_healthy};

/// The length of a secret in bytes.
pub(crate) const SECRET_BYTES: usize = 32;

/// The number of guests in the cache. A full cache is cleared.
const CACHE_CAPACITY: usize = 50_000;

/// SHA-256 of a secret. The store has only the hashes.
type SecretHash = [u8; 32];

/// The guests of the store, with a cache by secret.
pub(crate) struct Guests {
    store: Store,
    cache: Mutex<HashMap<SecretHash, Guest>>,
}

impl Guests {
    pub(crate) fn new(store: Store) -> Self {
        Self { store, cache: Mutex::default() }
    }

    fn cache(&self) -> MutexGuard<'_, HashMap<SecretHash, Guest>> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The guest with this secret; `None` if the secret is malformed or unknown.
    pub(crate) async fn by_secret(&self, secret: &str) -> Result<Option<Guest>, ApiError> {
        let Ok(bytes) = BASE64URL_NOPAD.decode(secret.as_bytes()) else { return Ok(None) };
        if bytes.len() != SECRET_BYTES {
            return Ok(None);
        }
        let hash: SecretHash = Sha256::digest(&bytes).into();
        if let Some(guest) = self.cache().get(&hash) {
            return Ok(Some(guest.clone()));
        }
        let found = self.store.guest_by_secret(&hash).await.map_err(|why| read_error(&why))?;
        if let Some(guest) = &found {
            self.cache_guest(guest.clone());
        }
        Ok(found)
    }

    fn cache_guest(&self, guest: Guest) {
        let mut cache = self.cache();
        if cache.len() >= CACHE_CAPACITY {
            cache.clear();
        }
        cache.insert(guest.secret_hash, guest);
    }

    /// Stores a new or changed guest.
    pub(crate) async fn save(&self, guest: Guest) -> Result<Profile, ApiError> {
        let profile = profile(&guest);
        write_while_healthy(&self.store, WriteRequest::Guest(guest.clone())).await?;
        self.cache_guest(guest);
        Ok(profile)
    }
}

/// The public part of a guest.
pub(crate) fn profile(guest: &Guest) -> Profile {
    Profile { id: guest.id.clone(), name: guest.name.clone() }
}
