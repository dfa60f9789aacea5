//! `zermelo solve stats`: statistics of a solved game.

use std::collections::HashMap;
use std::io::{self, Write};

use serde::Serialize;
use zermelo_core::{Ply, Proven, View, Wdl};
use zermelo_report::solved::{Picture, Value};
use zermelo_solve::retrograde::{DynRankedGame, EndgameTable, LevelStats, Phase, TableError, TableOptions, TableStats};

use super::args::StatsArgs;
use super::tables::{BuildProgress, failure, ranked_game, table_options};
use crate::error::CliError;
use crate::heat_map;
use crate::style::{QUIET, STRONG, paint};
use crate::text_table::TextTable;

/// The number of examples of the hardest positions.
const MAX_EXAMPLES: usize = 4;
/// The maximum bar length of the histogram, in characters.
const MAX_BAR: f64 = 40.0;

/// The statistics, printed as text or JSON.
#[derive(Serialize)]
struct StatsReport {
    game: String,
    table: String,
    /// The value for the first player.
    value: Option<Wdl>,
    plies: Option<Ply>,
    levels: Vec<LevelLine>,
    hardest: Vec<HardestPositions>,
    first_moves: Vec<FirstMoveLine>,
}

#[derive(Serialize)]
struct LevelLine {
    #[serde(flatten)]
    stats: LevelStats,
    longest_win: Option<LongestDistance>,
    longest_loss: Option<LongestDistance>,
}

/// The longest distance to the end, and the number of positions with it.
#[derive(Clone, Copy, Serialize)]
struct LongestDistance {
    plies: Ply,
    positions: u64,
}

/// The positions of a phase with the longest distance.
#[derive(Serialize)]
struct HardestPositions {
    phase: Phase,
    value: Wdl,
    #[serde(flatten)]
    longest: LongestDistance,
    /// Examples, no two of them symmetric.
    examples: Vec<String>,
}

#[derive(Serialize)]
struct FirstMoveLine {
    #[serde(rename = "move")]
    mv: String,
    value: Option<Wdl>,
    plies: Option<Ply>,
    replies: ReplyCounts,
}

/// The number of replies that win, draw and lose, from the point of view of the replying side.
#[derive(Serialize)]
struct ReplyCounts {
    win: u64,
    draw: u64,
    loss: u64,
}

/// Prints the statistics of a table.
pub fn run(args: &StatsArgs) -> Result<(), CliError> {
    let options = table_options(&args.table)?;
    let game = ranked_game(&args.table.game)?;
    let report = if let Some(path) = &args.table.file {
        StatsReport::of(game.as_ref(), &game.open(path).map_err(|error| failure(&error))?, &options)?
    } else {
        let mut line = BuildProgress::new(game.as_ref());
        let table = game.user_table(&options, &mut |progress| line.show(progress));
        line.clear();
        StatsReport::of(game.as_ref(), table.map_err(|error| failure(&error))?.as_ref(), &options)?
    };
    // The type-erased game provides the view.
    let view = zermelo_catalog::game(&report.game)
        .map_err(|error| CliError::Spec { what: format!("game \"{}\"", report.game), error })?
        .new_record()
        .view();
    if let Some(path) = &args.svg {
        let picture = report.picture(&view);
        std::fs::write(path, picture.draw())
            .map_err(|error| CliError::File { path: path.display().to_string(), error })?;
    }
    let mut out = anstream::stdout().lock();
    if args.table.json {
        writeln!(out, "{}", serde_json::to_string(&report).map_err(io::Error::from)?)?;
    } else {
        report.print(&mut out, &view)?;
    }
    Ok(out.flush()?)
}

/// The longest wins and losses of each phase.
fn hardest(game: &dyn DynRankedGame, table: &EndgameTable, stats: &TableStats) -> Vec<HardestPositions> {
    let mut all = Vec::new();
    for (phase, sum) in Phase::ALL.into_iter().filter_map(|phase| Some((phase, stats.of_phase(phase)?))) {
        for value in [Wdl::Win, Wdl::Loss] {
            let Some(longest) = LongestDistance::of(&sum, value) else { continue };
            let has = |level: &LevelStats| {
                level.phase == phase && LongestDistance::of(level, value).is_some_and(|own| own.plies == longest.plies)
            };
            let levels = stats.levels.iter().enumerate().filter(|(_, level)| has(level)).map(|(at, _)| at);
            let examples = levels.flat_map(|level| game.hardest(table, level, value, MAX_EXAMPLES));
            all.push(HardestPositions { phase, value, longest, examples: examples.take(MAX_EXAMPLES).collect() });
        }
    }
    all
}

