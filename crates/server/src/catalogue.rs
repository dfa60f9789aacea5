//! What the page is made with: games, agents, pictures, and the words for which it needs texts.
//!
//! The page has these when it is built, so that it shows its games before a server answers. `web/src/catalogue.made.json` keeps them; a
//! test compares.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;
use zermelo_catalog::{PhraseKeys, PictureError, agent_listings, game_listings, move_codes, phrase_keys, pictures};
use zermelo_core::spec::SpecError;
use zermelo_protocol::ErrorCode;

/// What the lists say for people at a terminal: the page has texts of its own.
const LEFT_OUT: &[&str] = &["help", "value", "example", "evaluators", "textbook", "strongest", "levels"];

/// Why the file can't be made.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// A picture of a game can't be drawn.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// A preset names no game.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// It can't be written as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// The words for which the page needs texts.
#[derive(Serialize)]
struct Texts {
    spoken: PhraseKeys,
    moves: BTreeSet<&'static str>,
    server: Vec<&'static str>,
}

/// The file, with one entry a line.
pub fn catalogue() -> Result<String, CatalogueError> {
    let games = lines(game_listings().iter().map(|game| entry(short(game)?)))?;
    let agents = lines(agent_listings().iter().map(|agent| entry(short(agent)?)))?;
    let pictures = lines(pictures()?.iter().map(|(id, picture)| Ok(format!("\"{id}\":{}", entry(picture)?))))?;
    let server = ErrorCode::ALL.iter().map(|code| code.text()).collect();
    let texts = entry(Texts { spoken: phrase_keys()?, moves: move_codes()?, server })?;
    Ok(format!(
        "{{\"games\":[\n{games}\n],\"agents\":[\n{agents}\n],\"pictures\":{{\n{pictures}\n}},\"texts\":\n{texts}\n}}\n"
    ))
}

fn lines(entries: impl Iterator<Item = serde_json::Result<String>>) -> serde_json::Result<String> {
    Ok(entries.collect::<serde_json::Result<Vec<_>>>()?.join(",\n"))
}

fn entry(value: impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string(&value)
}

/// A listing without what is left out.
fn short(listing: &impl Serialize) -> serde_json::Result<Value> {
    Ok(without(serde_json::to_value(listing)?, LEFT_OUT))
}

/// The value without these fields, however deep they lie. The others are in the order of their names.
fn without(value: Value, keys: &[&str]) -> Value {
    match value {
        Value::Object(fields) => {
            let kept = fields.into_iter().filter(|(key, _)| !keys.contains(&key.as_str()));
            let sorted: BTreeMap<_, _> = kept.map(|(key, value)| (key, without(value, keys))).collect();
            Value::Object(sorted.into_iter().collect())
        }
        Value::Array(values) => values.into_iter().map(|value| without(value, keys)).collect(),
        other => other,
    }
}
