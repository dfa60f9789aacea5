//! The fuzz targets for specifications, positions and moves. The tests of the catalogue include this file as a module
//! and replay the corpus with it, so it uses only the core, the catalogue and the testkit.

use std::sync::LazyLock;

use zermelo_core::erased::DynGame;

/// The games that an input can select. New games are appended, because the inputs in the corpus depend on the order.
pub const GAMES: &[&str] = &[
    "tictactoe",
    "mnk",
    "connect4",
    "connect4:width=9,height=7",
    "connect4:width=16,height=16",
    "connect3d",
    "connect3d:width=4,depth=4,height=4",
    "connect3d:width=4,depth=4,height=4,gravity=off",
    "connect3d:width=8,depth=8,height=8,gravity=off",
    "mnk:width=3,height=3,k=5",
    "connect4:width=1,height=1,k=1",
    "draughts-english",
    "draughts-international",
    "draughts-english:size=4",
    "draughts-international:size=12",
    "teeko",
    "teeko:variant=advanced,first-centre=off",
    "reversi",
    "reversi:size=4",
    "reversi:size=10",
    "hex",
    "hex:size=3,swap=off",
    "hex:size=14",
];

/// The game with which specifications of agents are parsed.
const AGENT_GAME: &str = "connect3d";

/// Parses the input as the specification of a game and as the specification of an agent.
pub fn spec(data: &[u8]) {
    zermelo_testkit::fuzz::spec(|text| zermelo_catalog::game(text).map(|game| game.spec()), data);
    zermelo_testkit::fuzz::spec(
        |text| zermelo_catalog::agent(text, AGENT_GAME).map(|agent| agent.spec().to_owned()),
        data,
    );
}

/// The first byte selects the game. The rest is parsed as a position.
pub fn position(data: &[u8]) {
    if let Some((game, text)) = select_game(data) {
        zermelo_testkit::fuzz::position(game, text);
    }
}

/// The first byte selects the game. The rest is parsed as moves from its initial position.
pub fn moves(data: &[u8]) {
    if let Some((game, text)) = select_game(data) {
        zermelo_testkit::fuzz::moves(game, text);
    }
}

/// The letter `a` selects the first game, `b` the second, ... Every byte selects a game.
fn select_game(data: &[u8]) -> Option<(&'static dyn DynGame, &[u8])> {
    /// Built once: building a large board takes longer than running an input.
    static BUILT: LazyLock<Vec<Box<dyn DynGame>>> = LazyLock::new(|| GAMES.iter().map(|spec| build(spec)).collect());
    let (&letter, text) = data.split_first()?;
    let game = &BUILT[usize::from(letter.wrapping_sub(b'a')) % GAMES.len()];
    Some((game.as_ref(), text))
}

fn build(spec: &str) -> Box<dyn DynGame> {
    zermelo_catalog::game(spec).unwrap_or_else(|why| panic!("{spec}: {why}"))
}
