//! Books of small boards, and truncated, damaged and crafted files.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use zermelo_core::{Game, StopToken};
use zermelo_games::connect4::Connect4;
use zermelo_games::stones::{StoneGame, Stones};

use super::partial::{BookEntry, PartialBook};
use super::*;

const SMALL: BookHeader = BookHeader { kind: BookKind::Scores, size: [4, 4, 3], plies: 5 };
const OWN: BookHeader = BookHeader { kind: BookKind::Policy, size: [5, 4, 4], plies: 6 };

fn options() -> BookOptions {
    BookOptions { threads: 1, hash: 1 << 20, stop: StopToken::new() }
}

fn built_by(header: BookHeader, options: &BookOptions) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("book");
    let built = build(header, &out, options, &mut |_| {}).unwrap();
    let bytes = fs::read(&out).unwrap();
    assert_eq!(built.bytes, bytes.len());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left with_suffix the book");
    bytes
}

fn built(header: BookHeader) -> Vec<u8> {
    built_by(header, &options())
}

/// The score by minimax alone: the stones that the winner has left.
fn minimax(game: &Connect4<u64>, position: &Stones<u64>, known: &mut HashMap<Stones<u64>, i32>) -> i32 {
    let area = game.lattice().cells().count() as i32;
    let stones = position.occupied().count_ones() as i32;
    if position.is_won() {
        // The last stone was the winner's.
        return -((area + 2 - stones) / 2);
    }
    if stones == area {
        return 0;
    }
    if let Some(&score) = known.get(position) {
        return score;
    }
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    let after = moves.into_iter().map(|mv| {
        let mut after = *position;
        game.play_unchecked(&mut after, mv);
        -minimax(game, &after, known)
    });
    let score = after.max().unwrap();
    known.insert(*position, score);
    score
}

/// Visits every position within `plies` of a position.
fn walk(game: &Connect4<u64>, position: &Stones<u64>, plies: u8, visit: &mut impl FnMut(&Stones<u64>)) {
    visit(position);
    if plies == 0 {
        return;
    }
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    for mv in moves {
        let mut after = *position;
        game.play_unchecked(&mut after, mv);
        walk(game, &after, plies - 1, visit);
    }
}

#[test]
fn score_books_match_minimax() {
    for (size, plies) in
        [([4, 4, 3], 5), ([4, 4, 4], 4), ([5, 3, 3], 9), ([3, 5, 3], 6), ([1, 4, 2], 4), ([2, 2, 2], 4)]
    {
        let book =
            ScoreBook::<u64>::read(&built(BookHeader { kind: BookKind::Scores, size, plies }), Some(size)).unwrap();
        let game = Connect4::new(size[0], size[1], size[2]);
        let mut known = HashMap::new();
        let mut count = 0;
        walk(&game, &game.initial(), plies, &mut |position| {
            let expected = minimax(&game, position, &mut known);
            assert_eq!(book.probe(position), Some(expected), "{size:?}: {position:?}");
            count += 1;
        });
        assert!(count >= book.len(), "{size:?}");
    }
}

#[test]
fn deeper_and_unreachable_positions_have_no_score() {
    let book = ScoreBook::<u64>::read(&built(SMALL), None).unwrap();
    let game = Connect4::<u64>::new(4, 4, 3);
    let (mut inside, mut beyond) = (0, 0);
    walk(&game, &game.initial(), SMALL.plies + 1, &mut |position| {
        let is_inside = position.occupied().count_ones() <= u32::from(SMALL.plies) || position.is_won();
        assert_eq!(book.probe(position).is_some(), is_inside);
        *(if is_inside { &mut inside } else { &mut beyond }) += 1;
    });
    assert!(inside > 0 && beyond > 0);
    // Unreachable: one column with a stone of the second side at the bottom.
    let mut unreachable = Stones::empty();
    unreachable.place(0b1010, |_| false);
    unreachable.place(0b0101, |_| false);
    assert_eq!(book.probe(&unreachable), None);
}

#[test]
fn bitboard_types_and_threads_give_the_same_book() {
    let wide = BookHeader { kind: BookKind::Scores, size: [16, 8, 4], plies: 1 };
    let header = BookHeader::read(
        &ScoreBook::<zermelo_games::bitboard::Wide<5>>::read(&crafted(wide, &[0; 8]), None).unwrap().bytes(),
    );
    assert_eq!(header, Ok(wide));
    assert!(ScoreBook::<u64>::read(&crafted(wide, &[0; 8]), None).is_err(), "too large for 64 bits");
    let bytes = built(SMALL);
    assert_eq!(ScoreBook::<u128>::read(&bytes, None).unwrap().bytes(), bytes);
    assert_eq!(built_by(SMALL, &BookOptions { threads: 3, ..options() }), bytes);
    assert_eq!(built_by(OWN, &BookOptions { threads: 3, ..options() }), built(OWN));
}

