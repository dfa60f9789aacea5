//! Errors of requests to a server.

use std::io;

use zermelo_protocol::{ReceivedError, VERSION};

/// Why a request failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ClientError {
    /// No server answers.
    #[error("no server answers at {address} ({why}); check the address, and that the server runs")]
    Unreachable {
        /// The address.
        address: String,
        /// The reason.
        why: String,
    },
    /// The answer is not from a Zermelo server.
    #[error("{address} is not a Zermelo server ({why}); check the address")]
    NotZermelo {
        /// The address.
        address: String,
        /// The answer.
        why: String,
    },
    /// The server redirects to another address.
    #[error("{address} redirects to {location}; use that address")]
    Redirected {
        /// The requested address.
        address: String,
        /// The new address.
        location: String,
    },
    /// The server has another version of the protocol.
    #[error(
        "{address} has no doors of version {VERSION} of the protocol; check the address, and that the server is of this program's version"
    )]
    VersionMismatch {
        /// The address.
        address: String,
    },
    /// The server rejected the request.
    #[error("the server says: {}", .0.message)]
    Refused(ReceivedError),
    /// A local error.
    #[error("{0}")]
    Local(String),
}

impl ClientError {
    /// Whether the error may be temporary.
    pub fn is_temporary(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::NotZermelo { .. } => true,
            Self::Refused(why) => {
                use zermelo_protocol::ErrorCode;
                [ErrorCode::Stopping, ErrorCode::Store, ErrorCode::TooMany, ErrorCode::Internal]
                    .into_iter()
                    .any(|code| why.is(code))
            }
            Self::Redirected { .. } | Self::VersionMismatch { .. } | Self::Local(_) => false,
        }
    }
}

/// Describes an error of a connection.
pub(crate) fn io_error_text(why: &io::Error) -> String {
    match why.kind() {
        io::ErrorKind::ConnectionRefused => "the connection was refused".to_owned(),
        io::ErrorKind::ConnectionReset | io::ErrorKind::ConnectionAborted | io::ErrorKind::BrokenPipe => {
            "the connection was cut".to_owned()
        }
        io::ErrorKind::UnexpectedEof => "the connection was cut".to_owned(),
        io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => "the connection timed out".to_owned(),
        io::ErrorKind::HostUnreachable | io::ErrorKind::NetworkUnreachable => {
            "the network does not lead there".to_owned()
        }
        // The TLS library reports an untrusted certificate in this way.
        io::ErrorKind::InvalidData => format!("the connection can't be encrypted: {why}"),
        // This kind of error is not distinguished from others.
        _ if why.to_string().starts_with("failed to lookup address") => UNKNOWN_HOST.to_owned(),
        _ => why.to_string(),
    }
}

/// The host name can't be resolved.
pub(crate) const UNKNOWN_HOST: &str = "no machine is known by that name";
