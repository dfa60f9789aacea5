//! What `level:n=1` to `n=8` stand for in each game. `docs/levels.md` shows how they fare against each other.

use zermelo_core::spec::Spec;

/// How many levels there are.
pub const LEVELS: usize = 8;

/// The levels of some games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ladder {
    /// The games, by name.
    pub games: &'static [&'static str],
    /// The agents, the weakest first. Where a time limits one, all processors search.
    pub specs: [&'static str; LEVELS],
}

/// The levels of every game.
pub const LADDERS: &[Ladder] = &[
    Ladder {
        games: &["tictactoe"],
        specs: [
            "novice:depth=1,lapses=1,noise=12,eval=alignments,hash=1mb",
            "novice:depth=2,lapses=0.5,noise=6,eval=alignments,hash=1mb",
            "novice:depth=2,lapses=0.3,noise=4,hash=1mb",
            "novice:depth=3,lapses=0.2,noise=2,hash=1mb",
            "novice:depth=4,lapses=0.1,hash=1mb",
            "novice:depth=5,lapses=0.05,hash=1mb",
            "novice:depth=6,hash=1mb",
            "novice:depth=9,hash=1mb",
        ],
    },
    Ladder {
        games: &["mnk"],
        specs: [
            "novice:depth=1,lapses=1,noise=200,eval=alignments,hash=1mb",
            "novice:depth=1,lapses=1,noise=60,eval=alignments,hash=1mb",
            "novice:depth=1,noise=30,eval=threats,hash=1mb",
            "novice:nodes=500,lapses=0.2,eval=threats",
            "novice:nodes=2000,lapses=0.05,eval=threats",
            "novice:nodes=10000,eval=threats",
            "novice:nodes=100000,eval=threats,hash=16mb",
            "novice:time=1s,eval=threats,hash=128mb",
        ],
    },
    Ladder {
        games: &["connect4"],
        specs: [
            "novice:depth=1,lapses=1,noise=60,eval=alignments,hash=1mb",
            "novice:depth=2,lapses=0.6,noise=20,eval=alignments,hash=1mb",
            "novice:depth=2,lapses=0.2,noise=10,eval=alignments,hash=1mb",
            "novice:depth=3,lapses=0.1,noise=10,hash=1mb",
            "novice:nodes=500,lapses=0.05",
            "novice:nodes=4000",
            "novice:nodes=50000",
            "novice:time=1s,hash=128mb",
        ],
    },
    Ladder {
        games: &["connect3d"],
        specs: [
            "novice:depth=1,lapses=1,noise=60,eval=alignments,hash=1mb",
            "novice:depth=2,lapses=0.6,noise=20,eval=alignments,hash=1mb",
            "novice:depth=2,lapses=0.2,noise=10,eval=alignments,hash=1mb",
            "novice:nodes=1000,lapses=0.1",
            "novice:nodes=4000",
            "novice:nodes=20000",
            "novice:nodes=150000,hash=16mb",
            "novice:time=1s,hash=128mb",
        ],
    },
    Ladder {
        games: &["draughts-english", "draughts-international"],
        specs: [
            "novice:depth=1,lapses=1,noise=120,eval=formation,hash=1mb",
            "novice:depth=2,lapses=0.5,noise=60,eval=formation,hash=1mb",
            "novice:depth=2,lapses=0.2,noise=30,eval=formation,hash=1mb",
            "novice:depth=3,lapses=0.1,noise=15,eval=formation,hash=1mb",
            "novice:nodes=1000,lapses=0.05,eval=formation",
            "novice:nodes=5000,eval=formation",
            "novice:nodes=60000,eval=formation,hash=16mb",
            "novice:time=1s,eval=formation,hash=128mb",
        ],
    },
    Ladder {
        games: &["teeko"],
        specs: [
            "novice:depth=1,lapses=1,noise=60,eval=shapes,hash=1mb",
            "novice:depth=2,lapses=0.5,noise=40,eval=shapes,hash=1mb",
            "novice:depth=2,lapses=0.2,noise=20,eval=shapes,hash=1mb",
            "novice:nodes=500,lapses=0.1,eval=shapes",
            "novice:nodes=2000,eval=shapes",
            "novice:nodes=10000,eval=shapes",
            "novice:nodes=100000,eval=shapes,hash=16mb",
            "novice:time=1s,eval=shapes,hash=128mb",
        ],
    },
];

/// The levels of a game. A game that no list names has those of the first.
pub(crate) fn ladder(game: &Spec) -> &'static Ladder {
    LADDERS.iter().find(|ladder| ladder.games.contains(&game.name.as_str())).unwrap_or(&LADDERS[0])
}
