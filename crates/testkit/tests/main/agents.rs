//! The check of agents finds agents that break the contract.

use std::sync::atomic::{AtomicU64, Ordering};

use zermelo_core::{Action, Agent, AgentError, Decision, Game, GameRecord, Observer, SearchLimits, StopToken};
use zermelo_testkit::agents::{check_agent, check_decision};
use zermelo_testkit::reference::{SlowAgent, SlowBox, SlowMove};

use crate::suite::panic_message;

type Board = SlowBox<9>;

/// An agent whose decisions are changed by a function.
#[derive(Clone)]
struct ModifiedAgent(fn(&mut Decision<SlowMove>, &GameRecord<Board>, &StopToken), SlowAgent);

impl Agent<Board> for ModifiedAgent {
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

fn check_modified(modify: fn(&mut Decision<SlowMove>, &GameRecord<Board>, &StopToken)) -> String {
    let make = || ModifiedAgent(modify, SlowAgent::default());
    panic_message(|| check_agent(&tictactoe(), "modified", make, &SearchLimits::nodes(300), 9))
}

#[test]
fn violations_of_the_contract_are_found() {
    for (words, modify) in [
        (
            "the agent fails: the agent chose an illegal move",
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
        ("301 nodes, limit Some(300)", |decision, _, _| decision.nodes = 301),
        ("another agent makes another decision", |decision, _, _| {
            static CALLS: AtomicU64 = AtomicU64::new(0);
            decision.nodes = CALLS.fetch_add(1, Ordering::Relaxed) % 200;
        }),
        ("the agent searched 123456 nodes", |decision, _, stop| {
            if stop.is_stopped() {
                decision.nodes = 123_456;
            }
        }),
    ] {
        let message = check_modified(modify);
        assert!(message.contains(words) && message.contains("seed 9"), "expected \"{words}\": {message}");
    }
}

#[test]
fn one_decision_can_be_checked() {
    let game = tictactoe();
    let mut record = GameRecord::new(game.clone());
    for mv in zermelo_core::parse_moves(&game, &game.initial(), "a1 b1 a2 b2").unwrap() {
        record.play(mv, None).unwrap();
    }
    let decision = check_decision(&record, SlowAgent::default(), &SearchLimits::depth(2), 1);
    assert_eq!(decision.action, Action::Play("a3".to_owned()));
    assert_eq!(decision.score, Some(zermelo_core::Score::win_in(zermelo_core::Ply(1))));
}
