//! The layout of the screen: a title, the board, the move list if there is space, two lines of text, and the key hints.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::widgets::{Block, Clear, Widget};
use zermelo_core::{Side, Square};
use zermelo_protocol::Stage;

use super::board;
use super::keys;
use super::layout::{BoardLayout, CellSize};
use super::model::{Confirmation, InputMode, Model, SearchPurpose};
use super::panel;
use super::theme::{CURSOR, QUIET, STRONG};
use super::words;
use crate::online::{ConnectionState, OnlineGame, words as said};

/// The minimum size of the terminal: columns, rows.
pub const SMALLEST: [u16; 2] = [24, 8];
/// The width of the side panel, including the gap.
const PANEL: u16 = 28;

/// The areas of the screen.
struct PageLayout {
    /// The area of the board, with its margins.
    board: Rect,
    /// The area of the side panel.
    panel: Option<Rect>,
    layout: BoardLayout,
    fits: bool,
}

impl PageLayout {
    fn new(model: &Model, area: Rect) -> Self {
        // One line for the title, two for text, one for key hints. The blank line after the title is optional.
        let room = |width: u16| [width, area.height.saturating_sub(4)];
        let (alone, fits) = BoardLayout::new(model.board(), room(area.width));
        let (beside, fits_beside) = BoardLayout::new(model.board(), room(area.width.saturating_sub(PANEL)));
        // The panel may shrink the board, but not to a layout without lines or markers.
        let is_good = beside.cell_size == alone.cell_size || beside.cell_size > CellSize { width: 3, height: 1 };
        let has_panel = area.width >= PANEL + SMALLEST[0] && fits_beside && is_good;
        let layout = if has_panel { beside } else { alone };
        let spare = room(0)[1].saturating_sub(layout.height());
        let top = area.y + 1 + u16::from(spare > 0);
        let height = area.bottom().saturating_sub(3).saturating_sub(top);
        let width = if has_panel { area.width - PANEL } else { area.width };
        let board = Rect::new(area.x, top, width, height);
        let panel = has_panel.then(|| Rect::new(board.right() + 2, top, PANEL - 2, height));
        Self { board, panel, layout, fits }
    }

    /// The visible area of the board, and the scroll offset.
    fn window(&self, model: &Model) -> (Rect, Position) {
        let (width, height) = (self.layout.width(), self.layout.height());
        let shown = Rect::new(
            self.board.x + self.board.width.saturating_sub(width) / 2,
            self.board.y + self.board.height.saturating_sub(height) / 2,
            width.min(self.board.width),
            height.min(self.board.height),
        );
        let focus = board::focus(model).and_then(|cell| model.board().at(cell));
        let focus = focus.map_or(Position::ORIGIN, |at| self.layout.mark(at));
        let start = |at: u16, whole: u16, part: u16| at.saturating_sub(part / 2).min(whole - part);
        (shown, Position::new(start(focus.x, width, shown.width), start(focus.y, height, shown.height)))
    }
}

/// Draws the screen.
pub fn draw(model: &Model, frame: &mut Frame) {
    let area = frame.area();
    if area.is_empty() {
        return;
    }
    let buffer = frame.buffer_mut();
    if !has_room(area) {
        let words = words::too_small(SMALLEST, [area.width, area.height]);
        put(buffer, area, area.height / 2, &words, Style::new());
        return;
    }
    let parts = PageLayout::new(model, area);
    title(model, area, buffer);
    let (shown, from) = parts.window(model);
    let canvas = board::paint(model, &parts.layout);
    for place in shown.positions() {
        let source = Position::new(from.x + place.x - shown.x, from.y + place.y - shown.y);
        if let (Some(source), Some(cell)) = (canvas.cell(source), buffer.cell_mut(place)) {
            *cell = source.clone();
        }
    }
    if let Some(panel) = parts.panel {
        panel::draw(model, panel, buffer);
    }
    below(model, parts.fits || parts.panel.is_some(), area, buffer);
    if model.mode == InputMode::Keys {
        help(model, area, buffer);
    }
}

/// Whether a terminal is large enough.
pub fn has_room(area: Rect) -> bool {
    area.width >= SMALLEST[0] && area.height >= SMALLEST[1]
}

/// The cell at a position of the screen.
pub fn cell_at(model: &Model, area: Rect, place: Position) -> Option<Square> {
    if !has_room(area) {
        return None;
    }
    let parts = PageLayout::new(model, area);
    let (shown, from) = parts.window(model);
    let inside = shown.contains(place);
    let place = Position::new((place.x + from.x).saturating_sub(shown.x), (place.y + from.y).saturating_sub(shown.y));
    inside.then(|| board::cell_at(model, &parts.layout, place)).flatten()
}

/// Writes a line, truncated to an area. Returns the column after it.
fn put(buffer: &mut Buffer, area: Rect, row: u16, text: &str, style: Style) -> u16 {
    let y = area.y + row;
    if y >= area.bottom() {
        return area.x;
    }
    buffer.set_stringn(area.x, y, text, usize::from(area.width), style).0
}

