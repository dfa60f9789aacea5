//! Charts: options of `ECharts` (<https://echarts.apache.org/en/option.html>) as data.
//! `assets/charts.js` adds what depends on the width and the colours of the page.

use serde_json::{Value, json};

use crate::words::rounded;

/// A chart with its texts.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The title.
    pub title: String,
    /// How to read the chart.
    pub note: String,
    /// A description for screen readers.
    pub summary: String,
    /// The height in pixels.
    pub height: u32,
    /// The unit in tooltips.
    pub unit: &'static str,
    option: Value,
}

impl Chart {
    /// A chart of these options.
    pub fn new(title: impl Into<String>, height: u32, unit: &'static str, option: Value) -> Self {
        Self { title: title.into(), note: String::new(), summary: String::new(), height, unit, option }
    }

    /// Sets how to read the chart.
    #[must_use]
    pub fn note(self, note: impl Into<String>) -> Self {
        Self { note: note.into(), ..self }
    }

    /// Sets the description for screen readers.
    #[must_use]
    pub fn summary(self, summary: impl Into<String>) -> Self {
        Self { summary: summary.into(), ..self }
    }

    pub(crate) fn into_spec(self) -> Value {
        json!({ "option": self.option, "unit": self.unit })
    }
}

/// A value with an error bar.
#[derive(Clone, Debug)]
pub struct Whisker {
    /// The name.
    pub label: String,
    /// The value, the lower end and the upper end; `None` if unknown.
    pub value: Option<[f64; 3]>,
    /// The same as text.
    pub words: String,
}

/// Values with error bars, one below the other. A line marks `middle`.
pub fn whiskers(rows: &[Whisker], axis: &str, middle: f64) -> Value {
    let mut bars = Vec::new();
    let mut dots = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let Some([value, low, high]) = row.value.map(|value| value.map(rounded)) else { continue };
        bars.extend([json!([low, at]), json!([high, at]), json!(["-", at])]);
        dots.push(json!({ "name": format!("{}: {}", row.label, row.words), "value": [value, at] }));
    }
    let labels: Vec<&str> = rows.iter().map(|row| row.label.as_str()).collect();
    json!({
        "grid": { "left": 4, "right": 24, "top": 8, "bottom": 28, "containLabel": true },
        "tooltip": { "trigger": "item", "formatter": "{b}" },
        "xAxis": { "type": "value", "scale": true, "name": axis, "nameLocation": "middle", "nameGap": 28 },
        "yAxis": { "type": "category", "inverse": true, "data": labels, "axisTick": { "show": false } },
        "series": [
            {
                "type": "line", "data": bars, "symbol": "rect", "symbolSize": [2, 11], "showAllSymbol": true, "silent": true,
                "lineStyle": { "width": 2, "color": "var(--accent)" }, "itemStyle": { "color": "var(--accent)" },
                "emphasis": { "disabled": true },
                "markLine": {
                    "silent": true, "symbol": "none", "label": { "show": false },
                    "lineStyle": { "color": "var(--quiet)", "type": "dashed", "width": 1 }, "data": [{ "xAxis": middle }],
                },
            },
            {
                "type": "scatter", "data": dots, "symbolSize": 11, "emphasis": { "disabled": true },
                "itemStyle": { "color": "var(--accent)", "borderColor": "var(--ground)", "borderWidth": 2, "opacity": 1 },
            },
        ],
    })
}

/// The height of a chart with `rows` rows.
pub fn height_of_rows(rows: usize) -> u32 {
    70 + 26 * rows.max(1) as u32
}

/// A curve.
#[derive(Clone, Debug)]
pub struct Curve {
    /// The name.
    pub name: String,
    /// The points; `None` is a gap.
    pub points: Vec<(f64, Option<f64>)>,
    /// The index of the colour and symbol.
    pub number: usize,
    /// The style of the line.
    pub stroke: Stroke,
}

/// The style of a curve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stroke {
    /// A line with symbols.
    Marked,
    /// A line.
    Plain,
    /// A dashed line.
    Dashed,
}

/// Symbols that distinguish curves in addition to colours.
const SYMBOLS: [&str; 8] =
    ["circle", "rect", "triangle", "diamond", "emptyCircle", "emptyRect", "emptyTriangle", "emptyDiamond"];

