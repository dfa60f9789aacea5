//! All texts of full-screen mode.

use std::time::Duration;

use zermelo_core::erased::TextDecision;
use zermelo_core::view::{BoardKind, PieceKind};
use zermelo_core::{Ending, Outcome, Ply, Side, View};

pub const KEY_UNCLICKED: &str = "pass";
pub const KEY_TAKE_BACK: &str = "take back the last move";
pub const KEY_HINT: &str = "ask for a hint";
pub const KEY_TYPE: &str = "type a move, as the list of moves shows it";
pub const KEY_NEW: &str = "new game";
pub const KEY_RESIGN: &str = "resign";
pub const KEY_QUIT: &str = "quit";
pub const KEY_PROPOSE_TAKE_BACK: &str = "ask for a takeback of your last move";
pub const KEY_OFFER_DRAW: &str = "offer a draw, or accept an offer";
pub const KEY_DRAW: &str = "offer a draw";
pub const KEY_ACCEPT: &str = "accept your opponent's offer";
pub const KEY_DECLINE: &str = "decline it, or withdraw your offer";
pub const KEY_CLAIM: &str = "claim the game after your opponent left";
pub const KEY_SAY: &str = "send a chat message";
pub const KEY_TYPE_ALL: &str = "type a move, or: draw, claim draw, abort";
pub const KEY_AGAIN: &str = "offer a rematch, after the game";
pub const KEY_RESIGN_OR_ABORT: &str = "resign; abort before both have moved";
pub const KEY_LEAVE: &str = "leave; you can rejoin";
pub const KEY_TURN: &str = "3-D: rotate the board";
pub const KEY_NUMBERS: &str = "show or hide square numbers";
pub const KEY_PACE: &str = "faster, slower (games of agents)";
pub const KEY_PLANE: &str = "3-D: previous, next plane";
pub const KEY_KEYS: &str = "this help";

/// Special keys, with their descriptions in local games and in games on a server. An empty description hides a key.
pub const KEYS: &[(&str, &str, &str)] = &[
    ("arrows", "move the cursor to a selectable cell", "move the cursor to a selectable cell"),
    ("Tab", "next selectable cell", "next selectable cell"),
    ("a..o 1..9", "go to that column, row or plane", "go to that column, row or plane"),
    ("A..O", "the same, for letters used below: H", "the same, for letters used below: N"),
    ("Enter", "select; also Space or a click", "select; also Space or a click"),
    ("Esc", "undo the selection; make an agent move now", "undo the selection"),
    ("Space", "pause (games of agents)", ""),
    ("Ctrl-C", "quit at once", "quit at once"),
];

/// The title of the page of keys.
pub const KEYS_TITLE: &str = " Keys ";
pub const KEYS_CLOSE: &str = " press any key ";
/// The heading of the list of moves.
pub const MOVES: &str = "Moves";
/// The heading of the principal variation.
pub const EXPECTS: &str = "Expects";
pub const NO_MOVES: &str = "none yet";
pub const PROMPT: &str = "Move: ";
pub const NOTHING_TO_TAKE_BACK: &str = "There is no move to take back.";
pub const ONLY_AGENTS: &str = "Only agents play. Space pauses, + and - change the speed.";
pub const NOT_YOUR_TURN: &str = "Wait for your opponent, or press Esc to make it move now.";
pub const OVER: &str = "The game is over. Press n for a new game.";
pub const NOTHING_TO_TURN: &str = "Only 3-D boards can be rotated.";
pub const NO_HINT: &str = "Hint cancelled.";
pub const HINT_NO_MOVE: &str = "The agent suggests no move.";
/// The selection is a complete move, and the start of longer ones.
pub const ENOUGH: &str = "Press Enter to play this move, or select a square to continue it.";
/// The selected cell is not selectable.
pub const NOT_POSSIBLE: &str = "This cell can't be selected now.";
pub const NOTHING_UNCLICKED: &str = "You can't pass now.";
pub const ASK_NEW: &str = "Leave this game unfinished and start a new one? y/n";
pub const ASK_QUIT: &str = "Leave this game unfinished? y/n";
pub const ASK_RESIGN: &str = "Resign? y/n";

