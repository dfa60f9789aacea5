//! Erased games, records and agents: a decision costs one downcast, and a record of another game is an error.

use std::any::Any;
use std::cell::Cell;
use std::time::Duration;

use zermelo_core::erased::{
    DynAgent, DynDecision, DynGame, DynMove, DynRecord, ErasedAgent, ErasedError, ErasedGame, TextDecision,
};
use zermelo_core::{
    Action, Agent, AgentError, Decision, Ending, GameRecord, Observer, Outcome, Ply, SearchLimits, Side, StopToken,
    Termination, View,
};
use zermelo_testkit::agents::check_agent;
use zermelo_testkit::reference::{SlowAgent, SlowBox, SlowMove};
use zermelo_testkit::toy::{Leapers, Pursuit, Subtraction};

/// A record that counts the calls of its methods and its downcasts.
#[derive(Debug)]
struct CountingRecord {
    inner: Box<dyn DynRecord>,
    downcasts: Cell<u32>,
    calls: Cell<u32>,
}

impl CountingRecord {
    fn new(inner: Box<dyn DynRecord>) -> Self {
        Self { inner, downcasts: Cell::new(0), calls: Cell::new(0) }
    }

    fn counted(&self) -> &dyn DynRecord {
        self.calls.set(self.calls.get() + 1);
        self.inner.as_ref()
    }
}

impl DynRecord for CountingRecord {
    fn game_spec(&self) -> String {
        self.counted().game_spec()
    }

    fn start_text(&self) -> String {
        self.counted().start_text()
    }

    fn position_text(&self) -> String {
        self.counted().position_text()
    }

    fn side_to_move(&self) -> Side {
        self.counted().side_to_move()
    }

    fn ply(&self) -> Ply {
        self.counted().ply()
    }

    fn ending(&self) -> Option<Ending> {
        self.counted().ending()
    }

    fn moves(&self) -> Vec<(String, Option<Duration>)> {
        self.counted().moves()
    }

    fn legal_moves(&self) -> Vec<String> {
        self.counted().legal_moves()
    }

    fn legal(&self) -> Vec<DynMove> {
        self.counted().legal()
    }

    fn parse(&self, text: &str) -> Result<DynMove, ErasedError> {
        self.counted().parse(text)
    }

    fn play_move(&mut self, mv: &DynMove, time: Option<Duration>) -> Result<(), ErasedError> {
        self.inner.play_move(mv, time)
    }

    fn play(&mut self, text: &str, time: Option<Duration>) -> Result<String, ErasedError> {
        self.inner.play(text, time)
    }

    fn play_on(&mut self, text: &str, time: Option<Duration>) -> Result<String, ErasedError> {
        self.inner.play_on(text, time)
    }

    fn play_all(&mut self, text: &str) -> Result<(), ErasedError> {
        self.inner.play_all(text)
    }

    fn undo(&mut self) -> bool {
        self.inner.undo()
    }

    fn end(&mut self, outcome: Outcome, termination: Termination) {
        self.inner.end(outcome, termination);
    }

    fn view(&self) -> View {
        self.counted().view()
    }

    fn boxed_clone(&self) -> Box<dyn DynRecord> {
        self.counted().boxed_clone()
    }

    fn as_any(&self) -> &dyn Any {
        self.downcasts.set(self.downcasts.get() + 1);
        self.counted().as_any()
    }
}

fn tictactoe() -> SlowBox<9> {
    SlowBox::flat(3, 3, 3, false)
}

fn slow_agent() -> ErasedAgent<SlowBox<9>, SlowAgent> {
    ErasedAgent::new(tictactoe(), "slow".to_owned(), SlowAgent::default())
}

fn ask(agent: &mut dyn DynAgent, record: &dyn DynRecord, limits: &SearchLimits) -> Result<DynDecision, AgentError> {
    agent.choose(record, limits, &StopToken::new(), None)
}

#[test]
fn a_decision_costs_one_downcast() {
    let record = CountingRecord::new(ErasedGame(tictactoe()).new_record());
    let mut agent = slow_agent();
    let decision = ask(&mut agent, &record, &SearchLimits::depth(5)).unwrap();
    assert!(decision.text.nodes > 10_000, "a search of {} nodes shows nothing", decision.text.nodes);
    assert_eq!((record.downcasts.get(), record.calls.get()), (1, 1));
    let mut reports = 0;
    let mut observer = |_: &TextDecision| reports += 1;
    let limits = SearchLimits::depth(5);
    agent.choose(&record, &limits, &StopToken::new(), Some(&mut observer as &mut dyn Observer<String>)).unwrap();
    assert_eq!((record.downcasts.get(), record.calls.get(), reports), (2, 2, 5));
}

