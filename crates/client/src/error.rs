//! Why a server could not be asked, or refused.

use std::io;

use zermelo_protocol::{ReceivedError, VERSION};

/// Why something did not work.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ClientError {
    /// Nobody answers.
    #[error("no server answers at {address} ({why}); check the address, and that the server runs")]
    Unreachable {
        /// Where.
        address: String,
        /// Why.
        why: String,
    },
    /// Something else answers.
    #[error("{address} is not a Zermelo server ({why}); check the address")]
    NotZermelo {
        /// Where.
        address: String,
        /// What came.
        why: String,
    },
    /// The server is somewhere else.
    #[error("{address} sends everybody on to {location}; use that address")]
    Redirected {
        /// Where it was asked.
        address: String,
        /// Where it is.
        location: String,
    },
    /// The server speaks another version of the protocol.
    #[error(
        "{address} has no doors of version {VERSION} of the protocol; check the address, and that the server is of this program's version"
    )]
    VersionMismatch {
        /// Where.
        address: String,
    },
    /// The server is there and says no.
    #[error("the server says: {}", .0.message)]
    Refused(ReceivedError),
    /// The machine that this runs on fails.
    #[error("{0}")]
    Local(String),
}

impl ClientError {
    /// Whether it may be over in a while.
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

/// What went wrong with a connection, in words.
pub(crate) fn io_error_text(why: &io::Error) -> String {
    match why.kind() {
        io::ErrorKind::ConnectionRefused => "the connection was refused".to_owned(),
        io::ErrorKind::ConnectionReset | io::ErrorKind::ConnectionAborted | io::ErrorKind::BrokenPipe => {
            "the connection was cut".to_owned()
        }
        io::ErrorKind::UnexpectedEof => "the connection was cut".to_owned(),
        io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => "it takes too long".to_owned(),
        io::ErrorKind::HostUnreachable | io::ErrorKind::NetworkUnreachable => {
            "the network does not lead there".to_owned()
        }
        // So the library for encryption says that it does not trust the other side.
        io::ErrorKind::InvalidData => format!("the connection can't be encrypted: {why}"),
        // The kind of this one is not told apart from others.
        _ if why.to_string().starts_with("failed to lookup address") => UNKNOWN_HOST.to_owned(),
        _ => why.to_string(),
    }
}

/// The name of a machine leads nowhere.
pub(crate) const UNKNOWN_HOST: &str = "no machine is known by that name";
