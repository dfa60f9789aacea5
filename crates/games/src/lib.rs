//! Rules, notation and view of the games. Each game has a folder.
//!
//! | module | games |
//! |---|---|
//! | [`mnk`] | tic-tac-toe and every m,n,k-game |
//! | [`connect4`] | Connect Four on boards of any size |
//! | [`connect3d`] | Connect Four in three dimensions, Score Four, Qubic |
//! | [`draughts`] | English and international draughts on boards of any size |
//! | [`reversi`] | Reversi (Othello) on boards of even size |
//! | [`hex`] | Hex with or without the swap rule |
//! | [`teeko`] | Teeko, standard and advanced |
//!
//! Shared modules: [`bitboard`] (sets of squares), [`lattice`] (lines and symmetries of a board),
//! [`stones`] (positions of games in which stones are placed), [`completions`] (squares that
//! complete a line), [`grid`] (text of boards).

#![warn(clippy::missing_errors_doc)]

pub mod bitboard;
pub mod completions;
pub mod connect3d;
pub mod connect4;
pub mod draughts;
pub mod grid;
pub mod hex;
pub mod lattice;
pub mod mnk;
mod playouts;
pub mod reversi;
pub mod stones;
pub mod teeko;

use zermelo_core::spec::{ParamInfo, Spec};

/// The shortest specification of a game, without the parameters that have their default value.
///
/// # Panics
/// If a value is invalid for its parameter.
fn spec_text(
    name: &str,
    infos: &'static [ParamInfo],
    values: impl IntoIterator<Item = (&'static str, String)>,
) -> String {
    // Called once per decision, so defaults are compared without building a specification.
    let place = |key: &str| infos.iter().position(|info| info.key == key).expect("the parameter exists");
    let mut given: Vec<(usize, &str, String)> = values
        .into_iter()
        .map(|(key, value)| (place(key), key, value))
        .filter(|(at, _, value)| !infos[*at].is_default(value))
        .collect();
    given.sort_by_key(|(at, ..)| *at);
    let pairs = given.into_iter().map(|(_, key, value)| (key.to_owned(), value)).collect();
    let spec = Spec { name: name.to_owned(), pairs };
    spec.check(infos).expect("the parameters of a game are valid");
    spec.to_string()
}
