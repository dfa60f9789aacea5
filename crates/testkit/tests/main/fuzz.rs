//! The bodies of the fuzz targets with valid, nearly valid and random input.

use zermelo_core::erased::{DynGame, ErasedGame};
use zermelo_core::spec::Spec;
use zermelo_testkit::fuzz;
use zermelo_testkit::reference::SlowBox;
use zermelo_testkit::rng::TestRng;
use zermelo_testkit::toy::{Leapers, Pursuit, Snort, Subtraction};

use crate::flawed::{Flaw, Flawed};
use crate::suite::panic_message;

fn spec(text: &str) -> Result<String, zermelo_core::spec::SpecError> {
    text.parse::<Spec>().map(|spec| spec.to_string())
}

#[test]
fn random_input_does_not_panic() {
    let games: [&dyn DynGame; 6] = [
        &ErasedGame(SlowBox::<9>::flat(3, 3, 3, false)),
        &ErasedGame(SlowBox::<24>::new(4, 2, 3, 3, true)),
        &ErasedGame(Leapers::default()),
        &ErasedGame(Pursuit::default()),
        &ErasedGame(Subtraction::new(9, 3)),
        &ErasedGame(Snort::new(6)),
    ];
    let alphabet = b"xoXO/ |-+:H0123456789abcdefx=,()\"\\ \xc3\xa9\xff\x00";
    let mut rng = TestRng::new(11);
    for _ in 0..2000 {
        let length = rng.below(24);
        let data: Vec<u8> = (0..length).map(|_| alphabet[rng.below(alphabet.len())]).collect();
        fuzz::spec(spec, &data);
        for game in games {
            fuzz::position(game, &data);
            fuzz::moves(game, &data);
        }
    }
}

#[test]
fn valid_input_passes() {
    let pursuit = ErasedGame(Pursuit::default());
    for text in ["a+ d+ x", "c- c+ x", "e- f+ o:H7", "b+ c- o:H20"] {
        assert!(pursuit.record_from(text).is_ok());
        fuzz::position(&pursuit, text.as_bytes());
    }
    fuzz::moves(&pursuit, b"  a-c\td-e\nc-e ");
    fuzz::moves(&ErasedGame(SlowBox::<42>::flat(7, 6, 4, true)), b"4444 55 7");
    fuzz::spec(spec, b"external:cmd=\"./scan hub\",protocol=(hub:x=1)");
}

#[test]
fn defects_are_found() {
    let lossy = ErasedGame(Flawed { game: SlowBox::<9>::flat(3, 3, 3, false), flaw: Flaw::LossyText });
    assert!(panic_message(|| fuzz::position(&lossy, b"3/1x1/o2 x")).contains("prints as"));
    let same_texts = ErasedGame(Flawed { game: SlowBox::<9>::flat(3, 3, 3, false), flaw: Flaw::ConstantMoveText });
    assert!(panic_message(|| fuzz::moves(&same_texts, b"b2 a3")).contains("was played as"));
    assert!(panic_message(|| fuzz::spec(|_| Err::<String, _>(""), b"x")).contains("without a message"));
    assert!(
        panic_message(|| fuzz::spec(|text| Err::<String, _>(text.repeat(3000)), b"x"))
            .contains("a message of 3000 bytes")
    );
    assert!(
        panic_message(|| fuzz::spec(|text| Ok::<_, String>(format!("{text}!")), b"x")).contains("the canonical form")
    );
}

#[test]
fn a_corpus_is_replayed_file_by_file() {
    let dir = std::env::temp_dir().join(format!("zermelo-corpus-{}", std::process::id()));
    std::fs::create_dir_all(dir.join("folder")).unwrap();
    assert!(panic_message(|| fuzz::replay_corpus(&dir, |_| {})).contains("the corpus has no files"));
    std::fs::write(dir.join("one"), "a+ d+ x").unwrap();
    std::fs::write(dir.join("two"), [0xff, 0x00]).unwrap();
    let game = ErasedGame(Pursuit::default());
    assert_eq!(fuzz::replay_corpus(&dir, |data| fuzz::position(&game, data)), 2);
    std::fs::remove_dir_all(&dir).unwrap();
    assert!(panic_message(|| fuzz::replay_corpus(&dir, |_| {})).starts_with(&dir.display().to_string()));
}
