//! People without an account.

/// Somebody who came without an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guest {
    /// Who it is, for all to see.
    pub id: String,
    /// The SHA-256 of the secret that proves it.
    pub secret_hash: [u8; 32],
    /// What they call themselves.
    pub name: String,
    /// When they came first: milliseconds since 1970, UTC.
    pub created_ms: i64,
    /// When they were seen last.
    pub seen_ms: i64,
}