/// Curves over plies or trials. `log`: the vertical axis is logarithmic if the values need it.
pub fn curves(curves: &[Curve], axes: [&str; 2], log: bool) -> Value {
    let values = || curves.iter().flat_map(|curve| &curve.points).filter_map(|(_, value)| *value);
    let (least, most) =
        values().fold((f64::INFINITY, 0.0_f64), |(least, most), value| (least.min(value), most.max(value)));
    let log = log && least > 0.0 && most > 30.0 * least;
    let series: Vec<Value> = curves.iter().map(line).collect();
    let upright =
        if log { json!({ "type": "log", "name": axes[1] }) } else { json!({ "type": "value", "name": axes[1] }) };
    // A dashed curve belongs to the curve before it and has its colour. A single curve needs no legend.
    let names: Vec<&str> = curves.iter().filter(|it| it.stroke != Stroke::Dashed).map(|it| it.name.as_str()).collect();
    let has_legend = names.len() > 1 || curves.first().is_some_and(|it| it.stroke == Stroke::Marked);
    let mut option = json!({
        "grid": { "left": 4, "right": 24, "top": if has_legend { 64 } else { 34 }, "bottom": 28, "containLabel": true },
        "tooltip": { "trigger": "axis" },
        "legend": { "show": has_legend, "type": "scroll", "top": 0, "left": 0, "itemWidth": 26, "data": names },
        "xAxis": {
            "type": "value", "name": axes[0], "nameLocation": "middle", "nameGap": 28, "minInterval": 1, "min": "dataMin", "max": "dataMax",
            "splitLine": { "show": false }, "axisLabel": { "hideOverlap": true },
        },
        "yAxis": upright,
        "series": series,
    });
    option["yAxis"]["nameTextStyle"] = json!({ "align": "left" });
    option
}

fn line(curve: &Curve) -> Value {
    let color = format!("var(--series-{})", curve.number % 8 + 1);
    let points: Vec<Value> = curve.points.iter().map(|&(x, y)| json!([x, y.map(rounded)])).collect();
    json!({
        "name": curve.name, "type": "line", "data": points, "emphasis": { "disabled": true },
        "symbol": if curve.stroke == Stroke::Marked { SYMBOLS[curve.number % SYMBOLS.len()] } else { "none" }, "symbolSize": 7,
        "itemStyle": { "color": color },
        "lineStyle": { "color": color, "width": 2, "type": if curve.stroke == Stroke::Dashed { "dashed" } else { "solid" } },
    })
}

/// Adds horizontal lines with labels to curves.
pub fn mark(option: &mut Value, lines: &[(f64, &str)]) {
    let data: Vec<Value> = lines.iter().map(|(at, label)| json!({ "yAxis": at, "name": label })).collect();
    option["series"][0]["markLine"] = json!({
        "silent": true, "symbol": "none", "data": data,
        "label": { "formatter": "{b}", "position": "insideStartTop", "color": "var(--quiet)" },
        "lineStyle": { "color": "var(--quiet)", "type": "dashed", "width": 1 },
    });
}

/// Bars of one colour over categories.
pub fn columns(classes: &[String], values: &[u64], axes: [&str; 2]) -> Value {
    json!({
        "grid": { "left": 4, "right": 12, "top": 34, "bottom": 28, "containLabel": true },
        "tooltip": { "trigger": "axis", "axisPointer": { "type": "none" } },
        "xAxis": { "type": "category", "data": classes, "name": axes[0], "nameLocation": "middle", "nameGap": 30 },
        "yAxis": { "type": "value", "name": axes[1], "minInterval": 1, "nameTextStyle": { "align": "left" } },
        "series": [{
            "type": "bar", "name": axes[1], "data": values, "barCategoryGap": "12%", "itemStyle": { "color": "var(--accent)" },
            "emphasis": { "disabled": true },
        }],
    })
}

/// The parts of bars: name, colour, values by row.
pub type Part<'a> = (&'a str, &'a str, Vec<f64>);

/// Horizontal bars, one below the other: with `stacked` the parts of a whole, otherwise side by side.
pub fn bars(rows: &[String], parts: &[Part<'_>], axis: &str, stacked: bool) -> Value {
    // Parts differ by pattern too.
    let decals = [
        json!({ "symbol": "none" }),
        json!({ "symbol": "rect", "symbolSize": 1, "dashArrayX": [1, 0], "dashArrayY": [2, 5], "rotation": 0.785, "color": "var(--ground)" }),
        json!({ "symbol": "circle", "symbolSize": 0.8, "dashArrayX": [[8, 8], [0, 8, 8, 0]], "dashArrayY": [6, 0], "color": "var(--ground)" }),
    ];
    let series: Vec<Value> = parts
        .iter()
        .enumerate()
        .map(|(at, (name, color, values))| {
            let values: Vec<f64> = values.iter().copied().map(rounded).collect();
            let mut series = json!({
                "type": "bar", "name": name, "data": values, "barMaxWidth": if stacked { 18 } else { 9 },
                "emphasis": { "disabled": true }, "itemStyle": { "color": color, "decal": decals[at % decals.len()] },
            });
            if stacked {
                series["stack"] = json!("all");
            }
            series
        })
        .collect();
    json!({
        "grid": { "left": 4, "right": 24, "top": 34, "bottom": 28, "containLabel": true },
        "tooltip": { "trigger": "axis", "axisPointer": { "type": "none" } },
        "legend": { "type": "scroll", "top": 0, "left": 0 },
        "xAxis": { "type": "value", "name": axis, "nameLocation": "middle", "nameGap": 28, "minInterval": u8::from(stacked) },
        "yAxis": { "type": "category", "inverse": true, "data": rows, "axisTick": { "show": false } },
        "series": series,
    })
}
