//! Retrograde analysis of random graphs, with moves within and out of levels, against a slow reference.

use zermelo_core::{CodedError, Game, Outcome, PerftCount, Playout, Position, SearchHints, Side};
use zermelo_solve::retrograde::{EndgameTable, Level, MoveTargets, RankedGame, TableIndex};
use zermelo_testkit::reference::SlowRetrograde;
use zermelo_testkit::rng::TestRng;

use super::table;

const PER_LEVEL: usize = 40;

/// Nodes in levels. The sides alternately move a token along arrows. A side without a move has lost, or the game is drawn at some nodes.
#[derive(Clone, Debug)]
struct Graph {
    kinds: Vec<MoveTargets>,
    arrows: Vec<Vec<u16>>,
    drawn: Vec<bool>,
    /// Nodes that are not positions.
    holes: Vec<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Token {
    node: u16,
    side: Side,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no such arrow")]
struct NoArrow;

impl CodedError for NoArrow {
    fn code(&self) -> &'static str {
        "move/no-arrow"
    }
}

impl Position for Token {
    fn side_to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        u64::from(self.node) * 2 + self.side.index() as u64
    }
}

impl Graph {
    fn random(rng: &mut TestRng, kinds: &[MoveTargets]) -> Self {
        let count = kinds.len() * PER_LEVEL;
        let holes: Vec<bool> = (0..count).map(|_| rng.below(10) == 0).collect();
        let arrows = (0..count).map(|node| {
            let level = node / PER_LEVEL;
            let targets = match kinds[level] {
                MoveTargets::Earlier => 0..level * PER_LEVEL,
                MoveTargets::Same => level * PER_LEVEL..(level + 1) * PER_LEVEL,
                MoveTargets::Both => 0..(level + 1) * PER_LEVEL,
            };
            let arrows = if targets.is_empty() { 0 } else { rng.below(4) };
            let mut draw = || targets.start + rng.below(targets.len());
            (0..arrows).map(|_| draw()).filter(|&to| !holes[to]).map(|to| to as u16).collect()
        });
        let arrows = arrows.collect();
        let drawn = (0..count).map(|_| rng.below(4) == 0).collect();
        Self { kinds: kinds.to_vec(), arrows, drawn, holes }
    }

    fn node(&self, position: Token) -> usize {
        assert!(!self.holes[usize::from(position.node)], "an unreachable node");
        usize::from(position.node)
    }
}

impl Game for Graph {
    type Position = Token;
    type Move = u16;
    type MoveError = NoArrow;
    type Counters = ();

    fn initial(&self) -> Token {
        Token { node: (self.arrows.len() - 1) as u16, side: Side::First }
    }

    fn is_acyclic(&self) -> bool {
        false
    }

    fn outcome(&self, position: &Token) -> Option<Outcome> {
        let node = self.node(*position);
        let end = if self.drawn[node] { Outcome::Draw } else { Outcome::Win(position.side.opponent()) };
        self.arrows[node].is_empty().then_some(end)
    }

    fn generate(&self, position: &Token, moves: &mut Vec<u16>) {
        moves.extend(&self.arrows[self.node(*position)]);
    }

    fn check(&self, position: &Token, mv: u16) -> Result<(), NoArrow> {
        if self.arrows[self.node(*position)].contains(&mv) { Ok(()) } else { Err(NoArrow) }
    }

    fn play_unchecked(&self, position: &mut Token, mv: u16) {
        *position = Token { node: mv, side: position.side.opponent() };
    }
}

impl SearchHints for Graph {}

impl Playout for Graph {}

impl PerftCount for Graph {}

impl RankedGame for Graph {
    fn table_name(&self) -> String {
        "graph".to_owned()
    }

    fn levels(&self) -> Vec<Level> {
        let size = PER_LEVEL as u64;
        let level =
            |(at, &moves): (usize, &MoveTargets)| Level { name: at.to_string(), size, arrangements: size, moves };
        self.kinds.iter().enumerate().map(level).collect()
    }

    fn rank(&self, position: &Token) -> Option<TableIndex> {
        let node = usize::from(position.node);
        Some(TableIndex { level: node / PER_LEVEL, index: (node % PER_LEVEL) as u64 })
    }

    fn unrank(&self, TableIndex { level, index }: TableIndex) -> Option<Token> {
        let node = level * PER_LEVEL + index as usize;
        (!self.holes[node]).then_some(Token { node: node as u16, side: Side::First })
    }

    fn predecessors(&self, position: &Token, predecessors: &mut Vec<Token>) {
        let level = usize::from(position.node) / PER_LEVEL * PER_LEVEL;
        let leads_here = |&node: &usize| self.arrows[node].contains(&position.node) && !self.holes[node];
        predecessors.extend(
            (level..level + PER_LEVEL)
                .filter(leads_here)
                .map(|node| Token { node: node as u16, side: position.side.opponent() }),
        );
    }
}

/// Compares every value and distance with the reference.
fn check_all(graph: &Graph, table: &EndgameTable, seed: u64) -> [usize; 3] {
    let mut counts = [0; 3];
    for (number, level) in graph.levels().into_iter().enumerate() {
        for index in 0..level.size {
            let at = TableIndex { level: number, index };
            let Some(token) = graph.unrank(at) else {
                assert_eq!(table.get(at).wdl(), None, "seed {seed}: {at:?}");
                continue;
            };
            let slow = SlowRetrograde::new(graph, &token, usize::MAX);
            let (found, expected) = (table.get(at).proven(), slow.value(&token));
            assert_eq!(found, expected, "seed {seed}: {token:?}");
            counts[found.map_or(0, |proven| proven.wdl as usize)] += 1;
        }
    }
    counts
}

#[test]
fn levels_of_every_kind_match_the_reference() {
    let kinds = [
        [MoveTargets::Same, MoveTargets::Both, MoveTargets::Both],
        [MoveTargets::Both, MoveTargets::Earlier, MoveTargets::Both],
        [MoveTargets::Same, MoveTargets::Earlier, MoveTargets::Both],
    ];
    let mut all = [0; 3];
    for seed in 0..60 {
        let graph = Graph::random(&mut TestRng::new(seed), &kinds[seed as usize % kinds.len()]);
        let alone = table(&graph, 1);
        for (sum, count) in all.iter_mut().zip(check_all(&graph, &alone, seed)) {
            *sum += count;
        }
        let together = table(&graph, 3);
        assert!((0..alone.levels()).all(|level| alone.level(level) == together.level(level)), "seed {seed}");
    }
    assert!(all.iter().all(|&count| count > 500), "losses, draws, wins: {all:?}");
}
