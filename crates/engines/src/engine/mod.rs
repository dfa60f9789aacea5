//! An agent as an engine: the other side of [`client`](crate::client).

mod house;
mod listen;
mod plain;
mod session;

use std::io::{self, BufRead, Write};

use crate::client::Protocol;

pub use house::House;
pub use listen::listen;

/// Speaks until the input ends, the other side says `quit`, or nobody reads any more. What comes in is answered, never a reason
/// to end.
pub fn serve(
    protocol: Protocol,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    house: &dyn House,
) -> io::Result<()> {
    match protocol {
        Protocol::Native => session::serve(input, output, house),
        Protocol::Plain => plain::serve(input, output, house),
    }
}
