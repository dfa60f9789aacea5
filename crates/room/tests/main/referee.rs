//! A room and a [`Referee`], by which arena and terminal play, decide the same about the same actions.

use std::time::Duration;

use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop_oneof, proptest};
use proptest::sample::Index;
use zermelo_core::{Action, Clocks, Referee, Side, Termination, TurnTime};
use zermelo_protocol::{Offer, RoomAction};

use crate::table::{ADA, BOB, Table, decline, mv, offer, record};

#[derive(Clone, Debug)]
enum Step {
    /// The side to move plays a legal move after so many milliseconds.
    Move(Index, u64),
    Offer(Side),
    Decline(Side),
    Resign(Side),
    /// The last move is taken back, as both agree.
    TakeBack,
}

fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::First), Just(Side::Second)]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        12 => (any::<Index>(), 0..3000_u64).prop_map(|(mv, ms)| Step::Move(mv, ms)),
        4 => side().prop_map(Step::Offer),
        2 => side().prop_map(Step::Decline),
        1 => side().prop_map(Step::Resign),
        2 => Just(Step::TakeBack),
    ]
}

struct Both {
    table: Table,
    referee: Referee,
}

impl Both {
    fn new(clock: &str) -> Self {
        let table = Table::with_clock(clock);
        let referee = Referee::new(record(&table.wish), Clocks::new([table.wish.clock; 2]));
        Self { table, referee }
    }

    fn goes(&mut self, step: &Step) {
        let people = [ADA, BOB];
        match step {
            Step::Move(which, ms) => {
                let side = self.referee.side_to_move();
                let turn = which.get(&self.referee.record().legal()).clone();
                let (ply, text) = (self.referee.record().ply().0, turn.text().to_owned());
                let took = Duration::from_millis(*ms);
                let charged = self.table.room.state(self.table.now().instant).clocks_run().then_some(took);
                self.referee.act(&Action::Play(turn), TurnTime { took, charged }).expect("a legal move");
                // A room waits for the flag at least as long as the network may take; who is late has lost then as now.
                self.table.pass_ms(*ms);
                let is_late = self.referee.record().ply().0 == ply;
                if is_late {
                    self.table.wait_ms(5000);
                } else {
                    self.table.does(people[side.index()], &mv(ply, &text));
                }
            }
            Step::Offer(side) => {
                // What a room refuses is not asked: it has more rules against a flood of offers.
                if self.table.acts(people[side.index()], &offer(Offer::Draw)).is_ok() {
                    self.referee.offer_draw(*side);
                }
            }
            Step::Decline(side) => {
                if self.table.acts(people[side.index()], &decline(Offer::Draw)).is_ok() {
                    self.referee.decline_draw(*side);
                    self.referee.withdraw_draw(*side);
                }
            }
            Step::Resign(side) => {
                self.referee.lose(*side, Termination::Resignation);
                self.table.does(people[side.index()], &RoomAction::Resign);
            }
            Step::TakeBack => {
                let mover = self.referee.side_to_move().opponent();
                if self.referee.take_back() {
                    self.table.does(people[mover.index()], &offer(Offer::Takeback));
                    self.table.does(people[mover.opponent().index()], &offer(Offer::Takeback));
                }
            }
        }
    }

    fn agree(&self) {
        let (room, referee) = (&self.table.room, &self.referee);

        assert_eq!(room.record().moves(), referee.record().moves());
        assert_eq!((room.ending(), room.record().ending()), (referee.ending(), referee.ending()));
        let status = self.table.state().status;
        assert_eq!(
            Side::BOTH.map(|side| status.has_offered(side, Offer::Draw)),
            Side::BOTH.map(|side| referee.offers_draw(side))
        );
        let left = |side| referee.clocks().remaining(side).map(|left| left.as_millis() as u64);
        assert_eq!(status.clocks_ms.map(|left| left.map(Some)), left(Side::First).map(|_| Side::BOTH.map(left)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_room_decides_as_the_referee_does(
        clock in prop_oneof![Just("none"), Just("5+1"), Just("2/4+0"), Just("move=2"), Just("days=1")],
        steps in proptest::collection::vec(step(), 1..60),
    ) {
        let mut both = Both::new(clock);
        for step in &steps {
            if both.referee.ending().is_some() {
                break;
            }
            both.goes(step);
            both.agree();
        }
    }
}
