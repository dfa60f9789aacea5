//! Output of a game: text, or one JSON object per event.

use std::io::Write;
use std::time::Duration;

use serde_json::{Value, json};
use zermelo_core::erased::{DynRecord, TextDecision};
use zermelo_core::{Ending, Outcome, Side};

use super::statistics::Statistics;
use crate::board;
use crate::save;
use crate::style::{QUIET, STRONG, paint};

/// Prints the events of games.
pub struct GameReporter {
    json: bool,
    /// Whether a person plays: then the board is printed after every move.
    for_person: bool,
}

impl GameReporter {
    /// A reporter for text or JSON.
    pub fn new(json: bool, for_person: bool) -> Self {
        Self { json, for_person }
    }

    /// Prints the start of a game. `players` are in the order of their sides.
    pub fn print_start(&self, record: &dyn DynRecord, players: [&str; 2], seed: u64) -> std::io::Result<()> {
        if self.json {
            let [first, second] = players;
            return print_object(&json!({
                "event": "start", "game": record.game_spec(), "start": record.start_text(),
                "moves": record.moves().into_iter().map(|(mv, _)| mv).collect::<Vec<_>>(),
                "first": first, "second": second, "seed": seed,
            }));
        }
        let view = record.view();
        let mut out = anstream::stdout().lock();
        let name = |side: Side| format!("{}: {}", board::side_name(&view, side), players[side.index()]);
        writeln!(out, "{}  {}   {}", paint(STRONG, &view.game), name(Side::First), name(Side::Second))?;
        writeln!(out, "{}\n", paint(QUIET, format_args!("seed {seed}")))?;
        out.write_all(board::draw(&view).as_bytes())?;
        print_turn(&mut out, record)
    }

    /// Prints the last move, with `decision` if an agent chose it.
    pub fn print_move(
        &self,
        record: &dyn DynRecord,
        decision: Option<&TextDecision>,
        time: Duration,
    ) -> std::io::Result<()> {
        let Some((mv, _)) = record.moves().pop() else { return Ok(()) };
        let mover = record.side_to_move().opponent();
        if self.json {
            let mut event = json!({
                "event": "move", "ply": record.ply(), "side": mover, "move": mv, "seconds": time.as_secs_f64(),
            });
            if let Some(decision) = decision {
                event["nodes"] = json!(decision.nodes);
                event["playouts"] = json!(decision.playouts);
                event["depth"] = json!(decision.depth);
                event["score"] = json!(decision.score);
                event["share"] = json!(decision.share);
            }
            return print_object(&event);
        }
        let view = record.view();
        let mut out = anstream::stdout().lock();
        write!(out, "{:>3}. {} plays {}", record.ply(), board::side_name(&view, mover), paint(STRONG, mv))?;
        if let Some(decision) = decision {
            write!(out, "  {}", paint(QUIET, effort(decision, time)))?;
        }
        writeln!(out)?;
        if let Some(note) = decision.and_then(|decision| decision.note.as_ref()) {
            writeln!(out, "     {}", paint(QUIET, note))?;
        }
        if self.for_person && record.ending().is_none() {
            writeln!(out)?;
            out.write_all(board::draw(&view).as_bytes())?;
            print_turn(&mut out, record)?;
        }
        Ok(())
    }

    /// Prints a draw offer.
    pub fn print_draw_offer(&self, record: &dyn DynRecord, side: Side) -> std::io::Result<()> {
        if self.json {
            return print_object(&json!({ "event": "draw_offer", "side": side }));
        }
        let mut out = anstream::stdout().lock();
        writeln!(out, "     {} offers a draw.", board::side_name(&record.view(), side))
    }

    /// Prints a takeback of `moves` plies.
    pub fn print_takeback(&self, record: &dyn DynRecord, moves: u32) -> std::io::Result<()> {
        if self.json {
            return print_object(&json!({ "event": "undo", "moves": moves, "ply": record.ply() }));
        }
        let mut out = anstream::stdout().lock();
        writeln!(out, "{moves} {} taken back\n", if moves == 1 { "move" } else { "moves" })?;
        out.write_all(board::draw(&record.view()).as_bytes())?;
        print_turn(&mut out, record)
    }

