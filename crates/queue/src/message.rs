//! The payloads of messages: JSON in an envelope with the version.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use zermelo_arena::job::TournamentTerms;
use zermelo_arena::{Job, PairResult};

/// The version of the message format.
const FORMAT: u32 = 1;

/// The version of a message. Collector and worker must agree in both parts: another version of the program may play other games from
/// the same seed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Version {
    /// The version of the message format.
    #[serde(rename = "form")]
    pub format: u32,
    /// The program's name and version.
    pub program: String,
}

impl Version {
    /// The version of this program.
    pub fn ours() -> Self {
        Self { format: FORMAT, program: concat!("zermelo ", env!("CARGO_PKG_VERSION")).to_owned() }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (message format {})", self.program, self.format)
    }
}

/// Why a message can't be decoded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum DecodeError {
    OtherVersion(Version),
    Malformed(String),
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherVersion(theirs) => write!(f, "it is from {theirs}, and this is {}", Version::ours()),
            Self::Malformed(why) => f.write_str(why),
        }
    }
}

#[derive(Serialize, Deserialize)]
struct Envelope<T> {
    version: Version,
    body: T,
}

/// The envelope without its body, which another version may write differently.
#[derive(Deserialize)]
struct VersionOnly {
    version: Version,
}

/// Encodes a message.
pub(crate) fn encode(body: &impl Serialize) -> Vec<u8> {
    // Serialization can't fail: all map keys are strings.
    serde_json::to_vec(&Envelope { version: Version::ours(), body }).unwrap_or_default()
}

/// Decodes a message of this version.
pub(crate) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, DecodeError> {
    let malformed = |why: serde_json::Error| DecodeError::Malformed(why.to_string());
    let VersionOnly { version } = serde_json::from_slice(bytes).map_err(malformed)?;
    if version != Version::ours() {
        return Err(DecodeError::OtherVersion(version));
    }
    serde_json::from_slice(bytes).map(|envelope: Envelope<T>| envelope.body).map_err(malformed)
}

/// The description of a job stream.
#[derive(Serialize, Deserialize)]
pub(crate) struct StreamDescription {
    /// The game and the players, for people.
    pub(crate) title: String,
}

impl StreamDescription {
    pub(crate) fn new(terms: &TournamentTerms) -> Self {
        const SHOWN: usize = 4;
        let mut names: Vec<&str> = terms.players.iter().take(SHOWN).map(|player| player.name.as_str()).collect();
        if terms.players.len() > SHOWN {
            names.push("..");
        }
        let title = format!("{}: {}", terms.game, names.join(", "));
        // The server limits descriptions to 4 KiB.
        Self { title: title.chars().take(200).collect() }
    }
}

/// A result, with the name of the worker that played it.
#[derive(Serialize, Deserialize)]
pub(crate) struct ResultMessage {
    pub(crate) worker: String,
    pub(crate) result: PairResult,
}

/// A job that was given up.
#[derive(Serialize, Deserialize)]
pub(crate) struct DeadLetter {
    pub(crate) worker: String,
    /// `None` where the job's message was malformed.
    pub(crate) job: Option<Job>,
    pub(crate) why: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_version_is_not_malformed() {
        let body = StreamDescription { title: "connect4: a, b".to_owned() };
        let bytes = encode(&body);
        assert_eq!(decode::<StreamDescription>(&bytes).map(|decoded| decoded.title), Ok(body.title));
        let text = String::from_utf8(bytes).unwrap_or_default();
        let newer = text.replace(&format!("\"form\":{FORMAT}"), "\"form\":99").replace("title", "heading");
        let Err(DecodeError::OtherVersion(version)) = decode::<StreamDescription>(newer.as_bytes()) else {
            panic!("{newer}")
        };
        assert_eq!(version.format, 99);
        for malformed in ["", "{}", "[1]", &text.replace("title", "heading")] {
            let decoded = decode::<StreamDescription>(malformed.as_bytes());
            assert!(matches!(decoded, Err(DecodeError::Malformed(_))), "{malformed}");
        }
    }
}