impl LongestDistance {
    fn of(stats: &LevelStats, value: Wdl) -> Option<Self> {
        stats.longest(value).map(|(plies, positions)| Self { plies, positions })
    }
}

impl From<LevelStats> for LevelLine {
    fn from(stats: LevelStats) -> Self {
        let [longest_win, longest_loss] = [Wdl::Win, Wdl::Loss].map(|value| LongestDistance::of(&stats, value));
        Self { stats, longest_win, longest_loss }
    }
}

impl FirstMoveLine {
    /// `W13`, `D`, `L12`.
    fn short(&self) -> Option<String> {
        Some(short(self.value?, self.plies))
    }
}

fn short(value: Wdl, plies: Option<Ply>) -> String {
    let letter = match value {
        Wdl::Win => 'W',
        Wdl::Draw => 'D',
        Wdl::Loss => 'L',
    };
    plies.map_or_else(|| letter.to_string(), |Ply(plies)| format!("{letter}{plies}"))
}

fn word(value: Option<Wdl>, plies: Option<Ply>) -> String {
    let word = match value {
        Some(Wdl::Win) => "win",
        Some(Wdl::Draw) => return "draw".to_owned(),
        Some(Wdl::Loss) => "loss",
        None => return "unknown value".to_owned(),
    };
    plies.map_or_else(|| word.to_owned(), |Ply(plies)| format!("{word} in {plies} plies"))
}

impl StatsReport {
    fn of(game: &dyn DynRankedGame, table: &EndgameTable, options: &TableOptions) -> Result<Self, CliError> {
        let stats = game.stats(table, options).map_err(|error| failure(&TableError::Level(error)))?;
        let entry = game.initial_entry(table);
        let moves = game.first_moves(table).unwrap_or_default().into_iter().map(|first| {
            let value = first.after.proven().map(Proven::before_move);
            let [win, draw, loss] = first.replies;
            FirstMoveLine {
                mv: first.mv,
                value: value.map(|value| value.wdl),
                plies: value.and_then(|value| value.plies),
                replies: ReplyCounts { win, draw, loss },
            }
        });
        Ok(Self {
            game: game.spec(),
            table: game.table_name(),
            value: entry.wdl(),
            plies: entry.plies(),
            first_moves: moves.collect(),
            hardest: hardest(game, table, &stats),
            levels: stats.levels.into_iter().map(LevelLine::from).collect(),
        })
    }

    /// The phases of the game, each with its histogram of distances.
    fn distances(&self) -> Vec<(Phase, Vec<u64>)> {
        let of = |phase: Phase| {
            let levels = self.levels.iter().filter(move |level| level.stats.phase == phase);
            let mut sum: Vec<u64> = Vec::new();
            for plies in levels.clone().map(|level| &level.stats.plies) {
                sum.resize(sum.len().max(plies.len()), 0);
                sum.iter_mut().zip(plies).for_each(|(sum, count)| *sum += count);
            }
            (levels.count() > 0).then_some((phase, sum))
        };
        Phase::ALL.into_iter().filter_map(of).collect()
    }

    fn print(&self, out: &mut impl Write, view: &View) -> io::Result<()> {
        let first = view.sides[0].text;
        let value = word(self.value, self.plies);
        writeln!(out, "{}: {}", self.game, paint(STRONG, format!("a {value} for {first}, the first player")))?;
        self.print_levels(out)?;
        self.print_distances(out)?;
        self.print_hardest(out)?;
        self.print_first_moves(out, view)
    }

    fn print_levels(&self, out: &mut impl Write) -> io::Result<()> {
        let columns =
            ["arrangements", "live", "won", "lost", "drawn", "finished", "impossible", "longest win", "longest loss"];
        let mut table_text = TextTable::new("Positions, from the point of view of the side to move", &columns);
        for LevelLine { stats, longest_win, longest_loss } in &self.levels {
            let counts =
                [stats.arrangements, stats.live, stats.won, stats.lost, stats.drawn, stats.finished, stats.impossible];
            let longest = [longest_win, longest_loss].map(|longest| match longest {
                Some(LongestDistance { plies, positions }) => format!("{} ({positions})", plies.0),
                None => "-".to_owned(),
            });
            table_text.row(&stats.name, counts.map(|count| count.to_string()).into_iter().chain(longest));
        }
        table_text.print(out)?;
        writeln!(out, "{}", paint(QUIET, "longest: plies (positions)"))
    }