pub const ASK_ABORT: &str = "Abort the game? y/n";
pub const ASK_LEAVE: &str = "Leave? The game continues without you. y/n";
pub const AGAIN_LATER: &str = "You can offer a rematch after the game.";
/// The keys that answer an offer.
pub const ANSWER: &str = "y accepts, x declines";
/// A move that the server has not confirmed.
pub fn pending(mv: &str) -> String {
    format!("Sending {mv} to the server.")
}
/// Before the first connection.
pub const CONNECTING: &str = "Connecting to the server.";

/// The frames of the spinner while an agent thinks, in Unicode and in ASCII.
pub const SPINNER: [&str; 2] = ["◐◓◑◒", "|/-\\"];

/// The title of a plane, shortened to fit.
pub fn plane(name: &str, rotated: bool, room: usize) -> String {
    let title = if rotated { format!("column {name}") } else { format!("depth {name}") };
    if title.len() <= room { title } else { name.to_owned() }
}

/// A side with its mark: `Red (x)`.
pub fn side(view: &View, side: Side) -> String {
    let name = &view.sides[side.index()];
    if name.text.eq_ignore_ascii_case(&name.mark.to_string()) {
        return name.text.to_owned();
    }
    format!("{} ({})", name.text, name.mark)
}

/// Whether the only move needs no selection, as a pass.
fn only_unclicked(view: &View) -> bool {
    matches!(view.moves.as_slice(), [only] if only.moving.path.is_empty())
}

/// The instruction for a person who has selected `clicked` cells.
fn task(view: &View, clicked: usize) -> &'static str {
    let is_held = |square| view.pieces.iter().any(|piece| piece.square == square && piece.kind != PieceKind::Stone);
    let starts_on_piece = view.moves.iter().filter_map(|mv| mv.moving.path.first()).any(|&first| is_held(first));
    match (clicked, view.board.kind) {
        (0, _) if only_unclicked(view) => "only a pass is possible",
        (2.., _) => "select the next square",
        (1, _) => "select the target",
        (0, BoardKind::Upright) => "select a column",
        (0, BoardKind::Posts) => "select a post",
        (0, _) if starts_on_piece => "select a piece",
        (0, BoardKind::Cube | BoardKind::Hexagons) => "select a cell",
        (0, BoardKind::Points) => "select a point",
        (0, BoardKind::Grid | BoardKind::Chequered) => "select a square",
    }
}

/// The side to move and, for a person, the instruction.
pub fn turn(view: &View, clicked: Option<usize>) -> String {
    let who = side(view, view.to_move);
    match clicked {
        Some(clicked) => format!("{who} to move: {}.", task(view, clicked)),
        None => format!("{who} to move."),
    }
}

/// The result of a game.
pub fn ending(view: &View, ending: Ending) -> String {
    let reason = ending.termination.words();
    let plies = if view.ply == Ply(1) { "1 ply".to_owned() } else { format!("{} plies", view.ply) };
    match ending.outcome {
        Outcome::Win(winner) => format!("{} wins by {reason}, after {plies}.", side(view, winner)),
        Outcome::Draw => format!("A draw by {reason}, after {plies}."),
    }
}

/// The evaluation and the effort of a search.
pub fn effort(decision: &TextDecision, time: Duration) -> String {
    let mut parts = Vec::new();
    if decision.depth.0 > 0 && decision.playouts == 0 {
        parts.push(format!("depth {}", decision.depth));
    }
    parts.extend(decision.score.map(|score| format!("score {score}")));
    parts.extend(decision.share.map(|share| format!("points {:.0}%", 100.0 * share)));
    if decision.playouts > 0 {
        parts.push(format!("{} playouts", decision.playouts));
    } else if decision.nodes > 0 {
        parts.push(format!("{} nodes", decision.nodes));
    }
    parts.push(format!("{:.1} s", time.as_secs_f64()));
    parts.join(", ")
}

/// The progress of a search.
pub fn thinking(who: &str, latest: Option<&TextDecision>, time: Duration) -> String {
    match latest {
        Some(decision) => format!("{who} is thinking: {}", effort(decision, time)),
        None => format!("{who} is thinking: {:.1} s", time.as_secs_f64()),
    }
}