#[test]
fn a_policy_book_keeps_its_scores_against_every_reply() {
    let policy = PolicyBook::<u64>::read(&built(OWN), Some(OWN.size)).unwrap();
    let scores = ScoreBook::<u64>::read(&built(BookHeader { kind: BookKind::Scores, ..OWN }), None).unwrap();
    assert_eq!(PolicyBook::<u64>::read(&policy.bytes(), None).unwrap().bytes(), policy.bytes());
    let game = Connect4::<u64>::new(5, 4, 4);
    // Positions with the side of the book to move, as first and as second side.
    let mut open = vec![game.initial()];
    let mut moves = Vec::new();
    game.generate(&game.initial(), &mut moves);
    open.extend(moves.drain(..).map(|mv| played(&game, &game.initial(), mv)));
    let mut count = 0;
    while let Some(position) = open.pop() {
        if game.outcome(&position).is_some() || position.occupied().count_ones() >= u32::from(OWN.plies) {
            continue;
        }
        count += 1;
        let (score, column) = policy.probe(&position).unwrap();
        assert_eq!(scores.probe(&position), Some(score));
        let after = played(&game, &position, zermelo_core::Column(column));
        assert_eq!(scores.probe(&after), Some(-score));
        game.generate(&after, &mut moves);
        open.extend(moves.drain(..).map(|mv| played(&game, &after, mv)));
    }
    assert!(count >= policy.len() && policy.len() > 20, "{count} positions, {} in the book", policy.len());
}

fn played(game: &Connect4<u64>, position: &Stones<u64>, mv: zermelo_core::Column) -> Stones<u64> {
    let mut after = *position;
    game.play_unchecked(&mut after, mv);
    after
}

#[test]
fn a_stopped_build_continues_to_the_same_bytes() {
    for header in [SMALL, OWN] {
        let whole = built(header);
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("book");
        let mut new = Vec::new();
        let mut rounds = 0;
        loop {
            let options = options();
            let stop = options.stop.clone();
            let mut last = None;
            let result = build(header, &out, &options, &mut |progress| {
                last = Some(progress);
                if progress.new == 9 {
                    stop.stop();
                }
            });
            let last = last.unwrap();
            new.push(last.new);
            rounds += 1;
            match result {
                Ok(built) => {
                    assert_eq!(built.entries, last.done);
                    break;
                }
                Err(BookBuildError::Stopped { done, .. }) => assert_eq!(done, last.done),
                Err(error) => panic!("{error}"),
            }
        }
        assert_eq!(fs::read(&out).unwrap(), whole);
        assert!(rounds > 2, "it was stopped");
        let entries = (whole.len() - 22) / header.kind.entry_size();
        assert_eq!(new.iter().sum::<usize>(), entries, "nothing was computed twice");
        assert!(matches!(build(header, &out, &options(), &mut |_| {}), Err(BookBuildError::Exists(_))));
    }
}

