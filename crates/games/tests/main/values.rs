//! Known values of small games, by a simple search for a forced win.

use std::cmp::Reverse;
use std::collections::HashMap;

use zermelo_core::{Outcome, Position, Side};
use zermelo_games::bitboard::Bits;
use zermelo_games::connect3d::Connect3d;
use zermelo_games::connect4::Connect4;
use zermelo_games::mnk::Mnk;
use zermelo_games::stones::{StoneGame, Stones};
use zermelo_testkit::fixture::{Fixture, Row, fixtures_dir};

/// A search for a forced win of one side within a number of plies.
///
/// Two exact shortcuts are used: without a line that is free of the defender's stones there is no
/// win, and a side that is threatened with a win in one must win at once or block that square.
struct Attack<'g, G: StoneGame> {
    game: &'g G,
    attacker: Side,
    known: HashMap<(Stones<G::Set>, u32), bool>,
}

impl<'g, G: StoneGame> Attack<'g, G> {
    fn new(game: &'g G, attacker: Side) -> Self {
        Self { game, attacker, known: HashMap::new() }
    }

    fn succeeds(&mut self, position: &Stones<G::Set>, plies: u32) -> bool {
        if let Some(outcome) = self.game.outcome(position) {
            return outcome == Outcome::Win(self.attacker);
        }
        if plies == 0 || !self.has_open_line(position) {
            return false;
        }
        let key = (self.game.canonical(position), plies);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let attacks = position.side_to_move() == self.attacker;
        let mut replies = self.moves(position);
        let after = replies.iter().map(|&mv| self.after(position, mv));
        let result = if after.clone().any(|after| after.is_won()) {
            attacks
        } else {
            self.keep_blocks(position, &mut replies);
            let mut after = replies.iter().map(|&mv| self.after(position, mv)).collect::<Vec<_>>().into_iter();
            if attacks {
                after.any(|after| self.succeeds(&after, plies - 1))
            } else {
                after.all(|after| self.succeeds(&after, plies - 1))
            }
        };
        self.known.insert(key, result);
        result
    }

    /// If the opponent threatens to win with one move, keeps only the move to that square.
    fn keep_blocks(&self, position: &Stones<G::Set>, moves: &mut Vec<G::Move>) {
        let passed = position.passed();
        let wins = |&mv: &G::Move| self.after(&passed, mv).is_won();
        if let Some(&threat) = moves.iter().find(|mv| wins(mv)) {
            *moves = vec![threat];
        }
    }

    /// The moves, ordered by the open lines of the attacker through their squares and its stones on
    /// these lines.
    fn moves(&self, position: &Stones<G::Set>) -> Vec<G::Move> {
        let (attacker, defender) = (position.of(self.attacker), position.of(self.attacker.opponent()));
        let mut weights = vec![0_u32; self.game.lattice().squares()];
        for line in self.game.lattice().lines() {
            let count = |stones: G::Set| line.iter().filter(|square| stones.has(u32::from(square.0))).count();
            if count(defender) == 0 {
                let weight = 4_u32.pow(count(attacker) as u32);
                for square in line {
                    weights[square.index()] += weight;
                }
            }
        }
        let mut moves = Vec::new();
        self.game.generate(position, &mut moves);
        moves.sort_by_key(|&mv| Reverse(weights[self.game.square_of(position, mv).index()]));
        moves
    }

    fn after(&self, position: &Stones<G::Set>, mv: G::Move) -> Stones<G::Set> {
        let mut after = *position;
        self.game.play_unchecked(&mut after, mv);
        after
    }

    fn has_open_line(&self, position: &Stones<G::Set>) -> bool {
        let defender = position.of(self.attacker.opponent());
        self.game.lattice().lines().any(|line| !line.iter().any(|square| defender.has(u32::from(square.0))))
    }
}

const WHOLE_GAME: u32 = 1000;

fn check<G: StoneGame>(game: &G, row: &Row) {
    let start = game.initial();
    let wins = |side, plies| Attack::new(game, side).succeeds(&start, plies);
    match row.text("value") {
        "win" => {
            assert!(wins(Side::First, WHOLE_GAME), "{}: the first player wins", row.place());
            if let Some(plies) = row.optional_number::<u32>("plies") {
                assert!(wins(Side::First, plies), "{}: in {plies} plies", row.place());
                assert!(plies < 2 || !wins(Side::First, plies - 2), "{}: and not sooner", row.place());
            }
        }
        "draw" => {
            assert!(!wins(Side::First, WHOLE_GAME), "{}: the first player does not win", row.place());
            assert!(!wins(Side::Second, WHOLE_GAME), "{}: the second player does not win", row.place());
        }
        other => panic!("{}: value {other}", row.place()),
    }
}

#[test]
fn in_the_plane() {
    for row in Fixture::load(fixtures_dir().join("mnk/values.txt")).rows() {
        let [width, height, k] = ["width", "height", "k"].map(|column| row.number(column));
        match row.text("gravity") {
            "on" => check(&Connect4::<u64>::new(width, height, k), row),
            _ => check(&Mnk::<u64>::new(width, height, k), row),
        }
    }
}

#[test]
fn in_three_dimensions() {
    for row in Fixture::load(fixtures_dir().join("connect3d/values.txt")).rows() {
        let size = ["width", "height", "depth"].map(|column| row.number(column));
        check(&Connect3d::<u64>::new(size, row.number("k"), row.text("gravity") == "on"), row);
    }
}
