//! The games of the test kit pass the conformance suite, so that tests can rely on them.

use zermelo_testkit::conformance::{check, check_invalid_positions, check_positions};
use zermelo_testkit::reference::SlowBox;
use zermelo_testkit::toy::{Leapers, Pursuit, Snort, Subtraction};

#[test]
fn line_games() {
    check(&SlowBox::<9>::flat(3, 3, 3, false), 1);
    check(&SlowBox::<9>::flat(3, 3, 4, false), 2);
    check(&SlowBox::<20>::flat(5, 4, 3, true), 3);
    check(&SlowBox::<27>::new(3, 3, 3, 3, false), 4);
    check(&SlowBox::<24>::new(4, 2, 3, 3, true), 5);
}

#[test]
fn pursuit() {
    check(&Pursuit::default(), 1);
    check(&Pursuit::new(5, 3), 2);
    check(&Pursuit::new(9, 1000), 3);
    check_positions(
        &Pursuit::default(),
        4,
        &["a+ d+ x", "a- d- x", "c- c+ x", "e- f+ o:H7", "b+ c- o:H19", "b+ c- o:H20"],
    );
}

#[test]
fn leapers() {
    check(&Leapers::default(), 1);
    check(&Leapers::new(6, 6), 2);
    check(&Leapers::new(2, 3), 3);
    let long = ["4/1oo1/x1o1/4/1O2 x", "5/1o1o1/5/1o1o1/x4 x", "2X2/1xOx1/2x2/3o1/5 o"];
    check_positions(&Leapers::default(), 4, &long[..1]);
    check_positions(&Leapers::new(5, 5), 5, &long[1..]);
}

#[test]
fn snort() {
    check(&Snort::new(9), 1);
    check(&Snort::new(1), 2);
    check(&Snort::new(16), 3);
    check_positions(&Snort::new(5), 4, &["x.x.o o", "x.x.o x", "..... o", "x.o.x o"]);
    check_invalid_positions(
        &Snort::new(5),
        &[("xo... x", "position/unreachable"), ("x.x.o", "position/malformed"), ("x.x. o", "position/malformed")],
    );
}

#[test]
fn subtraction() {
    check(&Subtraction::new(21, 3), 1);
    check(&Subtraction::new(1, 5), 2);
}

#[test]
fn invalid_positions_are_rejected() {
    let malformed = "position/malformed";
    let unreachable = "position/unreachable";
    check_invalid_positions(
        &Pursuit::default(),
        &[
            ("", malformed),
            ("a+ d+", malformed),
            ("a+ d+ x x", malformed),
            ("a+ g+ x", malformed),
            ("a+ d+ x:H21", malformed),
            ("a+ d+ x:H0", malformed),
            ("a+ d+ o", unreachable),
            ("a+ d- x", unreachable),
        ],
    );
    check_invalid_positions(
        &Leapers::default(),
        &[
            ("oooo/4/4/4/xxxx", malformed),
            ("oooo/4/4/xxxx x", malformed),
            ("oooo/4/4/4/4/xxxx x", malformed),
            ("oooo/4/5/4/xxxx x", malformed),
            ("oooo/o3/4/4/xxxx x", unreachable),
            ("X3/4/4/4/4 x", unreachable),
            ("4/4/4/4/o2x x", unreachable),
        ],
    );
    check_invalid_positions(
        &SlowBox::<12>::flat(4, 3, 3, true),
        &[
            ("", malformed),
            ("4/4 x", malformed),
            ("4/4/4 z", malformed),
            ("4/4/x3 x", unreachable),
            ("4/x3/4 o", unreachable),
            ("4/ooo1/xxx1 x", unreachable),
            ("4/4/xxx1 o", unreachable),
            ("xoxo/xoxo/xoxo x", unreachable),
        ],
    );
    // Two lines of x without a common stone: the first line ended the game.
    check_invalid_positions(&SlowBox::<16>::flat(4, 4, 3, false), &[("xxx1/oo1o/xxxo/o3 o", unreachable)]);
    check_invalid_positions(
        &Subtraction::new(7, 3),
        &[("7", malformed), ("07 x", malformed), ("8 x", unreachable), ("6 x", unreachable)],
    );
}
