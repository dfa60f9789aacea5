//! The results of first moves, on the board.

use std::collections::BTreeMap;

use maud::{Markup, html};
use zermelo_arena::stats::{Confidence, Counts, TrialCounts, score_interval};
use zermelo_core::Square;
use zermelo_core::view::{Board, BoardKind};

use super::cross::{heat, scale};
use super::results::Results;
use crate::words::{count, counted, per_cent, per_cent_range};

/// The target cell of a first move.
struct Spot {
    counts: Counts,
    moves: Vec<String>,
}

/// A heat map and a table of the first moves.
pub(super) fn section(results: &Results<'_>) -> Markup {
    let first_moves = &results.details.first_moves;
    if first_moves.is_empty() {
        return html! {};
    }
    let view = results.rules.new_record().view();
    let mut spots: BTreeMap<u16, Spot> = BTreeMap::new();
    let mut tinted: BTreeMap<u16, Counts> = BTreeMap::new();
    for mv in &view.moves {
        let Some((counts, Square(square))) = first_moves.get(&mv.text).copied().zip(mv.target()) else { continue };
        let spot = spots.entry(square).or_insert_with(|| Spot { counts: Counts::default(), moves: Vec::new() });
        spot.counts += counts;
        spot.moves.push(mv.text.clone());
        // A column into which pieces fall is one move.
        for group in view.board.groups.iter().filter(|group| group.iter().any(|other| other.0 == square)) {
            for other in group {
                *tinted.entry(other.0).or_default() += counts;
            }
        }
    }
    let games: u64 = first_moves.values().map(Counts::games).sum();
    html! {
        section {
            h2 { "First moves" }
            p.note {
                "Games from the initial position by their first move, whether an agent or chance made it: the score in per cent of the side that "
                "made it. " (counted(games, "game")) ", " (counted(first_moves.len() as u64, "first move")) ". Each cell says how many games it rests on; "
                "of a handful of games the score says little."
            }
            @if !spots.is_empty() {
                div.planes {
                    @for plane in 0..view.board.size[2] { (board(&view.board, plane, &spots, &tinted)) }
                }
                (scale("0 % for who made it", "100 %"))
            }
            details { summary { "All first moves, in numbers" } (table(first_moves)) }
        }
    }
}

/// A plane of the board, seen from the front.
fn board(board: &Board, plane: u8, spots: &BTreeMap<u16, Spot>, tinted: &BTreeMap<u16, Counts>) -> Markup {
    let [columns, rows, planes] = board.size;
    let round = matches!(board.kind, BoardKind::Upright | BoardKind::Posts | BoardKind::Points);
    let class = match (round, columns > 8 || planes > 1) {
        (true, true) => "board round small",
        (true, false) => "board round",
        (false, true) => "board small",
        (false, false) => "board",
    };
    let name = |names: &[String], at: u8| names.get(usize::from(at)).cloned().unwrap_or_default();
    html! {
        div.scroll {
            table class=(class) {
                caption {
                    @if planes > 1 {
                        "plane " @if board.planes.is_empty() { (u16::from(plane) + 1) } @else { (name(&board.planes, plane)) }
                    } @else { span.sr { "The board with the score of each first move in per cent" } }
                }
                tbody {
                    @for row in (0..rows).rev() {
                        tr {
                            th scope="row" { (name(&board.rows, row)) }
                            @for column in 0..columns { (place(board, [column, row, plane], spots, tinted)) }
                        }
                    }
                }
                @if !board.columns.is_empty() {
                    tfoot { tr { td.off {} @for column in 0..columns { th scope="col" { (name(&board.columns, column)) } } } }
                }
            }
        }
    }
}

fn place(board: &Board, at: [u8; 3], spots: &BTreeMap<u16, Spot>, tinted: &BTreeMap<u16, Counts>) -> Markup {
    let Some(cell) = board.cells.iter().find(|cell| cell.at == at) else { return html! { td.off {} } };
    if let Some(spot) = spots.get(&cell.square.0) {
        let score = spot.counts.score().unwrap_or(0.5);
        let (class, style) = heat(score);
        let said =
            format!("{}: {} of {}", spot.moves.join(", "), per_cent(Some(score)), counted(spot.counts.games(), "game"));
        return html! {
            td class=(class) style=(style) title=(said) { (per_cent(Some(score))) " " small { span.sr { "in " } (count(spot.counts.games())) span.sr { " games" } } }
        };
    }
    let tint = tinted.get(&cell.square.0).and_then(Counts::score).map(heat);
    html! { @if let Some((class, style)) = tint { td class=(class) style=(style) {} } @else { td {} } }
}

fn table(first_moves: &BTreeMap<String, Counts>) -> Markup {
    let mut rows: Vec<(&String, &Counts)> = first_moves.iter().collect();
    rows.sort_by(|(_, a), (_, b)| b.score().partial_cmp(&a.score()).unwrap_or(std::cmp::Ordering::Equal));
    html! {
        div.scroll {
            table {
                thead {
                    tr {
                        th.name scope="col" { "move" } th scope="col" { "games" } th scope="col" { "won" } th scope="col" { "drawn" }
                        th scope="col" { "lost" } th scope="col" { "score %" } th scope="col" title="where the true score lies, by 95 %" { "95 %" }
                    }
                }
                tbody {
                    @for (text, counts) in rows {
                        tr {
                            th.name scope="row" { (text) }
                            td { (count(counts.games())) } td { (count(counts.wins)) } td { (count(counts.draws)) } td { (count(counts.losses)) }
                            td { (per_cent(counts.score())) }
                            td { (per_cent_range(score_interval(&counts.sample(), Confidence::P95))) }
                        }
                    }
                }
            }
        }
    }
}
