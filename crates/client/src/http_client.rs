//! The HTTP endpoints: identity and rooms.

use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use ureq::http::{HeaderMap, Response, StatusCode, header};
use ureq::{Agent, Body};
use zermelo_core::Side;
use zermelo_core::text::excerpt;
use zermelo_protocol::{ErrorCode, NewGuest, NewRoom, Profile, ReceivedError, RoomState};

use crate::address::Address;
use crate::error::{ClientError, UNKNOWN_HOST, io_error_text};
use crate::tls;

/// The timeout of a connection.
pub(crate) const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// The timeout of a response.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(20);

/// The maximum length of a response, in bytes: the state of a very long game.
const MAX_RESPONSE: u64 = 4 << 20;

/// The names of the identity cookie, with TLS and without.
const COOKIE_NAMES: [&str; 2] = ["__Host-zermelo", "zermelo"];

/// A server, for one user. It does not implement `Debug`, because the cookie is a secret.
#[derive(Clone)]
pub struct Server {
    address: Address,
    agent: Agent,
    cookie: Option<String>,
}

/// A room in a response.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct RoomResponse {
    /// The user's side.
    pub you: Option<Side>,
    /// The state of the room.
    pub state: RoomState,
}

#[derive(Deserialize)]
struct CreatedRoom {
    room: String,
}

#[derive(Deserialize)]
struct ErrorBody {
    error: ReceivedError,
}

/// An empty request body.
#[derive(Serialize)]
struct EmptyBody {}

impl Server {
    /// The server at an address, with the [`cookie`](Self::cookie) of an earlier session. Sends no request yet.
    pub fn new(address: Address, cookie: Option<String>) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .no_delay(true)
            .timeout_connect(Some(CONNECT_TIMEOUT))
            .timeout_global(Some(RESPONSE_TIMEOUT))
            .user_agent(concat!("zermelo/", env!("CARGO_PKG_VERSION")))
            .tls_config(tls::for_http())
            .build();
        Self { address, agent: config.new_agent(), cookie }
    }

    /// The address.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// The identity cookie, `name=secret`. It must be stored where other users can't read it.
    pub fn cookie(&self) -> Option<&str> {
        self.cookie.as_deref()
    }

    /// Identifies the user, with a new name if one is given. An unknown user becomes a new guest with a new
    /// [`cookie`](Self::cookie).
    pub fn guest(&mut self, name: Option<&str>) -> Result<Profile, ClientError> {
        let response = self.post("guest", &NewGuest { name: name.map(str::to_owned) })?;
        let cookie = cookie(response.headers());
        let me = self.read(response)?;
        self.cookie = cookie.or_else(|| self.cookie.take());
        Ok(me)
    }

    /// Creates a room, or joins one of the same kind. Returns its code.
    pub fn create(&self, request: &NewRoom) -> Result<String, ClientError> {
        let CreatedRoom { room } = self.read(self.post("rooms", request)?)?;
        Ok(room)
    }

    /// Takes the free side of a room.
    pub fn join(&self, code: &str) -> Result<(), ClientError> {
        let _: RoomResponse = self.read(self.post(&format!("rooms/{}/join", checked_code(code)?), &EmptyBody {})?)?;
        Ok(())
    }

    /// The state of a room.
    pub fn room(&self, code: &str) -> Result<RoomResponse, ClientError> {
        let mut request = self.agent.get(self.address.endpoint(&format!("rooms/{}", checked_code(code)?)));
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        self.read(request.call().map_err(|why| self.transport_error(why))?)
    }

    fn post(&self, endpoint: &str, message: &impl Serialize) -> Result<Response<Body>, ClientError> {
        let body = serde_json::to_vec(message).map_err(|why| ClientError::Local(why.to_string()))?;
        let mut request = self.agent.post(self.address.endpoint(endpoint)).content_type("application/json");
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        request.send(&body).map_err(|why| self.transport_error(why))
    }

    /// Parses a response.
    fn read<T: DeserializeOwned>(&self, mut response: Response<Body>) -> Result<T, ClientError> {
        let status = response.status();
        if status.is_redirection() {
            let location = response.headers().get(header::LOCATION).and_then(|place| place.to_str().ok());
            let location = location.unwrap_or("another address");
            let location = location.split("/api/v").next().unwrap_or(location);
            return Err(ClientError::Redirected { address: self.address.to_string(), location: excerpt(location) });
        }
        let body = response.body_mut().with_config().limit(MAX_RESPONSE).read_to_vec();
        let body = body.map_err(|why| self.transport_error(why))?;
        if status.is_success() {
            return serde_json::from_slice(&body).map_err(|_| self.not_zermelo(status));
        }
        Err(self.error_response(status, &body))
    }

    /// An error response.
    pub(crate) fn error_response(&self, status: StatusCode, body: &[u8]) -> ClientError {
        match serde_json::from_slice(body) {
            // The server has no such endpoint.
            Ok(ErrorBody { error }) if error.is(ErrorCode::NotFound) => {
                ClientError::VersionMismatch { address: self.address.to_string() }
            }
            Ok(ErrorBody { error }) => ClientError::Refused(error),
            Err(_) => self.not_zermelo(status),
        }
    }

    fn not_zermelo(&self, status: StatusCode) -> ClientError {
        ClientError::NotZermelo { address: self.address.to_string(), why: format!("it answers {status}") }
    }

    fn transport_error(&self, why: ureq::Error) -> ClientError {
        use ureq::Error;

        let address = self.address.to_string();
        let why = match why {
            Error::Protocol(_) | Error::Http(_) => {
                return ClientError::NotZermelo { address, why: "it does not speak HTTP".to_owned() };
            }
            Error::BodyExceedsLimit(_) => {
                return ClientError::NotZermelo { address, why: "it answers without end".to_owned() };
            }
            Error::HostNotFound => UNKNOWN_HOST.to_owned(),
            Error::Timeout(_) => "the connection timed out".to_owned(),
            Error::ConnectionFailed => "no connection".to_owned(),
            Error::Io(why) => io_error_text(&why),
            Error::Rustls(why) => format!("the connection can't be encrypted: {why}"),
            why => why.to_string(),
        };
        ClientError::Unreachable { address, why }
    }
}

/// Escapes a code for a URL.
fn checked_code(code: &str) -> Result<&str, ClientError> {
    if !code.is_empty() && code.len() <= 16 && code.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Ok(code);
    }
    let message = format!("\"{}\" is not the code of a room: a code is letters and digits", excerpt(code));
    Err(ClientError::Refused(ReceivedError { code: ErrorCode::RoomUnknown.text().to_owned(), message }))
}

/// The cookie that a response sets.
fn cookie(headers: &HeaderMap) -> Option<String> {
    let set = headers.get_all(header::SET_COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = set.filter_map(|cookie| cookie.split(';').next());
    pairs.find(|pair| pair.split_once('=').is_some_and(|(name, _)| COOKIE_NAMES.contains(&name))).map(str::to_owned)
}
