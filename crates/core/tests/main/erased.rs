//! Static inside, erased outside: the crossing is paid once a decision, and a stranger is refused by name.

use std::any::Any;
use std::cell::Cell;
use std::time::Duration;

use zermelo_core::erased::{DynAgent, DynGame, DynRecord, Entry, ErasedAgent, Refused, TextDecision};
use zermelo_core::{
    Action, Agent, AgentError, Decision, Ending, GameRecord, Observer, Outcome, Ply, SearchLimits, Side, StopToken,
    Termination, View,
};
use zermelo_testkit::agents::check_agent;
use zermelo_testkit::reference::{SlowAgent, SlowBox, SlowMove};
use zermelo_testkit::toy::{Leapers, Pursuit, Subtraction};

/// A record that counts how often it is asked for anything, and how often for its own type.
#[derive(Debug)]
struct Counted {
    inner: Box<dyn DynRecord>,
    downcasts: Cell<u32>,
    calls: Cell<u32>,
}

impl Counted {
    fn new(inner: Box<dyn DynRecord>) -> Self {
        Self { inner, downcasts: Cell::new(0), calls: Cell::new(0) }
    }

    fn asked(&self) -> &dyn DynRecord {
        self.calls.set(self.calls.get() + 1);
        self.inner.as_ref()
    }
}

impl DynRecord for Counted {
    fn game_spec(&self) -> String {
        self.asked().game_spec()
    }

    fn start_text(&self) -> String {
        self.asked().start_text()
    }

    fn position_text(&self) -> String {
        self.asked().position_text()
    }

    fn side_to_move(&self) -> Side {
        self.asked().side_to_move()
    }

    fn ply(&self) -> Ply {
        self.asked().ply()
    }

    fn ending(&self) -> Option<Ending> {
        self.asked().ending()
    }

    fn moves(&self) -> Vec<(String, Option<Duration>)> {
        self.asked().moves()
    }

    fn legal_moves(&self) -> Vec<String> {
        self.asked().legal_moves()
    }

    fn play(&mut self, text: &str, time: Option<Duration>) -> Result<String, Refused> {
        self.inner.play(text, time)
    }

    fn play_on(&mut self, text: &str, time: Option<Duration>) -> Result<String, Refused> {
        self.inner.play_on(text, time)
    }

    fn play_all(&mut self, text: &str) -> Result<(), Refused> {
        self.inner.play_all(text)
    }

    fn undo(&mut self) -> bool {
        self.inner.undo()
    }

    fn end(&mut self, outcome: Outcome, termination: Termination) {
        self.inner.end(outcome, termination);
    }

    fn view(&self) -> View {
        self.asked().view()
    }

    fn boxed_clone(&self) -> Box<dyn DynRecord> {
        self.asked().boxed_clone()
    }

    fn as_any(&self) -> &dyn Any {
        self.downcasts.set(self.downcasts.get() + 1);
        self.asked().as_any()
    }
}

fn tictactoe() -> SlowBox<9> {
    SlowBox::flat(3, 3, 3, false)
}

fn slow_agent() -> ErasedAgent<SlowBox<9>, SlowAgent> {
    ErasedAgent::new(tictactoe(), "slow".to_owned(), SlowAgent::default())
}

fn ask(agent: &mut dyn DynAgent, record: &dyn DynRecord, limits: &SearchLimits) -> Result<TextDecision, AgentError> {
    agent.choose(record, limits, &StopToken::new(), None)
}

#[test]
fn a_decision_costs_one_downcast() {
    let record = Counted::new(Entry(tictactoe()).new_record());
    let mut agent = slow_agent();
    let decision = ask(&mut agent, &record, &SearchLimits::depth(5)).unwrap();
    assert!(decision.nodes > 10_000, "a search of {} nodes shows nothing", decision.nodes);
    assert_eq!((record.downcasts.get(), record.calls.get()), (1, 1));
    let mut reports = 0;
    let mut observer = |_: &TextDecision| reports += 1;
    let limits = SearchLimits::depth(5);
    agent.choose(&record, &limits, &StopToken::new(), Some(&mut observer as &mut dyn Observer<String>)).unwrap();
    assert_eq!((record.downcasts.get(), record.calls.get(), reports), (2, 2, 5));
}

