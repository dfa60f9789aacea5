//! Results as tables or as JSON Lines.

use std::fmt::Write;

use serde_json::json;

use crate::cpu;
use crate::rounds::{Kind, Measured};

/// The quantity of the ratios: a ratio greater than 1 is better than the baseline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compared {
    /// The count per second.
    Rates,
    /// The time of the whole task.
    Times,
}

/// A table of programs that did the same work.
pub struct Report {
    /// The command, such as `perft`.
    pub bench: &'static str,
    /// The work, such as `connect4, leaf by leaf`.
    pub title: String,
    /// The counted unit, such as `leaves`.
    pub unit: &'static str,
    /// The number of rounds.
    pub rounds: usize,
    /// The results.
    pub rows: Vec<Measured>,
    /// The quantity of the ratios.
    pub compared: Compared,
    /// Notes for the reader.
    pub notes: Vec<&'static str>,
}

impl Report {
    /// The baseline of the ratios: the fastest peer; without peers, the slow reference; without one, the first row.
    fn baseline(&self) -> Option<&Measured> {
        let fastest = |kind| {
            let rows = self.rows.iter().filter(move |row| row.kind == kind);
            rows.max_by(|a, b| a.rate().total_cmp(&b.rate()))
        };
        fastest(Kind::Peer).or_else(|| fastest(Kind::Reference)).or(self.rows.first())
    }

    fn ratio(&self, row: &Measured, base: &Measured) -> f64 {
        match self.compared {
            Compared::Rates => row.rate() / base.rate(),
            Compared::Times => base.median.as_secs_f64() / row.median.as_secs_f64(),
        }
    }

    /// Writes it to standard output.
    pub fn print(&self, json: bool) {
        if json { print!("{}", self.to_json_lines()) } else { println!("{}", self.to_markdown()) }
    }

    /// Programs with the same depth and different counts.
    pub fn disagreement(&self) -> Option<String> {
        let differ = |a: &&Measured, b: &&Measured| a.depth == b.depth && a.count != b.count;
        let pairs = self.rows.iter().enumerate().flat_map(|(at, a)| self.rows[..at].iter().map(move |b| (a, b)));
        pairs
            .filter(|(a, b)| differ(a, b))
            .map(|(a, b)| {
                format!("{}: at depth {} {} counts {} and {} {}", self.title, a.depth, a.name, a.count, b.name, b.count)
            })
            .next()
    }

    /// A Markdown table with its heading.
    fn to_markdown(&self) -> String {
        let mut text = format!("### {}\n\n", self.title);
        let cpu = cpu::model().map(|model| format!(" on {model}")).unwrap_or_default();
        let _ = writeln!(text, "Compiled for {}, one thread{cpu}; median of {} rounds.", cpu::LEVEL, self.rounds);
        for note in &self.notes {
            let _ = writeln!(text, "{note}");
        }
        let base = self.baseline();
        let base_name = base.map_or("", |base| base.name.as_str());
        let has_depth = self.rows.iter().any(|row| row.depth > 0);
        let (depth, line) = if has_depth { (" depth |", "--:|") } else { ("", "") };
        let _ = writeln!(text, "\n| |{depth} {} | ms | million/s | ratio to {base_name} |", self.unit);
        let _ = writeln!(text, "|---|{line}--:|--:|--:|--:|");
        for row in &self.rows {
            let (millis, rate) = (row.median.as_secs_f64() * 1e3, row.rate() / 1e6);
            let ratio = base.map_or(1.0, |base| self.ratio(row, base));
            let depth = if has_depth { format!(" {} |", row.depth) } else { String::new() };
            let (name, count) = (&row.name, row.count.nodes);
            let digits = if rate < 0.1 { 4 } else { 2 };
            let _ = writeln!(text, "| {name} |{depth} {count} | {millis:.2} | {rate:.digits$} | {ratio:.3} |");
        }
        text
    }

    /// JSON Lines, one line per row.
    fn to_json_lines(&self) -> String {
        let base = self.baseline();
        let line = |row: &Measured| {
            let object = json!({
                "bench": self.bench,
                "title": self.title,
                "name": row.name,
                "depth": row.depth,
                "unit": self.unit,
                "count": row.count.nodes,
                "seconds": row.median.as_secs_f64(),
                "per_second": row.rate(),
                "baseline": base.map(|base| &base.name),
                "ratio": base.map(|base| self.ratio(row, base)),
                "rounds": self.rounds,
                "compiled_for": cpu::LEVEL,
            });
            format!("{object}\n")
        };
        self.rows.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::rounds::Counted;

    fn report(rows: &[(&str, Kind, u64, u64)]) -> Report {
        let row = |&(name, kind, count, millis): &(&str, Kind, u64, u64)| Measured {
            name: name.to_owned(),
            kind,
            depth: 3,
            count: Counted::nodes(count),
            median: Duration::from_millis(millis),
        };
        let rows = rows.iter().map(row).collect();
        Report {
            bench: "perft",
            title: "a game".to_owned(),
            unit: "leaves",
            rounds: 3,
            rows,
            compared: Compared::Rates,
            notes: Vec::new(),
        }
    }

    #[test]
    fn ratios_refer_to_the_fastest_peer() {
        let report =
            report(&[("own", Kind::Own, 100, 10), ("slow", Kind::Peer, 100, 80), ("fast", Kind::Peer, 100, 40)]);
        let text = report.to_markdown();
        assert!(text.contains("ratio to fast |"), "{text}");
        assert!(text.contains("| own | 3 | 100 | 10.00 | 0.0100 | 4.000 |"), "{text}");
        assert_eq!(report.to_json_lines().lines().count(), 3);
        assert_eq!(report.disagreement(), None);
    }

    #[test]
    fn counts_must_agree() {
        let report = report(&[("own", Kind::Own, 100, 10), ("other", Kind::Peer, 99, 10)]);
        assert_eq!(report.disagreement().unwrap(), "a game: at depth 3 other counts 99 (0 won) and own 100 (0 won)");
    }
}
