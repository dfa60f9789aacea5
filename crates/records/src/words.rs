//! Names of results, which all formats share.

use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};
use serde::{Deserialize, Deserializer, Serializer};
use serde_json::Value;
use zermelo_core::text::excerpt;
use zermelo_core::{Outcome, Side, Termination};

const WINNERS: [(&str, Outcome); 3] =
    [("first", Outcome::Win(Side::First)), ("second", Outcome::Win(Side::Second)), ("draw", Outcome::Draw)];

/// `first`, `second` or `draw`.
pub fn winner_text(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Side::First) => "first",
        Outcome::Win(Side::Second) => "second",
        Outcome::Draw => "draw",
    }
}

/// `first` or `second`.
pub(crate) fn side_text(side: Side) -> &'static str {
    winner_text(Outcome::Win(side))
}

/// The outcome of a name.
pub(crate) fn read_winner(word: &str) -> Result<Outcome, String> {
    let named = WINNERS.iter().find(|(name, _)| *name == word);
    named
        .map(|(_, outcome)| *outcome)
        .ok_or_else(|| format!("winner is \"{}\": expected first, second or draw", excerpt(word)))
}

/// The name of a termination, as in JSON: `no_move`.
pub(crate) fn termination_text(termination: Termination) -> String {
    match serde_json::to_value(termination) {
        Ok(Value::String(word)) => word,
        // A termination serializes as a plain word; `words_and_reasons_are_each_others_inverse` fails if that changes.
        _ => String::new(),
    }
}

/// The termination of a name.
pub(crate) fn read_termination(word: &str) -> Result<Termination, String> {
    let word: StrDeserializer<'_, Error> = word.into_deserializer();
    Termination::deserialize(word).map_err(|why| format!("termination: {}", shortened(&why.to_string())))
}

/// A message of a library, shortened: it may repeat the whole input.
pub(crate) fn shortened(message: &str) -> String {
    const SHOWN: usize = 300;
    match message.char_indices().nth(SHOWN) {
        None => message.to_owned(),
        Some((end, _)) => format!("{}…", &message[..end]),
    }
}

/// `first`, `second`, `draw` or null, for serde.
pub(crate) mod winner {
    use super::{Deserialize, Deserializer, Outcome, Serializer, read_winner, winner_text};

    #[expect(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "serde hands the field as it is")]
    pub(crate) fn serialize<S: Serializer>(winner: &Option<Outcome>, serializer: S) -> Result<S::Ok, S::Error> {
        match winner {
            None => serializer.serialize_none(),
            Some(outcome) => serializer.serialize_some(winner_text(*outcome)),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Outcome>, D::Error> {
        let word = Option::<String>::deserialize(deserializer)?;
        word.map(|word| read_winner(&word)).transpose().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_reasons_are_each_others_inverse() {
        for outcome in [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw] {
            assert_eq!(read_winner(winner_text(outcome)), Ok(outcome));
        }
        for (termination, word) in [
            (Termination::Line, "line"),
            (Termination::NoMove, "no_move"),
            (Termination::MoveLimit, "move_limit"),
            (Termination::IllegalMove, "illegal_move"),
        ] {
            assert_eq!(termination_text(termination), word);
            assert_eq!(read_termination(word), Ok(termination));
        }
        let why = read_termination("boredom").expect_err("no such reason");
        assert!(why.starts_with("termination: unknown variant `boredom`, expected one of `line`"), "{why}");
    }
}
