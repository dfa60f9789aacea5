//! The breadth-first player, on its own and as a fallback.

use proptest::prelude::{ProptestConfig, proptest};
use zermelo_core::{
    Agent, AgentError, Game, GameRecord, NoEvaluator, NoObserver, Outcome, Ply, Position, Score, SearchHints,
    SearchLimits, Side, StopToken,
};
use zermelo_search::{BfsAgent, BfsOptions, Fallback, MinimaxAgent, TextbookOptions};

use crate::toys::{Board, Nim, Rows, TIC_TAC_TOE, any_rows, any_start, decide, played, random_record};

/// The fewest own moves to a win, by brute force.
fn slow(game: &Rows, board: &Board, most: u32) -> Option<u32> {
    let side = board.side_to_move();
    let mut moves = Vec::new();
    game.generate(board, &mut moves);
    moves
        .into_iter()
        .filter_map(|mv| {
            let after = game.play(board, mv).unwrap();
            match game.outcome(&after) {
                Some(Outcome::Win(winner)) if winner == side => Some(1),
                None if most > 1 => slow(game, &game.null_move(&after).unwrap(), most - 1).map(|moves| moves + 1),
                Some(_) | None => None,
            }
        })
        .min()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn it_finds_the_fewest_moves(game in any_rows(), (moves, seed) in any_start()) {
        let record = random_record(game.clone(), moves.max(3), seed);
        let decision = decide(&mut BfsAgent::default(), &record, SearchLimits::NONE);
        let note = decision.note.clone().unwrap();
        let fewest = slow(&game, record.position(), 4);
        match fewest {
            Some(1) => assert_eq!((note.as_str(), decision.score),
                ("wins in 1 own move if the opponent always passes", Some(Score::win_in(Ply(1))))),
            Some(own) => {
                assert_eq!(note, format!("wins in {own} own moves if the opponent always passes"));
                let mut board = game.play(record.position(), played(&decision)).unwrap();
                board = game.null_move(&board).unwrap();
                assert_eq!(slow(&game, &board, 4), Some(own - 1), "the move is the first of a shortest path");
            }
            None => assert_eq!(note, "no path to a win: the first legal move"),
        }
    }
}

#[test]
fn it_rejects_games_without_null_moves() {
    let record = GameRecord::new(Nim(9));
    let error =
        BfsAgent::default().choose(&record, &SearchLimits::NONE, &StopToken::new(), &mut NoObserver).unwrap_err();
    assert_eq!(error.to_string(), "bfs can't play Nim: bfs needs null moves, and this game has none");
    let options = TextbookOptions { fallback: Fallback::Bfs, ..TextbookOptions::default() };
    let mut agent = MinimaxAgent::new(options, NoEvaluator);
    let error = agent.choose(&record, &SearchLimits::NONE, &StopToken::new(), &mut NoObserver).unwrap_err();
    assert!(matches!(error, AgentError::UnfitGame { agent, .. } if agent == "minimax"));
}

#[test]
fn its_bounds_are_kept_and_told() {
    let record = GameRecord::new(Rows { width: 4, height: 4, k: 4 });
    let note = |options: BfsOptions, limits| {
        let decision = decide(&mut BfsAgent::new(options), &record, limits);
        (decision.note.unwrap(), decision.depth.0, decision.nodes)
    };
    let full = note(BfsOptions { max_positions: 20, ..BfsOptions::default() }, SearchLimits::NONE);
    assert_eq!(
        full,
        ("no path to a win in 2 own moves; gave up after 20 positions: the first legal move".to_owned(), 2, 256)
    );
    let shallow = note(BfsOptions::default(), SearchLimits::depth(3));
    assert_eq!(shallow.0, "no path to a win in 3 own moves: the first legal move");
    let few = note(BfsOptions::default(), SearchLimits::nodes(100));
    assert_eq!(few, ("no path to a win in 1 own move; interrupted there: the first legal move".to_owned(), 1, 100));
    let enough = note(BfsOptions::default(), SearchLimits::depth(4));
    assert_eq!(enough.0, "wins in 4 own moves if the opponent always passes");
}

#[test]
fn the_fallback_runs_when_nothing_is_decided() {
    let game = Rows { width: 4, height: 4, k: 3 };
    let options = TextbookOptions { fallback: Fallback::Bfs, ..TextbookOptions::default() };
    let mut agent = MinimaxAgent::new(options, NoEvaluator);
    // x has the top right corner; a shortest path goes through its neighbours, not through a1.
    let record = GameRecord::from_position(game.clone(), game.position("o..x/..../..../....", Side::First));
    let decision = decide(&mut agent, &record, SearchLimits::depth(1));
    assert_eq!(decision.score, Some(Score::DRAW));
    assert_eq!(
        decision.note.as_deref(),
        Some("the search found neither a win nor a loss; bfs: wins in 2 own moves if the opponent always passes")
    );
    assert_eq!(played(&decision), game.cell("b2"));
    // If the search sees a loss, the fallback considers only moves that avoid it.
    let record = GameRecord::from_position(game.clone(), game.position("oo.x/..../x.../....", Side::First));
    let decision = decide(&mut agent, &record, SearchLimits::depth(2));
    assert_eq!(played(&decision), game.cell("c4"));
    // If the search sees a win, there is no fallback.
    let record = GameRecord::from_position(TIC_TAC_TOE, TIC_TAC_TOE.position("oo./.../xx.", Side::First));
    let decision = decide(&mut agent, &record, SearchLimits::NONE);
    assert_eq!((decision.note, decision.score), (None, Some(Score::win_in(Ply(1)))));
}

#[test]
fn a_limited_search_leaves_half_to_its_fallback() {
    let game = Rows { width: 4, height: 4, k: 3 };
    let options = TextbookOptions { fallback: Fallback::Bfs, ..TextbookOptions::default() };
    let record = GameRecord::from_position(game.clone(), game.position("...x/..../..../...o", Side::First));
    let decision = decide(&mut MinimaxAgent::new(options, NoEvaluator), &record, SearchLimits::nodes(2_000));
    assert!(decision.note.unwrap().ends_with("wins in 2 own moves if the opponent always passes"));
    assert!(decision.nodes <= 2_000);
}