#[test]
fn a_record_of_another_game_is_refused_by_name() {
    let mut agent = slow_agent();
    let other = |found: String| AgentError::OtherGame { expected: Entry(tictactoe()).spec(), found };
    // Another type, and the same type with other parameters.
    let strangers: [&dyn DynGame; 2] = [&Entry(Pursuit::default()), &Entry(SlowBox::<9>::flat(3, 3, 2, false))];
    for stranger in strangers {
        let refused = ask(&mut agent, stranger.new_record().as_ref(), &SearchLimits::NONE);
        assert_eq!(refused.unwrap_err(), other(stranger.spec()));
    }
    let message = other("go".to_owned()).to_string();
    assert!(message.starts_with("this agent plays slow-box:width=3") && message.ends_with("was given a game of go"));
}

#[test]
fn a_finished_game_is_an_error() {
    let mut record = Entry(tictactoe()).new_record();
    record.play_all("a1 a2 b1 b2 c1").unwrap();
    assert_eq!(ask(&mut slow_agent(), record.as_ref(), &SearchLimits::NONE), Err(AgentError::GameOver));
    let mut resigned = Entry(tictactoe()).new_record();
    resigned.end(Outcome::Win(Side::Second), Termination::Resignation);
    assert_eq!(ask(&mut slow_agent(), resigned.as_ref(), &SearchLimits::NONE), Err(AgentError::GameOver));
}

#[test]
fn an_endless_search_is_refused() {
    let game = Pursuit::default();
    let mut agent = ErasedAgent::new(game, "slow".to_owned(), SlowAgent::default());
    let record = Entry(game).new_record();
    let refused = ask(&mut agent, record.as_ref(), &SearchLimits::NONE).unwrap_err();
    assert_eq!((refused.code(), refused), ("agent/endless", AgentError::Endless));
    assert!(ask(&mut agent, record.as_ref(), &SearchLimits::depth(3)).is_ok());
}

/// Always plays on the same cell, legal or not.
struct Stubborn;

impl Agent<SlowBox<9>> for Stubborn {
    fn new_game(&mut self, _: u64) {}

    fn choose(
        &mut self,
        _: &GameRecord<SlowBox<9>>,
        _: &SearchLimits,
        _: &StopToken,
        _: &mut dyn Observer<SlowMove>,
    ) -> Result<Decision<SlowMove>, AgentError> {
        Ok(Decision::play(SlowMove { x: 0, y: 0, z: 0 }))
    }
}

#[test]
fn an_illegal_move_is_an_error_and_not_a_move() {
    let mut agent = ErasedAgent::new(tictactoe(), "stubborn".to_owned(), Stubborn);
    let mut record = Entry(tictactoe()).new_record();
    let first = ask(&mut agent, record.as_ref(), &SearchLimits::NONE).unwrap();
    assert_eq!(first.action, Action::Play("a1".to_owned()));
    record.play("a1", None).unwrap();
    let second = ask(&mut agent, record.as_ref(), &SearchLimits::NONE).unwrap_err();
    assert_eq!(second.code(), "agent/illegal-move");
    assert!(second.to_string().contains("this place is taken"), "{second}");
}

#[test]
fn the_slow_agent_keeps_to_the_contract() {
    check_agent(&tictactoe(), "slow", SlowAgent::default, &SearchLimits::depth(3), 1);
    check_agent(&tictactoe(), "slow", SlowAgent::default, &SearchLimits::nodes(500), 2);
    check_agent(&Pursuit::default(), "slow", SlowAgent::default, &SearchLimits::depth(4), 3);
    check_agent(&Leapers::default(), "slow", SlowAgent::default, &SearchLimits::nodes(300), 4);
    check_agent(&Subtraction::new(12, 3), "slow", SlowAgent::default, &SearchLimits::NONE, 5);
}
