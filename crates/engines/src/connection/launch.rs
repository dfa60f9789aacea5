//! How to start or reach an engine.

use std::path::PathBuf;
use std::str::FromStr;

/// How to start or reach an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    /// The command or the address.
    pub address: EngineAddress,
    /// The working directory; by default that of this process. Only for a command.
    pub directory: Option<PathBuf>,
    /// The limit of the address space of each process, in bytes. Only for a command.
    pub memory: Option<u64>,
    /// The file to which all lines and standard error are appended.
    pub log: Option<PathBuf>,
}

/// The command or the address of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineAddress {
    /// A program on this machine, with its arguments.
    Command(CommandLine),
    /// `host:port` of an engine that is listening.
    Tcp(String),
}

impl Launch {
    /// A command with the defaults.
    pub fn command(command: CommandLine) -> Self {
        Self { address: EngineAddress::Command(command), directory: None, memory: None, log: None }
    }

    /// The address of an engine that is listening.
    pub fn tcp(address: impl Into<String>) -> Self {
        Self { address: EngineAddress::Tcp(address.into()), directory: None, memory: None, log: None }
    }
}

/// A program and its arguments, separated by spaces. Single or double quotes group a word with spaces. Inside double quotes and outside
/// of quotes, a backslash escapes the next character. No shell is involved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    /// The executable: a path, or a name to look up in `PATH`.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// An invalid command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandLineError {
    /// It is empty.
    #[error("the command is empty; give a program and its arguments, such as \"python3 bot.py\"")]
    Empty,
    /// A quote or an escape is not complete.
    #[error("the command has a quote that does not end; close it")]
    OpenQuote,
    /// It contains a NUL character, which no argument can contain.
    #[error("the command has a NUL character; leave it out")]
    Nul,
}

impl FromStr for CommandLine {
    type Err = CommandLineError;

    fn from_str(text: &str) -> Result<Self, CommandLineError> {
        if text.contains('\0') {
            return Err(CommandLineError::Nul);
        }
        let mut words = Vec::new();
        // `Some` inside a word, which may be empty: ''.
        let mut word: Option<String> = None;
        let mut quote = None;
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            match (letter, quote) {
                (_, Some(open)) if letter == open => quote = None,
                ('\\', None | Some('"')) => {
                    word.get_or_insert_default().push(letters.next().ok_or(CommandLineError::OpenQuote)?);
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
            return Err(CommandLineError::OpenQuote);
        }
        words.extend(word);
        let mut words = words.into_iter();
        let program = words.next().filter(|program| !program.is_empty()).ok_or(CommandLineError::Empty)?;
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
    fn invalid_command_lines_are_rejected() {
        for (text, why) in [
            ("", CommandLineError::Empty),
            ("  ", CommandLineError::Empty),
            ("'' x", CommandLineError::Empty),
            ("a 'b", CommandLineError::OpenQuote),
            ("a \\", CommandLineError::OpenQuote),
            ("a\0b", CommandLineError::Nul),
        ] {
            assert_eq!(text.parse::<CommandLine>(), Err(why), "{text:?}");
        }
    }
}
