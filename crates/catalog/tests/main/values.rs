//! Known values of small games, by their oracles.

use zermelo_catalog::{LITERATURE, OracleOptions, game, literature, oracle};
use zermelo_core::{Ply, Proven, Wdl};
use zermelo_testkit::fixture::{Fixture, Row};

/// Checks the value of a game, and its distance if the row has one.
fn check(spec: &str, row: &Row) {
    let oracle = oracle(spec, OracleOptions::default()).unwrap_or_else(|why| panic!("{}: {spec}: {why}", row.place()));
    let record = game(spec).expect("a game").new_record();
    let Some(Proven { wdl, plies, .. }) = oracle.probe(record.as_ref()) else {
        panic!("{}: {spec}: not known", row.place());
    };
    let expected = match row.text("value") {
        "win" => Wdl::Win,
        "draw" => Wdl::Draw,
        "loss" => Wdl::Loss,
        other => panic!("{}: value {other}", row.place()),
    };
    assert_eq!(wdl, expected, "{}: {spec}", row.place());
    if let Some(expected) = row.optional_number("plies") {
        assert_eq!(plies, Some(Ply(expected)), "{}: {spec}", row.place());
    }
}

#[test]
fn values_in_two_dimensions() {
    for row in Fixture::load("mnk/values.txt").rows() {
        let [width, height, k] = ["width", "height", "k"].map(|column| row.number::<u32>(column));
        let has_gravity = row.text("gravity") == "on";
        if !has_gravity && width < height && width * height > 16 {
            // The transposed board is another row, and these are the slowest.
            continue;
        }
        let name = if has_gravity { "connect4" } else { "mnk" };
        check(&format!("{name}:width={width},height={height},k={k}"), row);
    }
}

#[test]
fn values_in_three_dimensions() {
    for row in Fixture::load("connect3d/values.txt").rows() {
        let [width, depth, height, k, gravity] = ["width", "depth", "height", "k", "gravity"].map(|it| row.text(it));
        check(&format!("connect3d:width={width},depth={depth},height={height},k={k},gravity={gravity}"), row);
    }
}

#[test]
fn the_literature_uses_canonical_specs() {
    for known in LITERATURE {
        let start = game(known.game).unwrap_or_else(|why| panic!("{}: {why}", known.game)).new_record();
        assert_eq!(start.game_spec(), known.game);
        assert_eq!(literature(start.as_ref()), Some(known));
        let mut later = start.boxed_clone();
        later.play(&start.legal_moves()[0], None).expect("a legal move");
        assert_eq!(literature(later.as_ref()), None, "{}", known.game);
    }
    let score_four = game("connect3d:width=4,depth=4,height=4").expect("a game").new_record();
    assert_eq!(literature(score_four.as_ref()), None, "there is no published proof");
}
