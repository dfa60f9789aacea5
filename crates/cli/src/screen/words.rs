//! Every word of the full screen, in one place.

use std::time::Duration;

use zermelo_core::erased::TextDecision;
use zermelo_core::view::{BoardKind, PieceKind};
use zermelo_core::{Ending, Outcome, Ply, Side, View};

/// Passing.
pub const KEY_UNCLICKED: &str = "make the move that needs no cell: pass";
/// Taking back.
pub const KEY_TAKE_BACK: &str = "take the last move back";
/// Asking.
pub const KEY_HINT: &str = "ask for a hint";
/// Typing.
pub const KEY_TYPE: &str = "type a move, as the list of moves shows it";
/// Beginning.
pub const KEY_NEW: &str = "new game";
/// Giving up.
pub const KEY_RESIGN: &str = "resign";
/// Leaving.
pub const KEY_QUIT: &str = "quit";
/// The same in a game on a server.
pub const KEY_PROPOSE_TAKE_BACK: &str = "propose to take your last move back";
/// A draw, at one's own board.
pub const KEY_OFFER_DRAW: &str = "offer a draw, or accept one";
/// A draw.
pub const KEY_DRAW: &str = "propose a draw";
/// Accepting.
pub const KEY_ACCEPT: &str = "take what the other proposes";
/// Refusing.
pub const KEY_DECLINE: &str = "refuse it, or take yours back";
/// Claiming.
pub const KEY_CLAIM: &str = "claim the game when the other has left";
/// Saying something.
pub const KEY_SAY: &str = "say something";
/// Typing, in a game on a server.
pub const KEY_TYPE_ALL: &str = "type a move, or: draw, claim draw, abort";
/// Playing again.
pub const KEY_AGAIN: &str = "play again, when the game is over";
/// Giving up, in a game on a server.
pub const KEY_RESIGN_OR_ABORT: &str = "resign; call off what has hardly begun";
/// Leaving a game on a server.
pub const KEY_LEAVE: &str = "leave: you can come back";
/// Turning.
pub const KEY_TURN: &str = "3-D: cut the planes the other way";
/// Numbers.
pub const KEY_NUMBERS: &str = "show or hide the numbers of squares";
/// Pace.
pub const KEY_PACE: &str = "agents play quicker, slower";
/// Planes.
pub const KEY_PLANE: &str = "3-D: plane before, behind";
/// The page of keys.
pub const KEY_KEYS: &str = "this page";

/// The keys that are no characters: at one's own board, and in a game on a server. Without words a key has no meaning there.
pub const KEYS: &[(&str, &str, &str)] = &[
    ("arrows", "go to the next cell that can be chosen", "go to the next cell that can be chosen"),
    ("Tab", "go through all of them", "go through all of them"),
    ("a..o 1..9", "go to that column, row or plane", "go to that column, row or plane"),
    ("A..O", "the same where a letter below is taken: H", "the same where a letter below is taken: N"),
    ("Enter", "choose; so does Space, and a click", "choose; so does Space, and a click"),
    ("Esc", "undo the last choice; let an agent play now", "undo the last choice"),
    ("Space", "pause a game of agents", ""),
    ("Ctrl-C", "leave at once", "leave at once"),
];

/// The title of the page of keys.
pub const KEYS_TITLE: &str = " Keys ";
/// How to close it.
pub const KEYS_CLOSE: &str = " any key closes ";
/// The heading of the list of moves.
pub const MOVES: &str = "Moves";
/// The heading of the expected line.
pub const EXPECTS: &str = "Expects";
/// Before any move.
pub const NO_MOVES: &str = "none yet";
/// Before what is typed.
pub const PROMPT: &str = "Move: ";
/// There is nothing to take back.
pub const NOTHING_TO_TAKE_BACK: &str = "There is no move to take back.";
/// Nobody plays who could.
pub const ONLY_AGENTS: &str = "Only agents play: there is nothing to choose. Space pauses, + and - change the pace.";
/// It is not the person's turn.
pub const NOT_YOUR_TURN: &str = "Wait for the other side, or press Esc to make it play now.";
/// The game is over.
pub const OVER: &str = "The game is over: n begins a new one.";
/// The board can't be turned.
pub const NOTHING_TO_TURN: &str = "This board has one plane: there is no other view.";
/// A hint was given up.
pub const NO_HINT: &str = "No hint, then.";
/// A hint can't name a move.
pub const HINT_NO_MOVE: &str = "The hint names no move.";
/// One move may end here or go on.
pub const ENOUGH: &str = "Enter again to stop here, or choose a square to go on.";
/// A click beside all that can be chosen.
pub const NOT_POSSIBLE: &str = "That can't be chosen now.";
/// There is no pass.
pub const NOTHING_UNCLICKED: &str = "You can't pass now.";
/// Asked before a new game.
pub const ASK_NEW: &str = "Leave this game unfinished and begin a new one? y/n";
/// Asked before leaving.
pub const ASK_QUIT: &str = "Leave this game unfinished? y/n";
/// Asked before giving up.
pub const ASK_RESIGN: &str = "Resign? y/n";

