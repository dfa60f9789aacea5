//! The statistics of Teeko: the counts of Steele (1998) and of other solvers, for both variants.

use zermelo_core::{Game, Notation, Ply, StopToken, Wdl};
use zermelo_games::teeko::{Teeko, TeekoMove, Variant};
use zermelo_solve::retrograde::{
    EndgameTable, LevelStats, MoveStats, Phase, RankedGame, TableEntry, TableOptions, TableStats, build, hardest, moves,
};

/// A variant with its table and statistics.
struct SolvedTeeko {
    game: Teeko,
    table: EndgameTable,
    stats: TableStats,
}

/// Call this once per variant: every test runs in its own process.
fn solved(variant: Variant) -> SolvedTeeko {
    let game = Teeko::new(variant, true);
    let options = TableOptions { threads: 2, stop: StopToken::new() };
    let table = build(&game, &options, &mut |_| {}).expect("not stopped");
    let stats = TableStats::of(&game, &table, &options).expect("not stopped");
    SolvedTeeko { game, table, stats }
}

impl SolvedTeeko {
    fn level(&self, name: &str) -> &LevelStats {
        self.stats.levels.iter().find(|level| level.name == name).unwrap_or_else(|| panic!("no level {name}"))
    }

    fn phase(&self, phase: Phase) -> LevelStats {
        self.stats.of_phase(phase).expect("both phases")
    }

    /// The values of the first moves, for the side that plays them.
    fn first_moves(&self) -> Vec<(String, Wdl, Option<Ply>)> {
        let start = self.game.initial();
        let all = moves(&self.game, &self.table, &start).expect("a complete table");
        let value = |first: &MoveStats<TeekoMove>| {
            let wdl = first.after.wdl().expect("a complete table").reversed();
            (self.game.move_text(&start, first.mv), wdl, first.after.plies().map(|plies| Ply(plies.0 + 1)))
        };
        all.iter().map(value).collect()
    }

    /// Checks the longest wins or losses: their notation, their entries and their number.
    fn check_hardest(&self, phase: Phase, wdl: Wdl, longest: (Ply, u64)) {
        let mut positions = 0;
        for (at, level) in self.stats.levels.iter().enumerate().filter(|(_, level)| level.phase == phase) {
            if level.longest(wdl).is_none_or(|(plies, _)| plies != longest.0) {
                continue;
            }
            for (position, plies) in hardest(&self.game, &self.table, at, wdl, usize::MAX) {
                let text = self.game.position_text(&position);
                let read = self.game.parse_position(&text).unwrap_or_else(|why| panic!("{text}: {why}"));
                assert_eq!((read, plies), (position, longest.0), "{text}");
                let entry = self.table.entry(&self.game, &read).expect("a complete table");
                assert_eq!((entry.wdl(), entry.plies()), (Some(wdl), Some(plies)), "{text}");
                positions += self.game.multiplicity(&position);
            }
        }
        assert_eq!(positions, longest.1, "{phase:?} {wdl:?}");
    }
}

/// Live, won, lost, drawn and finished positions.
fn counts(level: &LevelStats) -> [u64; 5] {
    [level.live, level.won, level.lost, level.drawn, level.finished]
}

/// Checks that the counts add up.
fn check_sums(stats: &TableStats) {
    for level in &stats.levels {
        assert_eq!(level.live, level.won + level.lost + level.drawn, "{}", level.name);
        assert_eq!(level.arrangements, level.live + level.finished + level.impossible, "{}", level.name);
        let of_parity = |parity| level.plies.iter().skip(parity).step_by(2).sum::<u64>();
        assert_eq!([of_parity(1), of_parity(0)], [level.won, level.lost], "{}", level.name);
    }
}

