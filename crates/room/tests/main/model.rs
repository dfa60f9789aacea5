//! Random games of two players, a watcher and somebody unknown, beside a slow and obvious model: actions twice, late, out of order and at
//! the same time; players who leave and come back; a slow store; a server that is killed.

use std::collections::HashMap;
use std::time::Duration;

use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop_oneof, proptest};
use proptest::sample::Index;
use zermelo_core::Side;
use zermelo_protocol::{
    ChatPhrase, Claim, ClocksMs, EventKind, Offer, Opponent, RoomAction, RoomEvent, Stage, TimeControl,
};
use zermelo_room::ActionOutcome;

use crate::table::{ADA, BOB, EVE, Table, mv, names, wish};

/// What happens next.
#[derive(Clone, Debug)]
enum Step {
    /// Somebody does something, which arrives at once or when it is [delivered](Self::Deliver).
    Act {
        who: usize,
        deed: Deed,
        at_once: bool,
    },
    /// An action that was held up arrives.
    Deliver(Index),
    /// One that arrived is sent again.
    Again(Index),
    /// Time passes; what it brings happens.
    Pass(u64),
    /// The store is slow from now on, or quick.
    Slow(bool),
    /// It has stored all that happened.
    Tell,
    Leave(Side, bool),
    Come(Side),
    /// The server is killed, so long after it wrote that it was there, and is back after some time.
    Kill {
        beat_ms: u64,
        down_ms: u64,
    },
}

/// What somebody does.
#[derive(Clone, Debug)]
enum Deed {
    /// Plays on this square, as so many moves away from the position that they see.
    Move(Index, u32),
    Other(RoomAction),
}

/// The people, the players first.
const PEOPLE: [&str; 4] = [ADA, BOB, EVE, ""];

const SQUARES: [&str; 9] = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"];
const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

fn who() -> impl Strategy<Value = usize> {
    prop_oneof![10 => 0..2_usize, 1 => 2..4_usize]
}

fn an_offer() -> impl Strategy<Value = Offer> {
    prop_oneof![Just(Offer::Draw), Just(Offer::Takeback), Just(Offer::Rematch)]
}

fn deed() -> impl Strategy<Value = Deed> {
    let other = prop_oneof![
        2 => Just(RoomAction::Resign),
        1 => Just(RoomAction::Abort),
        8 => an_offer().prop_map(|offer| RoomAction::Offer { offer }),
        3 => an_offer().prop_map(|offer| RoomAction::Decline { offer }),
        3 => prop_oneof![Just(Claim::Win), Just(Claim::Draw)].prop_map(|claim| RoomAction::Claim { claim }),
        2 => Just(RoomAction::Say { saying: ChatPhrase::Oops }),
        1 => any::<bool>().prop_map(|on| RoomAction::Pause { on }),
    ];
    prop_oneof![
        30 => (any::<Index>(), prop_oneof![12 => Just(0), 1 => 1..3_u32]).prop_map(|(at, ahead)| Deed::Move(at, ahead)),
        10 => other.prop_map(Deed::Other),
    ]
}

fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::First), Just(Side::Second)]
}

fn step() -> impl Strategy<Value = Step> {
    let time = prop_oneof![10 => 0..2000_u64, 3 => 0..15_000_u64, 1 => 0..400_000_u64];
    prop_oneof![
        30 => (who(), deed(), prop_oneof![5 => Just(true), 1 => Just(false)])
            .prop_map(|(who, deed, at_once)| Step::Act { who, deed, at_once }),
        5 => any::<Index>().prop_map(Step::Deliver),
        4 => any::<Index>().prop_map(Step::Again),
        8 => time.prop_map(Step::Pass),
        1 => any::<bool>().prop_map(Step::Slow),
        4 => Just(Step::Tell),
        2 => (side(), any::<bool>()).prop_map(|(side, politely)| Step::Leave(side, politely)),
        3 => side().prop_map(Step::Come),
        2 => (0..1000_u64, 0..100_000_u64).prop_map(|(beat_ms, down_ms)| Step::Kill { beat_ms, down_ms }),
    ]
}

