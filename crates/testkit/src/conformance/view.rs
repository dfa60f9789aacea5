//! The view agrees with the rules: the board is complete, every move can be clicked, and its effects give the same
//! pieces as `play`.

use std::collections::HashSet;

use zermelo_core::erased::Playable;
use zermelo_core::view::{Clicks, Effect, MoveView, Piece};
use zermelo_core::{GameRecord, Outcome, Square, Termination, View};

use super::context::{CheckContext, ensure};

/// The board's cells, names and groups are consistent, and the two sides differ in id, text and mark.
pub(super) fn check_board<G: Playable>(context: &CheckContext<G>) {
    let board = context.game.board();
    let (mut squares, mut names, mut coordinates) = (HashSet::new(), HashSet::new(), HashSet::new());
    for cell in &board.cells {
        ensure!(context, squares.insert(cell.square), "two cells have the square {:?}", cell.square);
        ensure!(
            context,
            !cell.name.is_empty() && names.insert(&cell.name),
            "two cells have the name \"{}\"",
            cell.name
        );
        ensure!(context, coordinates.insert(cell.at), "two cells have the coordinates {:?}", cell.at);
        let inside = cell.at.iter().zip(board.size).all(|(&at, size)| at < size);
        ensure!(
            context,
            inside,
            "{} has the coordinates {:?}, outside the board of {:?}",
            cell.name,
            cell.at,
            board.size
        );
        ensure!(context, !cell.spoken.key.is_empty(), "{} has no spoken name", cell.name);
    }
    ensure!(context, !squares.is_empty(), "the board has no cells");
    for (names, size) in [&board.columns, &board.rows, &board.planes].into_iter().zip(board.size) {
        let fits = names.is_empty() || names.len() == usize::from(size);
        ensure!(context, fits, "there are {} names {names:?} for {size} rows or columns", names.len());
    }
    ensure!(context, [0, 4].contains(&board.edges.len()), "expected no edges or four, found {:?}", board.edges);
    let mut grouped = HashSet::new();
    for &square in board.groups.iter().flatten() {
        ensure!(context, squares.contains(&square), "{square:?} is in a group, but not on the board");
        ensure!(context, grouped.insert(square), "{square:?} is in two groups");
    }
    let [first, second] = context.game.side_names();
    ensure!(
        context,
        first.id != second.id && first.text != second.text && first.mark != second.mark,
        "the sides {first:?} and {second:?} have the same id, text or mark"
    );
}

/// Checks the view of a position: its pieces, its winning cells, and the clicks and effects of each move.
pub(super) fn check_view<G: Playable>(context: &CheckContext<G>, position: &G::Position) {
    let game = context.game;
    let view = View::of(&GameRecord::from_position(game.clone(), *position));
    let squares: HashSet<Square> = view.board.cells.iter().map(|cell| cell.square).collect();
    check_pieces(context, &view.pieces, &squares);
    let has_winning_cells = game.outcome(position).is_some_and(|outcome| matches!(outcome, Outcome::Win(_)))
        && matches!(game.termination(position), Termination::Line | Termination::Connection);
    ensure!(
        context,
        has_winning_cells != view.winning.is_empty(),
        "winning cells {:?} with the ending {:?}",
        view.winning,
        view.ending
    );
    let winning: HashSet<&Square> = view.winning.iter().collect();
    ensure!(context, winning.len() == view.winning.len(), "a winning cell is listed twice: {:?}", view.winning);
    let is_occupied = |square: &Square| view.pieces.iter().any(|piece| piece.square == *square);
    ensure!(context, view.winning.iter().all(is_occupied), "a winning cell is empty: {:?}", view.winning);
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    ensure!(
        context,
        view.moves.len() == moves.len(),
        "{} legal moves, but {} in the view",
        moves.len(),
        view.moves.len()
    );
    let clicks = Clicks::new(&view);
    for (index, (&mv, shown)) in moves.iter().zip(&view.moves).enumerate() {
        context.set_move(mv);
        ensure!(context, shown.text == game.move_text(position, mv), "the view lists the moves in another order");
        ensure!(context, !shown.moving.spoken.key.is_empty(), "the move has no spoken form");
        let path = &shown.moving.path;
        ensure!(context, path.iter().all(|square| squares.contains(square)), "the path {path:?} leaves the board");
        check_clicks(context, &clicks, path, index);
        let mut after = *position;
        game.play_unchecked(&mut after, mv);
        let pieces = pieces_after(context, &view, shown, &squares);
        let mut expected = game.pieces(&after);
        expected.sort_unstable();
        ensure!(context, pieces == expected, "the effects give the pieces {pieces:?}, play gives {expected:?}");
    }
    // The view is sent as JSON.
    match serde_json::to_value(&view) {
        Ok(json) => {
            let shown = json["moves"].as_array().map(Vec::len);
            ensure!(context, shown == Some(moves.len()), "the JSON of the view has the moves {:?}", json["moves"]);
        }
        Err(why) => context.fail(&format!("the view can't be serialized as JSON: {why}")),
    }
}

