//! The lists that the page is built with: games, agents, pictures, and the keys of its texts.
//!
//! With them the page can show its games before the server responds. The file is
//! `web/src/catalogue.made.json`; a test checks that it is up to date.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;
use zermelo_catalog::{PhraseKeys, PictureError, agent_listings, game_listings, move_codes, phrase_keys, pictures};
use zermelo_core::spec::SpecError;
use zermelo_protocol::ErrorCode;

/// Fields that only the command line needs: the page has its own texts.
const OMITTED_FIELDS: &[&str] = &["help", "value", "example", "evaluators", "textbook", "strongest", "levels"];

/// An error of [`catalogue`].
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// A picture of a game can't be drawn.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// The specification of a preset is invalid.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The lists can't be written as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// The keys of the texts that the page needs.
#[derive(Serialize)]
struct TextKeys {
    spoken: PhraseKeys,
    moves: BTreeSet<&'static str>,
    server: Vec<&'static str>,
}

/// The content of the file, with one entry per line.
///
/// # Errors
///
/// Fails if a picture can't be drawn, a preset is invalid or the lists can't be serialised.
pub fn catalogue() -> Result<String, CatalogueError> {
    let games = join_entries(game_listings().iter().map(|game| to_json(page_listing(game)?)))?;
    let agents = join_entries(agent_listings().iter().map(|agent| to_json(page_listing(agent)?)))?;
    let pictures = join_entries(pictures()?.iter().map(|(id, picture)| Ok(format!("\"{id}\":{}", to_json(picture)?))))?;
    let server = ErrorCode::ALL.iter().map(|code| code.text()).collect();
    let text_keys = to_json(TextKeys { spoken: phrase_keys()?, moves: move_codes()?, server })?;
    Ok(format!(
        "{{\"games\":[\n{games}\n],\"agents\":[\n{agents}\n],\"pictures\":{{\n{pictures}\n}},\"texts\":\n{text_keys}\n}}\n"
    ))
}

fn join_entries(entries: impl Iterator<Item = serde_json::Result<String>>) -> serde_json::Result<String> {
    Ok(entries.collect::<serde_json::Result<Vec<_>>>()?.join(",\n"))
}

fn to_json(value: impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string(&value)
}

/// A listing without the omitted fields.
fn page_listing(listing: &impl Serialize) -> serde_json::Result<Value> {
    Ok(without(serde_json::to_value(listing)?, OMITTED_FIELDS))
}

/// The value without these fields at any depth. The other fields are sorted by name.
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
