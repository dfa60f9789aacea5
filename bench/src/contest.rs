//! Searches compared with those of the crate minimax 0.6.0: the same rules, evaluator, depth and value.

use std::num::NonZeroUsize;

use anyhow::{Result, bail};
use clap::Args;
use minimax::{IterativeOptions, IterativeSearch, Negamax, Strategy};
use zermelo_core::{Agent, Decision, GameRecord, NoObserver, SearchLimits, StopToken};
use zermelo_games::connect4::Connect4;
use zermelo_search::{AlphaBetaAgent, Method, PvsAgent, PvsOptions, Switches, TableUse, TextbookOptions};

use crate::peers::connect4::{Board, Rules, Threats, take_count};
use crate::report::{Compared, Report};
use crate::rounds::{Contender, Counted, Kind, measure};

/// The search options.
#[derive(Args)]
pub struct Options {
    /// The number of rounds
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// The depth with a table
    #[arg(long, default_value_t = 14, value_parser = clap::value_parser!(u8).range(1..=20))]
    depth: u8,
    /// The depth without a table
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u8).range(1..=12))]
    plain_depth: u8,
    /// Print JSON Lines
    #[arg(long)]
    json: bool,
}

/// Memory of each table.
const TABLE: usize = 64_000_000;

const PEER: &str = "minimax 0.6.0";

/// A search: returns its value and the number of moves played.
type Search = Box<dyn FnMut() -> (i32, u64)>;

/// Measures and reports.
pub fn run(options: &Options) -> Result<()> {
    let rounds = usize::from(options.rounds);
    let plain = plain(options.plain_depth);
    let tabled = tabled(options.depth);
    let title = |how: &str| format!("search of the empty connect4, {how}");
    report(options, rounds, title("without a table"), options.plain_depth, plain, &[])?;
    let last = "The last row has reductions, so it searches another tree.";
    report(options, rounds, title("depth after depth with a table of 64 MB"), options.depth, tabled, &[last])
}

fn report(
    options: &Options,
    rounds: usize,
    title: String,
    depth: u8,
    searches: Vec<(String, Kind, bool, Search)>,
    more: &[&'static str],
) -> Result<()> {
    let mut contenders = Vec::new();
    let mut value = None;
    for (name, kind, is_exact, mut search) in searches {
        // Once beforehand: the same question must have the same answer.
        let (found, _) = search();
        if is_exact && *value.get_or_insert(found) != found {
            bail!("{title}: {name} finds {found}, another {value:?}");
        }
        contenders.push(Contender::new(name, kind, u32::from(depth), move || Counted::nodes(search().1)));
    }
    let same = "Rules, evaluator, depth and value are the same, so the ratio is that of the times.";
    let counted = "The moves of the peer are counted in a separate run; it searches the root moves in random order.";
    let notes = [same, counted].into_iter().chain(more.iter().copied()).collect();
    Report {
        bench: "peers",
        title,
        unit: "nodes",
        rounds,
        rows: measure(contenders, rounds)?,
        compared: Compared::Times,
        notes,
    }
    .print(options.json);
    Ok(())
}

fn plain(depth: u8) -> Vec<(String, Kind, bool, Search)> {
    let textbook = move || AlphaBetaAgent::new(TextbookOptions::default(), Threats::<false>);
    let exact = Switches { table: TableUse::Off, ..exact() };
    vec![
        ("pvs, exact, table off".to_owned(), Kind::Own, true, own(move || pvs(Method::Pvs, exact), depth)),
        ("alphabeta".to_owned(), Kind::Own, true, own(textbook, depth)),
        ("pvs, all switches off".to_owned(), Kind::Own, true, own(move || pvs(Method::Pvs, Switches::NONE), depth)),
        (format!("{PEER} negamax"), Kind::Peer, true, peer_plain(depth)),
    ]
}

fn tabled(depth: u8) -> Vec<(String, Kind, bool, Search)> {
    let exact = exact();
    let peer = |name: &str, options: IterativeOptions| {
        (format!("{PEER} {name}"), Kind::Peer, true, peer_tabled(depth, options.with_table_byte_size(TABLE)))
    };
    vec![
        ("pvs, exact".to_owned(), Kind::Own, true, own(move || pvs(Method::Pvs, exact), depth)),
        ("mtdf, exact".to_owned(), Kind::Own, true, own(move || pvs(Method::Mtdf, exact), depth)),
        peer("plain", IterativeOptions::new()),
        peer("aspiration", IterativeOptions::new().with_aspiration_window(5)),
        peer("MTD(f)", IterativeOptions::new().with_mtdf()),
        peer("double steps", IterativeOptions::new().with_aspiration_window(5).with_double_step_increment()),
        ("pvs, all switches on".to_owned(), Kind::Own, false, own(move || pvs(Method::Pvs, Switches::ALL), depth)),
    ]
}

/// Finds the value at a fixed depth. The evaluator is not symmetric once a column is full.
fn exact() -> Switches {
    Switches { symmetry: false, ..Switches::EXACT }
}

fn pvs(method: Method, switches: Switches) -> PvsAgent<Connect4<u64>, Threats<false>> {
    let options =
        PvsOptions { method, switches, hash: TABLE as u64, threads: NonZeroUsize::MIN, ..PvsOptions::default() };
    PvsAgent::new(options, Threats)
}

fn own<A: Agent<Connect4<u64>>>(make: impl Fn() -> A + 'static, depth: u8) -> Search {
    let record = GameRecord::new(Connect4::new(7, 6, 4));
    let search = move || -> Option<Decision<_>> {
        let limits = SearchLimits::depth(u32::from(depth));
        make().choose(&record, &limits, &StopToken::new(), &mut NoObserver).ok()
    };
    Box::new(move || {
        search().map_or((i32::MIN, 0), |found| (found.score.map_or(i32::MIN, |score| score.value()), found.nodes))
    })
}

fn peer_plain(depth: u8) -> Search {
    peer(
        move || Negamax::new(Threats::<true>, depth),
        move || Negamax::new(Threats::<false>, depth),
        Negamax::root_value,
        Negamax::root_value,
    )
}

fn peer_tabled(depth: u8, options: IterativeOptions) -> Search {
    let counting = move || {
        let mut search = IterativeSearch::new(Threats::<true>, options);
        search.set_max_depth(depth);
        search
    };
    let timed = move || {
        let mut search = IterativeSearch::new(Threats::<false>, options);
        search.set_max_depth(depth);
        search
    };
    peer(counting, timed, IterativeSearch::root_value, IterativeSearch::root_value)
}

/// Counts nodes in the first run and measures time in the others.
fn peer<C: Strategy<Rules<true>>, T: Strategy<Rules<false>>>(
    counting: impl Fn() -> C + 'static,
    timed: impl Fn() -> T + 'static,
    counted_value: impl Fn(&C) -> i16 + 'static,
    value: impl Fn(&T) -> i16 + 'static,
) -> Search {
    let mut count = None;
    Box::new(move || {
        let board = Board::default();
        if let Some(count) = count {
            let mut search = timed();
            search.choose_move(&board);
            return (i32::from(value(&search)), count);
        }
        take_count();
        let mut search = counting();
        search.choose_move(&board);
        let applied = *count.insert(take_count());
        (i32::from(counted_value(&search)), applied)
    })
}
