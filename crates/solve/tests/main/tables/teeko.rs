//! The tables of both variants of Teeko.

use std::collections::HashMap;
use std::sync::Arc;

use zermelo_core::{
    Action, Agent, Game, GameRecord, NoObserver, Notation, Oracle, Outcome, Ply, Position, Proven, Score, SearchLimits,
    StopToken, Wdl,
};
use zermelo_games::teeko::{Teeko, TeekoPosition, Variant};
use zermelo_solve::retrograde::{EndgameTable, RankedGame, TableAgent, TableEntry, TableOracle};
use zermelo_testkit::fixture::Fixture;
use zermelo_testkit::playout::{random_game, random_records};
use zermelo_testkit::rng::TestRng;

use super::table;

#[test]
fn standard() {
    check_variant(Variant::Standard, Wdl::Draw, None);
}

#[test]
fn advanced() {
    check_variant(Variant::Advanced, Wdl::Win, Some(Ply(13)));
}

/// All checks of a variant, on one table.
fn check_variant(variant: Variant, wdl: Wdl, plies: Option<Ply>) {
    let game = Teeko::new(variant, true);
    let table = Arc::new(table(&game, 2));
    let value = table.entry(&game, &game.initial()).and_then(TableEntry::proven);
    assert_eq!(value, Some(Proven { wdl, plies, score: None }));
    check_first_centre(variant, &table);
    check_known_values(&game, &table);
    check_ranks(&game);
    check_against_search(&game, &table);
    check_oracle(&game, &table);
    check_agent(&game, &table);
}

/// Without the centre the first move can't win, and the table is the same.
fn check_first_centre(variant: Variant, table: &EndgameTable) {
    let game = Teeko::new(variant, false);
    assert_eq!(game.rank(&game.initial()), None);
    assert_eq!(table.entry(&game, &game.initial()), Some(TableEntry::DRAW));
    assert_eq!(table.moves(&game, &game.initial()).map(|moves| moves.len()), Some(24));
}

fn check_known_values(game: &Teeko, table: &EndgameTable) {
    let fixture = Fixture::load("teeko/solved.txt");
    let rows: Vec<_> = fixture.rows().iter().filter(|row| row.text("game") == game.spec()).collect();
    assert_eq!(rows.len(), 100);
    for row in rows {
        let position = game.parse_position(row.text("position")).unwrap_or_else(|why| panic!("{}: {why}", row.place()));
        let wdl = match row.text("value") {
            "win" => Wdl::Win,
            "draw" => Wdl::Draw,
            "loss" => Wdl::Loss,
            other => panic!("{}: value {other}", row.place()),
        };
        let right = Proven { wdl, plies: row.optional_number("plies").map(Ply), score: None };
        assert_eq!(table.entry(game, &position).and_then(TableEntry::proven), Some(right), "{}", row.place());
    }
}

/// Symmetric positions share an index, which decodes to one of them.
fn check_ranks(game: &Teeko) {
    let mut classes = HashMap::new();
    for record in random_records(game, 3, 400) {
        let position = *record.position();
        let at = game.rank(&position).expect("an index");
        let back = game.unrank(at).expect("a reachable position");
        let shape = |position: &TeekoPosition| [position.mover(), position.other()];
        let images = (0..game.symmetries()).map(|symmetry| game.transform(&position, symmetry));
        assert!(images.clone().all(|image| game.rank(&image) == Some(at)), "{position:?}");
        assert!(images.clone().any(|image| shape(&image) == shape(&back)), "{position:?}");
        let mut shapes: Vec<_> = images.map(|image| shape(&image)).collect();
        shapes.sort_unstable();
        shapes.dedup();
        assert_eq!(game.multiplicity(&position), shapes.len() as u64, "{position:?}");
        if let Some(other) = classes.insert(at, shapes.clone()) {
            assert_eq!(other, shapes, "two classes have {at:?}");
        }
    }
}

/// The wins and losses within a few plies are exactly those that exhaustive search finds.
fn check_against_search(game: &Teeko, table: &EndgameTable) {
    const DEPTH: u32 = 3;
    let mut rng = TestRng::new(5);
    let mut decided = 0;
    for _ in 0..600 {
        let plies = rng.below(24);
        let record = random_game(game, &mut rng, plies);
        let entry = table.entry(game, record.position()).expect("a position of the game");
        let near = entry.plies().filter(|plies| plies.0 <= DEPTH);
        assert_eq!(ends_within(game, record.position(), DEPTH), near, "{:?}", record.position());
        decided += usize::from(near.is_some());
    }
    assert!(decided > 50, "{decided} positions were decided within {DEPTH} plies");
}

