//! The games: rules, notation and view, a folder a game.
//!
//! | module | games |
//! |---|---|
//! | [`mnk`] | tic-tac-toe and every m,n,k-game |
//! | [`connect4`] | Connect Four on boards of any size |
//! | [`connect3d`] | Connect Four in three dimensions, Score Four, Qubic |
//! | [`draughts`] | English and international draughts on boards of any size |
//!
//! What they share: [`bitboard`] (sets of squares), [`lattice`] (lines of a box), [`stones`] (positions of stones that stay),
//! [`grid`] (their text).

pub mod bitboard;
pub mod connect3d;
pub mod connect4;
pub mod draughts;
pub mod grid;
pub mod lattice;
pub mod mnk;
pub mod stones;

use zermelo_core::spec::{ParamInfo, Spec};

/// The shortest specification of a game: values that are the default are left out.
///
/// # Panics
/// When a value does not fit its parameter: the values of a game that exists do.
fn spec_text(
    name: &str,
    infos: &'static [ParamInfo],
    values: impl IntoIterator<Item = (&'static str, String)>,
) -> String {
    let pairs = values.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    let spec = Spec { name: name.to_owned(), pairs };
    spec.check(infos).expect("a game that exists has valid parameters").canonical(name)
}
