//! Specifications: values, errors and their messages.

use std::time::Duration;

use zermelo_core::choice;
use zermelo_core::spec::{Choice, Param, ParamInfo, ParamValue, Params, Spec, SpecError, TextParam, parse_duration};

const DEPTH: Param<u32> = Param::<u32>::integer("depth", 1..=64, 4, "");
const NODES: Param<Option<u64>> = Param::<Option<u64>>::optional("nodes", 1..=u64::MAX, "");
const C: Param<f64> = Param::real("c", 0.0..=10.0, 1.414, "");
const TIME: Param<Option<Duration>> = Param::optional_duration("time", "");
const TT: Param<bool> = Param::switch("tt", true, "");
const EVAL: TextParam = TextParam::spec("eval", "");
const CMD: TextParam = TextParam::text("cmd", "");
const HASH: Param<u64> = Param::memory("hash", 64 << 20, "");
const TIES: Choice<u8> = choice!("ties", "", "first" => 1, "random" => 2);

const INFOS: &[ParamInfo] =
    &[DEPTH.info, NODES.info, C.info, TIME.info, TT.info, EVAL.info, CMD.info, HASH.info, TIES.info];

fn read(text: &str) -> Result<Params, SpecError> {
    text.parse::<Spec>()?.check(INFOS)
}

fn error(text: &str) -> (&'static str, String) {
    let why = read(text).unwrap_err();
    (why.code(), why.to_string())
}

#[test]
fn an_unknown_key_lists_the_known_ones() {
    let known = "depth, nodes, c, time, tt, eval, cmd, hash or ties";
    assert_eq!(error("pvs:dpeth=3"), ("spec/unknown-key", format!("pvs has no parameter \"dpeth\"; it has {known}")));
    let none = "random:x=1".parse::<Spec>().unwrap().check(&[]).unwrap_err();
    assert_eq!(none.to_string(), "random has no parameter \"x\"; it has none");
    let unknown = SpecError::UnknownName { what: "game", name: "go".into(), known: vec!["mnk", "connect4"] };
    assert_eq!(unknown.to_string(), "there is no game \"go\"; there is mnk or connect4");
}

#[test]
fn a_wrong_value_lists_the_range() {
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
        assert_eq!(error(text), ("spec/wrong-value", message.to_owned()));
    }
}

#[test]
fn values_are_parsed_or_default() {
    let text =
        "a:nodes=7,time=1.5s,tt=off,eval=(alignments:count=runs,view=own),cmd=\"./scan hub\",hash=512kb,ties=random";
    let params = read(text).unwrap();
    assert_eq!((params.get(&DEPTH), params.get(&NODES), params.get(&C)), (4, Some(7), 1.414));
    assert_eq!(params.get(&TIME), Some(Duration::from_millis(1500)));
    assert_eq!((params.get(&TT), params.get(&HASH), params.get(&TIES)), (false, 512 << 10, 2));
    assert_eq!(params.text(&CMD), Some("./scan hub"));
    let nested: Spec = params.text(&EVAL).unwrap().parse().unwrap();
    assert_eq!((nested.name.as_str(), nested.pairs.len()), ("alignments", 2));
    let bare = read("a").unwrap();
    assert_eq!((bare.get(&NODES), bare.get(&TIME), bare.text(&EVAL)), (None, None, None));
    assert_eq!((bare.get(&TT), bare.get(&HASH), bare.get(&TIES)), (true, 64 << 20, 1));
    // A parameter that the specification does not declare has its default value.
    let other: Params = "b".parse::<Spec>().unwrap().check(&[]).unwrap();
    assert_eq!((other.get(&DEPTH), other.get(&TIES)), (4, 1));
}

#[test]
fn defaults_have_texts() {
    let texts: Vec<String> = INFOS.iter().map(ParamInfo::default_text).collect();
    assert_eq!(texts, ["4", "", "1.414", "", "on", "", "", "64mb", "first"]);
    for (value, text) in [
        (ParamValue::Duration(Duration::from_secs(10)), "10s"),
        (ParamValue::Duration(Duration::from_millis(1500)), "1500ms"),
        (ParamValue::Memory(96 << 10), "96kb"),
        (ParamValue::Memory(2 << 30), "2gb"),
        (ParamValue::Real(0.0), "0"),
    ] {
        assert_eq!(value.to_string(), text);
    }
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
fn specifications_can_be_deeply_nested() {
    let mut text = "x".to_owned();
    for _ in 0..300 {
        text = format!("a:eval=({text})");
    }
    let mut levels = 0;
    while let Some(inner) = read(&text).unwrap().text(&EVAL).map(str::to_owned) {
        text = inner;
        levels += 1;
    }
    assert_eq!((levels, text.as_str()), (300, "x"));
}

#[test]
fn unbalanced_parentheses_and_quotes_are_errors() {
    for text in
        ["a:eval=(b", "a:eval=(b:c=(d)", "a:eval=b)", "a:eval=)b(", "a:cmd=\"x", "a:cmd=\"x\\\"", "a:eval=(b:c=\")\""]
    {
        assert_eq!(error(text).0, "spec/syntax", "{text}");
    }
    // A parenthesis inside quotes is text.
    assert_eq!(read("a:eval=(b:c=\")\")").unwrap().text(&EVAL), Some("b:c=\")\""));
}

#[test]
fn durations_have_a_unit_and_a_limit() {
    for (text, millis) in
        [("250ms", 250), ("2s", 2000), ("1.5s", 1500), ("2m", 120_000), ("2min", 120_000), ("1h", 3_600_000)]
    {
        assert_eq!(parse_duration(text), Some(Duration::from_millis(millis)), "{text}");
    }
    for text in ["", "s", "2", "2x", "-2s", "0ms", "1e999s", "NaNs", "infs", "2 s", "99999999999999999999999h"] {
        assert_eq!(parse_duration(text), None, "{text}");
    }
}
