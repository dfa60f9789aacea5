//! A picture of a solved game: the values of the first moves on the board, and the distances to the end.
//!
//! The picture is SVG, written by `maud` like the pages. A plotting library would fix the colours, but this picture follows
//! the reader's light or dark theme. The colours are those of the pages as plain values, because some SVG viewers do not support variables. No information
//! depends on colours: values are written in the squares, and bars of wins are filled, those of losses hollow.

use std::collections::BTreeMap;

use maud::{Markup, PreEscaped, html};
use zermelo_core::view::{Board, BoardKind};
use zermelo_core::{Square, Wdl};

use crate::page::TOKENS;
use crate::words::count;

/// The font of the pages.
const FONT: &str = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif";

const MARGIN: f64 = 28.0;
const HEAD: f64 = 76.0;
const CELL: f64 = 60.0;
const GAP: f64 = 4.0;
/// The margin for the names of rows and columns.
const NAMES: f64 = 24.0;
/// The minimum width for the legend.
const LEGEND: f64 = 240.0;
/// The height of the bars.
const CHART: [f64; 2] = [600.0, 300.0];
/// The margin for the numbers of the bars.
const SCALE: f64 = 84.0;
/// The margin below the bars and the board for names and the legend.
const FOOT: f64 = 92.0;
/// The legend of the squares.
const WORDS: [&str; 3] =
    ["The first move: W win, D draw, L loss,", "with the plies to the end; below it", "how many of the replies lose"];
/// The weakest and the strongest tint of a square.
const TINTS: [f64; 2] = [0.12, 0.75];

/// The contents of the picture.
pub struct Picture<'a> {
    /// The game.
    pub title: String,
    /// The value of the game, as text.
    pub value: String,
    /// The board.
    pub board: &'a Board,
    /// The values of the first moves, by target square.
    pub squares: BTreeMap<Square, Value>,
    /// The number of positions by plies to the end, from 0; odd plies are wins of the side to move.
    pub positions: Vec<u64>,
    /// The number of drawn positions.
    pub drawn: u64,
}

/// The value of a first move.
pub struct Value {
    /// The value for the side that plays it.
    pub wdl: Wdl,
    /// The value in short form.
    pub text: String,
    /// The number of losing replies.
    pub losing: u64,
    /// The number of replies.
    pub replies: u64,
}