#[test]
fn a_record_of_another_game_is_an_error() {
    let mut agent = slow_agent();
    let other = |found: String| AgentError::OtherGame { expected: ErasedGame(tictactoe()).spec(), found };
    // Another type, and the same type with other parameters.
    let other_games: [&dyn DynGame; 2] =
        [&ErasedGame(Pursuit::default()), &ErasedGame(SlowBox::<9>::flat(3, 3, 2, false))];
    for game in other_games {
        let result = ask(&mut agent, game.new_record().as_ref(), &SearchLimits::NONE);
        assert_eq!(result.unwrap_err(), other(game.spec()));
    }
    let message = other("go".to_owned()).to_string();
    assert!(message.starts_with("this agent plays slow-box:width=3") && message.ends_with("was given a game of go"));
}

#[test]
fn a_finished_game_is_an_error() {
    let mut record = ErasedGame(tictactoe()).new_record();
    record.play_all("a1 a2 b1 b2 c1").unwrap();
    assert_eq!(ask(&mut slow_agent(), record.as_ref(), &SearchLimits::NONE).err(), Some(AgentError::GameOver));
    let mut resigned = ErasedGame(tictactoe()).new_record();
    resigned.end(Outcome::Win(Side::Second), Termination::Resignation);
    assert_eq!(ask(&mut slow_agent(), resigned.as_ref(), &SearchLimits::NONE).err(), Some(AgentError::GameOver));
}

#[test]
fn an_endless_search_is_an_error() {
    let game = Pursuit::default();
    let mut agent = ErasedAgent::new(game, "slow".to_owned(), SlowAgent::default());
    let record = ErasedGame(game).new_record();
    let error = ask(&mut agent, record.as_ref(), &SearchLimits::NONE).unwrap_err();
    assert_eq!((error.code(), error), ("agent/endless", AgentError::Endless));
    assert!(ask(&mut agent, record.as_ref(), &SearchLimits::depth(3)).is_ok());
}

/// Always plays in the same cell, also if this is illegal.
struct SameCellAgent;

impl Agent<SlowBox<9>> for SameCellAgent {
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
fn an_illegal_move_of_an_agent_is_an_error() {
    let mut agent = ErasedAgent::new(tictactoe(), "same-cell".to_owned(), SameCellAgent);
    let mut record = ErasedGame(tictactoe()).new_record();
    let first = ask(&mut agent, record.as_ref(), &SearchLimits::NONE).unwrap();
    assert_eq!(first.text.action, Action::Play("a1".to_owned()));
    record.play_move(first.action.mv().unwrap(), None).unwrap();
    let second = ask(&mut agent, record.as_ref(), &SearchLimits::NONE).unwrap_err();
    assert_eq!(second.code(), "agent/illegal-move");
    assert!(second.to_string().contains("this place is taken"), "{second}");
}

#[test]
fn an_erased_move_is_played_without_its_text() {
    let mut record = ErasedGame(tictactoe()).new_record();
    let chosen = ask(&mut slow_agent(), record.as_ref(), &SearchLimits::depth(1)).unwrap().action;
    let mv = chosen.mv().unwrap();
    // The text is not parsed: with another text it is the same move.
    let renamed = DynMove::new(mv.downcast::<SlowMove>().unwrap(), "no move at all".to_owned());
    record.play_move(&renamed, Some(Duration::from_millis(5))).unwrap();
    assert_eq!(record.moves(), [(mv.text().to_owned(), Some(Duration::from_millis(5)))]);
    // The move is checked again.
    assert_eq!(record.play_move(mv, None).unwrap_err().code, "move/taken");
    let others = ErasedGame(Pursuit::default()).new_record().legal();
    let error = record.play_move(&others[0], None).unwrap_err();
    assert_eq!((error.code, record.ply()), ("move/other-game", Ply(1)));
}

#[test]
fn a_record_accepts_its_legal_moves() {
    let mut record = ErasedGame(tictactoe()).new_record();
    let legal = record.legal();
    assert_eq!(legal.iter().map(DynMove::to_string).collect::<Vec<_>>(), record.legal_moves());
    assert!(legal.iter().all(|mv| record.parse(mv.text()).unwrap().downcast() == mv.downcast::<SlowMove>()));
    assert_eq!(record.parse("z9").unwrap_err().code, record.play("z9", None).unwrap_err().code);
    let mv = record.parse("a3").unwrap();
    record.play_all("a1 a2 b1 b2 c1").unwrap();
    assert!(record.legal().is_empty());
    assert_eq!(record.parse("a3").unwrap_err().code, "move/game-over");
    assert_eq!(record.play_move(&mv, None).unwrap_err().code, "move/game-over");
}

#[test]
fn the_slow_agent_keeps_the_contract() {
    check_agent(&tictactoe(), "slow", SlowAgent::default, &SearchLimits::depth(3), 1);
    check_agent(&tictactoe(), "slow", SlowAgent::default, &SearchLimits::nodes(500), 2);
    check_agent(&Pursuit::default(), "slow", SlowAgent::default, &SearchLimits::depth(4), 3);
    check_agent(&Leapers::default(), "slow", SlowAgent::default, &SearchLimits::nodes(300), 4);
    check_agent(&Subtraction::new(12, 3), "slow", SlowAgent::default, &SearchLimits::NONE, 5);
}
