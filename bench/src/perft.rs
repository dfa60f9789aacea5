//! Counting the leaves of the game tree.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use zermelo_core::{Depth, Game, Notation, PerftCount};
use zermelo_games::connect3d::AnyConnect3d;
use zermelo_games::connect4::AnyConnect4;
use zermelo_games::draughts::rules::{English, International};
use zermelo_games::draughts::{AnyDraughts, CompiledRuleset};
use zermelo_games::teeko::{Teeko, Variant};
use zermelo_testkit::reference::slow_draughts::SlowDraughts;
use zermelo_testkit::reference::{SlowBox, SlowTeeko};

use crate::peers;
use crate::report::{Compared, Report};
use crate::rounds::{Contender, Counted, Kind, measure};

/// The options.
#[derive(Args)]
pub struct Options {
    /// The game; all by default
    game: Option<BenchGame>,
    /// The number of rounds
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// The depth leaf by leaf (connect4: 10, connect3d: 5, international: 8, english: 9, teeko: 5)
    #[arg(long)]
    depth: Option<u8>,
    /// The depth in bulk (connect4: 11, connect3d: 6, international: 9, english: 11, teeko: 6)
    #[arg(long)]
    bulk_depth: Option<u8>,
    /// The program `perft` of Moby Dam (rhalbersma/mobydam, `make perft` in its folder test), to compare international
    /// draughts
    #[arg(long, value_name = "PROGRAM")]
    moby_dam: Option<PathBuf>,
    /// Print JSON Lines
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum BenchGame {
    /// Seven columns, six rows
    Connect4,
    /// Six columns, five depths, five rows
    Connect3d,
    /// International draughts, 10x10
    International,
    /// English draughts, 8x8
    English,
    /// Teeko, from a position with all men placed
    Teeko,
}

const LEAF_BY_LEAF: &str = "leaf by leaf";
const IN_BULK: &str = "in bulk";

const SLOW: &str = "slow reference";

const NOTES: &[&str] = &[
    "board-game counts its own Connect Four. minimax has no games: it counts one that is written for its traits here.",
];

const MOBY_DAM: &[&str] = &["Moby Dam measures its own time and does not compute the results of leaves."];

/// Measures and reports.
pub fn run(options: &Options) -> Result<()> {
    let wanted = |game| options.game.is_none_or(|only| only == game);
    let (leaf, bulk) = (options.depth, options.bulk_depth);
    if wanted(BenchGame::Connect4) {
        report(options, "connect4", LEAF_BY_LEAF, connect4_leaf_by_leaf(leaf.unwrap_or(10).into())?, NOTES)?;
        report(options, "connect4", IN_BULK, connect4_in_bulk(bulk.unwrap_or(11).into())?, NOTES)?;
    }
    if wanted(BenchGame::Connect3d) {
        report(options, "connect3d", LEAF_BY_LEAF, connect3d_leaf_by_leaf(leaf.unwrap_or(5).into())?, &[])?;
        report(options, "connect3d", IN_BULK, connect3d_in_bulk(bulk.unwrap_or(6).into())?, &[])?;
    }
    if wanted(BenchGame::International) {
        let (name, slow) = ("draughts-international", SlowDraughts::international(10));
        let peer = options.moby_dam.as_deref();
        let notes: &[_] = if peer.is_some() { MOBY_DAM } else { &[] };
        let (leaf, bulk) = (leaf.unwrap_or(8).into(), bulk.unwrap_or(9).into());
        report(options, name, LEAF_BY_LEAF, draughts_leaf_by_leaf::<International>(10, &slow, leaf, peer)?, notes)?;
        report(options, name, IN_BULK, draughts_in_bulk::<International>(10, &slow, bulk, peer)?, notes)?;
    }
    if wanted(BenchGame::English) {
        let (name, slow) = ("draughts-english", SlowDraughts::english(8));
        let (leaf, bulk) = (leaf.unwrap_or(9).into(), bulk.unwrap_or(11).into());
        report(options, name, LEAF_BY_LEAF, draughts_leaf_by_leaf::<English>(8, &slow, leaf, None)?, &[])?;
        report(options, name, IN_BULK, draughts_in_bulk::<English>(8, &slow, bulk, None)?, &[])?;
    }
    if wanted(BenchGame::Teeko) {
        let (leaf, bulk) = (leaf.unwrap_or(5).into(), bulk.unwrap_or(6).into());
        report(options, "teeko, all men placed", LEAF_BY_LEAF, teeko_leaf_by_leaf(leaf)?, &[])?;
        report(options, "teeko, all men placed", IN_BULK, teeko_in_bulk(bulk)?, &[])?;
    }
    Ok(())
}

fn report(options: &Options, game: &str, how: &str, contenders: Vec<Contender>, notes: &[&'static str]) -> Result<()> {
    let rounds = usize::from(options.rounds);
    let title = format!("perft {game}, {how}");
    eprintln!("{title}");
    let rows = measure(contenders, rounds)?;
    let compared = Compared::Rates;
    let report = Report { bench: "perft", title, unit: "leaves", rounds, rows, compared, notes: notes.to_vec() };
    report.print(options.json);
    if let Some(disagreement) = report.disagreement() {
        bail!("{disagreement}");
    }
    Ok(())
}

fn connect4_leaf_by_leaf(depth: u32) -> Result<Vec<Contender>> {
    let AnyConnect4::Small(game) = AnyConnect4::new(7, 6, 4) else { bail!("7x6 fits 64 bits") };
    Ok(vec![
        leaf_by_leaf("zermelo", Kind::Own, game, depth),
        leaf_by_leaf(SLOW, Kind::Reference, SlowBox::<42>::new(7, 1, 6, 4, true), depth.saturating_sub(2)),
        Contender::new("board-game 0.8.2", Kind::Peer, depth, move || peers::board_game::leaf_by_leaf(depth)),
        Contender::new("minimax 0.6.0", Kind::Peer, depth, move || peers::minimax::leaf_by_leaf(depth)),
    ])
}

fn connect4_in_bulk(depth: u32) -> Result<Vec<Contender>> {
    let AnyConnect4::Small(game) = AnyConnect4::new(7, 6, 4) else { bail!("7x6 fits 64 bits") };
    Ok(vec![
        in_bulk("zermelo", Kind::Own, game, depth),
        in_bulk(SLOW, Kind::Reference, SlowBox::<42>::new(7, 1, 6, 4, true), depth.saturating_sub(3)),
        Contender::new("board-game 0.8.2", Kind::Peer, depth, move || peers::board_game::in_bulk(depth)),
        Contender::new("minimax 0.6.0", Kind::Peer, depth, move || peers::minimax::in_bulk(depth)),
    ])
}

fn connect3d_leaf_by_leaf(depth: u32) -> Result<Vec<Contender>> {
    let AnyConnect3d::Medium(game) = AnyConnect3d::new([6, 5, 5], 4, true) else { bail!("6x5x5 fits 256 bits") };
    Ok(vec![
        leaf_by_leaf("zermelo", Kind::Own, game, depth),
        leaf_by_leaf(SLOW, Kind::Reference, SlowBox::<150>::new(6, 5, 5, 4, true), depth.saturating_sub(1)),
    ])
}

fn connect3d_in_bulk(depth: u32) -> Result<Vec<Contender>> {
    let AnyConnect3d::Medium(game) = AnyConnect3d::new([6, 5, 5], 4, true) else { bail!("6x5x5 fits 256 bits") };
    Ok(vec![
        in_bulk("zermelo", Kind::Own, game, depth),
        in_bulk(SLOW, Kind::Reference, SlowBox::<150>::new(6, 5, 5, 4, true), depth.saturating_sub(2)),
    ])
}

fn draughts_leaf_by_leaf<V: CompiledRuleset>(
    size: u8,
    slow: &SlowDraughts,
    depth: u32,
    moby_dam: Option<&Path>,
) -> Result<Vec<Contender>> {
    let AnyDraughts::Small(game) = AnyDraughts::new::<V>(size) else { bail!("{size}x{size} fits 64 bits") };
    let (slow, slow_depth) = (slow.clone(), depth.saturating_sub(3));
    let count = move || {
        let leaves = slow.leaves(&slow.initial(), slow_depth);
        Counted { nodes: leaves.nodes, won: leaves.won }
    };
    let mut contenders =
        vec![leaf_by_leaf("zermelo", Kind::Own, game, depth), Contender::new(SLOW, Kind::Reference, slow_depth, count)];
    contenders.extend(moby_dam.map(|program| peers::moby_dam::counting(program, depth, false)));
    Ok(contenders)
}

fn draughts_in_bulk<V: CompiledRuleset>(
    size: u8,
    slow: &SlowDraughts,
    depth: u32,
    moby_dam: Option<&Path>,
) -> Result<Vec<Contender>> {
    let AnyDraughts::Small(game) = AnyDraughts::new::<V>(size) else { bail!("{size}x{size} fits 64 bits") };
    let (slow, slow_depth) = (slow.clone(), depth.saturating_sub(4));
    let count = move || Counted::nodes(slow.perft(&slow.initial(), slow_depth));
    let mut contenders =
        vec![in_bulk("zermelo", Kind::Own, game, depth), Contender::new(SLOW, Kind::Reference, slow_depth, count)];
    contenders.extend(moby_dam.map(|program| peers::moby_dam::counting(program, depth, true)));
    Ok(contenders)
}

/// All eight men are placed: the counts of placements are products of numbers and measure nothing.
const TEEKO: &str = "1oxo1/2x2/1oxo1/1x3/5 x";

fn teeko_leaf_by_leaf(depth: u32) -> Result<Vec<Contender>> {
    fn from<G: Notation>(name: &str, kind: Kind, game: G, depth: u32) -> Result<Contender> {
        let start = game.parse_position(TEEKO)?;
        let count = move || {
            let leaves = zermelo_core::perft_leaves(&game, &start, Depth(depth));
            Counted { nodes: leaves.nodes, won: leaves.won }
        };
        Ok(Contender::new(name, kind, depth, count))
    }
    Ok(vec![
        from("zermelo", Kind::Own, Teeko::new(Variant::Standard, true), depth)?,
        from(SLOW, Kind::Reference, SLOW_TEEKO, depth.saturating_sub(1))?,
    ])
}

fn teeko_in_bulk(depth: u32) -> Result<Vec<Contender>> {
    fn from<G: Notation + PerftCount>(name: &str, kind: Kind, game: G, depth: u32) -> Result<Contender> {
        let start = game.parse_position(TEEKO)?;
        let count = move || Counted::nodes(zermelo_core::perft(&game, &start, Depth(depth)));
        Ok(Contender::new(name, kind, depth, count))
    }
    Ok(vec![
        from("zermelo", Kind::Own, Teeko::new(Variant::Standard, true), depth)?,
        from(SLOW, Kind::Reference, SLOW_TEEKO, depth.saturating_sub(2))?,
    ])
}

const SLOW_TEEKO: SlowTeeko = SlowTeeko { advanced: false, first_centre: true };

fn leaf_by_leaf<G: Game>(name: &str, kind: Kind, game: G, depth: u32) -> Contender {
    let count = move || {
        let leaves = zermelo_core::perft_leaves(&game, &game.initial(), Depth(depth));
        Counted { nodes: leaves.nodes, won: leaves.won }
    };
    Contender::new(name, kind, depth, count)
}

fn in_bulk<G: PerftCount>(name: &str, kind: Kind, game: G, depth: u32) -> Contender {
    let count = move || Counted::nodes(zermelo_core::perft(&game, &game.initial(), Depth(depth)));
    Contender::new(name, kind, depth, count)
}
