//! What is shown is what is: the board is whole, every move can be clicked, and its effects lead to what `play` gives.

use std::collections::HashSet;

use zermelo_core::erased::Playable;
use zermelo_core::view::{Clicks, Effect, MoveView, Piece};
use zermelo_core::{GameRecord, Outcome, Square, Termination, View};

use super::witness::{Witness, demand};

/// The board's cells, names and groups are sound, and the sides can be told apart.
pub(super) fn board<G: Playable>(witness: &Witness<G>) {
    let board = witness.game.board();
    let (mut squares, mut names, mut places) = (HashSet::new(), HashSet::new(), HashSet::new());
    for cell in &board.cells {
        demand!(witness, squares.insert(cell.square), "two cells are {:?}", cell.square);
        demand!(witness, !cell.name.is_empty() && names.insert(&cell.name), "two cells are called \"{}\"", cell.name);
        demand!(witness, places.insert(cell.at), "two cells lie at {:?}", cell.at);
        let inside = cell.at.iter().zip(board.size).all(|(&at, size)| at < size);
        demand!(witness, inside, "{} lies at {:?}, outside {:?}", cell.name, cell.at, board.size);
        demand!(witness, !cell.spoken.key.is_empty(), "{} has no spoken name", cell.name);
    }
    demand!(witness, !squares.is_empty(), "a board without cells");
    for (names, size) in [&board.columns, &board.rows, &board.planes].into_iter().zip(board.size) {
        let fits = names.is_empty() || names.len() == usize::from(size);
        demand!(witness, fits, "{names:?} are not names for {size} places");
    }
    demand!(witness, [0, 4].contains(&board.edges.len()), "a board has four edges, not {:?}", board.edges);
    let mut grouped = HashSet::new();
    for &square in board.groups.iter().flatten() {
        demand!(witness, squares.contains(&square), "{square:?} is in a group, but not on the board");
        demand!(witness, grouped.insert(square), "{square:?} is in two groups");
    }
    let [first, second] = witness.game.side_names();
    demand!(
        witness,
        first.id != second.id && first.text != second.text && first.mark != second.mark,
        "both sides are {first:?}"
    );
}

/// The view of a position: its pieces, its winning cells, and how each move is made.
pub(super) fn position<G: Playable>(witness: &Witness<G>, position: &G::Position) {
    let game = witness.game;
    let view = View::of(&GameRecord::from_position(game.clone(), *position));
    let squares: HashSet<Square> = view.board.cells.iter().map(|cell| cell.square).collect();
    standing(witness, &view.pieces, &squares);
    let lined = game.outcome(position).is_some_and(|outcome| matches!(outcome, Outcome::Win(_)))
        && matches!(game.termination(position), Termination::Line | Termination::Connection);
    demand!(witness, lined != view.winning.is_empty(), "winning cells {:?} in {:?}", view.winning, view.ending);
    let winning: HashSet<&Square> = view.winning.iter().collect();
    demand!(witness, winning.len() == view.winning.len(), "a winning cell comes twice: {:?}", view.winning);
    let held = |square: &Square| view.pieces.iter().any(|piece| piece.square == *square);
    demand!(witness, view.winning.iter().all(held), "a winning cell is empty: {:?}", view.winning);
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    demand!(witness, view.moves.len() == moves.len(), "{} moves, {} shown", moves.len(), view.moves.len());
    let clicks = Clicks::new(&view);
    for (index, (&mv, shown)) in moves.iter().zip(&view.moves).enumerate() {
        witness.on(mv);
        demand!(witness, shown.text == game.move_text(position, mv), "the moves are shown in another order");
        demand!(witness, !shown.moving.spoken.key.is_empty(), "a move without a spoken form");
        let path = &shown.moving.path;
        demand!(witness, path.iter().all(|square| squares.contains(square)), "the path {path:?} leaves the board");
        clickable(witness, &clicks, path, index);
        let mut after = *position;
        game.play_unchecked(&mut after, mv);
        let pieces = effects(witness, &view, shown, &squares);
        let mut expected = game.pieces(&after);
        expected.sort_unstable();
        demand!(witness, pieces == expected, "the effects lead to {pieces:?}, play leads to {expected:?}");
    }
    // Programs read the view as JSON.
    match serde_json::to_value(&view) {
        Ok(json) => {
            let shown = json["moves"].as_array().map(Vec::len);
            demand!(witness, shown == Some(moves.len()), "the JSON of the view has moves {:?}", json["moves"]);
        }
        Err(why) => witness.fail(&format!("the view has no JSON: {why}")),
    }
}

/// At most one piece stands on a cell, and none beside the board.
fn standing<G: Playable>(witness: &Witness<G>, pieces: &[Piece], squares: &HashSet<Square>) {
    let mut taken = HashSet::new();
    for piece in pieces {
        demand!(witness, squares.contains(&piece.square), "{piece:?} stands beside the board");
        demand!(witness, taken.insert(piece.square), "two pieces stand on {:?}", piece.square);
    }
}

/// Click by click the path stays open, and only the last click completes a move: this one. So no path is the beginning of
/// another, cells that count as one included.
fn clickable<G: Playable>(witness: &Witness<G>, clicks: &Clicks, path: &[Square], index: usize) {
    if path.is_empty() {
        let unclicked = clicks.after(&[]).unclicked;
        demand!(witness, unclicked == Some(index), "a second move without a path: {unclicked:?}");
        return;
    }
    for (done, next) in path.iter().enumerate() {
        let choice = clicks.after(&path[..done]);
        demand!(
            witness,
            choice.complete.is_none(),
            "after {done} clicks of {path:?} move {:?} is complete",
            choice.complete
        );
        demand!(
            witness,
            choice.next.contains(next),
            "after {done} clicks of {path:?} only {:?} can follow",
            choice.next
        );
    }
    let choice = clicks.after(path);
    demand!(
        witness,
        choice.complete == Some(index) && choice.next.is_empty(),
        "the clicks {path:?} lead to {choice:?}"
    );
}

/// The pieces after all effects, sorted. Each effect finds a piece where it says that one is.
fn effects<G: Playable>(witness: &Witness<G>, view: &View, shown: &MoveView, squares: &HashSet<Square>) -> Vec<Piece> {
    let steps = &shown.moving.steps;
    let fits = match shown.moving.path.len() {
        0 => steps.len() <= 1,
        clicks => (1..=clicks).contains(&steps.len()),
    };
    let fits = fits && steps.iter().all(|step| !step.is_empty());
    demand!(witness, fits, "{} steps for the path {:?}: {steps:?}", steps.len(), shown.moving.path);
    let mut pieces = view.pieces.clone();
    for &effect in steps.iter().flatten() {
        let (needed, touched) = match effect {
            Effect::Place { piece } => (None, piece.square),
            Effect::Move { from, to } => (Some(from), to),
            Effect::Remove { square } | Effect::Promote { square, .. } | Effect::Flip { square } => {
                (Some(square), square)
            }
        };
        demand!(witness, squares.contains(&touched), "{effect:?} happens beside the board");
        let found = needed.is_none_or(|square| pieces.iter().any(|piece| piece.square == square));
        demand!(witness, found, "{effect:?} finds no piece");
        effect.apply(&mut pieces);
    }
    pieces.sort_unstable();
    pieces
}
