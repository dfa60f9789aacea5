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
            "novice:depth=1,lapses=1,overlooks=0.95,noise=100,eval=alignments",
            "novice:depth=1,lapses=1,overlooks=0.48,noise=100,eval=alignments",
            "novice:depth=2,lapses=0.91,noise=100,eval=alignments",
            "novice:depth=2,lapses=0.58,noise=100,eval=alignments",
            "novice:depth=2,lapses=0.28,noise=100,eval=alignments",
            "novice:depth=3,lapses=0.13,noise=100,eval=alignments",
            "novice:depth=9,lapses=0.67,glance=3,noise=100,eval=alignments",
            "novice:depth=9,eval=threats",
        ],
    },
    Ladder {
        games: &["mnk"],
        specs: [
            "novice:depth=1,lapses=1,noise=76,eval=alignments",
            "novice:depth=1,lapses=1,noise=43,eval=alignments",
            "novice:depth=1,lapses=1,noise=21,eval=alignments",
            "novice:nodes=1000,lapses=0.95,eval=alignments",
            "novice:depth=1,noise=66,eval=threats",
            "novice:depth=1,noise=20,eval=threats",
            "novice:nodes=1000,eval=threats",
            "novice:time=1s,eval=threats,hash=128mb",
        ],
    },
    Ladder {
        games: &["connect4"],
        specs: [
            "novice:depth=1,lapses=1,noise=34,eval=alignments",
            "novice:depth=2,lapses=0.5,noise=16,eval=alignments",
            "novice:depth=2,lapses=0.2,noise=9,eval=alignments",
            "novice:depth=2,lapses=0.55,noise=21,eval=threats",
            "novice:depth=3,lapses=0.15,noise=6,eval=threats",
            "novice:nodes=1400,lapses=0.06,eval=threats",
            "novice:nodes=8000,eval=threats",
            "novice:time=1s,eval=threats,hash=128mb",
        ],
    },
    Ladder {
        games: &["connect3d"],
        specs: [
            "novice:depth=1,lapses=1,noise=55,eval=alignments",
            "novice:depth=2,lapses=0.7,noise=20,eval=alignments",
            "novice:depth=2,lapses=0.4,noise=12,eval=alignments",
            "novice:depth=2,lapses=0.4,noise=10,eval=threats",
            "novice:depth=3,lapses=0.3,noise=9,eval=threats",
            "novice:nodes=2500,lapses=0.05,eval=threats",
            "novice:nodes=20000,eval=threats",
            "novice:time=1s,eval=threats,hash=128mb",
        ],
    },
    Ladder {
        games: &["draughts-english"],
        specs: [
            "novice:depth=2,lapses=0.2,noise=32,eval=formation",
            "novice:depth=3,lapses=0.13,noise=23,eval=formation",
            "novice:depth=3,lapses=0.06,noise=11,eval=formation",
            "novice:nodes=500,lapses=0.24,glance=2,eval=formation",
            "novice:nodes=850,lapses=0.13,glance=3,eval=formation",
            "novice:nodes=1500,lapses=0.06,glance=4,eval=formation",
            "novice:nodes=3500,eval=formation",
            "novice:time=1s,eval=formation,hash=128mb",
        ],
    },
    Ladder {
        games: &["draughts-international"],
        specs: [
            "novice:depth=2,lapses=0.19,noise=33,eval=formation",
            "novice:depth=3,lapses=0.14,noise=21,eval=formation",
            "novice:depth=3,lapses=0.07,noise=12,eval=formation",
            "novice:nodes=600,lapses=0.13,glance=2,eval=formation",
            "novice:nodes=1150,lapses=0.05,glance=3,eval=formation",
            "novice:nodes=2300,lapses=0.03,glance=4,eval=formation",
            "novice:nodes=5000,eval=formation",
            "novice:time=1s,eval=formation,hash=128mb",
        ],
    },
    Ladder {
        games: &["teeko"],
        specs: [
            "novice:depth=1,lapses=1,noise=60,eval=shapes",
            "novice:depth=2,lapses=0.5,noise=40,eval=shapes",
            "novice:depth=2,lapses=0.2,noise=20,eval=shapes",
            "novice:nodes=500,lapses=0.08,eval=shapes",
            "novice:nodes=750,lapses=0.09,glance=2,eval=shapes",
            "novice:nodes=4000,eval=shapes",
            "novice:nodes=30000,eval=shapes",
            "novice:time=1s,eval=shapes,hash=128mb",
        ],
    },
    Ladder {
        games: &["reversi"],
        specs: [
            "novice:depth=1,lapses=1,noise=220,eval=mobility",
            "novice:depth=1,lapses=1,noise=120,eval=mobility",
            "novice:depth=2,lapses=0.85,noise=85,eval=mobility",
            "novice:depth=2,lapses=0.5,noise=55,eval=mobility",
            "novice:depth=2,lapses=0.2,noise=35,eval=mobility",
            "novice:nodes=100,lapses=0.15,eval=mobility",
            "novice:nodes=200,eval=mobility",
            "novice:time=1s,eval=mobility,hash=128mb",
        ],
    },
    Ladder {
        games: &["hex"],
        specs: [
            "novice:depth=1,lapses=0.7,noise=200,eval=distance",
            "novice:depth=1,lapses=0.61,noise=212,eval=bridges",
            "novice:depth=1,lapses=0.44,noise=153,eval=bridges",
            "novice:depth=1,lapses=0.29,noise=108,eval=bridges",
            "novice:depth=1,lapses=0.15,noise=70,eval=bridges",
            "novice:nodes=500,lapses=0.06,noise=12,eval=bridges",
            // Without noise: any needs the value of every move, and a search of every move with so few nodes is shallow.
            "novice:nodes=2000,lapses=0.12,eval=bridges",
            "novice:time=1s,eval=bridges,hash=128mb",
        ],
    },
];

/// The levels of a game. A game that no list names has those of the first.
pub(crate) fn ladder(game: &Spec) -> &'static Ladder {
    LADDERS.iter().find(|ladder| ladder.games.contains(&game.name.as_str())).unwrap_or(&LADDERS[0])
}
