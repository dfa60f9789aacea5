//! OpenSpiel (<https://github.com/google-deepmind/open_spiel>, Apache 2.0), from its Python package.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, bail};

use crate::rounds::{Contender, Counted};

/// The number of simulations in about half a second.
pub const USUAL: u32 = 3000;

/// Its Monte-Carlo bot plays one random game per simulation, all in C++, so this measures the library and not Python.
const SCRIPT: &str = "
import sys, time, pyspiel
playouts = int(sys.argv[1])
game = pyspiel.load_game('checkers')
bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, playouts, 100, False, 1, False)
state = game.new_initial_state()
start = time.perf_counter()
bot.step(state)
print(time.perf_counter() - start)
";

/// Searches checkers from the start with `count` simulations, each with one random game.
pub fn searching(python: &Path, simulations: u32) -> Contender {
    let python = python.to_owned();
    Contender::program("OpenSpiel", 0, move || {
        let output = Command::new(&python).args(["-c", SCRIPT, &simulations.to_string()]).output();
        let output = output.with_context(|| format!("{} can't be run", python.display()))?;
        let printed = String::from_utf8_lossy(&output.stdout);
        match printed.trim().parse::<f64>() {
            Ok(seconds) => Ok((Counted::nodes(u64::from(simulations)), Duration::from_secs_f64(seconds))),
            Err(_) => bail!("OpenSpiel does not play: {}", String::from_utf8_lossy(&output.stderr)),
        }
    })
}