/// How a game is over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Over {
    Ended,
    CalledOff,
}

/// What a game is, as far as it is obvious.
#[derive(Default)]
struct Model {
    moves: Vec<String>,
    /// The clocks when the last event happened, and after each move.
    clocks: Option<ClocksMs>,
    after: Vec<ClocksMs>,
    start: Option<ClocksMs>,
    offers: Vec<(Side, Offer)>,
    /// In which of their moves each proposed a draw last.
    drawn: [Option<usize>; 2],
    over: Option<Over>,
    again: bool,
    /// Whether the clock waits after the server was down.
    waits: bool,
}

impl Model {
    /// The model of a game that has just begun, with what happened since.
    fn of(clock: TimeControl, events: &[RoomEvent]) -> Self {
        let start = clock.start().map(|start| [start.as_millis() as u64; 2]);
        let mut model = Self { clocks: start, start, ..Self::default() };
        for event in events {
            model.happens(clock, event);
        }
        model
    }

    fn turn(&self) -> Side {
        Side::BOTH[self.moves.len() % 2]
    }

    fn plays(&self) -> bool {
        self.over.is_none()
    }

    fn has_moved(&self, side: Side) -> bool {
        self.moves.len() > side.index()
    }

    fn offered(&self, side: Side, offer: Offer) -> bool {
        self.offers.contains(&(side, offer))
    }

    /// Whether a move on this square ends the game.
    fn ends(&self, square: &str) -> bool {
        let place = |text: &str| SQUARES.iter().position(|square| *square == text).expect("a square");
        let mut own: Vec<usize> = self.moves.iter().skip(self.moves.len() % 2).step_by(2).map(|mv| place(mv)).collect();
        own.push(place(square));
        self.moves.len() == 8 || LINES.iter().any(|line| line.iter().all(|at| own.contains(at)))
    }

