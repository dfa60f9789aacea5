//! Published messages, and the handling of malformed, foreign and missing ones.

use zermelo_arena::run::RunError;
use zermelo_queue::{QueueEvent, Version};

use crate::fixture::{QueueFixture, TestRoster, wait_for};
use crate::raw_client::RawClient;

const GAMES: u64 = 20;

#[test]
fn a_job_message_carries_the_version_and_the_job_id() {
    let fixture = QueueFixture::new();
    let run = fixture.run("spread.db", GAMES);
    let key = run.key();
    let client = RawClient::new(&fixture);
    let (_, playing) = fixture.play(run);
    let jobs = format!("zermelo-jobs-{key}");
    client.wait_for_messages(&jobs, GAMES / 2);
    let message = client.take(&jobs);
    let payload: serde_json::Value = serde_json::from_slice(&message.payload).expect("JSON");
    assert_eq!(payload["version"], serde_json::to_value(Version::ours()).expect("JSON"));
    let id = format!("{:016x}", payload["body"]["id"].as_u64().expect("an id"));
    let header = message.headers.as_ref().and_then(|headers| headers.get("Nats-Msg-Id")).expect("a message id");
    assert_eq!(header.as_str(), id);
    assert_eq!(message.subject.as_str(), format!("zermelo.jobs.{key}.{id}"));
    let mut streams = client.streams();
    streams.sort();
    assert_eq!(streams, [jobs.clone(), format!("zermelo-results-{key}")]);

    // That job is lost with its worker. It is published again although the server remembers its message id.
    let (_, stop, working) = fixture.work(TestRoster { lacks_greedy: false });
    playing.join().expect("no panic").expect("a run without a fault");
    stop.stop();
    assert!(working.join().expect("no panic").pairs >= GAMES / 2);
    assert_eq!(fixture.games("spread.db"), fixture.expected(GAMES));
    assert_eq!(client.streams(), [""; 0], "the streams of the run are deleted");
}

#[test]
fn deleting_the_queue_ends_the_run_with_an_error() {
    let fixture = QueueFixture::new();
    let run = fixture.run("spread.db", GAMES);
    let key = run.key();
    let (_, playing) = fixture.play(run);
    let client = RawClient::new(&fixture);
    client.wait_for_messages(&format!("zermelo-jobs-{key}"), GAMES / 2);
    client.remove_stream(&format!("zermelo-jobs-{key}"));
    let error = playing.join().expect("no panic").expect_err("the queue is gone");
    assert!(error.to_string().contains("the queue of this run was removed"), "{error}");
}

#[test]
fn jobs_of_another_version_are_skipped() {
    let fixture = QueueFixture::new();
    let client = RawClient::new(&fixture);
    let newer = r#"{"version":{"form":9,"program":"zermelo 9.0.0"},"body":{}}"#;
    client.make_stream("zermelo-jobs-newer", "zermelo.jobs.newer.*", newer);
    let (events, stop, working) = fixture.work(TestRoster { lacks_greedy: false });
    let message = wait_for(&events, |event| matches!(event, QueueEvent::OtherVersion { .. })).to_string();
    assert!(message.contains("zermelo 9.0.0 (message format 9)"), "{message}");
    assert!(message.contains(&Version::ours().to_string()), "{message}");
    stop.stop();
    assert_eq!(working.join().expect("no panic").pairs, 0);
}

/// Every client of the server can publish.
#[test]
fn malformed_messages_do_no_harm() {
    let fixture = QueueFixture::new();
    let run = fixture.run("spread.db", GAMES);
    let key = run.key();
    let client = RawClient::new(&fixture);
    let (run_events, playing) = fixture.play(run);
    client.wait_for_messages(&format!("zermelo-jobs-{key}"), GAMES / 2);
    client.publish(format!("zermelo.results.{key}.00ff"), b"I won".to_vec());
    wait_for(&run_events, |event| matches!(event, QueueEvent::Unreadable { .. }));
    client.publish(format!("zermelo.jobs.{key}.00ff"), b"play this".to_vec());
    let (events, stop, working) = fixture.work(TestRoster { lacks_greedy: false });
    let message = wait_for(&events, |event| matches!(event, QueueEvent::GivenUp { .. })).to_string();
    assert!(message.contains("pair 00000000000000ff is given up: malformed job"), "{message}");
    playing.join().expect("no panic").expect("the run ignores that job");
    stop.stop();
    working.join().expect("no panic");
    assert_eq!(fixture.games("spread.db"), fixture.expected(GAMES));
}

#[test]
fn a_run_that_a_worker_can_t_play_is_played_by_others() {
    let fixture = QueueFixture::new();
    let (events, stop_unfit, unfit) = fixture.work(TestRoster { lacks_greedy: true });
    let (_, playing) = fixture.play(fixture.run("spread.db", GAMES));
    let message = wait_for(&events, |event| matches!(event, QueueEvent::Unfit { .. })).to_string();
    assert!(message.contains("no-such-agent"), "{message}");
    let (_, stop, working) = fixture.work(TestRoster { lacks_greedy: false });
    playing.join().expect("no panic").expect("the other worker plays all of it");
    for (stop, worker) in [(stop_unfit, unfit), (stop, working)] {
        stop.stop();
        worker.join().expect("no panic");
    }
    assert_eq!(fixture.games("spread.db"), fixture.expected(GAMES));
}

#[test]
fn a_result_of_other_games_is_rejected() {
    let fixture = QueueFixture::new();
    let run = fixture.run("spread.db", 2);
    let key = run.key();
    let client = RawClient::new(&fixture);
    let (_, playing) = fixture.play(run);
    let jobs = format!("zermelo-jobs-{key}");
    client.wait_for_messages(&jobs, 1);
    let message = client.take(&jobs);
    let job: serde_json::Value = serde_json::from_slice(&message.payload).expect("JSON");
    let job = &job["body"];
    let result = serde_json::json!({
        "version": Version::ours(),
        "body": { "worker": "a stranger", "result": {
            "id": job["id"], "number": job["number"], "round": job["round"], "pair": job["pair"], "players": [0, 1],
            "games": [],
        } },
    });
    client.publish(format!("zermelo.results.{key}.x"), result.to_string().into_bytes());
    let Err(RunError::Abandoned(jobs)) = playing.join().expect("no panic") else { panic!("it was accepted") };
    assert_eq!(jobs.len(), 1);
    assert!(
        jobs[0].to_string().contains("worker a stranger sent a result that does not belong to this job"),
        "{}",
        jobs[0]
    );
}
