//! The parser of [`Spec`].

use std::str::FromStr;

use super::quoted::is_bare;
use super::{Spec, SpecError};
use crate::text::{MAX_SPEC, excerpt};

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        if text.len() > MAX_SPEC {
            return Err(SpecError::TooLong { found: text.len() });
        }
        SpecParser { text, at: 0 }.spec()
    }
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

struct SpecParser<'t> {
    text: &'t str,
    /// The offset in bytes, on a character boundary.
    at: usize,
}

impl<'t> SpecParser<'t> {
    fn spec(mut self) -> Result<Spec, SpecError> {
        let name = self.word(is_name, "a name of letters, digits and -")?.to_owned();
        let mut pairs: Vec<(String, String)> = Vec::new();
        if self.rest().is_empty() {
            return Ok(Spec { name, pairs });
        }
        self.eat(':', "\":\" and parameters, or the end")?;
        loop {
            let key = self.word(is_name, "a parameter's name")?.to_owned();
            self.eat('=', "\"=\" and a value")?;
            let value = self.value()?;
            if pairs.iter().any(|(known, _)| *known == key) {
                return Err(SpecError::Repeated { key: excerpt(&key) });
            }
            pairs.push((key, value));
            if self.rest().is_empty() {
                return Ok(Spec { name, pairs });
            }
            self.eat(',', "\",\" and the next parameter, or the end")?;
        }
    }

    fn value(&mut self) -> Result<String, SpecError> {
        match self.rest().chars().next() {
            Some('"') => self.quoted(),
            Some('(') => self.nested(),
            _ => {
                self.word(is_bare, "a value (in quotes or parentheses if it holds , : = or a space)").map(str::to_owned)
            }
        }
    }

    fn quoted(&mut self) -> Result<String, SpecError> {
        let mut value = String::new();
        let mut escaped = false;
        for (at, c) in self.rest().char_indices().skip(1) {
            match c {
                _ if escaped => {
                    value.push(c);
                    escaped = false;
                }
                '\\' => escaped = true,
                '"' => {
                    self.at += at + 1;
                    return Ok(value);
                }
                _ => value.push(c),
            }
        }
        Err(self.expected("a closing \" for the quotes that open here"))
    }

    /// The text between matching parentheses. Parentheses in quotes do not count.
    fn nested(&mut self) -> Result<String, SpecError> {
        let (mut depth, mut in_quotes, mut escaped) = (0_u32, false, false);
        for (at, c) in self.rest().char_indices() {
            match c {
                _ if escaped => escaped = false,
                '\\' if in_quotes => escaped = true,
                '"' => in_quotes = !in_quotes,
                '(' if !in_quotes => depth += 1,
                ')' if !in_quotes => {
                    depth -= 1;
                    if depth == 0 {
                        let inside = self.rest()[1..at].to_owned();
                        self.at += at + 1;
                        return Ok(inside);
                    }
                }
                _ => {}
            }
        }
        Err(self.expected("a closing ) for the parenthesis that opens here"))
    }

    fn word(&mut self, belongs: fn(char) -> bool, expected: &'static str) -> Result<&'t str, SpecError> {
        let rest = self.rest();
        let end = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        if end == 0 {
            return Err(self.expected(expected));
        }
        self.at += end;
        Ok(&rest[..end])
    }

    fn eat(&mut self, wanted: char, expected: &'static str) -> Result<(), SpecError> {
        if !self.rest().starts_with(wanted) {
            return Err(self.expected(expected));
        }
        self.at += wanted.len_utf8();
        Ok(())
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn expected(&self, expected: &'static str) -> SpecError {
        SpecError::Syntax { text: excerpt(self.text), at: self.text[..self.at].chars().count() + 1, expected }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str) -> Vec<(String, String)> {
        text.parse::<Spec>().unwrap().pairs
    }

    fn pair(key: &str, value: &str) -> (String, String) {
        (key.to_owned(), value.to_owned())
    }

    #[test]
    fn reads_every_form_of_value() {
        assert_eq!(pairs("connect4"), []);
        assert_eq!(pairs("mcts:time=1.5s,c=1.414"), [pair("time", "1.5s"), pair("c", "1.414")]);
        assert_eq!(
            pairs("external:cmd=\"./scan \\\"hub\\\"\",protocol=hub"),
            [pair("cmd", "./scan \"hub\""), pair("protocol", "hub")]
        );
        assert_eq!(
            pairs("alphabeta:eval=(alignments:count=runs,note=\"a)b\"),depth=4"),
            [pair("eval", "alignments:count=runs,note=\"a)b\""), pair("depth", "4")]
        );
    }

    #[test]
    fn prints_what_it_reads() {
        for text in ["a", "a:b=c", "a:b=\"c d\",e=\"f\\\\g\"", "a:b=(c:d=e,f=(g:h=i))", "a:b=\"\""] {
            let spec: Spec = text.parse().unwrap();
            assert_eq!(spec.to_string().parse::<Spec>().unwrap(), spec);
        }
    }

    #[test]
    fn says_where_and_what() {
        for (text, message) in [
            ("", "\"\", character 1: expected a name of letters, digits and -"),
            ("a:", "\"a:\", character 3: expected a parameter's name"),
            ("a:b", "\"a:b\", character 4: expected \"=\" and a value"),
            ("a:b=(c", "\"a:b=(c\", character 5: expected a closing ) for the parenthesis that opens here"),
            ("a:b=c)", "\"a:b=c)\", character 6: expected \",\" and the next parameter, or the end"),
            ("a:b=\"c", "\"a:b=\"c\", character 5: expected a closing \" for the quotes that open here"),
            ("a:b=1,b=2", "\"b\" is given twice; give it once"),
        ] {
            let shown = text.parse::<Spec>().unwrap_err().to_string();
            assert_eq!(shown.replace("\\\"", "\""), message, "{text}");
        }
        let long = "x".repeat(MAX_SPEC + 1);
        assert_eq!(long.parse::<Spec>().unwrap_err().code(), "spec/too-long");
    }
}
