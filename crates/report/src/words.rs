//! Number formatting.

use zermelo_arena::stats::{Estimate, Interval};

/// The placeholder of an unknown figure.
pub const NONE: &str = "–";

/// A number with a fixed number of decimals.
pub fn number(value: Option<f64>, places: usize) -> String {
    match value {
        None => NONE.to_owned(),
        Some(value) if value.is_infinite() => if value > 0.0 { "+∞" } else { "−∞" }.to_owned(),
        Some(value) => minus(format!("{value:.places$}")),
    }
}

/// A fraction as a percentage with one decimal.
pub fn per_cent(share: Option<f64>) -> String {
    number(share.map(|share| 100.0 * share), 1)
}

/// An interval of fractions, as percentages.
pub fn per_cent_range(interval: Option<Interval>) -> String {
    interval.map_or(NONE.to_owned(), |it| format!("{} to {}", per_cent(Some(it.low)), per_cent(Some(it.high))))
}

/// `+35 ± 12`, with one decimal if the error is small; both bounds if one of them is infinite.
pub fn estimate(estimate: Option<Estimate>) -> String {
    let Some(estimate) = estimate else { return NONE.to_owned() };
    match estimate.error() {
        Some(error) if estimate.value.is_finite() => {
            let places = usize::from(error < 10.0);
            format!("{} ± {error:.places$}", signed(estimate.value, places))
        }
        _ => {
            let [value, low, high] =
                [estimate.value, estimate.interval.low, estimate.interval.high].map(|it| signed(it, 0));
            format!("{value} ({low} to {high})")
        }
    }
}

/// A number with its sign.
pub fn signed(value: f64, places: usize) -> String {
    if value.is_infinite() { number(Some(value), places) } else { minus(format!("{value:+.places$}")) }
}

/// A count with a space between groups of three digits.
pub fn count(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) && digits.len() > 4 {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// `1 game`, `2 games`.
pub fn counted(number: u64, one: &str) -> String {
    format!("{} {one}{}", count(number), if number == 1 { "" } else { "s" })
}

/// Nanoseconds as milliseconds, with as many decimals as necessary.
pub fn milliseconds(nanoseconds: Option<f64>) -> String {
    let ms = nanoseconds.map(|it| it / 1e6);
    let places = match ms {
        Some(ms) if ms >= 100.0 => 0,
        Some(ms) if ms >= 1.0 => 1,
        _ => 3,
    };
    number(ms, places)
}

/// Rounds to four significant digits, for charts: more is invisible and takes space.
pub fn rounded(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let scale = 10_f64.powi(3 - value.abs().log10().floor() as i32);
    (value * scale).round() / scale
}

/// With a true minus sign.
fn minus(text: String) -> String {
    match text.strip_prefix('-') {
        Some(rest) => format!("−{rest}"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_grouped() {
        let texts = [0, 999, 1000, 12_345, 1_234_567].map(count);
        assert_eq!(texts, ["0", "999", "1000", "12\u{202f}345", "1\u{202f}234\u{202f}567"]);
    }

    #[test]
    fn what_is_not_there_or_has_no_end_is_said() {
        assert_eq!(number(None, 1), "–");
        assert_eq!(signed(-3.25, 1), "−3.2");
        let estimate_of = |value, low, high| estimate(Some(Estimate { value, interval: Interval { low, high } }));
        assert_eq!(estimate_of(35.0, 20.0, 50.0), "+35 ± 15");
        assert_eq!(estimate_of(35.0, 30.0, 40.0), "+35.0 ± 5.0");
        assert_eq!(estimate_of(f64::INFINITY, 80.0, f64::INFINITY), "+∞ (+80 to +∞)");
    }

    #[test]
    fn four_digits_count() {
        let texts = [0.0, 1234.567, 0.001_234_56, -98_765.0].map(|value| rounded(value).to_string());
        assert_eq!(texts, ["0", "1235", "0.001235", "-98770"]);
    }
}