    /// What an action of a player comes to: the names of what happens, or a code.
    fn expects(&self, side: Side, action: &RoomAction, may_claim: bool, may_say: bool) -> Vec<&'static str> {
        let other = side.opponent();
        match action {
            RoomAction::Pause { .. } | RoomAction::Pace { .. } => vec!["room/not-yours"],
            RoomAction::Say { .. } if self.over == Some(Over::CalledOff) => vec!["room/not-playing"],
            RoomAction::Say { .. } => vec![if may_say { "said" } else { "say/too-much" }],
            RoomAction::Decline { offer } if Side::BOTH.iter().any(|side| self.offered(*side, *offer)) => {
                vec!["declined"]
            }
            RoomAction::Decline { .. } => vec!["offer/none"],
            RoomAction::Offer { offer: Offer::Rematch } => match () {
                () if self.over != Some(Over::Ended) || self.again => vec!["offer/not-now"],
                () if self.offered(other, Offer::Rematch) => vec!["rematch"],
                () if self.offered(side, Offer::Rematch) => vec!["offer/not-now"],
                () => vec!["offered"],
            },
            _ if !self.plays() => vec!["room/not-playing"],
            RoomAction::Move { ply, .. } if *ply as usize != self.moves.len() => vec!["move/stale"],
            RoomAction::Move { .. } if self.turn() != side => vec!["move/not-your-turn"],
            RoomAction::Move { mv, .. } if self.moves.contains(mv) => vec!["move/taken"],
            RoomAction::Move { mv, .. } if self.ends(mv) => vec!["moved", "ended"],
            RoomAction::Move { .. } => vec!["moved"],
            RoomAction::Resign => vec!["ended"],
            RoomAction::Abort => vec![if self.moves.len() < 2 { "aborted" } else { "room/too-late" }],
            RoomAction::Claim { .. } => vec![if may_claim { "ended" } else { "claim/not-yet" }],
            RoomAction::Offer { offer: Offer::Draw } => match () {
                () if self.moves.len() < 2 => vec!["offer/not-now"],
                () if self.offered(other, Offer::Draw) => vec!["ended"],
                () if self.offered(side, Offer::Draw) => vec!["offer/not-now"],
                () if self.drawn[side.index()] == Some(self.moves.len() / 2) => vec!["offer/not-now"],
                () => vec!["offered"],
            },
            RoomAction::Offer { offer: Offer::Takeback } => match () {
                () if self.offered(other, Offer::Takeback) => vec!["taken_back"],
                () if !self.has_moved(side) || self.offered(side, Offer::Takeback) => vec!["offer/not-now"],
                () => vec!["offered"],
            },
        }
    }

    /// Something happens that may happen now.
    fn happens(&mut self, clock: TimeControl, event: &RoomEvent) {
        let after_end = matches!(
            event.kind,
            EventKind::Said { .. }
                | EventKind::Offered { offer: Offer::Rematch }
                | EventKind::Declined { offer: Offer::Rematch }
                | EventKind::Rematch { .. }
        );
        assert!(self.plays() || self.over == Some(Over::Ended) && after_end, "after the end: {event:?}");
        assert!(!self.again || matches!(event.kind, EventKind::Said { .. }), "after the rematch: {event:?}");
        let no_more_than = |before: Option<ClocksMs>, now: Option<ClocksMs>| {
            assert_eq!(before.is_some(), now.is_some());
            let pairs = before.into_iter().flatten().zip(now.into_iter().flatten());
            assert!(pairs.into_iter().all(|(before, now)| now <= before), "{before:?}: {event:?}");
        };
        match &event.kind {
            EventKind::Moved { ply, mv, clocks_ms, .. } => {
                let turn = self.turn();
                assert_eq!((event.by, *ply as usize), (Some(turn), self.moves.len()));
                assert!(!self.moves.contains(mv));
                if let (Some(before), Some(now)) = (self.clocks, *clocks_ms) {
                    let most = clock.after_move(Duration::from_millis(before[turn.index()]), 1).as_millis() as u64;
                    assert!(now[turn.index()] <= most, "{before:?}: {event:?}");
                    let other = turn.opponent().index();
                    assert_eq!(now[other], before[other], "the other's clock stands");
                    self.after.push(now);
                }
                self.clocks = *clocks_ms;
                self.moves.push(mv.clone());
                self.offers.retain(|stands| *stands == (turn, Offer::Draw));
                self.waits = false;
            }
            EventKind::TakenBack { ply, clocks_ms } => {
                let ply = *ply as usize;
                let taken = self.moves.len() - ply;
                assert!(taken == 1 || taken == 2);
                self.moves.truncate(ply);
                self.after.truncate(ply);
                assert_eq!(*clocks_ms, self.after.last().copied().or(self.start), "the clocks as they were then");
                self.clocks = *clocks_ms;
                self.offers.clear();
                self.drawn = [None; 2];
                self.waits = false;
            }
            EventKind::Offered { offer } => {
                let side = event.by.expect("a player");
                self.offers.push((side, *offer));
                if *offer == Offer::Draw {
                    self.drawn[side.index()] = Some(self.moves.len() / 2);
                }
            }
            EventKind::Declined { offer } => self.offers.retain(|(_, stands)| stands != offer),
            EventKind::Ended { clocks_ms, .. } => {
                no_more_than(self.clocks, *clocks_ms);
                self.clocks = *clocks_ms;
                self.over = Some(Over::Ended);
                self.waits = false;
                self.offers.clear();
            }
            EventKind::Aborted => {
                assert!(self.moves.len() < 2);
                self.over = Some(Over::CalledOff);
                self.waits = false;
                self.offers.clear();
            }
            EventKind::Rematch { .. } => {
                self.again = true;
                self.offers.clear();
            }
            EventKind::Interrupted { clocks_ms } => {
                no_more_than(self.clocks, Some(*clocks_ms));
                self.clocks = Some(*clocks_ms);
                self.waits = true;
            }
            EventKind::Resumed => assert!(std::mem::take(&mut self.waits), "a clock that did not wait"),
            EventKind::Said { .. } => {}
            EventKind::Joined { .. } | EventKind::Began | EventKind::Paused { .. } | EventKind::Paced { .. } => {
                panic!("{event:?}")
            }
        }
    }
}

