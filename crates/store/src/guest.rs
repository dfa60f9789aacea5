//! Users without an account.

/// A user without an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guest {
    /// The public identifier.
    pub id: String,
    /// The SHA-256 hash of the secret in the guest's cookie.
    pub secret_hash: [u8; 32],
    /// The displayed name.
    pub name: String,
    /// The time of creation: milliseconds since 1970, UTC.
    pub created_ms: i64,
    /// The time of the last change: milliseconds since 1970, UTC.
    pub seen_ms: i64,
}
