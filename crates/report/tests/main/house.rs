//! Results files for the tests, whose games are written and not played: every figure is known.

use std::path::Path;

use zermelo_arena::job::JobId;
use zermelo_arena::plan::AgentConfig;
use zermelo_arena::results::{ResultsFile, ResultsReader};
use zermelo_arena::{GameResult, MoveFigures, PairResult, TournamentConfig};
use zermelo_core::{Outcome, Ply, Score, Side, Termination};

/// An agent with a name.
pub fn agent(name: &str, spec: &str) -> AgentConfig {
    AgentConfig { name: Some(name.to_owned()), ..AgentConfig::parse(spec) }
}

/// A tournament of these agents.
pub fn config(game: &str, agents: Vec<AgentConfig>) -> TournamentConfig {
    TournamentConfig { agents, ..TournamentConfig::new(game, &[]) }
}

/// A game: who sits where, its moves, how it ended.
pub fn game(players: [usize; 2], moves: &str, outcome: Outcome, termination: Termination) -> GameResult {
    let plies = moves.split(' ').filter(|text| !text.is_empty()).count();
    let figures = (0..plies)
        .map(|ply| MoveFigures {
            nanoseconds: 1_000_000 * (ply as u64 + 1),
            nodes: 100 - (ply as u64).min(90),
            depth: 2,
            // The first player sees itself ahead from the start, the second one only at the end.
            score: Some(match (ply % 2, ply + 2 >= plies) {
                (0, true) => Score::win_in(Ply(1)),
                (0, false) => Score::estimate(3),
                (_, true) => Score::loss_in(Ply(2)),
                (_, false) => Score::DRAW,
            }),
            ..MoveFigures::default()
        })
        .collect();
    GameResult {
        players,
        seed: 1,
        start: None,
        opening: 0,
        begins: Side::First,
        moves: moves.to_owned(),
        figures,
        outcome,
        termination,
        detail: None,
        ended: 1_767_225_600_000,
    }
}

/// A pair of games of two agents.
pub fn pair(number: u64, round: u32, players: [usize; 2], games: Vec<GameResult>) -> PairResult {
    PairResult { id: JobId(number), number, round, pair: number, players, games }
}

/// The page of these games.
pub fn report(config: &TournamentConfig, results: &[PairResult]) -> String {
    let place = tempfile::tempdir().expect("a folder for the test");
    let path = place.path().join("results.db");
    write(&path, config, results);
    let reader = ResultsReader::open(&path).expect("results");
    let rules = zermelo_catalog::game(&config.game).expect("a game");
    zermelo_report::arena::report(&reader, rules.as_ref(), "results.db").expect("whole rows")
}

fn write(path: &Path, config: &TournamentConfig, results: &[PairResult]) {
    let mut store = ResultsFile::create(path, config).expect("a new file");
    store.add(results).expect("results are kept");
    store.finish().expect("the file is closed");
}

/// A won game of tic-tac-toe in which the first player begins in a corner, and one in the centre.
pub const CORNER: &str = "a1 b2 a2 b3 a3";
/// See [`CORNER`].
pub const CENTRE: &str = "b2 a1 a2 b1 c2";

/// Three agents, two pairs of games each pairing.
pub fn small() -> (TournamentConfig, Vec<PairResult>) {
    let agents = vec![agent("strong", "alphabeta"), agent("middle", "mcts:playouts=50"), agent("weak", "random")];
    let won = |players, moves| game(players, moves, Outcome::Win(Side::First), Termination::Line);
    let lost = |players| game(players, CENTRE, Outcome::Win(Side::Second), Termination::Time);
    let drawn = |players| game(players, "b2 a1 c1 a3 a2 c2 b3 b1 c3", Outcome::Draw, Termination::BoardFull);
    let results = vec![
        pair(0, 1, [0, 1], vec![won([0, 1], CORNER), drawn([1, 0])]),
        pair(1, 1, [0, 2], vec![won([0, 2], CENTRE), lost([2, 0])]),
        pair(2, 1, [1, 2], vec![won([1, 2], CORNER), won([2, 1], CENTRE)]),
        pair(3, 1, [0, 1], vec![drawn([0, 1]), drawn([1, 0])]),
        pair(4, 1, [0, 2], vec![won([0, 2], CORNER), won([2, 0], CENTRE)]),
        pair(5, 1, [1, 2], vec![drawn([1, 2]), lost([2, 1])]),
    ];
    (config("tictactoe", agents), results)
}