/// Asked before a game on a server is given up.
pub const ASK_ABORT: &str = "Call the game off? y/n";
/// Asked before a game on a server is left.
pub const ASK_LEAVE: &str = "Leave? The game goes on without you. y/n";
/// Playing again comes later.
pub const AGAIN_LATER: &str = "You can play again when the game is over.";
/// What can be done about a proposal.
pub const ANSWER: &str = "y accepts, x declines";
/// A move that the server has not answered.
pub fn pending(mv: &str) -> String {
    format!("{mv} is on its way to the server.")
}
/// Before the server has said anything.
pub const CONNECTING: &str = "Connecting to the server.";

/// The frames of the sign that somebody thinks.
pub const SPINNER: [&str; 2] = ["◐◓◑◒", "|/-\\"];

/// The title of a plane: cut from front to back, or, turned, from left to right.
pub fn plane(name: &str, turned: bool, room: usize) -> String {
    let title = if turned { format!("column {name}") } else { format!("depth {name}") };
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

/// Whether the only move is one that needs no click.
fn only_unclicked(view: &View) -> bool {
    matches!(view.moves.as_slice(), [only] if only.moving.path.is_empty())
}

/// What a person has to do next: `clicked` cells are chosen already.
fn task(view: &View, clicked: usize) -> &'static str {
    let is_held = |square| view.pieces.iter().any(|piece| piece.square == square && piece.kind != PieceKind::Stone);
    let starts_on_piece = view.moves.iter().filter_map(|mv| mv.moving.path.first()).any(|&first| is_held(first));
    match (clicked, view.board.kind) {
        (0, _) if only_unclicked(view) => "no cell can be chosen",
        (2.., _) => "choose where to go on",
        (1, _) => "choose where to",
        (0, BoardKind::Upright) => "choose a column",
        (0, BoardKind::Posts) => "choose a post",
        (0, _) if starts_on_piece => "choose a man",
        (0, BoardKind::Cube | BoardKind::Hexagons) => "choose a cell",
        (0, BoardKind::Points) => "choose a point",
        (0, BoardKind::Grid | BoardKind::Chequered) => "choose a square",
    }
}

/// Whose turn it is and, for a person, what comes next.
pub fn turn(view: &View, clicked: Option<usize>) -> String {
    let who = side(view, view.to_move);
    match clicked {
        Some(clicked) => format!("{who} to move: {}.", task(view, clicked)),
        None => format!("{who} to move."),
    }
}

/// How a game ended.
pub fn ending(view: &View, ending: Ending) -> String {
    let reason = ending.termination.words();
    let plies = if view.ply == Ply(1) { "1 ply".to_owned() } else { format!("{} plies", view.ply) };
    match ending.outcome {
        Outcome::Win(winner) => format!("{} wins by {reason}, after {plies}.", side(view, winner)),
        Outcome::Draw => format!("A draw by {reason}, after {plies}."),
    }
}

/// What a search has found so far, or in the end.
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

/// Who thinks, and what of it is known.
pub fn thinking(who: &str, latest: Option<&TextDecision>, time: Duration) -> String {
    match latest {
        Some(decision) => format!("{who} thinks: {}", effort(decision, time)),
        None => format!("{who} thinks: {:.1} s", time.as_secs_f64()),
    }
}

/// The one who is asked for a hint.
pub fn adviser(name: &str) -> String {
    format!("The adviser ({name})")
}

