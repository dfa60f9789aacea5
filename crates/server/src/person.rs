//! Who asks: the address that limits are counted by.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::HeaderMap;
use axum::middleware::Next;
use axum::response::Response;

/// A person, as far as limits are concerned: an IPv4 address, or the network of an IPv6 address, of which a household has one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Person(IpAddr);

const FORWARDED_FOR: &str = "x-forwarded-for";
const FORWARDED_PROTO: &str = "x-forwarded-proto";

/// Whether the connection of a person is encrypted, as a trusted proxy says: this server alone speaks plain HTTP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scheme {
    /// It is not.
    Http,
    /// It is.
    Https,
}

impl Scheme {
    fn of(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> Self {
        let told = headers.get(FORWARDED_PROTO).is_some_and(|proto| proto.as_bytes().eq_ignore_ascii_case(b"https"));
        if told && trusted.contains(&peer.to_canonical()) { Self::Https } else { Self::Http }
    }
}

impl Person {
    /// Who is behind a connection. The word of a proxy counts where the proxy is trusted, from the last entry of the list backwards: what
    /// stands before the last trusted one, anybody can have written.
    fn of(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> Self {
        let mut address = peer.to_canonical();
        let told = headers.get_all(FORWARDED_FOR).iter().rev().filter_map(|value| value.to_str().ok());
        for entry in told.flat_map(|list| list.rsplit(',')) {
            if !trusted.contains(&address) {
                break;
            }
            let Ok(next) = entry.trim().parse::<IpAddr>() else { break };
            address = next.to_canonical();
        }
        Self(network(address))
    }

    /// Whether it is somebody at this machine.
    pub(crate) fn is_local(self) -> bool {
        self.0.is_loopback()
    }
}

/// The first 64 bits of an IPv6 address.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) | IpAddr::V6(Ipv6Addr::LOCALHOST) => address,
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

/// Puts the [`Person`] into the request. Without a connection, as in tests of the service alone, it is nobody in particular.
pub(crate) async fn identify(State(trusted): State<Arc<[IpAddr]>>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(IpAddr::from([0, 0, 0, 0]), |ConnectInfo(address)| address.ip());
    let person = Person::of(peer, request.headers(), &trusted);
    let scheme = Scheme::of(peer, request.headers(), &trusted);
    request.extensions_mut().insert(person);
    request.extensions_mut().insert(scheme);
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(peer: &str, told: &[&str], trusted: &[&str]) -> IpAddr {
        let mut headers = HeaderMap::new();
        for list in told {
            headers.append(FORWARDED_FOR, list.parse().expect("a header"));
        }
        let address = |text: &str| text.parse::<IpAddr>().expect("an address");
        let trusted: Vec<IpAddr> = trusted.iter().map(|text| address(text)).collect();
        Person::of(address(peer), &headers, &trusted).0
    }

    #[test]
    fn a_stranger_is_not_believed() {
        assert_eq!(person("192.0.2.1", &["198.51.100.7"], &[]).to_string(), "192.0.2.1");
        assert_eq!(person("192.0.2.1", &["198.51.100.7"], &["192.0.2.9"]).to_string(), "192.0.2.1");
    }

    #[test]
    fn a_proxy_is_believed_as_far_as_it_saw() {
        let forged = ["203.0.113.5, 198.51.100.7"];
        assert_eq!(person("192.0.2.1", &forged, &["192.0.2.1"]).to_string(), "198.51.100.7");
        let two = ["203.0.113.5, 192.0.2.2"];
        assert_eq!(person("192.0.2.1", &two, &["192.0.2.1", "192.0.2.2"]).to_string(), "203.0.113.5");
        let lines = ["203.0.113.5", "192.0.2.2"];
        assert_eq!(person("192.0.2.1", &lines, &["192.0.2.1", "192.0.2.2"]).to_string(), "203.0.113.5");
        assert_eq!(person("192.0.2.1", &["nonsense"], &["192.0.2.1"]).to_string(), "192.0.2.1");
    }

    #[test]
    fn a_household_is_one_person() {
        assert_eq!(person("2001:db8:1:2:3:4:5:6", &[], &[]), person("2001:db8:1:2::9", &[], &[]));
        assert_eq!(person("::ffff:192.0.2.1", &[], &[]).to_string(), "192.0.2.1");
    }
}
