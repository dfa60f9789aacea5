//! The check of agents finds those that break their contract.

use std::sync::atomic::{AtomicU64, Ordering};

use zermelo_core::{Action, Agent, AgentError, Decision, Game, GameRecord, Observer, SearchLimits, StopToken};
use zermelo_testkit::agents::{check_agent, decide_in};
use zermelo_testkit::reference::{SlowAgent, SlowBox, SlowMove};

use crate::suite::complaint;

type Board = SlowBox<9>;

/// An agent whose answer a function spoils.
#[derive(Clone)]
struct Spoiled(fn(&mut Decision<SlowMove>, &GameRecord<Board>, &StopToken), SlowAgent);

impl Agent<Board> for Spoiled {
    fn new_game(&mut self, seed: u64) {
        Agent::<Board>::new_game(&mut self.1, seed);
    }

    fn choose(
        &mut self,
        record: &GameRecord<Board>,
        limits: &SearchLimits,
        stop: &StopToken,
        observer: &mut dyn Observer<SlowMove>,
    ) -> Result<Decision<SlowMove>, AgentError> {
        let mut decision = self.1.choose(record, limits, stop, observer)?;
        self.0(&mut decision, record, stop);
        Ok(decision)
    }
}

fn tictactoe() -> Board {
    SlowBox::flat(3, 3, 3, false)
}

fn spoiled(how: fn(&mut Decision<SlowMove>, &GameRecord<Board>, &StopToken)) -> String {
    let make = || Spoiled(how, SlowAgent::default());
    complaint(|| check_agent(&tictactoe(), "spoiled", make, &SearchLimits::nodes(300), 9))
}

#[test]
fn breaches_are_found() {
    for (words, how) in [
        (
            "it fails: the agent chose an illegal move",
            (|decision, record, _| {
                decision.action =
                    Action::Play(record.moves().first().map_or(SlowMove { x: 7, y: 0, z: 0 }, |first| first.mv));
            }) as fn(&mut Decision<SlowMove>, &GameRecord<Board>, &StopToken),
        ),
        ("begins with another move", |decision, record, _| {
            let mut moves = Vec::new();
            record.line().generate(&mut moves);
            decision.pv = moves.into_iter().filter(|mv| Some(mv) != decision.action.mv()).take(1).collect();
        }),
        ("two values for", |decision, _, _| decision.moves.extend(decision.moves.first().cloned())),
        ("a share of 1.5", |decision, _, _| decision.share = Some(1.5)),
        ("301 nodes of Some(300)", |decision, _, _| decision.nodes = 301),
        ("another agent decides otherwise", |decision, _, _| {
            static CALLS: AtomicU64 = AtomicU64::new(0);
            decision.nodes = CALLS.fetch_add(1, Ordering::Relaxed) % 200;
        }),
        ("it went on for 123456 nodes", |decision, _, stop| {
            if stop.is_stopped() {
                decision.nodes = 123_456;
            }
        }),
    ] {
        let said = spoiled(how);
        assert!(said.contains(words) && said.contains("seed 9"), "wanted \"{words}\": {said}");
    }
}

#[test]
fn one_decision_can_be_looked_at() {
    let game = tictactoe();
    let mut record = GameRecord::new(game.clone());
    for mv in zermelo_core::parse_moves(&game, &game.initial(), "a1 b1 a2 b2").unwrap() {
        record.play(mv, None).unwrap();
    }
    let decision = decide_in(&record, SlowAgent::default(), &SearchLimits::depth(2), 1);
    assert_eq!(decision.action, Action::Play("a3".to_owned()));
    assert_eq!(decision.score, Some(zermelo_core::Score::win_in(zermelo_core::Ply(1))));
}
