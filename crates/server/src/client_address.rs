//! The client's address, to which limits apply.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::HeaderMap;
use axum::middleware::Next;
use axum::response::Response;

/// An IPv4 address, or the /64 network of an IPv6 address, which a household usually has for
/// itself. Limits "per person" apply to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ClientAddress(IpAddr);

const FORWARDED_FOR: &str = "x-forwarded-for";
const FORWARDED_PROTO: &str = "x-forwarded-proto";

/// The scheme of the client's connection according to a trusted proxy. The server itself speaks
/// only plain HTTP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scheme {
    Http,
    Https,
}

impl Scheme {
    fn of(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> Self {
        let forwarded =
            headers.get(FORWARDED_PROTO).is_some_and(|proto| proto.as_bytes().eq_ignore_ascii_case(b"https"));
        if forwarded && trusted.contains(&peer.to_canonical()) { Self::Https } else { Self::Http }
    }
}

impl ClientAddress {
    /// The client of a connection. `X-Forwarded-For` is read from its end, as long as the previous
    /// address is a trusted proxy: any client can forge the entries before.
    fn of(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> Self {
        let mut address = peer.to_canonical();
        let forwarded = headers.get_all(FORWARDED_FOR).iter().rev().filter_map(|value| value.to_str().ok());
        for entry in forwarded.flat_map(|list| list.rsplit(',')) {
            if !trusted.contains(&address) {
                break;
            }
            let Ok(next) = entry.trim().parse::<IpAddr>() else { break };
            address = next.to_canonical();
        }
        Self(network(address))
    }

    /// Whether the client runs on this machine.
    pub(crate) fn is_local(self) -> bool {
        self.0.is_loopback()
    }
}

/// An IPv4 address, or the first 64 bits of an IPv6 address.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) | IpAddr::V6(Ipv6Addr::LOCALHOST) => address,
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

/// Puts the [`ClientAddress`] into the request. Without a connection, as in tests of the service
/// alone, the address is 0.0.0.0.
pub(crate) async fn identify(State(trusted): State<Arc<[IpAddr]>>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(IpAddr::from([0, 0, 0, 0]), |ConnectInfo(address)| address.ip());
    let client = ClientAddress::of(peer, request.headers(), &trusted);
    let scheme = Scheme::of(peer, request.headers(), &trusted);
    request.extensions_mut().insert(client);
    request.extensions_mut().insert(scheme);
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client_address(peer: &str, forwarded: &[&str], trusted: &[&str]) -> IpAddr {
        let mut headers = HeaderMap::new();
        for list in forwarded {
            headers.append(FORWARDED_FOR, list.parse().expect("a header"));
        }
        let address = |text: &str| text.parse::<IpAddr>().expect("an address");
        let trusted: Vec<IpAddr> = trusted.iter().map(|text| address(text)).collect();
        ClientAddress::of(address(peer), &headers, &trusted).0
    }

    #[test]
    fn an_untrusted_proxy_is_ignored() {
        assert_eq!(client_address("192.0.2.1", &["198.51.100.7"], &[]).to_string(), "192.0.2.1");
        assert_eq!(client_address("192.0.2.1", &["198.51.100.7"], &["192.0.2.9"]).to_string(), "192.0.2.1");
    }

    #[test]
    fn a_trusted_proxy_is_read_from_the_end() {
        let forged = ["203.0.113.5, 198.51.100.7"];
        assert_eq!(client_address("192.0.2.1", &forged, &["192.0.2.1"]).to_string(), "198.51.100.7");
        let two = ["203.0.113.5, 192.0.2.2"];
        assert_eq!(client_address("192.0.2.1", &two, &["192.0.2.1", "192.0.2.2"]).to_string(), "203.0.113.5");
        let lines = ["203.0.113.5", "192.0.2.2"];
        assert_eq!(client_address("192.0.2.1", &lines, &["192.0.2.1", "192.0.2.2"]).to_string(), "203.0.113.5");
        assert_eq!(client_address("192.0.2.1", &["nonsense"], &["192.0.2.1"]).to_string(), "192.0.2.1");
    }

    #[test]
    fn a_household_is_one_client_address() {
        assert_eq!(client_address("2001:db8:1:2:3:4:5:6", &[], &[]), client_address("2001:db8:1:2::9", &[], &[]));
        assert_eq!(client_address("::ffff:192.0.2.1", &[], &[]).to_string(), "192.0.2.1");
    }
}
