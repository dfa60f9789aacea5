//! Means over the positions of a set, as tables or as JSON Lines.

use std::cmp::Ordering::Equal;
use std::fmt::Write;

use serde_json::json;

use crate::cpu;

/// The results of one set.
pub struct Results {
    /// The set.
    pub set: String,
    /// The tables were emptied before each position.
    pub is_cold: bool,
    /// The number of positions.
    pub positions: usize,
    /// The number of rounds.
    pub rounds: usize,
    /// The solvers.
    pub rows: Vec<Row>,
}

/// One solver on one set.
pub struct Row {
    /// The name.
    pub name: String,
    /// Whether it is this program.
    pub is_own: bool,
    /// The mean processor time per position: the median of the rounds.
    pub micros: f64,
    /// The mean number of searched positions, as counted by the solver.
    pub nodes: f64,
}

impl Results {
    /// The baseline of the ratios: the fastest other solver, or the fastest if there is no other.
    fn baseline(&self) -> Option<&Row> {
        self.rows.iter().min_by(|a, b| (a.is_own, a.micros).partial_cmp(&(b.is_own, b.micros)).unwrap_or(Equal))
    }

    /// Greater than 1: faster than the baseline.
    fn ratio(&self, row: &Row) -> f64 {
        self.baseline().map_or(f64::NAN, |base| base.micros / row.micros)
    }

    /// Writes them to standard output.
    pub fn print(&self, json: bool) {
        if json { print!("{}", self.to_json_lines()) } else { println!("{}", self.to_markdown()) }
    }

    fn to_markdown(&self) -> String {
        let tables = if self.is_cold { "tables emptied before each" } else { "tables kept" };
        let base = self.baseline().map_or("", |base| base.name.as_str());
        let mut text = format!("### connect4 {}, {} positions, {tables}\n\n", self.set, self.positions);
        let _ = writeln!(text, "| | us | positions | million/s | ratio to {base} |\n|---|--:|--:|--:|--:|");
        for row in &self.rows {
            let Row { name, micros, nodes, .. } = row;
            let (rate, ratio) = (nodes / micros, self.ratio(row));
            let _ = writeln!(text, "| {name} | {micros:.2} | {nodes:.1} | {rate:.2} | {ratio:.3} |");
        }
        text
    }

    fn to_json_lines(&self) -> String {
        let line = |row: &Row| {
            let object = json!({
                "bench": "connect4",
                "set": self.set,
                "cold": self.is_cold,
                "positions": self.positions,
                "name": row.name,
                "microseconds": row.micros,
                "nodes": row.nodes,
                "per_second": row.nodes / row.micros * 1e6,
                "baseline": self.baseline().map(|base| &base.name),
                "ratio": self.ratio(row),
                "rounds": self.rounds,
                "compiled_for": cpu::LEVEL,
            });
            format!("{object}\n")
        };
        self.rows.iter().map(line).collect()
    }
}

/// The ratio of each solver over all sets: the geometric mean.
pub fn geometric_means(all: &[Results]) -> Vec<(&str, f64)> {
    let Some(first) = all.first() else { return Vec::new() };
    let mean = |at: usize| {
        let logs: f64 = all.iter().map(|results| results.ratio(&results.rows[at]).ln()).sum();
        (logs / all.len() as f64).exp()
    };
    first.rows.iter().enumerate().map(|(at, row)| (row.name.as_str(), mean(at))).collect()
}

/// Writes the geometric means to standard output.
pub fn print_means(all: &[Results], json: bool) {
    let means = geometric_means(all);
    let sets = all.len();
    if json {
        for (name, ratio) in means {
            println!("{}", json!({"bench": "connect4", "sets": sets, "name": name, "geometric_mean": ratio}));
        }
    } else {
        let means: Vec<_> = means.iter().map(|(name, ratio)| format!("{name} {ratio:.3}")).collect();
        println!("Geometric mean of the ratios over {sets} sets: {}.", means.join(", "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(rows: &[(&str, bool, f64)]) -> Results {
        let row =
            |&(name, is_own, micros): &(&str, bool, f64)| Row { name: name.to_owned(), is_own, micros, nodes: 100.0 };
        let rows = rows.iter().map(row).collect();
        Results { set: "L3_R1".to_owned(), is_cold: false, positions: 2, rounds: 1, rows }
    }

    #[test]
    fn ratios_refer_to_the_fastest_of_the_others() {
        let results = results(&[("own", true, 2.0), ("slow", false, 10.0), ("fast", false, 4.0)]);
        let text = results.to_markdown();
        assert!(text.contains("ratio to fast |"), "{text}");
        assert!(text.contains("| own | 2.00 | 100.0 | 50.00 | 2.000 |"), "{text}");
        assert!(text.contains("| slow | 10.00 | 100.0 | 10.00 | 0.400 |"), "{text}");
        assert_eq!(results.to_json_lines().lines().count(), 3);
    }

    #[test]
    fn the_mean_is_geometric() {
        let all = [
            results(&[("own", true, 2.0), ("peer", false, 4.0)]),
            results(&[("own", true, 1.0), ("peer", false, 8.0)]),
        ];
        let means = geometric_means(&all);
        assert_eq!(means.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["own", "peer"]);
        assert!((means[0].1 - 4.0).abs() < 1e-9 && (means[1].1 - 1.0).abs() < 1e-9, "{means:?}");
    }
}
