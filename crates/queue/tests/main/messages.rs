//! What is published, and what comes of what should not be there.

use zermelo_arena::run::RunError;
use zermelo_queue::{Event, Version};

use crate::place::{House, Place, wait_for};
use crate::stand_in::StandIn;

const GAMES: u64 = 20;

#[test]
fn a_job_says_its_version_and_its_id_is_the_message_id() {
    let place = Place::new();
    let run = place.run("spread.db", GAMES);
    let key = run.key();
    let stand_in = StandIn::new(&place);
    let (_, playing) = place.play(run);
    let jobs = format!("zermelo-jobs-{key}");
    stand_in.wait_for_messages(&jobs, GAMES / 2);
    let message = stand_in.take_for_good(&jobs);
    let payload: serde_json::Value = serde_json::from_slice(&message.payload).expect("JSON");
    assert_eq!(payload["version"], serde_json::to_value(Version::ours()).expect("JSON"));
    let id = format!("{:016x}", payload["body"]["id"].as_u64().expect("an id"));
    let header = message.headers.as_ref().and_then(|headers| headers.get("Nats-Msg-Id")).expect("a message id");
    assert_eq!(header.as_str(), id);
    assert_eq!(message.subject.as_str(), format!("zermelo.jobs.{key}.{id}"));
    let mut streams = stand_in.streams();
    streams.sort();
    assert_eq!(streams, [jobs.clone(), format!("zermelo-results-{key}")]);

    // That job is lost with its worker, and the server remembers its id: it is published again all the same.
    let (_, stop, working) = place.work(House { is_lame: false });
    playing.join().expect("no panic").expect("a run without a fault");
    stop.stop();
    assert!(working.join().expect("no panic").pairs >= GAMES / 2);
    assert_eq!(place.games("spread.db"), place.expected(GAMES));
    assert_eq!(stand_in.streams(), [""; 0], "what was made for the run is gone");
}

#[test]
fn a_queue_that_somebody_removes_ends_the_run_with_a_word() {
    let place = Place::new();
    let run = place.run("spread.db", GAMES);
    let key = run.key();
    let (_, playing) = place.play(run);
    let stand_in = StandIn::new(&place);
    stand_in.wait_for_messages(&format!("zermelo-jobs-{key}"), GAMES / 2);
    stand_in.remove_stream(&format!("zermelo-jobs-{key}"));
    let error = playing.join().expect("no panic").expect_err("nobody can play it");
    assert!(error.to_string().contains("somebody has removed the queue of this run"), "{error}");
}

#[test]
fn jobs_of_another_version_are_left_alone() {
    let place = Place::new();
    let stand_in = StandIn::new(&place);
    let newer = r#"{"version":{"form":9,"program":"zermelo 9.0.0"},"body":{}}"#;
    stand_in.make_stream("zermelo-jobs-newer", "zermelo.jobs.newer.*", newer);
    let (events, stop, working) = place.work(House { is_lame: false });
    let said = wait_for(&events, |event| matches!(event, Event::OtherVersion { .. })).to_string();
    assert!(said.contains("zermelo 9.0.0 (messages of form 9)"), "{said}");
    assert!(said.contains(&Version::ours().to_string()), "{said}");
    stop.stop();
    assert_eq!(working.join().expect("no panic").pairs, 0);
}

/// Whoever can reach the server can publish.
#[test]
fn nonsense_harms_nobody() {
    let place = Place::new();
    let run = place.run("spread.db", GAMES);
    let key = run.key();
    let stand_in = StandIn::new(&place);
    let (heard, playing) = place.play(run);
    stand_in.wait_for_messages(&format!("zermelo-jobs-{key}"), GAMES / 2);
    stand_in.publish(format!("zermelo.results.{key}.00ff"), b"I won".to_vec());
    wait_for(&heard, |event| matches!(event, Event::Unreadable { .. }));
    stand_in.publish(format!("zermelo.jobs.{key}.00ff"), b"play this".to_vec());
    let (events, stop, working) = place.work(House { is_lame: false });
    let said = wait_for(&events, |event| matches!(event, Event::GivenUp { .. })).to_string();
    assert!(said.contains("pair 00000000000000ff is given up: the job can't be read"), "{said}");
    playing.join().expect("no panic").expect("the run does not know that job");
    stop.stop();
    working.join().expect("no panic");
    assert_eq!(place.games("spread.db"), place.expected(GAMES));
}

#[test]
fn a_machine_that_can_t_play_leaves_it_to_others() {
    let place = Place::new();
    let (events, stop_lame, lame) = place.work(House { is_lame: true });
    let (_, playing) = place.play(place.run("spread.db", GAMES));
    let said = wait_for(&events, |event| matches!(event, Event::Unfit { .. })).to_string();
    assert!(said.contains("no-such-agent"), "{said}");
    let (_, stop, working) = place.work(House { is_lame: false });
    playing.join().expect("no panic").expect("the other plays all of it");
    for (stop, worker) in [(stop_lame, lame), (stop, working)] {
        stop.stop();
        worker.join().expect("no panic");
    }
    assert_eq!(place.games("spread.db"), place.expected(GAMES));
}

#[test]
fn a_result_of_other_games_is_not_taken() {
    let place = Place::new();
    let run = place.run("spread.db", 2);
    let key = run.key();
    let stand_in = StandIn::new(&place);
    let (_, playing) = place.play(run);
    let jobs = format!("zermelo-jobs-{key}");
    stand_in.wait_for_messages(&jobs, 1);
    let message = stand_in.take_for_good(&jobs);
    let job: serde_json::Value = serde_json::from_slice(&message.payload).expect("JSON");
    let job = &job["body"];
    let result = serde_json::json!({
        "version": Version::ours(),
        "body": { "worker": "a stranger", "result": {
            "id": job["id"], "number": job["number"], "round": job["round"], "pair": job["pair"], "players": [0, 1],
            "games": [],
        } },
    });
    stand_in.publish(format!("zermelo.results.{key}.x"), result.to_string().into_bytes());
    let Err(RunError::GivenUp(jobs)) = playing.join().expect("no panic") else { panic!("it was taken") };
    assert_eq!(jobs.len(), 1);
    assert!(
        jobs[0].to_string().contains("the result that worker a stranger sent is not one of this job"),
        "{}",
        jobs[0]
    );
}
