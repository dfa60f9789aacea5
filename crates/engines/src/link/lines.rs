//! Reading lines of a bounded length.

use std::io::{self, BufRead};

use crate::protocol::MAX_LINE;

/// What came in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Received {
    /// A line, without its end.
    Line(String),
    /// A line of more than [`MAX_LINE`] bytes; it was thrown away.
    TooLong,
    /// A line that is not UTF-8, with what can be shown of it.
    NotText(String),
}

/// The next line; `None` at the end of input. What stands behind the last line's end counts as a line.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<Received>> {
    let mut line = Vec::new();
    let (mut is_long, mut is_any) = (false, false);
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            break;
        }
        is_any = true;
        let newline = buffer.iter().position(|&byte| byte == b'\n');
        let taken = newline.unwrap_or(buffer.len());
        if line.len() + taken > MAX_LINE {
            is_long = true;
        } else {
            line.extend_from_slice(&buffer[..taken]);
        }
        input.consume(newline.map_or(taken, |at| at + 1));
        if newline.is_some() {
            break;
        }
    }
    if !is_any {
        return Ok(None);
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    Ok(Some(if is_long {
        Received::TooLong
    } else {
        String::from_utf8(line).map_or_else(
            |error| Received::NotText(String::from_utf8_lossy(error.as_bytes()).into_owned()),
            Received::Line,
        )
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_kind() {
        let mut text = b"one\r\n\ntwo \xff\n".to_vec();
        text.extend(vec![b'x'; MAX_LINE]);
        text.push(b'\n');
        text.extend(vec![b'x'; MAX_LINE + 1]);
        text.extend(b"\nlast");
        // A small buffer, so that lines come in pieces.
        let mut input = io::BufReader::with_capacity(7, text.as_slice());
        let mut next = || read_line(&mut input).expect("memory can be read");
        assert_eq!(next(), Some(Received::Line("one".to_owned())));
        assert_eq!(next(), Some(Received::Line(String::new())));
        assert_eq!(next(), Some(Received::NotText("two \u{fffd}".to_owned())));
        assert!(matches!(next(), Some(Received::Line(line)) if line.len() == MAX_LINE));
        assert_eq!(next(), Some(Received::TooLong));
        assert_eq!(next(), Some(Received::Line("last".to_owned())));
        assert_eq!(next(), None);
    }
}
