//! Specifications: what is refused, and what the refusal says would be right.

use std::time::Duration;

use zermelo_core::spec::{ParamInfo, ParamKind, Params, SWITCH, Spec, SpecError, parse_duration};

const INFOS: &[ParamInfo] = &[
    ParamInfo { key: "depth", kind: ParamKind::Integer { min: 1, max: 64 }, default: "4", help: "" },
    ParamInfo { key: "nodes", kind: ParamKind::Integer { min: 1, max: u64::MAX }, default: "", help: "" },
    ParamInfo { key: "c", kind: ParamKind::Real { min: 0.0, max: 10.0 }, default: "1.414", help: "" },
    ParamInfo { key: "time", kind: ParamKind::Duration, default: "", help: "" },
    ParamInfo { key: "tt", kind: SWITCH, default: "on", help: "" },
    ParamInfo { key: "eval", kind: ParamKind::Spec, default: "none", help: "" },
    ParamInfo { key: "cmd", kind: ParamKind::Text, default: "", help: "" },
];

fn read(text: &str) -> Result<Params, SpecError> {
    text.parse::<Spec>()?.check(INFOS)
}

fn refusal(text: &str) -> (&'static str, String) {
    let why = read(text).unwrap_err();
    (why.code(), why.to_string())
}

#[test]
fn an_unknown_key_lists_the_known_ones() {
    let known = "depth, nodes, c, time, tt, eval or cmd";
    assert_eq!(refusal("pvs:dpeth=3"), ("spec/unknown-key", format!("pvs has no parameter \"dpeth\"; it has {known}")));
    let none = "random:x=1".parse::<Spec>().unwrap().check(&[]).unwrap_err();
    assert_eq!(none.to_string(), "random has no parameter \"x\"; it has none");
    let unknown = SpecError::UnknownName { what: "game", name: "go".into(), known: vec!["mnk", "connect4"] };
    assert_eq!(unknown.to_string(), "there is no game \"go\"; there is mnk or connect4");
}

#[test]
fn a_wrong_value_says_the_range() {
    for (text, message) in [
        ("a:depth=0", "depth=0: depth is a whole number from 1 to 64"),
        ("a:depth=65", "depth=65: depth is a whole number from 1 to 64"),
        ("a:depth=-1", "depth=-1: depth is a whole number from 1 to 64"),
        ("a:depth=4.5", "depth=4.5: depth is a whole number from 1 to 64"),
        ("a:depth=99999999999999999999999", "depth=99999999999999999999999: depth is a whole number from 1 to 64"),
        ("a:nodes=0", "nodes=0: nodes is a whole number from 1"),
        ("a:c=-0.5", "c=-0.5: c is a number from 0 to 10"),
        ("a:c=NaN", "c=NaN: c is a number from 0 to 10"),
        ("a:c=inf", "c=inf: c is a number from 0 to 10"),
        ("a:tt=yes", "tt=yes: tt is on or off"),
        ("a:time=5", "time=5: time is a time such as 250ms, 2s or 1m"),
        ("a:time=0s", "time=0s: time is a time such as 250ms, 2s or 1m"),
        ("a:time=\"\"", "time=: time is a time such as 250ms, 2s or 1m"),
    ] {
        assert_eq!(refusal(text), ("spec/wrong-value", message.to_owned()));
    }
}

#[test]
fn values_are_what_they_say_or_their_default() {
    let params = read("a:nodes=7,time=1.5s,tt=off,eval=(alignments:count=runs,view=own),cmd=\"./scan hub\"").unwrap();
    assert_eq!(params.required::<u32>("depth"), 4);
    assert_eq!((params.integer("nodes"), params.real("c")), (Some(7), Some(1.414)));
    assert_eq!(params.duration("time"), Some(Duration::from_millis(1500)));
    assert!(!params.is_on("tt") && params.is_given("tt") && !params.is_given("c"));
    assert_eq!(params.text("cmd"), Some("./scan hub"));
    let nested: Spec = params.text("eval").unwrap().parse().unwrap();
    assert_eq!((nested.name.as_str(), nested.pairs.len()), ("alignments", 2));
    let bare = read("a").unwrap();
    assert_eq!((bare.integer("nodes"), bare.duration("time"), bare.text("eval")), (None, None, Some("none")));
    assert!(bare.is_on("tt"));
}

#[test]
fn the_canonical_form_drops_defaults_and_keeps_the_declared_order() {
    let params = read("a:cmd=\"x y\",c=1.414,eval=(b:c=d),depth=3").unwrap();
    let canonical = params.canonical("a");
    assert_eq!(canonical, "a:depth=3,eval=\"b:c=d\",cmd=\"x y\"");
    assert_eq!(read(&canonical).unwrap().canonical("a"), canonical);
    assert_eq!(read("a:depth=4,tt=on").unwrap().canonical("a"), "a");
}

#[test]
fn specifications_nest_as_deep_as_they_are_long() {
    let mut text = "x".to_owned();
    for _ in 0..300 {
        text = format!("a:eval=({text})");
    }
    let mut levels = 0;
    while let Some(inner) = read(&text).unwrap().text("eval").filter(|inner| *inner != "none").map(str::to_owned) {
        text = inner;
        levels += 1;
    }
    assert_eq!((levels, text.as_str()), (300, "x"));
}

#[test]
fn broken_parentheses_and_quotes_are_found() {
    for text in
        ["a:eval=(b", "a:eval=(b:c=(d)", "a:eval=b)", "a:eval=)b(", "a:cmd=\"x", "a:cmd=\"x\\\"", "a:eval=(b:c=\")\""]
    {
        assert_eq!(refusal(text).0, "spec/syntax", "{text}");
    }
    // A parenthesis in quotes is text.
    assert_eq!(read("a:eval=(b:c=\")\")").unwrap().text("eval"), Some("b:c=\")\""));
}

#[test]
fn times_have_a_unit_and_an_end() {
    for (text, millis) in
        [("250ms", 250), ("2s", 2000), ("1.5s", 1500), ("2m", 120_000), ("2min", 120_000), ("1h", 3_600_000)]
    {
        assert_eq!(parse_duration(text), Some(Duration::from_millis(millis)), "{text}");
    }
    for text in ["", "s", "2", "2x", "-2s", "0ms", "1e999s", "NaNs", "infs", "2 s", "99999999999999999999999h"] {
        assert_eq!(parse_duration(text), None, "{text}");
    }
}
