//! Games and agents for the tests: the catalogue's, and a few that misbehave.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use zermelo_arena::results::{GameFilter, ResultsReader, StoredGame};
use zermelo_arena::run::{Run, RunOutcome};
use zermelo_arena::{Roster, TournamentConfig};
use zermelo_catalog::{CatalogGame, GameVisitor, with_game};
use zermelo_core::erased::{DynAgent, DynDecision, DynGame, DynMove, DynOracle, DynRecord, ErasedOracle, TextDecision};
use zermelo_core::spec::SpecError;
use zermelo_core::{Action, AgentError, Decision, Observer, Score, SearchLimits, StopToken};
use zermelo_testkit::agents::dyn_decision;
use zermelo_testkit::reference::SlowOracle;

/// The catalogue with guests.
pub struct TestRoster;

impl Roster for TestRoster {
    fn game(&self, spec: &str) -> Result<Box<dyn DynGame>, SpecError> {
        zermelo_catalog::game(spec)
    }

    fn agent(&self, spec: &str, game: &str) -> Result<Box<dyn DynAgent>, SpecError> {
        match spec.strip_prefix("odd-") {
            None => zermelo_catalog::agent(spec, game),
            Some(manner) => Ok(Box::new(FaultyAgent {
                spec: spec.to_owned(),
                manner: manner.to_owned(),
                moves: zermelo_catalog::agent("random", game)?,
            })),
        }
    }

    fn oracle(&self, game: &str) -> Option<Box<dyn DynOracle>> {
        struct Solve;

        impl GameVisitor for Solve {
            type Output = Box<dyn DynOracle>;

            fn visit<G: CatalogGame>(self, game: G) -> Self::Output {
                Box::new(ErasedOracle::<G, _>::new(SlowOracle::new(game, 10_000)))
            }
        }

        (game == "tictactoe").then(|| with_game(&game.parse().ok()?, Solve).ok()).flatten()
    }
}

/// An agent with bad manners, which are the rest of its specification.
struct FaultyAgent {
    spec: String,
    manner: String,
    moves: Box<dyn DynAgent>,
}

impl DynAgent for FaultyAgent {
    fn spec(&self) -> &str {
        &self.spec
    }

    fn new_game(&mut self, seed: u64) {
        self.moves.new_game(seed);
    }

    fn own_limits(&self) -> SearchLimits {
        // So that no limit of time is given to it.
        SearchLimits::nodes(1)
    }

    fn choose(
        &mut self,
        record: &dyn DynRecord,
        limits: &SearchLimits,
        stop: &StopToken,
        observer: Option<&mut dyn Observer<String>>,
    ) -> Result<DynDecision, AgentError> {
        if stop.is_stopped() {
            // The plan tries it out: then it behaves.
            return self.moves.choose(record, limits, stop, observer);
        }
        let illegal = || {
            let action = Action::Play(DynMove::new((), "nowhere".to_owned()));
            Ok(DynDecision { action, text: Decision::play("nowhere".to_owned()) })
        };
        match self.manner.as_str() {
            "illegal" => illegal(),
            "crash" => Err(AgentError::Crash("exit code 3".to_owned())),
            "stall" => Err(AgentError::Stall("it hangs".to_owned())),
            "disconnect" => Err(AgentError::Disconnect("the cable is out".to_owned())),
            "panic" => panic!("an agent of the tests panics on purpose"),
            "resign" => {
                let text = Decision { action: Action::Resign, ..Decision::play(String::new()) };
                Ok(dyn_decision(record, text))
            }
            "offer" | "offer-too" => {
                let DynDecision { action, text } = self.moves.choose(record, limits, stop, observer)?;
                let offer = |action| if let Action::Play(mv) = action { Action::OfferDraw(mv) } else { action };
                Ok(DynDecision { action: offer(action), text })
            }
            "late" | "late-illegal" => {
                std::thread::sleep(Duration::from_millis(80));
                if self.manner == "late" { self.moves.choose(record, limits, stop, observer) } else { illegal() }
            }
            "wait" => {
                while !stop.is_stopped() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                self.moves.choose(record, limits, stop, observer)
            }
            // Nothing reaches it. Its thread is left behind until the tests end.
            "deaf" => loop {
                std::thread::sleep(Duration::from_secs(1));
            },
            manner => {
                // What it thinks of every position.
                let score = manner.strip_prefix("says:").and_then(|score| score.parse().ok()).map(Score::estimate);
                let DynDecision { action, text } = self.moves.choose(record, limits, stop, observer)?;
                Ok(DynDecision { action, text: TextDecision { score, ..text } })
            }
        }
    }
}

/// A folder of its own for a test, with a place for results.
pub struct TestDir(tempfile::TempDir);

impl TestDir {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder for the test"))
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// A configuration of two or more agents, with these changes.
pub fn config(game: &str, agents: &[&str], change: impl FnOnce(&mut TournamentConfig)) -> TournamentConfig {
    let mut config = TournamentConfig::new(game, agents);
    change(&mut config);
    config
}

/// Plays a tournament to its end.
pub fn play(config: TournamentConfig, place: &TestDir, name: &str) -> RunOutcome {
    let roster: Arc<dyn Roster> = Arc::new(TestRoster);
    let run = Run::begin(config, &place.file(name), &TestRoster).expect("a tournament that can be played");
    run.play(&roster, &StopToken::new(), &mut |_| {}).expect("a run without a fault")
}

/// The games of a results file.
pub fn games(place: &TestDir, name: &str) -> Vec<StoredGame> {
    let mut games = Vec::new();
    let reader = ResultsReader::open(&place.file(name)).expect("results");
    let read = reader.for_each(&GameFilter::default(), |game| {
        games.push(game);
        Ok(())
    });
    read.expect("whole rows");
    games
}

/// The same without what the clock says.
pub fn timeless(games: Vec<StoredGame>) -> Vec<StoredGame> {
    let still = |mut game: StoredGame| {
        game.ended = 0;
        game.figures.iter_mut().for_each(|figures| figures.nanoseconds = 0);
        game
    };
    games.into_iter().map(still).collect()
}
