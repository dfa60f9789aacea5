//! Reading lines of a bounded length.

use std::io::{self, BufRead};

use crate::protocol::MAX_LINE;

/// A line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReceivedLine {
    /// A line, without its line ending.
    Text(String),
    /// A line of more than [`MAX_LINE`] bytes; it was discarded.
    TooLong,
    /// A line that is not UTF-8, decoded lossily.
    NotUtf8(String),
}

/// Reads the next line; `None` at the end of input. The last line may lack its line ending.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<ReceivedLine>> {
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
        ReceivedLine::TooLong
    } else {
        String::from_utf8(line).map_or_else(
            |error| ReceivedLine::NotUtf8(String::from_utf8_lossy(error.as_bytes()).into_owned()),
            ReceivedLine::Text,
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
        // A small buffer splits the lines.
        let mut input = io::BufReader::with_capacity(7, text.as_slice());
        let mut next = || read_line(&mut input).expect("memory can be read");
        assert_eq!(next(), Some(ReceivedLine::Text("one".to_owned())));
        assert_eq!(next(), Some(ReceivedLine::Text(String::new())));
        assert_eq!(next(), Some(ReceivedLine::NotUtf8("two \u{fffd}".to_owned())));
        assert!(matches!(next(), Some(ReceivedLine::Text(line)) if line.len() == MAX_LINE));
        assert_eq!(next(), Some(ReceivedLine::TooLong));
        assert_eq!(next(), Some(ReceivedLine::Text("last".to_owned())));
        assert_eq!(next(), None);
    }
}
