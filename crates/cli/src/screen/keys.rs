//! Key bindings: one list for input and for the help page (`?`).

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::cursor_moves::Direction;
use super::words;

/// Commands of keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyCommand {
    /// Move the cursor.
    Go(Direction),
    /// Move the cursor to the next selectable cell.
    Next,
    /// Move the cursor to the previous selectable cell.
    Previous,
    /// Select the cell under the cursor.
    Choose,
    /// The space bar: select, or pause a game of agents.
    Space,
    /// Play the move without cells: a pass.
    Unclicked,
    /// Undo the last selection, stop a search, or close a dialog.
    Back,
    /// Take the last move back.
    TakeBack,
    Hint,
    /// Start a new game.
    New,
    Quit,
    Resign,
    /// Rotate a 3-D board.
    Turn,
    /// Show or hide square numbers.
    Numbers,
    /// Show the help page.
    Keys,
    /// Type a move.
    Type,
    /// Reduce the delay between moves of agents.
    Quicker,
    /// Increase the delay between moves of agents.
    Slower,
    /// Offer a draw, or accept one.
    Draw,
    /// Accept the opponent's offer.
    Accept,
    /// Decline the opponent's offer, or withdraw the own one.
    Decline,
    /// Claim the game after the opponent left.
    Claim,
    /// Open the list of chat messages.
    Say,
    /// Move the cursor to the column, row or plane with this name.
    Name(char),
    /// Quit at once.
    Leave,
}

/// Character keys, with their descriptions in local games and in games on a server. An empty description disables a key.
const CHARACTER_KEYS: &[(char, KeyCommand, &str, &str)] = &[
    ('p', KeyCommand::Unclicked, words::KEY_UNCLICKED, words::KEY_UNCLICKED),
    ('u', KeyCommand::TakeBack, words::KEY_TAKE_BACK, words::KEY_PROPOSE_TAKE_BACK),
    ('=', KeyCommand::Draw, words::KEY_OFFER_DRAW, words::KEY_DRAW),
    ('y', KeyCommand::Accept, "", words::KEY_ACCEPT),
    ('x', KeyCommand::Decline, "", words::KEY_DECLINE),
    ('w', KeyCommand::Claim, "", words::KEY_CLAIM),
    ('s', KeyCommand::Say, "", words::KEY_SAY),
    ('h', KeyCommand::Hint, words::KEY_HINT, ""),
    (':', KeyCommand::Type, words::KEY_TYPE, words::KEY_TYPE_ALL),
    ('n', KeyCommand::New, words::KEY_NEW, words::KEY_AGAIN),
    ('r', KeyCommand::Resign, words::KEY_RESIGN, words::KEY_RESIGN_OR_ABORT),
    ('q', KeyCommand::Quit, words::KEY_QUIT, words::KEY_LEAVE),
    ('v', KeyCommand::Turn, words::KEY_TURN, words::KEY_TURN),
    ('#', KeyCommand::Numbers, words::KEY_NUMBERS, words::KEY_NUMBERS),
    ('+', KeyCommand::Quicker, words::KEY_PACE, ""),
    ('-', KeyCommand::Slower, words::KEY_PACE, ""),
    ('[', KeyCommand::Go(Direction::Front), words::KEY_PLANE, words::KEY_PLANE),
    (']', KeyCommand::Go(Direction::Back), words::KEY_PLANE, words::KEY_PLANE),
    ('?', KeyCommand::Keys, words::KEY_KEYS, words::KEY_KEYS),
];

/// The character keys of local games, or of games on a server.
fn characters(is_online: bool) -> impl Iterator<Item = (char, KeyCommand, &'static str)> {
    let here = move |&(c, command, local, online)| (c, command, if is_online { online } else { local });
    CHARACTER_KEYS.iter().map(here).filter(|(.., words)| !words.is_empty())
}

/// The command of a key; `None` for unbound keys.
pub fn command(key: KeyEvent, is_online: bool) -> Option<KeyCommand> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return (key.code == KeyCode::Char('c')).then_some(KeyCommand::Leave);
    }
    Some(match key.code {
        KeyCode::Left => KeyCommand::Go(Direction::Left),
        KeyCode::Right => KeyCommand::Go(Direction::Right),
        KeyCode::Up => KeyCommand::Go(Direction::Up),
        KeyCode::Down => KeyCommand::Go(Direction::Down),
        KeyCode::PageUp => KeyCommand::Go(Direction::Front),
        KeyCode::PageDown => KeyCommand::Go(Direction::Back),
        KeyCode::Tab => KeyCommand::Next,
        KeyCode::BackTab => KeyCommand::Previous,
        KeyCode::Enter => KeyCommand::Choose,
        KeyCode::Char(' ') => KeyCommand::Space,
        KeyCode::Esc | KeyCode::Backspace => KeyCommand::Back,
        KeyCode::Char('/') => KeyCommand::Type,
        KeyCode::Char(c) => match characters(is_online).find(|(known, ..)| *known == c) {
            Some((_, command, _)) => command,
            // A capital letter is always a name, so that every column can be reached.
            None if c.is_ascii_alphanumeric() => KeyCommand::Name(c.to_ascii_lowercase()),
            None => return None,
        },
        _ => return None,
    })
}

/// The lines of the help page: keys and description.
pub fn page(is_online: bool) -> Vec<(String, &'static str)> {
    let here = |&(key, local, online): &(&str, _, _)| (key.to_owned(), if is_online { online } else { local });
    let mut lines: Vec<(String, &str)> = words::KEYS.iter().map(here).filter(|(_, words)| !words.is_empty()).collect();
    for (c, _, words) in characters(is_online) {
        match lines.last_mut() {
            Some((keys, same)) if *same == words => *keys = format!("{keys} {c}"),
            _ => lines.push((c.to_string(), words)),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_are_names_of_columns() {
        let press = |c| command(KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE), false);
        assert_eq!(press('h'), Some(KeyCommand::Hint));
        assert_eq!(press('H'), Some(KeyCommand::Name('h')));
        assert_eq!(press('c'), Some(KeyCommand::Name('c')));
        assert_eq!(press('7'), Some(KeyCommand::Name('7')));
        assert_eq!(press('%'), None);
    }

    #[test]
    fn server_keys_are_names_in_local_games() {
        let press = |c, is_online| command(KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE), is_online);
        assert_eq!((press('y', true), press('y', false)), (Some(KeyCommand::Accept), Some(KeyCommand::Name('y'))));
        assert_eq!((press('h', true), press('h', false)), (Some(KeyCommand::Name('h')), Some(KeyCommand::Hint)));
    }

    #[test]
    fn no_key_is_bound_twice() {
        for (at, (c, ..)) in CHARACTER_KEYS.iter().enumerate() {
            assert!(CHARACTER_KEYS[at + 1..].iter().all(|(other, ..)| other != c), "{c}");
        }
    }
}