    /// Prints the end of a game; `ending` is `None` if it was left unfinished.
    pub fn print_end(&self, record: &dyn DynRecord, ending: Option<Ending>) -> std::io::Result<()> {
        if self.json {
            return print_object(&json!({
                "event": "end", "plies": record.ply(),
                "winner": ending.map(|ending| save::winner(ending.outcome)),
                "termination": ending.map(|ending| ending.termination),
                "position": record.position_text(),
            }));
        }
        let Some(ending) = ending else { return Ok(()) };
        let view = record.view();
        let mut out = anstream::stdout().lock();
        writeln!(out)?;
        out.write_all(board::draw(&view).as_bytes())?;
        if let Some(legend) = board::legend(&view) {
            writeln!(out, "{}", paint(QUIET, legend))?;
        }
        let reason = ending.termination.words();
        match ending.outcome {
            Outcome::Win(side) => {
                let winner = board::side_name(&view, side);
                writeln!(out, "\n{winner} wins by {reason}, after {} plies.\n", record.ply())
            }
            Outcome::Draw => writeln!(out, "\nA draw by {reason}, after {} plies.\n", record.ply()),
        }
    }

    /// Prints the statistics of all games.
    pub fn print_statistics(&self, players: &[Statistics]) -> std::io::Result<()> {
        if self.json {
            let figures: Vec<Value> = players.iter().map(figures).collect();
            return print_object(&json!({ "event": "statistics", "players": figures }));
        }
        if players.iter().all(|player| player.moves == 0) {
            return Ok(());
        }
        let mut out = anstream::stdout().lock();
        let widest = players.iter().map(|player| player.player.chars().count()).max().unwrap_or(0).max(6);
        let titles = ["games", "won", "drawn", "lost", "moves", "ms/move", "nodes/move", "playouts/move"];
        let widths = [5, 5, 5, 5, 6, 9, 12, 13];
        write!(out, "{}", paint(QUIET, format_args!("{:<widest$}", "player")))?;
        for (title, width) in titles.into_iter().zip(widths) {
            write!(out, "  {}", paint(QUIET, format_args!("{title:>width$}")))?;
        }
        writeln!(out)?;
        for player in players {
            write!(out, "{:<widest$}", player.player)?;
            let counts = [player.games, player.wins, player.draws, player.losses, player.moves];
            for (count, width) in counts.into_iter().zip(widths) {
                write!(out, "  {count:>width$}")?;
            }
            for (mean, width) in player.means().into_iter().flatten().zip(&widths[5..]) {
                write!(out, "  {mean:>width$.1}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

fn figures(player: &Statistics) -> Value {
    let mut figures = json!(player);
    if let Some([ms, nodes, playouts]) = player.means() {
        figures["ms_per_move"] = json!(ms);
        figures["nodes_per_move"] = json!(nodes);
        figures["playouts_per_move"] = json!(playouts);
    }
    figures
}

fn print_object(value: &Value) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{value}")?;
    out.flush()
}

/// Prints the side to move.
fn print_turn(out: &mut impl Write, record: &dyn DynRecord) -> std::io::Result<()> {
    let view = record.view();
    writeln!(out, "\n{}", board::turn(&view))
}

/// The effort and the evaluation of a move.
fn effort(decision: &TextDecision, time: Duration) -> String {
    let mut parts = vec![format!("{:.2} s", time.as_secs_f64())];
    if decision.playouts > 0 {
        parts.push(format!("{} playouts", decision.playouts));
    } else if decision.nodes > 0 {
        parts.push(format!("{} nodes", decision.nodes));
    }
    if decision.depth.0 > 0 && decision.playouts == 0 {
        parts.push(format!("depth {}", decision.depth));
    }
    parts.extend(decision.score.map(|score| format!("score {score}")));
    parts.extend(decision.share.map(|share| format!("points {:.0}%", 100.0 * share)));
    parts.join(", ")
}