#[test]
fn invalid_headers_are_not_built() {
    let folder = tempfile::tempdir().unwrap();
    let error = |size, plies| {
        let header = BookHeader { kind: BookKind::Scores, size, plies };
        build(header, &folder.path().join("book"), &options(), &mut |_| {}).unwrap_err()
    };
    assert!(matches!(error([4, 4, 3], 17), BookBuildError::Invalid(_)));
    assert!(matches!(error([4, 4, 1], 3), BookBuildError::Invalid(_)));
    // Most games end before their 15th ply.
    assert!(matches!(error([5, 3, 3], 15), BookBuildError::Invalid(_)));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// A file with a correct checksum.
fn crafted(header: BookHeader, entries: &[u8]) -> Vec<u8> {
    file::encode(header, entries)
}

fn read(kind: BookKind, bytes: &[u8]) -> Result<(), BookError> {
    match kind {
        BookKind::Scores => ScoreBook::<u64>::read(bytes, None).map(|_| ()),
        BookKind::Policy => PolicyBook::<u64>::read(bytes, None).map(|_| ()),
    }
}

#[test]
fn truncated_extended_and_damaged_files_are_rejected() {
    for header in [SMALL, OWN] {
        let whole = built(header);
        assert_eq!(read(header.kind, &whole), Ok(()));
        for length in 0..whole.len() {
            let error = read(header.kind, &whole[..length]).unwrap_err();
            assert!(matches!(error, BookError::Length { found, .. } if found == length as u64), "{length}: {error}");
        }
        assert!(matches!(read(header.kind, &[&whole[..], b"x"].concat()), Err(BookError::Length { .. })));
        for at in 0..whole.len() {
            for change in [1, 0x10, 0x80, 0xFF] {
                let mut bytes = whole.clone();
                bytes[at] ^= change;
                let error = read(header.kind, &bytes).unwrap_err();
                let is_named = match at {
                    0..8 => error == BookError::NotABook,
                    8 => error == BookError::Version(1 ^ change),
                    9..18 => true,
                    _ => error == BookError::Checksum,
                };
                assert!(is_named, "byte {at}: {error}");
            }
        }
    }
}

#[test]
fn crafted_files_with_correct_checksums_are_rejected() {
    let impossible = |header: BookHeader, entries: &[u8]| {
        let error = read(header.kind, &crafted(header, entries)).unwrap_err();
        assert!(matches!(error, BookError::Invalid(_)), "{error}");
    };
    let scores = built(SMALL);
    let entries = &scores[18..scores.len() - 4];
    impossible(SMALL, &entries[1..]);
    impossible(SMALL, &[entries, &[0]].concat());
    impossible(SMALL, &[&[100], &entries[1..]].concat());
    impossible(BookHeader { plies: 0, ..SMALL }, entries);
    impossible(BookHeader { plies: 17, ..SMALL }, entries);
    impossible(BookHeader { size: [0, 4, 4], ..SMALL }, entries);
    impossible(BookHeader { size: [17, 4, 4], ..SMALL }, entries);
    impossible(BookHeader { size: [4, 4, 1], ..SMALL }, entries);
    // Too many positions for any memory: rejected at once.
    impossible(BookHeader { size: [7, 6, 4], plies: 42, ..SMALL }, entries);
    let policy = built(OWN);
    let entries = &policy[18..policy.len() - 4];
    impossible(OWN, &entries[2..]);
    impossible(OWN, &[entries, &[0, 0]].concat());
    impossible(OWN, &[&[0, 9], &entries[2..]].concat());
    impossible(OWN, &[&[100], &entries[1..]].concat());
}

#[test]
fn a_book_of_another_kind_or_board_is_rejected() {
    let bytes = built(SMALL);
    let other = |found: Result<(), BookError>| match found {
        Err(error @ BookError::WrongBook { .. }) => error.to_string(),
        other => panic!("{other:?}"),
    };
    let message = other(ScoreBook::<u64>::read(&bytes, Some([7, 6, 4])).map(|_| ()));
    assert_eq!(message, "it has scores of 4x4 with 3 in a row, and scores of 7x6 with 4 in a row was expected");
    let message = other(PolicyBook::<u64>::read(&bytes, None).map(|_| ()));
    assert_eq!(message, "it has scores of 4x4 with 3 in a row, and a policy of 4x4 with 3 in a row was expected");
}

#[test]
fn verify_passes_a_good_book_and_finds_the_wrong_entry() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    for header in [SMALL, OWN] {
        let good = built(header);
        fs::write(&path, &good).unwrap();
        let all = verify(&path, usize::MAX, 0, &options(), &mut |_, _| {}).unwrap();
        assert_eq!((all.header, all.checked), (header, all.positions));
        let some = verify(&path, 5, 1, &options(), &mut |_, _| {}).unwrap();
        assert_eq!((some.checked, some.positions), (5, all.positions));
    }
    // An entry of the deepest positions that does not decide one above it, and so is the only wrong one.
    let scores = built(SMALL);
    let mut entries = scores[18..scores.len() - 4].to_vec();
    entries[3] = u8::from(entries[3] == 0);
    fs::write(&path, crafted(SMALL, &entries)).unwrap();
    assert!(matches!(compare(&path), Err(BookVerifyError::Wrong { .. })));
    // The last move of a policy: another column.
    let policy = built(OWN);
    let mut entries = policy[18..policy.len() - 4].to_vec();
    let last = entries.len() - 1;
    let wrong = (0..5).map(|by| (entries[last] + 1 + by) % 5).find(|&column| {
        let mut other = entries.clone();
        other[last] = column;
        read(BookKind::Policy, &crafted(OWN, &other)) == Ok(())
    });
    entries[last] = wrong.unwrap();
    fs::write(&path, crafted(OWN, &entries)).unwrap();
    assert!(matches!(compare(&path), Err(BookVerifyError::Wrong { .. })));
}

fn compare(path: &Path) -> Result<VerifiedBook, BookVerifyError> {
    verify(path, usize::MAX, 0, &options(), &mut |_, _| {})
}

#[test]
fn entries_of_an_unfinished_build_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("book");
    let mut partial = PartialBook::open(&folder.path().join("book.part"), SMALL).unwrap();
    // A score that no search would find.
    partial.put(0, BookEntry { score: -2, column: 255 }).unwrap();
    drop(partial);
    build(SMALL, &out, &options(), &mut |_| {}).unwrap();
    assert_eq!(fs::read(&out).unwrap()[18], (-2_i8) as u8);
}

#[test]
fn checksums_cover_every_byte() {
    let whole = built(SMALL);
    let (before, sum) = whole.split_at(whole.len() - 4);
    assert_eq!(crc32fast::hash(before).to_le_bytes(), sum);
}
