//! `zermelo tree`: an agent's search tree, as a page or as JSON Lines.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use zermelo_catalog::GAMES;
use zermelo_core::erased::{DynRecord, DynTrace};
use zermelo_core::{AgentError, SearchLimits, StopToken};
use zermelo_report::tree::{Searched, Tree};

use crate::args::StartArgs;
use crate::error::CliError;
use crate::input;

/// Arguments of `tree`.
#[derive(Args)]
#[command(after_help = "Examples:
  zermelo tree tictactoe --position 'x1o/1x1/2o x' --agent minimax --out tree.html
  zermelo tree connect4 --moves 4453 --agent minimax:depth=4 --beside alphabeta:depth=4 --out tree.html
  zermelo tree connect4 --agent mcts:playouts=5000 --max-nodes 500 --out tree.jsonl

The page shows the board, move, value, window, children and time of each node, and why the search stopped there. With --beside, two
searches of the same position are merged, and the nodes that one of them pruned are marked. Ctrl-C stops the search; the page then
shows the tree so far. docs/tree.md explains all columns.")]
pub struct TreeArgs {
    #[command(flatten)]
    pub start: StartArgs,
    /// The agent that searches (`zermelo agents` lists them)
    #[arg(long, value_name = "AGENT")]
    pub agent: String,
    /// A second agent that searches the same position, for comparison
    #[arg(long, value_name = "AGENT")]
    pub beside: Option<String>,
    /// The output file: a web page (.html) or JSON Lines (.jsonl)
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Show at most this many nodes, the largest or most visited first; the others are only counted
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub max_nodes: u32,
    /// The random seed
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Print the path and the counts as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// The format of the output file.
#[derive(Clone, Copy)]
enum TreeFormat {
    Page,
    Lines,
}

/// The minimum number of nodes kept of each of two trees. More nodes are kept than shown, to distinguish a node that was omitted from a
/// node that was pruned.
const MIN_KEPT_OF_TWO: usize = 1 << 18;

/// Searches and writes the tree.
pub fn run(args: &TreeArgs) -> Result<(), CliError> {
    let format = format_of(&args.out)?;
    let record = input::start(&args.start)?;
    let rules =
        zermelo_catalog::game(&args.start.game).map_err(|error| CliError::Spec { what: "game".to_owned(), error })?;
    let stop = input::stop_on_interrupt()?;
    let shown = args.max_nodes as usize;
    let kept = if args.beside.is_some() { (4 * shown).max(MIN_KEPT_OF_TWO) } else { shown };
    let trace = search("--agent", &args.agent, args, record.as_ref(), &stop, kept)?;
    let beside = match &args.beside {
        None => None,
        Some(agent) => Some(search("--beside", agent, args, record.as_ref(), &stop, kept)?),
    };
    let beside = args.beside.as_deref().zip(beside.as_deref()).map(|(agent, trace)| Searched { agent, trace });
    let first = Searched { agent: &args.agent, trace: trace.as_ref() };
    let tree = Tree::new(rules.as_ref(), record.as_ref(), first, beside, shown);
    write(&tree, &args.out, format, title(&args.start.game))
        .map_err(|error| CliError::File { path: args.out.display().to_string(), error })?;
    let total = trace.figures(0).below;
    let mut said = anstream::stdout().lock();
    if args.json {
        writeln!(said, "{}", serde_json::json!({ "tree": args.out, "nodes": total, "shown": tree.shown() }))?;
    } else {
        writeln!(said, "Tree: {} ({} nodes, {} shown)", args.out.display(), total, tree.shown())?;
    }
    Ok(())
}

/// The format by the file's extension. Also checks that the file can be created, before a long search.
fn format_of(out: &Path) -> Result<TreeFormat, CliError> {
    let wrong = |why: &str| CliError::Usage(format!("can't write the tree {}: {why}", out.display()));
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
    if out.is_dir() {
        return Err(wrong("it is a folder; name a file, such as tree.html"));
    }
    if folder.is_some_and(|folder| !folder.is_dir()) {
        return Err(wrong("its folder does not exist"));
    }
    match out.extension().and_then(|end| end.to_str()) {
        Some("html" | "htm") => Ok(TreeFormat::Page),
        Some("jsonl") => Ok(TreeFormat::Lines),
        _ => Err(wrong("its name must end in .html (a web page) or .jsonl (JSON Lines)")),
    }
}

fn search(
    what: &str,
    spec: &str,
    args: &TreeArgs,
    record: &dyn DynRecord,
    stop: &StopToken,
    most: usize,
) -> Result<Box<dyn DynTrace>, CliError> {
    let mut agent = zermelo_catalog::agent(spec, &args.start.game)
        .map_err(|error| CliError::Spec { what: what.to_owned(), error })?;
    agent.new_game(args.seed);
    agent.trace(record, &SearchLimits::NONE, stop, most).map_err(|error| match error {
        AgentError::NoTree(why) => {
            let others = zermelo_catalog::agents_with_tree().join(", ");
            CliError::Usage(format!(
                "{what} {spec}: this agent has no search tree to show: {why}; agents with a tree: {others}"
            ))
        }
        error => CliError::Agent { agent: spec.to_owned(), error },
    })
}

/// The title of the game of a specification.
fn title(spec: &str) -> &str {
    let name = spec.split(':').next().unwrap_or(spec);
    GAMES.iter().find(|info| info.name == name).map_or(spec, |info| info.title)
}

fn write(tree: &Tree<'_>, out: &Path, format: TreeFormat, title: &str) -> std::io::Result<()> {
    let mut file = BufWriter::new(File::create(out)?);
    match format {
        TreeFormat::Page => file.write_all(tree.page(title).as_bytes())?,
        TreeFormat::Lines => tree.write_lines(&mut file)?,
    }
    file.flush()
}
