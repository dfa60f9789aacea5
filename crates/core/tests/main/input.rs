//! Very long input is rejected by its length without being parsed, so that a wrong pipe does not hang the program.

use zermelo_core::erased::{DynGame, ErasedGame};
use zermelo_core::spec::Spec;
use zermelo_testkit::reference::SlowBox;
use zermelo_testkit::toy::{Leapers, Pursuit, Snort, Subtraction};

#[test]
fn two_hundred_megabytes_are_rejected() {
    let games: [&dyn DynGame; 6] = [
        &ErasedGame(Leapers::default()),
        &ErasedGame(Pursuit::default()),
        &ErasedGame(Subtraction::new(9, 3)),
        &ErasedGame(Snort::new(6)),
        &ErasedGame(SlowBox::<9>::flat(3, 3, 3, false)),
        &ErasedGame(SlowBox::<42>::flat(7, 6, 4, true)),
    ];
    for unit in ["1", "a-b ", "x/"] {
        let text = unit.repeat((200 << 20) / unit.len());
        let why = text.parse::<Spec>().unwrap_err();
        assert_eq!(why.code(), "spec/too-long");
        assert_short(&why.to_string());
        for game in games {
            let position = game.record_from(&text).unwrap_err();
            assert_eq!(position.code, "position/too-long");
            assert_short(&position.message);
            let moves = game.new_record().play_all(&text).unwrap_err();
            assert_eq!(moves.code, "move/too-long");
            assert_short(&moves.message);
            let mv = game.new_record().play(&text, None).unwrap_err();
            assert_eq!(mv.code, "move/malformed");
            assert_short(&mv.message);
        }
    }
}

/// Checks that a message contains only an excerpt of the input.
fn assert_short(message: &str) {
    assert!((20..300).contains(&message.len()), "{message}");
}

#[test]
fn control_characters_are_escaped() {
    let game = ErasedGame(Subtraction::new(9, 3));
    let why = game.new_record().play("\u{1b}[31m\0\u{202e}3", None).unwrap_err();
    assert!(!why.message.contains(['\u{1b}', '\0', '\u{202e}']), "{}", why.message);
}