/// The agent that gives hints.
pub fn adviser(name: &str) -> String {
    format!("Hint ({name})")
}

/// A hint.
pub fn hint(mv: &str, decision: &TextDecision, time: Duration) -> String {
    format!("Hint: {mv} ({}).", effort(decision, time))
}

/// The move of an agent.
pub fn played(who: &str, mv: &str, decision: &TextDecision, time: Duration) -> String {
    let note = decision.note.as_ref().map_or(String::new(), |note| format!("; {note}"));
    format!("{who} plays {mv}  ({}{note})", effort(decision, time))
}

/// A side offers a draw.
pub fn offers_draw(who: &str) -> String {
    format!("{who} offers a draw: = accepts, a move declines.")
}

/// Moves were taken back.
pub fn taken_back(moves: u32) -> String {
    format!("{moves} {} taken back.", if moves == 1 { "move" } else { "moves" })
}

/// An unknown column, row or plane.
pub fn no_such_name(name: char) -> String {
    format!("This board has no column, row or plane {name}.")
}

/// A column, row or plane without selectable cells.
pub fn nothing_there(name: &str) -> String {
    format!("No cell in {name} can be selected now.")
}

pub const PAUSED: &str = "Paused. Press Space to continue.";

/// The delay between moves in games of agents.
pub fn pace(pace: Duration) -> String {
    if pace.is_zero() {
        return "Agents move without delay.".to_owned();
    }
    format!("Delay between moves: {} s.", pace.as_secs_f64())
}

/// The mean effort of an agent's moves.
pub fn mean(name: &str, moves: u64, [ms, nodes, playouts]: [f64; 3]) -> String {
    let moves = if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") };
    let effort = if playouts > 0.0 { format!("{playouts:.0} playouts") } else { format!("{nodes:.0} nodes") };
    format!("{name}: {moves}, each {:.2} s, {effort}", ms / 1000.0)
}

/// The terminal is too small.
pub fn too_small(needed: [u16; 2], found: [u16; 2]) -> String {
    let ([width, height], [wide, high]) = (needed, found);
    format!("terminal too small: {wide}x{high}, need {width}x{height}")
}

pub const SCROLLS: &str = "the board scrolls";

/// The legend of the markers on the board.
pub const MARKERS: [&str; 5] = ["last move", "winning line", "selected", "legal", "hint"];

/// The key hints in the bottom line.
pub mod line {
    /// A person is to move.
    pub const TURN: &str = "arrows Enter select   u take back   h hint   : type   n new   q quit   ? keys";
    /// A move is partly selected.
    pub const PATH: &str = "arrows Enter select   Esc back   : type   q quit   ? keys";
    /// An agent is thinking.
    pub const WAIT: &str = "Esc move now   u take back   n new   q quit   ? keys";
    /// A hint is being searched.
    pub const ADVICE: &str = "Esc cancel hint   q quit   ? keys";
    /// A game of agents.
    pub const WATCH: &str = "Space pause   + - speed   Esc move now   n new   q quit   ? keys";
    /// The game is over.
    pub const OVER: &str = "n new game   u take back   q quit   ? keys";
    /// A move is being typed.
    pub const TYPE: &str = "Enter play   Esc back";
    /// Server: the local player is to move.
    pub const ONLINE_TURN: &str = "arrows Enter select   : type   s chat   = draw   r resign   q leave   ? keys";
    /// Server: the opponent is to move.
    pub const ONLINE_WAIT: &str = "u take back   s chat   = draw   r resign   q leave   ? keys";
    /// Server: the opponent has made an offer.
    pub const ONLINE_PROPOSAL: &str = "y accept   x decline   q leave   ? keys";
    /// Server: the game can be claimed.
    pub const ONLINE_CLAIM: &str = "w claim the win   : claim draw   q leave   ? keys";
    /// The game is over.
    pub const ONLINE_OVER: &str = "n rematch   s chat   q leave   ? keys";
    /// Server: a spectator, or no opponent yet.
    pub const ONLINE_WATCH: &str = "q leave   ? keys";
    /// Server: the list of chat messages is open.
    pub const SAY: &str = "1-8 send   Esc back";
    /// A confirmation is open.
    pub const ASK: &str = "y yes   n no";
}
