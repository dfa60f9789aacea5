//! Checks that links in Markdown lead to existing files.

use pulldown_cmark::{Event, Options, Parser, Tag};

use super::problem::Problem;
use super::source::File;

/// The links to missing files; `exists` gets a path relative to the root.
pub(super) fn problems(files: &[File], exists: impl Fn(&str) -> bool) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in files.iter().filter(|file| file.extension() == "md") {
        for (line, target) in links(&file.text) {
            let Some(path) = local(&target) else { continue };
            if path.starts_with('/') {
                let wrong = format!("the link to {target} starts at the root");
                problems.push(Problem::new(&file.path, Some(line), wrong, "write it relative to this file"));
            } else if !resolve(&file.path, path).is_some_and(|path| exists(&path)) {
                let wrong = format!("the link to {target} leads nowhere");
                problems.push(Problem::new(&file.path, Some(line), wrong, "name a file of this repository"));
            }
        }
    }
    problems
}

/// All links and images with their lines.
fn links(text: &str) -> Vec<(usize, String)> {
    let events = Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES).into_offset_iter();
    let targets = events.filter_map(|(event, range)| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            Some((text[..range.start].matches('\n').count() + 1, dest_url.into_string()))
        }
        _ => None,
    });
    targets.collect()
}

/// The file of a link, without its anchor; `None` for a web address and an anchor in the same file.
fn local(target: &str) -> Option<&str> {
    let path = target.split(['#', '?']).next().unwrap_or_default();
    let has_scheme = path.split_once(':').is_some_and(|(scheme, _)| {
        !scheme.is_empty() && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    });
    (!path.is_empty() && !path.starts_with("//") && !has_scheme).then_some(path)
}

/// The path of the target relative to the root; `None` outside the repository.
fn resolve(from: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::super::source::file;
    use super::*;

    fn wrong(path: &str, text: &str) -> Vec<(Option<usize>, String)> {
        let exists = |path: &str| ["README.md", "docs/games/mnk.md", "docs", ""].contains(&path);
        problems(&[file(path, text)], exists).into_iter().map(|problem| (problem.line, problem.wrong)).collect()
    }

    #[test]
    fn links_are_resolved_from_their_file() {
        assert_eq!(wrong("README.md", "[a](docs/games/mnk.md#rules) [b](./docs/) [c](#here)"), []);
        assert_eq!(wrong("docs/games/a.md", "[a](mnk.md) ![b](../../README.md \"title\")"), []);
        assert_eq!(
            wrong("docs/a.md", "text\n\n[a](mnk.md)\n"),
            [(Some(3), "the link to mnk.md leads nowhere".to_owned())]
        );
        assert_eq!(wrong("a.md", "[a](../b.md)").len(), 1);
        assert_eq!(wrong("a.md", "[a](/README.md)").len(), 1);
    }

    #[test]
    fn references_tables_and_images_count() {
        assert_eq!(wrong("a.md", "see [this][1]\n\n[1]: none.md\n").len(), 1);
        assert_eq!(wrong("a.md", "| a |\n|---|\n| [x](none.md) |\n").len(), 1);
        assert_eq!(wrong("a.md", "![x](none.png)").len(), 1);
    }

    #[test]
    fn the_web_and_code_do_not() {
        let text = "<https://a.b> [a](https://a.b/c.md) [b](mailto:a@b)\n\n```\n[a](none.md)\n```\n`[b](none.md)`";
        assert_eq!(wrong("a.md", text), []);
    }
}
