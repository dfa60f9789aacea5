//! Games in which a side may have to pass, and games in which the sides do not move strictly in turn.

use zermelo_core::{
    AgentError, Game, GameRecord, NoEvaluator, NoObserver, Notation, Ply, Score, SearchLimits, StopToken,
};
use zermelo_search::{DfpnOptions, DfpnOracle, DfpnOracleError, MctsAgent, PvsAgent, PvsOptions};
use zermelo_testkit::toy::{Carousel, Snort, SnortMove};

use crate::limits::any_game;
use crate::toys::{check, decide, played};

#[test]
fn a_side_without_another_move_passes() {
    let game = Snort::new(5);
    let start = game.parse_position("x.x.o o").expect("a position");
    assert_eq!(game.outcome(&start), None, "the first side can fill b");
    let record = GameRecord::from_position(game, start);
    for (name, mut agent) in any_game() {
        let limits = SearchLimits::nodes(200);
        let decision = agent
            .choose(&record, &limits, &StopToken::new(), &mut NoObserver)
            .unwrap_or_else(|e| panic!("{name}: {e}"));
        check(&record, &decision);
        assert_eq!(played(&decision), SnortMove::Pass, "{name}");
    }
}

/// The first side has three cells left, the second none: it passes twice.
#[test]
fn a_win_after_passes_is_found() {
    let game = Snort::new(9);
    let start = game.parse_position("x.x.x.x.o x").expect("a position");
    let record = GameRecord::from_position(game, start);
    let pvs = decide(&mut PvsAgent::new(PvsOptions::default(), NoEvaluator), &record, SearchLimits::NONE);
    assert_eq!(pvs.score, Some(Score::win_in(Ply(5))));
    assert_eq!((pvs.pv[1], pvs.pv[3]), (SnortMove::Pass, SnortMove::Pass));
    let mcts = decide(&mut MctsAgent::default(), &record, SearchLimits::playouts(500));
    assert_eq!(mcts.share, Some(1.0), "every game from here is won");
}

#[test]
fn players_that_negate_values_refuse_games_without_strict_turns() {
    let record = GameRecord::new(Carousel);
    for (name, mut agent) in any_game() {
        let limits = SearchLimits { playouts: Some(50), ..SearchLimits::nodes(200) };
        let decision = agent.choose(&record, &limits, &StopToken::new(), &mut NoObserver);
        if name == "random" || name == "flat-mc" {
            check(&record, &decision.unwrap_or_else(|e| panic!("{name}: {e}")));
            continue;
        }
        let Err(AgentError::UnfitGame { agent, game, why }) = decision else { panic!("{name}: {decision:?}") };
        assert!(name.starts_with(&agent), "{name} calls itself {agent}");
        assert_eq!(
            (game.as_str(), why.split(';').next()),
            ("Carousel", Some("the sides do not move strictly in turn"))
        );
    }
    let limits = SearchLimits::nodes(200);
    let refused = DfpnOracle::new(Carousel, DfpnOptions { limits, ..DfpnOptions::default() }).err();
    assert_eq!(refused, Some(DfpnOracleError::NotAlternating));
}
