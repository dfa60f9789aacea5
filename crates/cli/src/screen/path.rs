//! A move that is being made click by click.

use zermelo_core::view::{Choice, Clicks, MoveView, Piece};
use zermelo_core::{Square, View};

/// The moves that begin with these clicks.
fn fitting<'v>(view: &'v View, clicked: &'v [Square]) -> Option<&'v MoveView> {
    view.moves.iter().find(|mv| {
        let path = &mv.moving.path;
        path.len() >= clicked.len() && path.iter().zip(clicked).all(|(&a, &b)| is_same(view, a, b))
    })
}

/// Whether two cells count as one for a click.
pub fn is_same(view: &View, a: Square, b: Square) -> bool {
    a == b || view.board.groups.iter().any(|group| group.contains(&a) && group.contains(&b))
}

/// What can be clicked next, and the move that is complete.
pub fn choice(view: &View, clicked: &[Square]) -> Choice {
    Clicks::new(view).after(clicked)
}

/// What stands where after the clicks so far: the steps that they complete are done.
pub fn preview(view: &View, clicked: &[Square]) -> Vec<Piece> {
    let mut pieces = view.pieces.clone();
    if let Some(mv) = fitting(view, clicked).filter(|_| !clicked.is_empty()) {
        let (path, steps) = (&mv.moving.path, &mv.moving.steps);
        // Where a path is longer than its steps, the first clicks only choose.
        let done = clicked.len().saturating_sub(path.len().saturating_sub(steps.len()));
        steps.iter().take(done).flatten().for_each(|effect| effect.apply(&mut pieces));
    }
    pieces
}
