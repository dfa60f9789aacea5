//! Random games: where tests get their positions from.

use zermelo_core::{Game, GameRecord};

use crate::dice::Dice;

/// Goes on with a record by random legal moves until the rules end it or `plies` more moves are played.
///
/// # Panics
/// When the game generates a move that it refuses, or none where it is undecided.
pub fn play_on<G: Game>(record: &mut GameRecord<G>, dice: &mut Dice, plies: usize) {
    let mut moves = Vec::new();
    for _ in 0..plies {
        if record.ending().is_some() {
            return;
        }
        moves.clear();
        record.line().generate(&mut moves);
        let mv = dice.pick(&moves).expect("an undecided position has a legal move");
        record.play(mv, None).expect("a generated move is legal");
    }
}

/// A random game from the initial position, of at most `plies` moves.
pub fn random_game<G: Game>(game: &G, dice: &mut Dice, plies: usize) -> GameRecord<G> {
    let mut record = GameRecord::new(game.clone());
    play_on(&mut record, dice, plies);
    record
}

/// `count` unfinished games. Every second one is cut anywhere; the others stand 1 to 8 plies before their end, where wins,
/// losses and full boards are within the reach of a shallow search.
///
/// # Panics
/// When the game is over before it begins.
pub fn random_records<G: Game>(game: &G, seed: u64, count: usize) -> Vec<GameRecord<G>> {
    const PLIES: usize = 512;
    let mut dice = Dice::new(seed);
    let unfinished = |index: usize| {
        let mut record = random_game(game, &mut dice, PLIES);
        let played = record.ply().index();
        assert!(played > 0, "{game:?} is over before it begins");
        let back = if index.is_multiple_of(2) { 1 + dice.below(played) } else { (1 + dice.below(8)).min(played) };
        for _ in 0..back {
            record.undo();
        }
        record
    };
    (0..count).map(unfinished).collect()
}