/// The room and its model.
struct Pair {
    table: Table,
    model: Model,
    clock: TimeControl,
    /// Events that the model has seen: those before are of the beginning.
    seen: usize,
    /// Actions that arrived, and those that are on their way.
    sent: Vec<(usize, String, RoomAction)>,
    held: Vec<(usize, String, RoomAction)>,
    done: HashMap<(usize, String), u32>,
    /// When each left, and whether politely.
    left: [Option<(i64, bool)>; 2],
    said: [Vec<i64>; 2],
    /// When the server last wrote that it was there.
    alive_ms: i64,
    ids: u32,
}

/// The events of every beginning: both join, and it begins.
const BEGINNING: usize = 3;

impl Pair {
    fn new(clock: &str) -> Self {
        let table = Table::of(wish("tictactoe", clock, Opponent::Friend));
        let clock = table.wish.clock;
        Self {
            model: Model::of(clock, &[]),
            alive_ms: table.now().unix_ms,
            table,
            clock,
            seen: BEGINNING,
            sent: Vec::new(),
            held: Vec::new(),
            done: HashMap::new(),
            left: [None; 2],
            said: [Vec::new(), Vec::new()],
            ids: 0,
        }
    }

    fn goes(&mut self, step: &Step) {
        match step {
            Step::Act { who, deed, at_once } => {
                self.ids += 1;
                let action = match deed {
                    Deed::Move(square, ahead) => {
                        mv(self.model.moves.len() as u32 + ahead, SQUARES[square.index(SQUARES.len())])
                    }
                    Deed::Other(action) => action.clone(),
                };
                let act = (*who, format!("{}", self.ids), action);
                if *at_once { self.arrives(act) } else { self.held.push(act) }
            }
            Step::Deliver(which) => {
                if !self.held.is_empty() {
                    let act = self.held.remove(which.index(self.held.len()));
                    self.arrives(act);
                }
            }
            Step::Again(which) => {
                if !self.sent.is_empty() {
                    self.arrives(which.get(&self.sent).clone());
                }
            }
            Step::Pass(ms) => {
                let brought = self.table.wait_ms(*ms);
                let may = |what: &EventKind| {
                    matches!(what, EventKind::Ended { .. } | EventKind::Aborted | EventKind::Resumed)
                };
                assert!(brought.iter().all(may), "{brought:?}");
            }
            Step::Slow(is_slow) => {
                self.table.tells = !is_slow;
                self.table.tell();
            }
            Step::Tell => self.table.tell(),
            Step::Leave(side, politely) => {
                self.table.leaves(*side, *politely);
                self.left[side.index()] = Some((self.now_ms(), *politely));
            }
            Step::Come(side) => {
                let waited = self.model.waits && self.model.turn() == *side;
                let brought = self.table.comes(*side);
                assert_eq!(names(&brought), if waited { &["resumed"][..] } else { &[] });
                self.left[side.index()] = None;
            }
            Step::Kill { beat_ms, down_ms } => self.is_killed(*beat_ms, *down_ms),
        }
        self.catches_up();
    }

    fn now_ms(&self) -> i64 {
        self.table.now().unix_ms
    }

    /// The model hears what happened, and stands where the room does.
    fn catches_up(&mut self) {
        for event in &self.table.events[self.seen..] {
            self.model.happens(self.clock, event);
        }
        self.seen = self.table.events.len();
        let (state, model) = (self.table.state(), &self.model);
        assert_eq!(state.moves, model.moves);
        let stage = match model.over {
            Some(Over::CalledOff) => Stage::Aborted,
            Some(Over::Ended) => Stage::Ended,
            None => Stage::Playing,
        };
        assert_eq!((state.status.stage, state.status.rematch.is_some()), (stage, model.again));
        assert_eq!(state.status.offers, model.offers);
        let standing = model.clocks.map(|standing| {
            let now = state.status.clocks_ms.expect("clocks");
            Side::BOTH
                .map(|side| if state.status.running == Some(side) { now[side.index()] } else { standing[side.index()] })
        });
        assert_eq!(state.status.clocks_ms, standing, "a clock that does not run stands");
        assert!(
            state.status.running.is_none()
                || state.status.running == Some(model.turn()) && model.plays() && !model.waits
        );
    }

