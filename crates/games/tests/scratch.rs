use zermelo_core::*;
use zermelo_games::*;
#[test]
fn p() {
    let g = connect4::Connect4::<u64>::new(7, 6, 4);
    for d in 0..9 {
        let t = std::time::Instant::now();
        let n = perft(&g, &g.initial(), Depth(d));
        let t1 = t.elapsed();
        let l = perft_leaves(&g, &g.initial(), Depth(d));
        println!("{d} {n} {t1:?} {l:?} {:?}", t.elapsed() - t1);
    }
    let g = connect3d::Connect3d::<bitboard::Wide<4>>::new([6, 5, 5], 4, true);
    for d in 0..6 {
        let t = std::time::Instant::now();
        let n = perft(&g, &g.initial(), Depth(d));
        let t1 = t.elapsed();
        let l = perft_leaves(&g, &g.initial(), Depth(d));
        println!("{d} {n} {t1:?} {l:?} {:?}", t.elapsed() - t1);
    }
    let g = connect3d::Connect3d::<u64>::new([4, 4, 4], 4, true);
    for d in 0..7 {
        println!("{d} {}", perft(&g, &g.initial(), Depth(d)));
    }
    let g = connect3d::Connect3d::<u64>::new([4, 4, 4], 4, false);
    for d in 0..5 {
        println!("{d} {}", perft(&g, &g.initial(), Depth(d)));
    }
    let g = mnk::Mnk::<u64>::new(3, 3, 3);
    println!("{:?}", totals(&g, &g.initial(), Depth(9), 1000000));
    println!("{}", g.position_text(&g.initial()));
}
