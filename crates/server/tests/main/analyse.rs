//! `/api/v1/analyse`.

use std::time::Duration;

use axum::http::{StatusCode, header};
use serde_json::{Value, json};
use zermelo_core::{SearchLimits, StopToken};
use zermelo_protocol::AnalysisInfo;
use zermelo_server::{AnalysisLimits, Config};

use super::{Answer, TestService, post, request, send, service, with};

const ANALYSE: &str = "/api/v1/analyse";

/// A search without an end of its own.
fn endless_search() -> Value {
    json!({"game": "draughts-international", "agent": "mcts"})
}

/// A service with a time limit of one hour and a limit of analyses per person.
async fn service_with_long_searches(per_person: usize) -> TestService {
    let analysis =
        AnalysisLimits { running: 1, per_person, time: Duration::from_hours(1), ..Config::default().analysis };
    with(Config { analysis, ..Config::default() }).await
}

#[tokio::test]
async fn a_solved_game_has_a_value_for_each_move() {
    let answer = post(&*service().await, ANALYSE, &json!({"game": "tictactoe"})).await;
    let events = answer.events();
    let [(name, values)] = &events[..] else { panic!("{}", answer.body) };
    assert_eq!((name.as_str(), &values["value"]), ("values", &json!("draw")));
    let moves = values["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 9);
    assert!(moves.iter().all(|mv| mv["value"] == "draw"), "{values}");
}

#[tokio::test]
async fn values_are_relative_to_the_side_to_move() {
    // x wins at once with c3.
    let body = json!({"game": "tictactoe", "start": "1o1/1x1/xo1 x"});
    let answer = post(&*service().await, ANALYSE, &body).await;
    let values = &answer.events()[0].1;
    assert_eq!((&values["value"], &values["plies"]), (&json!("win"), &json!(1)), "{values}");
    let moves = values["moves"].as_array().expect("moves");
    let c3 = moves.iter().find(|mv| mv["move"] == "c3").expect("it is legal");
    assert_eq!((&c3["value"], &c3["plies"]), (&json!("win"), &json!(1)));
}

#[tokio::test]
async fn the_requested_agent_searches() {
    let (game, spec, moves) = ("connect3d", "alphabeta:depth=3", ["a1", "b1"]);
    let body = json!({"game": game, "moves": moves, "agent": spec, "lines": 2});
    let events = post(&*service().await, ANALYSE, &body).await.events();
    let mut agent = zermelo_catalog::agent(spec, game).expect("an agent");
    agent.new_game(0);
    let mut record = zermelo_catalog::game(game).expect("a game").new_record();
    record.play_all(&moves.join(" ")).expect("legal moves");
    let AnalysisLimits { nodes, time, .. } = Config::default().analysis;
    let limits = SearchLimits { nodes: Some(nodes), ..SearchLimits::time(time) };
    let decision = agent.choose(record.as_ref(), &limits, &StopToken::new(), None).expect("a decision").text;
    let (name, last) = events.last().expect("an event");
    assert_eq!(name, "decision");
    assert_eq!(last["best"], json!(decision.action.mv()));
    assert_eq!((&last["nodes"], &last["depth"]), (&json!(decision.nodes), &json!(3)));
    assert_eq!(last["moves"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn without_an_agent_the_default_agent_searches() {
    let body = json!({"game": "draughts-english", "nodes": 20_000});
    let events = post(&*service().await, ANALYSE, &body).await.events();
    let (name, last) = events.last().expect("an event");
    assert_eq!(name, "decision");
    let legal = zermelo_catalog::game("draughts-english").expect("a game").new_record().legal_moves();
    assert!(legal.iter().any(|mv| last["best"] == json!(mv)), "{last}");
    assert!(last["nodes"].as_u64().is_some_and(|nodes| nodes <= 20_000), "{last}");
    assert!(events.iter().any(|(name, _)| name == "progress"), "{events:?}");
}

#[tokio::test]
async fn lines_are_searched_as_on_the_command_line() {
    let record = zermelo_catalog::game("connect3d").expect("a game").new_record();
    for (agent_spec, searched) in
        [(json!("pvs"), "pvs:lines=3"), (json!(null), "pvs:lines=3"), (json!("pvs:lines=2"), "pvs:lines=2")]
    {
        let body = json!({"game": "connect3d", "agent": agent_spec, "lines": 3, "nodes": 50_000});
        let events = post(&*service().await, ANALYSE, &body).await.events();
        let mut agent = zermelo_catalog::agent(searched, "connect3d").expect("an agent");
        agent.new_game(0);
        let limits = SearchLimits { nodes: Some(50_000), ..SearchLimits::time(Config::default().analysis.time) };
        let decision = agent.choose(record.as_ref(), &limits, &StopToken::new(), None).expect("a decision").text;
        let expected = serde_json::to_value(AnalysisInfo::of(&decision, 3)).expect("JSON");
        let (name, last) = events.last().expect("an event");
        assert_eq!((name.as_str(), &last["moves"]), ("decision", &expected["moves"]), "{agent_spec}");
        assert_eq!((&last["nodes"], &last["pv"]), (&expected["nodes"], &expected["pv"]), "{agent_spec}");
    }
}

#[tokio::test]
async fn requests_beyond_the_quota_are_refused() {
    let service = service().await;
    let cases = [
        (json!({"game": "tictactoe", "agent": "external:cmd=ls"}), 403, "agent/refused-here"),
        (json!({"game": "tictactoe", "agent": "alphabeta:first=/etc/passwd"}), 403, "agent/refused-here"),
        (json!({"game": "tictactoe", "agent": "pvs:hash=100gb"}), 403, "agent/refused-here"),
        (json!({"game": "tictactoe", "agent": "oracle-of-delphi"}), 422, "agent/unknown"),
        (json!({"game": "tictactoe", "moves": ["a1", "a2", "b1", "b2", "c1"]}), 422, "agent/game-over"),
        (json!({"game": "tictactoe", "depth": 3}), 422, "request/message"),
    ];
    for (body, status, code) in cases {
        let (found, named, words) = post(&service, ANALYSE, &body).await.error();
        assert_eq!((found.as_u16(), named.as_str()), (status, code), "{words}");
    }
}

#[tokio::test]
async fn analyses_per_person_are_limited_and_freed_on_disconnect() {
    let router = service_with_long_searches(1).await;
    let first = send(&router, request(ANALYSE, endless_search().to_string())).await;
    assert_eq!(first.status(), StatusCode::OK);
    let refused = post(&router, ANALYSE, &endless_search()).await;
    assert_eq!((refused.status, refused.error().1.as_str()), (StatusCode::TOO_MANY_REQUESTS, "analysis/busy"));
    assert!(refused.headers.contains_key(header::RETRY_AFTER));
    drop(first);
    let short = json!({"game": "tictactoe", "agent": "alphabeta"});
    loop {
        let answer = post(&router, ANALYSE, &short).await;
        if answer.status == StatusCode::OK {
            assert_eq!(answer.events().last().map(|(name, _)| name.as_str()), Some("decision"));
            return;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

#[tokio::test]
async fn a_stopping_server_ends_running_and_queued_analyses() {
    let served = service_with_long_searches(2).await;
    let (router, closing) = (&served.router, &served.closing);
    let running = send(router, request(ANALYSE, endless_search().to_string())).await;
    let waiting = send(router, request(ANALYSE, endless_search().to_string())).await;
    closing.cancel();
    let running = Answer::of(running).await.events();
    let last = |events: &[(String, Value)]| events.last().cloned().expect("an event");
    // It may have been cancelled before it started.
    let (name, data) = last(&running);
    assert!(name == "decision" || data["code"] == "server/stopping", "{running:?}");
    let (name, data) = last(&Answer::of(waiting).await.events());
    assert_eq!((name.as_str(), &data["code"]), ("error", &json!("server/stopping")));
    assert_eq!(post(router, ANALYSE, &endless_search()).await.error().1, "server/stopping");
}
