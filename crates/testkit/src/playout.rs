//! Random games, from which tests take their positions.

use zermelo_core::{Game, GameRecord};

use crate::rng::TestRng;

/// Plays random legal moves until the game is over or `plies` more moves are played.
///
/// # Panics
/// When the game rejects a move that it generated, or generates no move in an undecided position.
pub fn play_random_moves<G: Game>(record: &mut GameRecord<G>, rng: &mut TestRng, plies: usize) {
    let mut moves = Vec::new();
    for _ in 0..plies {
        if record.ending().is_some() {
            return;
        }
        moves.clear();
        record.line().generate(&mut moves);
        let mv = rng.pick(&moves).expect("an undecided position has a legal move");
        record.play(mv, None).expect("a generated move is legal");
    }
}

/// A random game from the initial position, of at most `plies` moves.
pub fn random_game<G: Game>(game: &G, rng: &mut TestRng, plies: usize) -> GameRecord<G> {
    let mut record = GameRecord::new(game.clone());
    play_random_moves(&mut record, rng, plies);
    record
}

/// `count` unfinished random games. Every second one is cut at any ply. The others are cut 1 to 8 plies before their
/// end, so that a shallow search finds wins, losses and full boards.
///
/// # Panics
/// When the game is over before it begins.
pub fn random_records<G: Game>(game: &G, seed: u64, count: usize) -> Vec<GameRecord<G>> {
    const MAX_PLIES: usize = 512;
    let mut rng = TestRng::new(seed);
    let unfinished = |index: usize| {
        let mut record = random_game(game, &mut rng, MAX_PLIES);
        let played = record.ply().index();
        assert!(played > 0, "{game:?} is over before it begins");
        let back = if index.is_multiple_of(2) { 1 + rng.below(played) } else { (1 + rng.below(8)).min(played) };
        for _ in 0..back {
            record.undo();
        }
        record
    };
    (0..count).map(unfinished).collect()
}