    fn print_distances(&self, out: &mut impl Write) -> io::Result<()> {
        let phases = self.distances();
        let all = phases.iter().map(|(_, plies)| plies.len()).max().unwrap_or(0);
        let count = |at: usize| phases.iter().map(move |(_, plies)| plies.get(at).copied().unwrap_or(0));
        let most = (0..all).map(|at| count(at).sum::<u64>()).max().unwrap_or(0);
        if most == 0 {
            return Ok(());
        }
        let mut columns = vec![""];
        columns.extend(phases.iter().map(|(phase, _)| if phases.len() > 1 { phase.name() } else { "positions" }));
        let mut table_text = TextTable::new("Positions by plies to the end; the bars are logarithmic", &columns);
        for at in (0..all).filter(|&at| count(at).any(|count| count > 0)) {
            let who = if at % 2 == 1 { "won" } else { "lost" };
            let share = (1.0 + count(at).sum::<u64>() as f64).ln() / (1.0 + most as f64).ln();
            let bar = format!("{:<width$}", "#".repeat((MAX_BAR * share).ceil() as usize), width = MAX_BAR as usize);
            let cells = std::iter::once(who.to_owned()).chain(count(at).map(|count| count.to_string())).chain([bar]);
            table_text.row(at.to_string(), cells);
        }
        table_text.print(out)
    }

    fn print_hardest(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\n{}", paint(STRONG, "The hardest positions"))?;
        let phases = self.distances().len();
        for HardestPositions { phase, value, longest, examples } in &self.hardest {
            let phase = if phases > 1 { format!("{} phase, ", phase.name()) } else { String::new() };
            let LongestDistance { plies, positions } = longest;
            let noun = if *positions == 1 { "position" } else { "positions" };
            writeln!(out, "{phase}{} ({positions} {noun}):", word(Some(*value), Some(*plies)))?;
            examples.iter().try_for_each(|text| writeln!(out, "  {text}"))?;
        }
        Ok(())
    }

    fn print_first_moves(&self, out: &mut impl Write, view: &View) -> io::Result<()> {
        let by_text: HashMap<&str, &FirstMoveLine> = self.first_moves.iter().map(|mv| (mv.mv.as_str(), mv)).collect();
        let Some(board) = heat_map::draw(view, |mv| by_text.get(mv)?.short()) else { return Ok(()) };
        writeln!(out, "\n{}", paint(STRONG, "First moves: W win, D draw, L loss, with the plies to the end"))?;
        write!(out, "{board}")?;
        let losing = |first: &&FirstMoveLine| format!("{}/{}", first.replies.loss, first.replies.all());
        // After a winning move all replies lose, so the board would say nothing new.
        let tells = self.first_moves.iter().any(|first| first.value != Some(Wdl::Win));
        if let Some(board) = heat_map::draw(view, |mv| by_text.get(mv).map(losing)).filter(|_| tells) {
            writeln!(out, "\n{}", paint(STRONG, "Losing replies to each first move"))?;
            write!(out, "{board}")?;
        }
        Ok(())
    }

    fn picture<'a>(&self, view: &'a View) -> Picture<'a> {
        let square = |first: &FirstMoveLine| {
            let mv = view.moves.iter().find(|mv| mv.text == first.mv)?;
            let value = Value {
                wdl: first.value?,
                text: first.short()?,
                losing: first.replies.loss,
                replies: first.replies.all(),
            };
            Some((mv.target()?, value))
        };
        let distances = self.distances();
        let mut positions = vec![0; distances.iter().map(|(_, plies)| plies.len()).max().unwrap_or(0)];
        for (_, plies) in &distances {
            positions.iter_mut().zip(plies).for_each(|(sum, count)| *sum += count);
        }
        let drawn = self.levels.iter().map(|level| level.stats.drawn).sum();
        Picture {
            title: self.game.clone(),
            value: format!("a {} for {}, the first player", word(self.value, self.plies), view.sides[0].text),
            board: &view.board,
            squares: self.first_moves.iter().filter_map(square).collect(),
            positions,
            drawn,
        }
    }
}

impl ReplyCounts {
    fn all(&self) -> u64 {
        self.win + self.draw + self.loss
    }
}