impl Picture<'_> {
    /// The whole file.
    pub fn draw(&self) -> String {
        let [columns, rows, planes] = self.board.size.map(f64::from);
        let board = [NAMES + columns * CELL + (rows - 1.0) * self.slant(), planes * (rows * CELL + NAMES)];
        let at = MARGIN + board[0].max(LEGEND) + SCALE;
        let width = at + CHART[0] + MARGIN;
        let height = HEAD + board[1].max(CHART[1]) + FOOT;
        let said = format!("{}: {}. {}", self.title, self.value, self.summary());
        let markup = html! {
            (PreEscaped("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"))
            svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {width} {height}")) width=(width) height=(height) role="img"
                aria-label=(said) {
                style { (PreEscaped(style())) }
                rect.ground width="100%" height="100%" {}
                (text(MARGIN, 36.0, "title", &self.title))
                (text(MARGIN, 58.0, "quiet", &self.value))
                @for plane in 0..self.board.size[2] { (self.plane(plane, HEAD + f64::from(plane) * (rows * CELL + NAMES))) }
                @let below = HEAD + board[1] + 22.0;
                @for (line, words) in WORDS.iter().enumerate() { (text(MARGIN, below + 18.0 * line as f64, "quiet", words)) }
                (self.chart(at, HEAD))
            }
        };
        markup.into_string() + "\n"
    }

    fn summary(&self) -> String {
        let of_parity = |parity| self.positions.iter().skip(parity).step_by(2).sum::<u64>();
        let [won, lost, drawn] = [of_parity(1), of_parity(0), self.drawn].map(count);
        format!("Positions: {won} won, {lost} lost, {drawn} drawn for the side to move")
    }

    /// The horizontal offset of each row relative to the row above.
    fn slant(&self) -> f64 {
        if self.board.kind == BoardKind::Hexagons { CELL / 2.0 } else { 0.0 }
    }

    /// A plane of the board, seen from the front.
    fn plane(&self, plane: u8, top: f64) -> Markup {
        let [columns, rows, _] = self.board.size;
        let shift = |row: u8| f64::from(rows - 1 - row) * self.slant();
        let x = |column: u8, row: u8| MARGIN + NAMES + f64::from(column) * CELL + shift(row);
        let y = |row: u8| top + f64::from(rows - 1 - row) * CELL;
        let cells = self.board.cells.iter().filter(|cell| cell.at[2] == plane);
        html! {
            @for cell in cells { (self.square(cell.square, x(cell.at[0], cell.at[1]), y(cell.at[1]))) }
            @for (row, name) in (0..rows).zip(&self.board.rows) {
                (text(MARGIN + NAMES / 2.0 - 4.0 + shift(row), y(row) + CELL / 2.0 + 3.0, "name", name))
            }
            @for (column, name) in (0..columns).zip(&self.board.columns) {
                (text(x(column, 0) + (CELL - GAP) / 2.0, top + f64::from(rows) * CELL + 13.0, "name", name))
            }
        }
    }

    fn square(&self, square: Square, x: f64, y: f64) -> Markup {
        let side = CELL - GAP;
        let middle = x + side / 2.0;
        html! {
            rect.cell x=(x) y=(y) width=(side) height=(side) rx="6" {}
            @if let Some(value) = self.squares.get(&square) {
                @let (class, tint) = value.tint();
                rect class=(class) x=(x) y=(y) width=(side) height=(side) rx="6" fill-opacity=(format!("{tint:.2}")) {}
                (text(middle, y + side / 2.0, "value", &value.text))
                @if value.replies > 0 {
                    (text(middle, y + side / 2.0 + 18.0, "small", &format!("{} of {}", value.losing, value.replies)))
                }
            }
        }
    }

    /// The bars: one for each number of plies, with logarithmic heights.
    fn chart(&self, left: f64, top: f64) -> Markup {
        let [width, height] = CHART;
        let bottom = top + height;
        let longest = self.positions.iter().rposition(|&count| count > 0).unwrap_or(0);
        let most = self.positions.iter().copied().max().unwrap_or(0).max(1);
        // One position has a visible bar too.
        let decades = (2.0 * most as f64).log10().ceil().max(1.0);
        let tall = |count: u64| height * (2.0 * count as f64).log10() / decades;
        let step = width / (longest + 1) as f64;
        let bar = (step * 0.72).min(26.0);
        let every = [1, 2, 5, 10, 20, 50].into_iter().find(|&every| every as f64 * step >= 30.0).unwrap_or(100);
        let powers = (0..=decades as u32).map(|power| 10_u64.pow(power)).filter(|&power| tall(power) <= height);
        let middle = |plies: usize| left + (plies as f64 + 0.5) * step;
        html! {
            @for power in powers {
                @let y = bottom - tall(power);
                line.rule x1=(left) x2=(left + width) y1=(one(y)) y2=(one(y)) {}
                (text(left - 8.0, y + 4.0, "scale", &count(power)))
            }
            @for (plies, &positions) in self.positions.iter().enumerate().filter(|(_, positions)| **positions > 0) {
                @let class = if plies % 2 == 1 { "won" } else { "lost" };
                rect class=(class) x=(one(middle(plies) - bar / 2.0)) y=(one(bottom - tall(positions))) width=(one(bar))
                    height=(one(tall(positions))) {
                    title { (format!("{} in {plies} plies: {}", if plies % 2 == 1 { "won" } else { "lost" }, count(positions))) }
                }
            }
            line.axis x1=(left) x2=(left + width) y1=(bottom) y2=(bottom) {}
            @for plies in (0..=longest).step_by(every) { (text(middle(plies), bottom + 18.0, "name", &plies.to_string())) }
            (text(left + width / 2.0, bottom + 38.0, "name", "plies to the end under best play; each line is ten times as many positions"))
            rect.won x=(left) y=(bottom + 51.0) width="12" height="12" {}
            (text(left + 20.0, bottom + 62.0, "quiet", "won for the side to move"))
            rect.lost x=(left + 220.0) y=(bottom + 51.0) width="12" height="12" {}
            (text(left + 240.0, bottom + 62.0, "quiet", "lost"))
            (text(left + 320.0, bottom + 62.0, "quiet", &format!("drawn: {}", count(self.drawn))))
        }
    }
}

