//! Checks for words that mark unfinished work.

use super::problem::Problem;
use super::source::File;

/// The words with their fixes. They are concatenated, so that this file does not contain them.
const WORDS: &[(&str, &str)] = &[
    (concat!("to", "do!"), "finish it"),
    (concat!("unim", "plemented!"), "finish it"),
    (concat!("db", "g!"), "take it out"),
    (concat!("FIX", "ME"), "finish it, or file an issue and take the word out"),
    (concat!("X", "XX"), "finish it, or file an issue and take the word out"),
    (concat!("#[ig", "nore"), "name a tier of tests: return early unless ZERMELO_TESTS asks for it"),
];

/// The occurrences of these words.
pub(super) fn problems(files: &[File]) -> Vec<Problem> {
    let sources = files.iter().filter(|file| file.extension() != "md");
    let places = sources.flat_map(|file| file.lines().map(move |(number, line)| (file, number, line)));
    places
        .flat_map(|(file, number, line)| {
            let found = WORDS.iter().filter(move |(word, _)| has_word(line, word));
            found.map(move |(word, right)| Problem::new(&file.path, Some(number), format!("says {word}"), *right))
        })
        .collect()
}

/// Whether a line contains the whole word.
fn has_word(line: &str, word: &str) -> bool {
    let belongs = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back().is_some_and(belongs) && word.starts_with(belongs);
        let after = line[at + word.len()..].chars().next().is_some_and(belongs) && word.ends_with(belongs);
        !before && !after
    })
}

#[cfg(test)]
mod tests {
    use super::super::source::file;
    use super::*;

    #[test]
    fn each_word_is_found_where_it_stands() {
        for (word, _) in WORDS {
            let text = format!("fn f() {{\n    {word}(1) // because\n}}\n");
            let found = problems(&[file("a.rs", &text)]);
            assert_eq!(found.len(), 1, "{word}");
            assert_eq!(found[0].line, Some(2), "{word}");
        }
    }

    #[test]
    fn parts_of_other_words_and_markdown_are_fine() {
        let (todo, three) = (WORDS[0].0, WORDS[4].0);
        let text = format!("my_{todo}\n{three}L {three}_ A{three}\n");
        assert_eq!(problems(&[file("a.rs", &text), file("a.md", todo)]), []);
    }
}
