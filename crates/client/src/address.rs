//! The address of a server.

use std::fmt;
use std::str::FromStr;

use ureq::http::Uri;
use zermelo_core::text::excerpt;

/// The address of a server, such as `https://play.example.org/zermelo`. Without a scheme it is `http://`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Address {
    is_encrypted: bool,
    /// The host, without the brackets of IPv6.
    host: String,
    port: u16,
    /// The path of the server behind a proxy, without a final slash.
    base: String,
}

/// A text is not the address of a server.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "\"{text}\" is not the address of a server ({why}): expected one such as http://localhost:8080 or https://play.example.org"
)]
pub struct AddressError {
    text: String,
    why: &'static str,
}

/// The maximum length of an address, in bytes.
const MAX_ADDRESS: usize = 500;

impl Address {
    /// Whether the connection is encrypted.
    pub fn is_encrypted(&self) -> bool {
        self.is_encrypted
    }

    /// The host.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The URL of an endpoint.
    pub(crate) fn endpoint(&self, path: &str) -> String {
        format!("{self}/api/v{}/{path}", zermelo_protocol::VERSION)
    }

    /// The URL of the WebSocket.
    pub(crate) fn socket_url(&self) -> String {
        // Only the scheme differs: `ws` for `http`, `wss` for `https`.
        self.endpoint("socket").replacen("http", "ws", 1)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { is_encrypted, host, port, base } = self;
        f.write_str(if *is_encrypted { "https://" } else { "http://" })?;
        let [open, close] = if host.contains(':') { ["[", "]"] } else { ["", ""] };
        write!(f, "{open}{host}{close}")?;
        if *port != default_port(*is_encrypted) {
            write!(f, ":{port}")?;
        }
        f.write_str(base)
    }
}

const fn default_port(is_encrypted: bool) -> u16 {
    if is_encrypted { 443 } else { 80 }
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        parse(text.trim()).map_err(|why| AddressError { text: excerpt(text), why })
    }
}

fn parse(text: &str) -> Result<Address, &'static str> {
    if text.len() > MAX_ADDRESS {
        return Err("it is too long");
    }
    let (scheme, rest) = text.split_once("://").unwrap_or(("http", text));
    let is_encrypted = match scheme.to_ascii_lowercase().as_str() {
        "http" => false,
        "https" => true,
        _ => return Err("it begins with neither http:// nor https://"),
    };
    let uri: Uri = format!("http://{rest}").parse().map_err(|_| "it has signs that no address has")?;
    let authority = uri.authority().ok_or("it names no machine")?;
    if authority.as_str().contains('@') {
        return Err("it has a user's name or password");
    }
    if uri.query().is_some() {
        return Err("it has a ?");
    }
    let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
    if host.is_empty() {
        return Err("it names no machine");
    }
    let port = match authority.as_str().rsplit_once(':') {
        // Within brackets it is a part of an IPv6 address.
        Some((_, port)) if !port.ends_with(']') => {
            port.parse().ok().filter(|port| *port > 0).ok_or("its port is no port")?
        }
        _ => default_port(is_encrypted),
    };
    Ok(Address { is_encrypted, host, port, base: uri.path().trim_end_matches('/').to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> String {
        text.parse::<Address>().map_or_else(|why| why.to_string(), |address| address.to_string())
    }

    #[test]
    fn addresses_are_read() {
        for (text, meant) in [
            ("http://localhost:8080", "http://localhost:8080"),
            ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"),
            (" https://Play.Example.org/zermelo/ ", "https://play.example.org/zermelo"),
            ("https://play.example.org:443", "https://play.example.org"),
            ("localhost:8080", "http://localhost:8080"),
            ("example.org", "http://example.org"),
            ("http://[::1]:8080", "http://[::1]:8080"),
            ("http://[::1]", "http://[::1]"),
        ] {
            assert_eq!(address(text), meant);
        }
    }

    #[test]
    fn what_is_none_is_refused_with_a_reason() {
        for (text, why) in [
            ("", "no address has"),
            ("http://", "no address has"),
            ("ftp://example.org", "neither http"),
            ("http://a b", "no address has"),
            ("http://ada:secret@example.org", "password"),
            ("http://localhost:99999", "port"),
            ("http://localhost:", "port"),
            ("http://localhost:x", "port"),
            ("http://localhost/?a", "a ?"),
        ] {
            let said = address(text);
            assert!(said.contains(why) && said.contains("expected one such as"), "{text}: {said}");
        }
        assert!(address(&"a".repeat(1000)).contains("too long"));
    }

    #[test]
    fn the_socket_is_beside_the_doors() {
        let address: Address = "https://http.example.org/z".parse().expect("an address");
        assert_eq!(address.endpoint("guest"), "https://http.example.org/z/api/v1/guest");
        assert_eq!(address.socket_url(), "wss://http.example.org/z/api/v1/socket");
    }
}