    fn arrives(&mut self, (who, id, action): (usize, String, RoomAction)) {
        let result = self.table.acts_as(PEOPLE[who], &id, Duration::ZERO, &action);
        let words = match &result {
            Ok(ActionOutcome::Events(events)) => {
                self.done.insert((who, id.clone()), events[0].seq);
                names(&events.iter().map(|event| event.kind.clone()).collect::<Vec<_>>())
            }
            Ok(ActionOutcome::Duplicate(seq)) => vec![format!("again {seq}")],
            Err(why) => vec![why.code.to_owned()],
        };
        match (Side::BOTH.get(who), self.done.get(&(who, id.clone()))) {
            (None, _) => assert_eq!(words, ["room/not-yours"]),
            (Some(_), Some(seq)) if !matches!(result, Ok(ActionOutcome::Events(_))) => {
                assert_eq!(words, [format!("again {seq}")]);
            }
            (Some(side), _) => {
                let expected = self.model.expects(*side, &action, self.may_claim(*side), self.may_say(*side));
                assert_eq!(words, expected, "{who} {action:?}");
                if words == ["said"] {
                    let now_ms = self.now_ms();
                    self.said[who].push(now_ms);
                }
            }
        }
        self.sent.push((who, id, action));
    }

    /// Whether the other left, long enough ago, and is to move.
    fn may_claim(&self, side: Side) -> bool {
        let (polite, lost) = match self.clock {
            TimeControl::None => (300_000, 300_000),
            TimeControl::Days(_) => return false,
            _ => (10_000, 40_000),
        };
        let gone = self.left[side.opponent().index()];
        let gone = gone.is_some_and(|(at, politely)| self.now_ms() - at >= if politely { polite } else { lost });
        gone && self.model.turn() != side && self.model.moves.len() >= 2
    }

    fn may_say(&self, side: Side) -> bool {
        self.said[side.index()].iter().filter(|at| self.now_ms() - **at < 10_000).count() < 3
    }

    fn is_killed(&mut self, beat_ms: u64, down_ms: u64) {
        self.catches_up();
        let (stored, told_ms) = self.table.told;
        let beat = if self.table.tells { self.now_ms() - beat_ms as i64 } else { told_ms };
        self.alive_ms = self.alive_ms.max(beat);
        let is_whole = stored as usize == self.table.events.len();
        let before = self.table.state();
        let waited = self.model.waits;
        let storing = self.table.stored_in_ms as u64;
        self.table.pass_ms(down_ms);
        self.done.retain(|_, seq| *seq <= stored);
        self.model = Model::of(self.clock, &self.table.events[BEGINNING..stored as usize]);
        self.seen = stored as usize;
        let brought = self.table.restarts(stored, self.alive_ms);
        self.left = [Some((self.now_ms(), false)); 2];
        self.said = [Vec::new(), Vec::new()];
        let after = self.table.state();
        if is_whole {
            assert_eq!((&after.moves, after.status.stage), (&before.moves, before.status.stage));
            // The time that the store took is the only one that somebody may lose.
            let turn = self.model.turn().index();
            for (at, (before, after)) in before
                .status
                .clocks_ms
                .into_iter()
                .flatten()
                .zip(after.status.clocks_ms.into_iter().flatten())
                .enumerate()
            {
                let lost = before.saturating_sub(after);
                assert!(lost <= if at == turn { storing } else { 0 }, "{lost} ms are lost");
            }
            assert!(!waited || brought.is_empty(), "a clock that waits already");
        }
    }
}

/// How many games; more where there is time.
fn cases() -> u32 {
    if std::env::var_os("ZERMELO_TESTS").is_some_and(|tier| tier == "full") { 20_000 } else { 500 }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_room_is_what_is_obvious(
        clock in prop_oneof![Just("none"), Just("5+1"), Just("20+0"), Just("move=3"), Just("days=1")],
        steps in proptest::collection::vec(step(), 1..120),
    ) {
        let mut pair = Pair::new(clock);
        for step in &steps {
            pair.goes(step);
        }
    }
}