#[test]
fn standard() {
    let solved = solved(Variant::Standard);
    check_sums(&solved.stats);
    let all = solved.level("4+4");
    assert_eq!((all.arrangements, all.phase), (75_710_250, Phase::Move));
    assert_eq!(counts(all), [75_184_578, 25_606_338, 7_231_009, 42_347_231, 262_332]);
    assert_eq!(all.impossible, 263_340);
    assert_eq!(all.longest(Wdl::Win), Some((Ply(39), 40)));
    for (name, [won, lost, drawn, finished]) in [
        ("3+4", [6_399_076, 868_784, 9_498_120, 58_520]),
        ("3+3", [1_025_052, 225_328, 2_291_620, 0]),
        ("2+3", [189_292, 15_578, 326_430, 0]),
        ("2+2", [19_822, 2_820, 53_258, 0]),
        ("1+2", [1_970, 180, 4_750, 0]),
        ("1+1", [152, 0, 448, 0]),
    ] {
        let level = solved.level(name);
        assert_eq!(counts(level), [won + lost + drawn, won, lost, drawn, finished], "{name}");
        assert_eq!(level.phase, Phase::Drop, "{name}");
    }
    let drop = solved.phase(Phase::Drop);
    let longest = [Wdl::Win, Wdl::Loss].map(|wdl| drop.longest(wdl).map(|(plies, _)| plies));
    assert_eq!(longest.into_iter().max().flatten(), Some(Ply(39)));
    solved.check_hardest(Phase::Move, Wdl::Win, (Ply(39), 40));
    for wdl in [Wdl::Win, Wdl::Loss] {
        solved.check_hardest(Phase::Drop, wdl, drop.longest(wdl).expect("a decided position"));
    }
    first_moves_of_standard(&solved);
}

fn first_moves_of_standard(solved: &SolvedTeeko) {
    let start = solved.game.initial();
    assert_eq!(solved.table.entry(&solved.game, &start).and_then(TableEntry::wdl), Some(Wdl::Draw));
    let firsts = solved.first_moves();
    assert_eq!(firsts.len(), 25);
    assert!(firsts.iter().all(|&(_, wdl, plies)| (wdl, plies) == (Wdl::Draw, None)), "{firsts:?}");
    let all = moves(&solved.game, &solved.table, &start).expect("a complete table");
    let centre = all.iter().find(|first| solved.game.move_text(&start, first.mv) == "c3").expect("a free square");
    assert_eq!(centre.replies, [0, 4, 20]);
    assert!(all.iter().all(|first| first.replies.iter().sum::<u64>() == 24 && first.replies[0] == 0));
}

#[test]
fn advanced() {
    let solved = solved(Variant::Advanced);
    check_sums(&solved.stats);
    let all = solved.level("4+4");
    assert_eq!(all.arrangements, 75_710_250);
    assert_eq!(counts(all), [75_017_740, 37_185_947, 12_159_727, 25_672_066, 345_380]);
    assert_eq!(all.impossible, 347_130);
    assert_eq!(all.longest(Wdl::Win), Some((Ply(59), 136)));
    let drop = solved.phase(Phase::Drop);
    let (plies, count) = drop.longest(Wdl::Loss).expect("a lost position");
    assert_eq!(plies, Ply(60));
    assert!(drop.longest(Wdl::Win).is_some_and(|(plies, _)| plies < Ply(60)));
    solved.check_hardest(Phase::Move, Wdl::Win, (Ply(59), 136));
    solved.check_hardest(Phase::Drop, Wdl::Loss, (Ply(60), count));
    first_moves_of_advanced(&solved);
    without_the_first_centre(&solved);
}

fn first_moves_of_advanced(solved: &SolvedTeeko) {
    let entry = solved.table.entry(&solved.game, &solved.game.initial()).expect("a complete table");
    assert_eq!((entry.wdl(), entry.plies()), (Some(Wdl::Win), Some(Ply(13))));
    for (mv, wdl, plies) in solved.first_moves() {
        let expected = if mv == "c3" { (Wdl::Win, Some(Ply(13))) } else { (Wdl::Draw, None) };
        assert_eq!((wdl, plies), expected, "{mv}");
    }
}

/// Without the centre as first move, the advanced game is a draw. The table is the same.
fn without_the_first_centre(solved: &SolvedTeeko) {
    let game = Teeko::new(Variant::Advanced, false);
    let entry = solved.table.entry(&game, &game.initial()).expect("the value of its best move");
    assert_eq!(entry.wdl(), Some(Wdl::Draw));
    let firsts = moves(&game, &solved.table, &game.initial()).expect("a complete table");
    assert_eq!(firsts.len(), 24);
    assert!(firsts.iter().all(|first| first.after.wdl() == Some(Wdl::Draw)));
}