/// The distance of a win or loss within `depth` plies, by exhaustive search; odd for wins.
fn ends_within(game: &Teeko, position: &TeekoPosition, depth: u32) -> Option<Ply> {
    if let Some(outcome) = game.outcome(position) {
        assert_eq!(outcome, Outcome::Win(position.side_to_move().opponent()));
        return Some(Ply(0));
    }
    if depth == 0 {
        return None;
    }
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    let ends: Vec<Option<Ply>> = moves
        .into_iter()
        .map(|mv| ends_within(game, &game.play(position, mv).expect("a legal move"), depth - 1))
        .collect();
    let loss = ends.iter().flatten().filter(|plies| plies.0.is_multiple_of(2)).min();
    let all_won = ends.iter().all(|end| end.is_some_and(|plies| plies.0 % 2 == 1));
    let win = if all_won { ends.iter().flatten().max() } else { None };
    loss.or(win).map(|plies| plies.next())
}

fn check_oracle(game: &Teeko, table: &Arc<EndgameTable>) {
    let oracle = TableOracle::new(game, Arc::clone(table));
    for record in random_records(game, 8, 60) {
        if record.ending().is_some() {
            continue;
        }
        let moves = oracle.probe_moves(&record).expect("a complete table");
        let mut legal = Vec::new();
        game.generate(record.position(), &mut legal);
        assert_eq!(moves.iter().map(|&(mv, _)| mv).collect::<Vec<_>>(), legal);
        let worth = |proven: &Proven| {
            let plies = proven.plies.unwrap_or_default();
            if proven.wdl == Wdl::Draw { Score::DRAW } else { Score::finished(proven.wdl, plies) }
        };
        let best = moves.iter().map(|(_, proven)| worth(proven)).max();
        assert_eq!(oracle.probe(&record).as_ref().map(worth), best);
    }
    let of_another =
        Teeko::new(if game.variant() == Variant::Standard { Variant::Advanced } else { Variant::Standard }, true);
    assert_eq!(oracle.probe(&GameRecord::new(of_another)), None);
}

/// The agent keeps the value of every position: to the ply against itself, and against random moves.
fn check_agent(game: &Teeko, table: &Arc<EndgameTable>) {
    let mut agent = TableAgent::with_table(game, Arc::clone(table));
    let mut decide = |record: &GameRecord<Teeko>| {
        agent.choose(record, &SearchLimits::NONE, &StopToken::new(), &mut NoObserver).expect("the game goes on")
    };
    let mut rng = TestRng::new(21);
    let mut ends = [0; 3];
    for _ in 0..200 {
        let plies = rng.below(30);
        let mut record = random_game(game, &mut rng, plies);
        let Some(promised) = table.entry(game, record.position()) else { panic!("{:?}", record.position()) };
        let (side, begun) = (record.side_to_move(), record.ply().0);
        // Against itself the distance of the table is exact; a draw ends by repetition.
        while record.ending().is_none() {
            let decision = decide(&record);
            let Action::Play(mv) = decision.action else { panic!("{:?}", decision.action) };
            if let Some((wdl, plies)) = decision.score.and_then(Score::decided) {
                assert_eq!(decision.pv.len(), plies.index(), "{wdl:?}");
            }
            record.play(mv, None).expect("a legal move");
        }
        let ending = record.ending().expect("the loop has ended");
        let wdl = ending.outcome.wdl(side);
        assert_eq!(Some(wdl), promised.wdl());
        if let Some(plies) = promised.plies() {
            assert_eq!(record.ply().0 - begun, plies.0);
        }
        ends[wdl as usize] += 1;
    }
    assert!(ends.iter().all(|&count| count > 10), "{ends:?}");
    // From the start it never loses to random moves.
    for seed in 0..40 {
        let mut record = GameRecord::new(*game);
        let side = record.side_to_move();
        let ours = if seed % 2 == 0 { side } else { side.opponent() };
        while record.ending().is_none() {
            let mut moves = Vec::new();
            game.generate(record.position(), &mut moves);
            let mv = if record.side_to_move() == ours {
                let Action::Play(mv) = decide(&record).action else { panic!("it plays on") };
                mv
            } else {
                rng.pick(&moves).expect("there is a move")
            };
            record.play(mv, None).expect("a legal move");
        }
        let wdl = record.ending().expect("the loop has ended").outcome.wdl(ours);
        let is_sure = ours == side || game.variant() == Variant::Standard;
        assert!(wdl != Wdl::Loss || !is_sure, "seed {seed}");
    }
}
