//! What is sent: JSON, with the version in front of all else.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use zermelo_arena::job::Terms;
use zermelo_arena::{Job, PairResult};

/// The form of the messages.
const FORM: u32 = 1;

/// Who wrote a message. Two programs work together only if both parts are the same: another program may play another game from the
/// same seed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Version {
    /// The form of the messages.
    pub form: u32,
    /// The program.
    pub program: String,
}

impl Version {
    /// This program's.
    pub fn ours() -> Self {
        Self { form: FORM, program: concat!("zermelo ", env!("CARGO_PKG_VERSION")).to_owned() }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (messages of form {})", self.program, self.form)
    }
}

/// Why a message is not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Unread {
    /// Another program wrote it.
    OtherVersion(Version),
    /// Nobody's program wrote it.
    Nonsense(String),
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherVersion(theirs) => write!(f, "it is from {theirs}, and this is {}", Version::ours()),
            Self::Nonsense(why) => f.write_str(why),
        }
    }
}

#[derive(Serialize, Deserialize)]
struct Letter<T> {
    version: Version,
    body: T,
}

/// The version alone: the rest may have any form.
#[derive(Deserialize)]
struct Envelope {
    version: Version,
}

/// Writes a message.
pub(crate) fn write(body: &impl Serialize) -> Vec<u8> {
    // Nothing that is sent can fail to be written: its maps have texts as keys.
    serde_json::to_vec(&Letter { version: Version::ours(), body }).unwrap_or_default()
}

/// Reads a message.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Unread> {
    let nonsense = |why: serde_json::Error| Unread::Nonsense(why.to_string());
    let envelope: Envelope = serde_json::from_slice(bytes).map_err(nonsense)?;
    if envelope.version != Version::ours() {
        return Err(Unread::OtherVersion(envelope.version));
    }
    serde_json::from_slice(bytes).map(|letter: Letter<T>| letter.body).map_err(nonsense)
}

/// What a stream of jobs says of itself.
#[derive(Serialize, Deserialize)]
pub(crate) struct Description {
    /// What is played, for people.
    pub(crate) title: String,
}

impl Description {
    pub(crate) fn new(terms: &Terms) -> Self {
        const SHOWN: usize = 4;
        let mut names: Vec<&str> = terms.players.iter().take(SHOWN).map(|player| player.name.as_str()).collect();
        if terms.players.len() > SHOWN {
            names.push("..");
        }
        let title = format!("{}: {}", terms.game, names.join(", "));
        // The server takes 4 KiB.
        Self { title: title.chars().take(200).collect() }
    }
}

/// A result, with the worker that sends it.
#[derive(Serialize, Deserialize)]
pub(crate) struct Done {
    pub(crate) worker: String,
    pub(crate) result: PairResult,
}

/// A job that nobody plays any more.
#[derive(Serialize, Deserialize)]
pub(crate) struct Dead {
    pub(crate) worker: String,
    /// The job; `None` where the message could not be read.
    pub(crate) job: Option<Job>,
    pub(crate) why: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_version_is_told_from_nonsense() {
        let body = Description { title: "connect4: a, b".to_owned() };
        let bytes = write(&body);
        assert_eq!(read::<Description>(&bytes).map(|read| read.title), Ok(body.title));
        let text = String::from_utf8(bytes).unwrap_or_default();
        let newer = text.replace(&format!("\"form\":{FORM}"), "\"form\":99").replace("title", "heading");
        let Err(Unread::OtherVersion(version)) = read::<Description>(newer.as_bytes()) else { panic!("{newer}") };
        assert_eq!(version.form, 99);
        for nonsense in ["", "{}", "[1]", &text.replace("title", "heading")] {
            assert!(matches!(read::<Description>(nonsense.as_bytes()), Err(Unread::Nonsense(_))), "{nonsense}");
        }
    }
}