/// Every piece is on a square of the board, and each square has at most one piece.
fn check_pieces<G: Playable>(context: &CheckContext<G>, pieces: &[Piece], squares: &HashSet<Square>) {
    let mut taken = HashSet::new();
    for piece in pieces {
        ensure!(context, squares.contains(&piece.square), "{piece:?} is not on the board");
        ensure!(context, taken.insert(piece.square), "two pieces are on {:?}", piece.square);
    }
}

/// The first clicks of a path complete no move, and the last click completes this move. So no path is a prefix of
/// another path, also if all cells of a group count as the same cell.
fn check_clicks<G: Playable>(context: &CheckContext<G>, clicks: &Clicks, path: &[Square], index: usize) {
    if path.is_empty() {
        let unclicked = clicks.after(&[]).unclicked;
        ensure!(context, unclicked == Some(index), "several moves have no path; the first is {unclicked:?}");
        return;
    }
    for (done, next) in path.iter().enumerate() {
        let choice = clicks.after(&path[..done]);
        ensure!(
            context,
            choice.complete.is_none(),
            "after {done} clicks of {path:?}, move {:?} is already complete",
            choice.complete
        );
        ensure!(
            context,
            choice.next.contains(next),
            "after {done} clicks of {path:?}, the next cell is missing from {:?}",
            choice.next
        );
    }
    let choice = clicks.after(path);
    ensure!(context, choice.complete == Some(index) && choice.next.is_empty(), "the clicks {path:?} give {choice:?}");
}

/// The pieces after all effects, sorted. Each effect must find a piece on the square that it names.
fn pieces_after<G: Playable>(
    context: &CheckContext<G>,
    view: &View,
    shown: &MoveView,
    squares: &HashSet<Square>,
) -> Vec<Piece> {
    let steps = &shown.moving.steps;
    let fits = match shown.moving.path.len() {
        0 => steps.len() <= 1,
        clicks => (1..=clicks).contains(&steps.len()),
    };
    let fits = fits && steps.iter().all(|step| !step.is_empty());
    ensure!(context, fits, "{} steps for the path {:?}: {steps:?}", steps.len(), shown.moving.path);
    let mut pieces = view.pieces.clone();
    for &effect in steps.iter().flatten() {
        let (needed, touched) = match effect {
            Effect::Place { piece } => (None, piece.square),
            Effect::Move { from, to } => (Some(from), to),
            Effect::Remove { square } | Effect::Promote { square, .. } | Effect::Flip { square } => {
                (Some(square), square)
            }
        };
        ensure!(context, squares.contains(&touched), "{effect:?} is not on the board");
        let found = needed.is_none_or(|square| pieces.iter().any(|piece| piece.square == square));
        ensure!(context, found, "{effect:?}: there is no piece on its square");
        effect.apply(&mut pieces);
    }
    pieces.sort_unstable();
    pieces
}
