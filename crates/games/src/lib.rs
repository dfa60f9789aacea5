//! The games: rules, notation and view, a folder a game.
//!
//! | module | games |
//! |---|---|
//! | [`mnk`] | tic-tac-toe and every m,n,k-game |
//! | [`connect4`] | Connect Four on boards of any size |
//! | [`connect3d`] | Connect Four in three dimensions, Score Four, Qubic |
//! | [`draughts`] | English and international draughts on boards of any size |
//! | [`reversi`] | Reversi (Othello) on boards of even size |
//! | [`teeko`] | Teeko, standard and advanced |
//!
//! What they share: [`bitboard`] (sets of squares), [`lattice`] (lines of a box), [`stones`] (positions of stones that stay),
//! [`grid`] (their text).

pub mod bitboard;
pub mod connect3d;
pub mod connect4;
pub mod draughts;
pub mod gaps;
pub mod grid;
pub mod lattice;
pub mod mnk;
mod playouts;
pub mod reversi;
pub mod stones;
pub mod teeko;

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
    // Asked once a decision: what is as it usually is makes no texts here.
    let place = |key: &str| infos.iter().position(|info| info.key == key).expect("a game names its own parameters");
    let mut given: Vec<(usize, &str, String)> = values
        .into_iter()
        .map(|(key, value)| (place(key), key, value))
        .filter(|(at, _, value)| !infos[*at].is_default(value))
        .collect();
    given.sort_by_key(|(at, ..)| *at);
    let pairs = given.into_iter().map(|(_, key, value)| (key.to_owned(), value)).collect();
    let spec = Spec { name: name.to_owned(), pairs };
    spec.check(infos).expect("a game that exists has valid parameters");
    spec.to_string()
}