/// The game and its players. If space is short, the game's parameters are omitted first, then its name.
fn title(model: &Model, area: Rect, buffer: &mut Buffer) {
    let theme = model.theme;
    let named = |side| {
        let clock = model.clock(side).map_or_else(String::new, |left| format!("  {}", said::time(left)));
        let gone = if model.game().is_some_and(|game| game.is_away(side)) { " (away)" } else { "" };
        format!("{}: {}{gone}{clock}", words::side(&model.view, side), model.player(side).name)
    };
    let players = Side::BOTH.map(|side| (named(side), theme.side(side)));
    let game = model.view.game.as_str();
    let name = game.split(':').next().unwrap_or(game);
    let rest: usize = players.iter().map(|(text, _)| text.chars().count() + 3).sum();
    let game = [game, name].into_iter().find(|text| text.chars().count() + rest <= usize::from(area.width));
    let mut x = area.x;
    for (text, style) in game.map(|game| (game.to_owned(), STRONG)).into_iter().chain(players) {
        let room = Rect { x, width: area.right().saturating_sub(x), ..area };
        x = (put(buffer, room, 0, &text, style) + 3).min(area.right());
    }
}

/// The two lines of text and the key hints.
fn below(model: &Model, fits: bool, area: Rect, buffer: &mut Buffer) {
    for (row, (text, style)) in (area.height - 3..).zip(two_lines(model, fits, usize::from(area.width))) {
        put(buffer, area, row, &text, style);
    }
    if let InputMode::Typing(text) = &model.mode {
        let x = (words::PROMPT.len() + text.chars().count()) as u16;
        if let Some(cell) = buffer.cell_mut(Position::new(area.x + x.min(area.width - 1), area.bottom() - 2)) {
            cell.set_style(CURSOR);
        }
    }
    put(buffer, area, area.height - 1, &keys_line(model, usize::from(area.width)), QUIET);
}

/// The state of the game, and a question, the input line or a message; otherwise the legend. A long text takes both lines.
fn two_lines(model: &Model, fits: bool, width: usize) -> [(String, Style); 2] {
    let is_strong = model.view.ending.is_some() || model.is_persons_turn();
    let status = (status(model), if is_strong { STRONG } else { Style::new() });
    let message = model.message.as_ref().map(|message| {
        let style = if message.is_error { model.theme.alarm() } else { Style::new() };
        (message.text.clone(), style)
    });
    let message = line_of(model).or(message).or_else(|| standing(model));
    match (&model.mode, message) {
        (InputMode::Asking(question), _) => {
            let words = match question {
                Confirmation::New => words::ASK_NEW,
                Confirmation::Quit => words::ASK_QUIT,
                Confirmation::Resign => words::ASK_RESIGN,
                Confirmation::Abort => words::ASK_ABORT,
                Confirmation::Leave => words::ASK_LEAVE,
            };
            [status, (words.to_owned(), STRONG)]
        }
        (InputMode::Saying, _) => {
            let style = Style::new();
            both((said::sayings(), style), width).unwrap_or([status, (said::sayings(), style)])
        }
        (InputMode::Typing(text), message) => {
            [message.unwrap_or(status), (format!("{}{text}", words::PROMPT), Style::new())]
        }
        // After the game, the result takes precedence over a message about the last move.
        (InputMode::Board | InputMode::Keys, Some(message)) if model.view.ending.is_none() => {
            both(message.clone(), width).unwrap_or([status, message])
        }
        (InputMode::Board | InputMode::Keys, message) => {
            let below = message.unwrap_or_else(|| (legend(model, fits), QUIET));
            both(status.clone(), width).unwrap_or([status, below])
        }
    }
}

/// The state of the connection, unless it is established.
fn line_of(model: &Model) -> Option<(String, Style)> {
    match model.game()?.connection() {
        ConnectionState::Connected => None,
        ConnectionState::Connecting => Some((words::CONNECTING.to_owned(), QUIET)),
        ConnectionState::Lost { why, until } => {
            Some((said::lost(why, until.saturating_sub(model.now)), model.theme.alarm()))
        }
    }
}

/// The open offer of the opponent, or the opponent's absence.
fn standing(model: &Model) -> Option<(String, Style)> {
    let game = model.game()?;
    if let Some(proposal) = game.proposal() {
        return Some((format!("{proposal} {}", words::ANSWER), STRONG));
    }
    let claim_in = game.claim_in(model.now)?;
    let other = game.you()?.opponent();
    Some((said::gone(&game.name(other), claim_in), STRONG))
}

/// Splits a text into two lines, if it does not fit into one.
fn both((text, style): (String, Style), width: usize) -> Option<[(String, Style); 2]> {
    let mut lines = panel::wrapped(&text, width).into_iter();
    let (first, second) = (lines.next()?, lines.next()?);
    let second = lines.fold(second, |line, more| line + " " + &more);
    Some([(first, style), (second, style)])
}