/// A hint.
pub fn hint(mv: &str, decision: &TextDecision, time: Duration) -> String {
    format!("Hint: {mv} ({}).", effort(decision, time))
}

/// What an agent played.
pub fn played(who: &str, mv: &str, decision: &TextDecision, time: Duration) -> String {
    let note = decision.note.as_ref().map_or(String::new(), |note| format!("; {note}"));
    format!("{who} plays {mv}  ({}{note})", effort(decision, time))
}

/// A side offers a draw.
pub fn offers_draw(who: &str) -> String {
    format!("{who} offers a draw: = accepts it, a move declines it.")
}

/// Moves were taken back.
pub fn taken_back(moves: u32) -> String {
    format!("{moves} {} taken back.", if moves == 1 { "move" } else { "moves" })
}

/// A name that stands nowhere on the board.
pub fn no_such_name(name: char) -> String {
    format!("Nothing on this board is called {name}.")
}

/// A column, row or plane in which nothing can be chosen.
pub fn nothing_there(name: &str) -> String {
    format!("Nothing can be chosen in {name} now.")
}

/// The agents wait.
pub const PAUSED: &str = "Paused: Space goes on.";

/// The time from move to move of agents that play each other.
pub fn pace(pace: Duration) -> String {
    if pace.is_zero() {
        return "Agents play as fast as they can.".to_owned();
    }
    format!("Agents wait {} s for each move.", pace.as_secs_f64())
}

/// What an agent needed for its moves.
pub fn mean(name: &str, moves: u64, [ms, nodes, playouts]: [f64; 3]) -> String {
    let moves = if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") };
    let effort = if playouts > 0.0 { format!("{playouts:.0} playouts") } else { format!("{nodes:.0} nodes") };
    format!("{name}: {moves}, each {:.2} s, {effort}", ms / 1000.0)
}

/// The screen has no room.
pub fn too_small(needed: [u16; 2], found: [u16; 2]) -> String {
    let ([width, height], [wide, high]) = (needed, found);
    format!("terminal too small: needs {width}x{height}, is {wide}x{high}")
}

/// The board is larger than the screen.
pub const SCROLLS: &str = "the board scrolls";

/// The meanings of the signs on the board: last move, winning line, chosen, possible, hint.
pub const SIGNS: [&str; 5] = ["last move", "winning line", "chosen", "possible", "hint"];

/// The line of keys.
pub mod line {
    /// While a person chooses.
    pub const TURN: &str = "arrows Enter choose   u take back   h hint   : type   n new   q quit   ? keys";
    /// In the middle of a move.
    pub const PATH: &str = "arrows Enter choose   Esc back   : type   q quit   ? keys";
    /// While an agent thinks.
    pub const WAIT: &str = "Esc play now   u take back   n new   q quit   ? keys";
    /// While the adviser thinks.
    pub const ADVICE: &str = "Esc no hint   q quit   ? keys";
    /// In a game of agents.
    pub const WATCH: &str = "Space pause   + - pace   Esc play now   n new   q quit   ? keys";
    /// After the end.
    pub const OVER: &str = "n new game   u take back   q quit   ? keys";
    /// While a move is typed.
    pub const TYPE: &str = "Enter play   Esc back";
    /// In a game on a server, while a person chooses.
    pub const ONLINE_TURN: &str = "arrows Enter choose   : type   s say   = draw   r resign   q leave   ? keys";
    /// While the other does.
    pub const ONLINE_WAIT: &str = "u take back   s say   = draw   r resign   q leave   ? keys";
    /// While the other proposes something.
    pub const ONLINE_PROPOSAL: &str = "y accept   x decline   q leave   ? keys";
    /// When the other has left.
    pub const ONLINE_CLAIM: &str = "w claim the win   : claim draw   q leave   ? keys";
    /// After the end.
    pub const ONLINE_OVER: &str = "n play again   s say   q leave   ? keys";
    /// Where one can only watch, or wait.
    pub const ONLINE_WATCH: &str = "q leave   ? keys";
    /// While something is chosen to be said.
    pub const SAY: &str = "1-8 say it   Esc back";
    /// While something is asked.
    pub const ASK: &str = "y yes   n no";
}
