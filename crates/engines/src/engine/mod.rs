//! An agent as an engine: the counterpart of [`client`](crate::client).

mod backend;
mod listen;
mod plain;
mod session;

use std::io::{self, BufRead, Write};

use crate::client::Protocol;

pub use backend::EngineBackend;
pub use listen::listen;

/// Answers requests until `quit`, the end of the input, or a broken output. Malformed requests get an error reply and never end the
/// session.
///
/// # Errors
///
/// When the input can't be read or the output can't be written.
pub fn serve(
    protocol: Protocol,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    backend: &dyn EngineBackend,
) -> io::Result<()> {
    match protocol {
        Protocol::Native => session::serve(input, output, backend),
        Protocol::Plain => plain::serve(input, output, backend),
    }
}
