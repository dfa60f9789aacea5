//! The frame of all pages.

use std::fmt::Write as _;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::{Map, Value};

use crate::chart::Chart;

/// The colours, which are those of the web page.
pub(crate) const TOKENS: &str = include_str!("../../../web/src/style/tokens.css");
/// The other styles.
const STYLE: &str = include_str!("../assets/page.css");
/// Draws the charts.
const DRAW: &str = include_str!("../assets/charts.js");
/// Apache `ECharts`; see `vendor/README.md`.
pub const ECHARTS: &str = include_str!("../vendor/echarts.common.min.js");

/// The content security policy: nothing is loaded from outside.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/// A page that is being written: it collects the charts of its body.
#[derive(Debug, Default)]
pub struct Page {
    charts: Map<String, Value>,
    styles: Vec<&'static str>,
    data: Vec<(&'static str, Value)>,
    scripts: Vec<&'static str>,
}

impl Page {
    /// A page without charts.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a chart and returns its place in the body. `numbers` is a table of the same figures.
    pub fn figure(&mut self, chart: Chart, numbers: &Markup) -> Markup {
        let id = format!("chart-{}", self.charts.len() + 1);
        let markup = html! {
            figure {
                figcaption { b { (chart.title) } @if !chart.note.is_empty() { span { " " (chart.note) } } }
                div.plot data-chart=(id) role="img" aria-label=(format!("{}. {}", chart.title, chart.summary))
                    style=(format!("height:{}px", chart.height)) {}
                @if !numbers.0.is_empty() {
                    details { summary { "Numbers" } div.scroll { (numbers) } }
                }
            }
        };
        self.charts.insert(id, chart.into_spec());
        markup
    }

    /// Adds styles.
    pub fn add_style(&mut self, style: &'static str) {
        self.styles.push(style);
    }

    /// Adds data for scripts, as the text of the element with this id.
    pub fn add_data(&mut self, id: &'static str, data: Value) {
        self.data.push((id, data));
    }

    /// Adds a script, which runs after the body and after earlier scripts.
    pub fn add_script(&mut self, script: &'static str) {
        self.scripts.push(script);
    }

    /// The whole file.
    pub fn finish(self, title: &str, body: &Markup) -> String {
        let has_charts = !self.charts.is_empty();
        let markup = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta http-equiv="Content-Security-Policy" content=(POLICY);
                    title { (title) }
                    style { (PreEscaped(TOKENS)) (PreEscaped(STYLE)) @for style in self.styles { (PreEscaped(style)) } }
                }
                body {
                    main { (body) }
                    @if has_charts {
                        script { (PreEscaped(ECHARTS)) }
                        script type="application/json" id="charts" { (json(&Value::Object(self.charts))) }
                        script { (PreEscaped(DRAW)) }
                    }
                    @for (id, data) in &self.data { script type="application/json" id=(id) { (json(data)) } }
                    @for script in self.scripts { script { (PreEscaped(script)) } }
                }
            }
        };
        markup.into_string()
    }
}

/// Data in a `script` element: nothing in it can end the element or begin markup.
fn json(value: &Value) -> PreEscaped<String> {
    let text = value.to_string();
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            // In JSON these characters are only in strings.
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                // Writing to a string does not fail.
                let _ = write!(safe, "\\u{:04x}", u32::from(character));
            }
            other => safe.push(other),
        }
    }
    PreEscaped(safe)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens have them all.
    #[test]
    fn styles_name_no_colour() {
        let styles = [("page.css", STYLE), ("charts.js", DRAW), ("tree.css", include_str!("../assets/tree.css"))];
        for (name, text) in styles {
            let is_colour = |word: &str| {
                let digits = word.bytes().take_while(u8::is_ascii_hexdigit).count();
                matches!(digits, 3 | 4 | 6 | 8)
                    && !word[digits..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-')
            };
            let found: Vec<&str> = text.split('#').skip(1).filter(|word| is_colour(word)).collect();
            assert!(found.is_empty(), "{name}: {found:?}");
            let named = text.split("var(--").skip(1).filter_map(|rest| rest.split([')', ',']).next());
            let own = ["font", "mono", "d", "ratio", "level", "columns", "fewer", "picture"];
            for token in named.filter(|token| !own.contains(token) && !token.contains('$')) {
                assert!(TOKENS.contains(&format!("--{token}:")), "{name}: there is no --{token}");
            }
        }
    }

    #[test]
    fn data_stays_data() {
        let value = serde_json::json!({ "name": "</script><script>alert(1)</script> & \u{2028}" });
        let text = json(&value).into_string();
        assert!(!text.contains(['<', '>', '&', '\u{2028}']), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