/// The legend of the markers on the board.
fn legend(model: &Model, fits: bool) -> String {
    let shown = board::markers(model);
    let meaning = |(at, word): (usize, &&str)| format!("{} {word}", board::marker_text(model, at));
    let meanings = words::MARKERS.iter().enumerate().filter(|(at, _)| shown[*at]).map(meaning);
    let scrolls = (!fits).then(|| words::SCROLLS.to_owned());
    scrolls.into_iter().chain(meanings).collect::<Vec<_>>().join("   ")
}

fn status(model: &Model) -> String {
    let view = &model.view;
    if let Some(game) = model.game() {
        if let Some(waiting) = model.waiting_for() {
            return waiting.to_owned();
        }
        if game.room().status.stage == Stage::Aborted {
            return said::ABORTED.to_owned();
        }
        if let Some(mv) = game.pending() {
            return words::pending(mv);
        }
    }
    if let Some(ending) = view.ending {
        return words::ending(view, ending);
    }
    let Some(search) = &model.search else {
        let clicked = model.is_persons_turn().then_some(model.clicked.len());
        return words::turn(view, clicked);
    };
    let who = match search.purpose {
        SearchPurpose::Move(_) => words::side(view, view.to_move),
        SearchPurpose::Hint => words::adviser(&model.adviser),
    };
    let time = model.now.saturating_sub(search.began);
    let frames: Vec<char> = model.theme.pick(words::SPINNER[0], words::SPINNER[1]).chars().collect();
    let frame = frames[(time.as_millis() / 250) as usize % frames.len()];
    format!("{frame} {}", words::thinking(&who, search.latest.as_ref(), time))
}

/// The key hints. If space is short, hints are omitted from the end, except for the last two.
fn keys_line(model: &Model, width: usize) -> String {
    let is_advised = model.search.as_ref().is_some_and(|search| search.purpose == SearchPurpose::Hint);
    let line = match &model.mode {
        InputMode::Asking(_) => words::line::ASK,
        InputMode::Typing(_) => words::line::TYPE,
        InputMode::Saying => words::line::SAY,
        InputMode::Board | InputMode::Keys if let Some(game) = model.game() => online_keys(game, model),
        InputMode::Board | InputMode::Keys if model.view.ending.is_some() => words::line::OVER,
        InputMode::Board | InputMode::Keys if is_advised => words::line::ADVICE,
        InputMode::Board | InputMode::Keys if model.is_watched() => words::line::WATCH,
        InputMode::Board | InputMode::Keys if !model.is_persons_turn() => words::line::WAIT,
        InputMode::Board | InputMode::Keys if !model.clicked.is_empty() => words::line::PATH,
        InputMode::Board | InputMode::Keys => words::line::TURN,
    };
    let mut parts: Vec<&str> = line.split("   ").collect();
    let choice = model.choice();
    let unclicked = choice.unclicked.map(|index| format!("p {}", model.view.moves[index].text));
    if matches!(model.mode, InputMode::Board | InputMode::Keys)
        && let Some(unclicked) = &unclicked
    {
        if choice.next.is_empty() {
            parts.remove(0);
        }
        parts.insert(0, unclicked);
    }
    while parts.len() > 2 && parts.join("   ").chars().count() > width {
        parts.remove(parts.len() - 3);
    }
    parts.join("   ")
}

/// The key hints of a game on a server.
fn online_keys(game: &OnlineGame, model: &Model) -> &'static str {
    if game.you().is_none() || matches!(game.room().status.stage, Stage::Waiting | Stage::Aborted) {
        words::line::ONLINE_WATCH
    } else if game.proposed().is_some() {
        words::line::ONLINE_PROPOSAL
    } else if !game.is_running() {
        words::line::ONLINE_OVER
    } else if game.claim_in(model.now).is_some_and(|time| time.is_zero()) {
        words::line::ONLINE_CLAIM
    } else if !game.is_your_turn() {
        words::line::ONLINE_WAIT
    } else if model.clicked.is_empty() {
        words::line::ONLINE_TURN
    } else {
        words::line::PATH
    }
}

/// The help page, over the board.
fn help(model: &Model, area: Rect, buffer: &mut Buffer) {
    let lines = keys::page(model.online.is_some());
    let widest = lines.iter().map(|(key, _)| key.chars().count()).max().unwrap_or(0);
    let text: Vec<String> = lines.iter().map(|(key, words)| format!("{key:<widest$}  {words}")).collect();
    let width = text.iter().map(|line| line.chars().count()).max().unwrap_or(0) as u16 + 4;
    let (width, height) = (width.min(area.width), (text.len() as u16 + 2).min(area.height));
    let place = Rect::new((area.width - width) / 2, (area.height - height) / 2, width, height);
    Clear.render(place, buffer);
    let mut block = Block::bordered().title(words::KEYS_TITLE).title_bottom(words::KEYS_CLOSE);
    if !model.theme.unicode {
        block = block.border_set(panel::ASCII_BORDER);
    }
    let inner = block.inner(place);
    block.render(place, buffer);
    let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(1), ..inner };
    for (row, line) in text.iter().enumerate() {
        put(buffer, inner, row as u16, line, Style::new());
    }
}
