//! Who meets whom.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;
use zermelo_arena::schedule::{Gauntlet, Knockout, RoundRobin, Schedule, Standings, Swiss};
use zermelo_core::Wdl;
use zermelo_search::Rng;

/// Plays a schedule; the lower number wins each game with a chance that falls with the distance, or always without chance.
fn played(schedule: &mut dyn Schedule, mut rng: Option<Rng>) -> (Standings, Vec<(u32, [usize; 2], u64)>) {
    let mut standings = Standings::default();
    let mut matches = Vec::new();
    while let Some(batch) = schedule.next_batch(&standings) {
        for players in batch.pairings {
            matches.push((batch.round, players, batch.games_before));
            let games = batch.games.expect("a schedule that ends");
            for game in 0..games {
                let strong = players[0] < players[1];
                let wins = rng.as_mut().map_or(strong, |rng| rng.below(4) > 0 && strong);
                let wdl = if wins { Wdl::Win } else { Wdl::Loss };
                standings.add_games(batch.round, players, std::iter::once((wdl, players[(game % 2) as usize])));
            }
        }
    }
    (standings, matches)
}

#[test]
fn everybody_meets_everybody_and_begins_as_often() {
    for players in 2..9 {
        let (standings, matches) = played(&mut RoundRobin::new(players, Some(1), true), None);
        let met: HashSet<[usize; 2]> = matches.iter().map(|(_, [a, b], _)| [*a.min(b), *a.max(b)]).collect();
        assert_eq!((met.len(), matches.len()), (players * (players - 1) / 2, met.len()));
        assert!((0..players).all(|player| standings.side_balance(player).abs() <= 1), "{players}");
    }
    let (_, fixed) = played(&mut RoundRobin::new(4, Some(1), false), None);
    assert!(fixed.iter().all(|(_, [a, b], _)| a < b));
    assert_eq!(RoundRobin::new(3, Some(1000), true).games(), Some(3000));
}

#[test]
fn in_a_gauntlet_the_others_do_not_meet() {
    let (_, matches) = played(&mut Gauntlet::new(5, Some(2)), None);
    assert_eq!(matches.iter().map(|it| it.1).collect::<Vec<_>>(), [[0, 1], [0, 2], [0, 3], [0, 4]]);
}

proptest! {
    #[test]
    fn in_a_swiss_nobody_meets_twice_while_avoidable(players in 2_usize..20, seed in any::<u64>()) {
        let rounds = Swiss::usual_rounds(players).min(players as u32 - 1);
        let (standings, matches) = played(&mut Swiss::new(players, rounds, 2), Some(Rng::new(seed)));
        let mut met = HashSet::new();
        let mut in_round: HashMap<u32, HashSet<usize>> = HashMap::new();
        for (round, [a, b], _) in &matches {
            prop_assert!(met.insert([*a.min(b), *a.max(b)]), "a rematch in round {round}: {matches:?}");
            let seats = in_round.entry(*round).or_default();
            prop_assert!(seats.insert(*a) && seats.insert(*b), "twice in round {round}");
        }
        prop_assert_eq!(matches.len(), rounds as usize * (players / 2));
        let sat_out = |player: usize| rounds as usize - standings.opponents(player).count();
        prop_assert!((0..players).all(|player| sat_out(player) <= 1), "a second bye before everybody had one");
    }

    #[test]
    fn a_swiss_of_single_games_balances_who_begins(players in 2_usize..16, seed in any::<u64>()) {
        let rounds = Swiss::usual_rounds(players).min(players as u32 - 1);
        let (standings, _) = played(&mut Swiss::new(players, rounds, 1), Some(Rng::new(seed)));
        // Whoever began more often never begins against one that began less often.
        prop_assert!((0..players).all(|player| standings.side_balance(player).abs() <= i64::from(rounds).min(3)));
    }

    #[test]
    fn a_knockout_leaves_one(players in 2_usize..40, seed in any::<u64>()) {
        let mut knockout = Knockout::new(players, 2, 2);
        let (_, matches) = played(&mut knockout, Some(Rng::new(seed)));
        let first_games = matches.iter().filter(|(.., had)| *had == 0).count();
        prop_assert_eq!(first_games, players - 1);
        let ranking = knockout.ranking(&Standings::default()).unwrap();
        prop_assert_eq!(ranking.iter().collect::<HashSet<_>>().len(), players);
    }
}

#[test]
fn in_a_swiss_winners_meet_winners() {
    let (standings, matches) = played(&mut Swiss::new(8, 3, 2), None);
    let round = |wanted| matches.iter().filter(move |it| it.0 == wanted).map(|it| it.1);
    let sorted = |pairs: Vec<[usize; 2]>| pairs.into_iter().map(|[a, b]| [a.min(b), a.max(b)]).collect::<HashSet<_>>();
    assert_eq!(
        sorted(round(1).collect()),
        HashSet::from([[0, 4], [1, 5], [2, 6], [3, 7]]),
        "the upper half, the lower half"
    );
    assert_eq!(sorted(round(2).collect()), HashSet::from([[0, 2], [1, 3], [4, 6], [5, 7]]), "within groups of points");
    let mut swiss = Swiss::new(8, 3, 2);
    let (ranked, _) = played(&mut swiss, None);
    assert_eq!(swiss.ranking(&ranked).unwrap()[0], 0);
    assert_eq!(standings.points(0), 12);
}

#[test]
fn a_knockout_has_the_usual_bracket_and_plays_ties_on() {
    let (_, matches) = played(&mut Knockout::new(8, 2, 0), None);
    let of_round = |wanted| matches.iter().filter(move |it| it.0 == wanted).map(|it| it.1).collect::<Vec<_>>();
    assert_eq!(of_round(1), [[0, 7], [3, 4], [1, 6], [2, 5]]);
    assert_eq!((of_round(2), of_round(3)), (vec![[0, 3], [1, 2]], vec![[0, 1]]));

    let (_, five) = played(&mut Knockout::new(5, 2, 0), None);
    assert_eq!(
        five.iter().filter(|it| it.0 == 1).map(|it| it.1).collect::<Vec<_>>(),
        [[3, 4]],
        "three have nobody to play"
    );

    // Every game is drawn: each match is played on, and then the one listed first goes on.
    let mut knockout = Knockout::new(2, 2, 3);
    let mut standings = Standings::default();
    let mut had = Vec::new();
    while let Some(batch) = knockout.next_batch(&standings) {
        had.push(batch.games_before);
        let games = (0..2).map(|_| (Wdl::Draw, 0));
        standings.add_games(batch.round, batch.pairings[0], games);
    }
    assert_eq!(had, [0, 2, 4, 6]);
    assert_eq!(knockout.ranking(&standings), Some(vec![0, 1]));
}