impl Value {
    /// The colour and its strength: a draw is stronger if more replies lose.
    fn tint(&self) -> (&'static str, f64) {
        let [weak, strong] = TINTS;
        match self.wdl {
            Wdl::Win => ("high", strong),
            Wdl::Loss => ("low", strong),
            Wdl::Draw => ("even", weak + (strong - weak) / 2.0 * self.losing as f64 / self.replies.max(1) as f64),
        }
    }
}

fn text(x: f64, y: f64, class: &str, words: &str) -> Markup {
    html! { text class=(class) x=(one(x)) y=(one(y)) { (words) } }
}

/// One decimal is enough.
fn one(number: f64) -> String {
    format!("{number:.1}").trim_end_matches(".0").to_owned()
}

/// The colours of both themes.
fn style() -> String {
    let [light, dark] = [theme(0), theme(1)];
    format!(
        "text{{font-family:{FONT};font-size:14px;text-anchor:middle}}\
         .title{{font-size:22px;font-weight:600}}.title,.quiet{{text-anchor:start}}.scale{{text-anchor:end;font-size:12px}}\
         .value{{font-size:18px;font-weight:600}}.small{{font-size:11px}}.won{{stroke-width:1.2}}.lost{{fill-opacity:.15;stroke-width:1.2}}\
         {light}@media (prefers-color-scheme:dark){{{dark}}}"
    )
}

/// The colours of one theme: 0 light, 1 dark.
fn theme(which: usize) -> String {
    let of = |name| colour(name)[which];
    format!(
        ".ground{{fill:{}}}.cell{{fill:{};stroke:{}}}.title,.value,.small{{fill:{}}}.quiet,.name,.scale{{fill:{}}}\
         .high,.even{{fill:{}}}.low{{fill:{}}}.won{{fill:{blue};stroke:{blue}}}.lost{{fill:{red};stroke:{red}}}\
         .rule{{stroke:{line}}}.axis{{stroke:{quiet}}}",
        of("ground"),
        of("sunk"),
        of("line"),
        of("ink"),
        of("quiet"),
        of("heat-high"),
        of("heat-low"),
        blue = of("series-1"),
        red = of("series-2"),
        line = of("line"),
        quiet = of("quiet"),
    )
}

/// The light and the dark colour of a token.
fn colour(name: &str) -> [&'static str; 2] {
    let start = format!("--{name}:");
    let after = TOKENS.split_once(&start).map_or("", |(_, after)| after);
    let value = after.split_once(';').map_or("", |(value, _)| value).trim();
    let pair = value.strip_prefix("light-dark(").and_then(|pair| pair.strip_suffix(')')?.split_once(','));
    pair.map_or([value; 2], |(light, dark)| [light.trim(), dark.trim()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_themes_have_all_colours() {
        let style = style();
        assert!(!style.contains("fill:;") && !style.contains("fill:}") && !style.contains("stroke:}"), "{style}");
        let (light, dark) = style.split_once("@media").expect("two themes");
        assert_eq!((light.matches('#').count(), dark.matches('#').count()), (13, 13), "{style}");
        assert!(light.contains(".ground{fill:#f7f4ee}") && dark.contains(".ground{fill:#1f1c19}"), "{style}");
    }
}
