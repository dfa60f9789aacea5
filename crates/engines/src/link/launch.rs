//! How an engine is reached, as people write it.

use std::path::PathBuf;
use std::str::FromStr;

/// Everything that it takes to reach an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    /// Where it is.
    pub address: Address,
    /// The folder that it works in; that of this process if not given. For a program alone.
    pub directory: Option<PathBuf>,
    /// The address space that each of its processes may have, in bytes. For a program alone.
    pub memory: Option<u64>,
    /// The file to which all lines are added, its own messages too.
    pub log: Option<PathBuf>,
}

/// Where an engine is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Address {
    /// A program of this machine, with its arguments.
    Command(CommandLine),
    /// `host:port`: one that listens already.
    Tcp(String),
}

impl Launch {
    /// A program without anything special.
    pub fn command(command: CommandLine) -> Self {
        Self { address: Address::Command(command), directory: None, memory: None, log: None }
    }

    /// An engine that listens.
    pub fn tcp(address: impl Into<String>) -> Self {
        Self { address: Address::Tcp(address.into()), directory: None, memory: None, log: None }
    }
}

/// A program with its arguments: words with spaces between. Single or double quotes hold a word with spaces together; inside
/// double quotes, and outside of quotes, a backslash takes the next character as it is. No shell reads it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    /// What is started.
    pub program: String,
    /// What it is told.
    pub arguments: Vec<String>,
}

/// Why a command line was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// There is nothing in it.
    #[error("the command is empty; give a program and its arguments, such as \"python3 bot.py\"")]
    Empty,
    /// A quote has no end.
    #[error("the command has a quote that does not end; close it")]
    Open,
    /// No program takes it.
    #[error("the command has a NUL character; leave it out")]
    Nul,
}

impl FromStr for CommandLine {
    type Err = CommandError;

    fn from_str(text: &str) -> Result<Self, CommandError> {
        if text.contains('\0') {
            return Err(CommandError::Nul);
        }
        let mut words = Vec::new();
        // `Some`: inside a word, which may be empty ('').
        let mut word: Option<String> = None;
        let mut quote = None;
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            match (letter, quote) {
                (_, Some(open)) if letter == open => quote = None,
                ('\\', None | Some('"')) => {
                    word.get_or_insert_default().push(letters.next().ok_or(CommandError::Open)?);
                }
                ('"' | '\'', None) => {
                    quote = Some(letter);
                    word.get_or_insert_default();
                }
                (_, None) if letter.is_whitespace() => words.extend(word.take()),
                _ => word.get_or_insert_default().push(letter),
            }
        }
        if quote.is_some() {
            return Err(CommandError::Open);
        }
        words.extend(word);
        let mut words = words.into_iter();
        let program = words.next().filter(|program| !program.is_empty()).ok_or(CommandError::Empty)?;
        Ok(Self { program, arguments: words.collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let command: CommandLine = text.parse().expect("a command");
        std::iter::once(command.program).chain(command.arguments).collect()
    }

    #[test]
    fn commands_are_split_into_words() {
        assert_eq!(words("  ./bot  --x\t1 "), ["./bot", "--x", "1"]);
        assert_eq!(words(r#""my bot" 'a "b"' c\ d "e\"f" '' g'h'i"#), ["my bot", "a \"b\"", "c d", "e\"f", "", "ghi"]);
        assert_eq!(words(r"'C:\bot' $HOME;ls"), [r"C:\bot", "$HOME;ls"], "no shell reads it");
    }

    #[test]
    fn what_is_no_command_is_refused() {
        for (text, why) in [
            ("", CommandError::Empty),
            ("  ", CommandError::Empty),
            ("'' x", CommandError::Empty),
            ("a 'b", CommandError::Open),
            ("a \\", CommandError::Open),
            ("a\0b", CommandError::Nul),
        ] {
            assert_eq!(text.parse::<CommandLine>(), Err(why), "{text:?}");
        }
    }
}
