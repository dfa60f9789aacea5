//! Play against the solver on 7x6: type the number of a column.

use std::io::{self, Write};

use zermelo_core::{Agent, GameRecord, NoObserver, Notation, SearchLimits, Side, StopToken};
use zermelo_games::connect4::Connect4;
use zermelo_solve::SolverOptions;
use zermelo_solve::connect4::SolverAgent;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut record = GameRecord::new(Connect4::<u64>::new(7, 6, 4));
    let mut solver = SolverAgent::new(SolverOptions { threads: 2, ..SolverOptions::default() });
    // The first moves are the hardest, so the time is limited.
    let limits = SearchLimits::time(std::time::Duration::from_secs(30));
    while record.ending().is_none() {
        if record.side_to_move() == Side::First {
            print!("{}\nyour column: ", record.game().position_text(record.position()).replace('/', "\n"));
            io::stdout().flush()?;
            let mut line = String::new();
            if io::stdin().read_line(&mut line)? == 0 {
                return Ok(());
            }
            match record.game().parse_move(record.position(), line.trim()) {
                Ok(mv) => drop(record.play(mv, None)?),
                Err(why) => println!("{why}"),
            }
        } else {
            let decision = solver.choose(&record, &limits, &StopToken::new(), &mut NoObserver)?;
            let mv = *decision.action.mv().ok_or("it always moves")?;
            let score = decision.score.map_or("nothing proven".to_owned(), |score| score.to_string());
            println!("the solver plays {}: {score}", record.game().move_text(record.position(), mv));
            record.play(mv, None)?;
        }
    }
    println!("{}: {:?}", record.game().position_text(record.position()), record.ending());
    Ok(())
}
