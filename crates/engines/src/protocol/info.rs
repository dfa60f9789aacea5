//! `info`: the progress of a search.

use std::fmt;

use zermelo_core::{Ply, Score, Wdl};

use super::{OneLine, joined, owned_words, split_word, write_words};

/// An `info` line. Scores and shares are from the point of view of the side to move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Info {
    /// `depth N`: the last completed depth, in plies.
    pub depth: Option<u32>,
    /// `score N`, `score win PLIES` or `score loss PLIES`.
    pub score: Option<Score>,
    /// `share S`: the mean points of the playouts, 0 to 1.
    pub share: Option<f64>,
    /// `nodes N`: moves played below the root.
    pub nodes: Option<u64>,
    /// `playouts N`: games played out.
    pub playouts: Option<u64>,
    /// `time MS`: milliseconds since `go`.
    pub time: Option<u64>,
    /// `pv M ..`: the principal variation, up to the end of the line.
    pub pv: Vec<String>,
    /// `text WORDS`: a message for people, up to the end of the line. Excludes `pv`.
    pub text: Option<String>,
}

impl Info {
    /// The correct form, for error messages.
    pub(super) const EXPECTED: &'static str =
        "info with depth N, score N|win N|loss N, share 0..1, nodes N, playouts N, time MS, then pv M .. or text WORDS";

    /// Parses the words after `info`. Each key may occur once.
    pub(super) fn parse(rest: &str) -> Option<Self> {
        let mut info = Self::default();
        let mut rest = rest;
        while !rest.is_empty() {
            let (key, after) = split_word(rest);
            match key {
                "pv" => {
                    info.pv = owned_words(after);
                    return (!info.pv.is_empty()).then_some(info);
                }
                "text" => {
                    info.text = Some(joined(after));
                    return Some(info);
                }
                _ => rest = info.set(key, after)?,
            }
        }
        Some(info)
    }

    /// Parses the value of a key. Returns the rest of the line.
    fn set<'t>(&mut self, key: &str, rest: &'t str) -> Option<&'t str> {
        fn number<T: std::str::FromStr>(slot: &mut Option<T>, word: &str) -> Option<()> {
            let value = word.parse().ok()?;
            slot.replace(value).is_none().then_some(())
        }
        let (word, after) = split_word(rest);
        match key {
            "depth" => number(&mut self.depth, word)?,
            "nodes" => number(&mut self.nodes, word)?,
            "playouts" => number(&mut self.playouts, word)?,
            "time" => number(&mut self.time, word)?,
            "share" => {
                number(&mut self.share, word)?;
                self.share.filter(|share| (0.0..=1.0).contains(share))?;
            }
            "score" => {
                let (score, after) = parse_score(word, after)?;
                return self.score.replace(score).is_none().then_some(after);
            }
            _ => return None,
        }
        Some(after)
    }
}

fn parse_score<'t>(word: &str, after: &'t str) -> Option<(Score, &'t str)> {
    let end: fn(Ply) -> Score = match word {
        "win" => Score::win_in,
        "loss" => Score::loss_in,
        // Engines have different scales: a score beyond ours becomes our largest estimate.
        _ => {
            let value: i64 = word.parse().ok()?;
            let value = value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
            return Some((Score::estimate(value), after));
        }
    };
    let (plies, after) = split_word(after);
    Some((end(Ply(plies.parse().ok()?)), after))
}

fn write_score(f: &mut fmt::Formatter<'_>, score: Score) -> fmt::Result {
    match score.decided() {
        None => write!(f, " score {}", score.value()),
        Some((Wdl::Win, plies)) => write!(f, " score win {plies}"),
        Some((_, plies)) => write!(f, " score loss {plies}"),
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        let number = |f: &mut fmt::Formatter<'_>, key: &str, value: Option<u64>| match value {
            None => Ok(()),
            Some(value) => write!(f, " {key} {value}"),
        };
        number(f, "depth", self.depth.map(u64::from))?;
        if let Some(score) = self.score {
            write_score(f, score)?;
        }
        if let Some(share) = self.share {
            write!(f, " share {share}")?;
        }
        number(f, "nodes", self.nodes)?;
        number(f, "playouts", self.playouts)?;
        number(f, "time", self.time)?;
        match &self.text {
            Some(text) if text.is_empty() => f.write_str(" text"),
            Some(text) => write!(f, " text {}", OneLine(text)),
            None if self.pv.is_empty() => Ok(()),
            None => {
                f.write_str(" pv")?;
                write_words(f, &self.pv)
            }
        }
    }
}
