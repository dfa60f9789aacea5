//! Reads the tokens of a module: its items, its imports, and its paths. Tests are ignored.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The parsed contents of a module.
#[derive(Default)]
pub(super) struct Source {
    /// Names of `mod x;`, which are in other files.
    pub(super) declared: Vec<String>,
    /// Inline modules.
    pub(super) inline: Vec<(String, Source)>,
    /// Names of the items, without those of `use`.
    pub(super) defined: BTreeSet<String>,
    /// All `use` declarations, including those inside functions.
    pub(super) uses: Vec<Use>,
    /// Paths of at least two segments outside `use`.
    pub(super) paths: Vec<Mention>,
    /// Identifiers outside `use` that can name an item: not fields, methods, parameters, nor the names of defined functions.
    pub(super) words: BTreeSet<String>,
}

/// One name of a `use`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Use {
    pub(super) path: Vec<String>,
    /// The local name; `None` for `*`.
    pub(super) name: Option<String>,
    pub(super) is_public: bool,
    pub(super) line: usize,
}

/// A path in the code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Mention {
    pub(super) path: Vec<String>,
    pub(super) line: usize,
}

/// Keywords before the name of an item.
const ITEMS: &[&str] = &["struct", "enum", "union", "trait", "fn", "type", "const", "static"];

/// Reads the tokens of a module.
pub(super) fn read(tokens: TokenStream) -> Source {
    let mut source = Source::default();
    source.scan(tokens, true);
    source
}

impl Source {
    /// `is_top`: these are the items of the module itself.
    fn scan(&mut self, tokens: TokenStream, is_top: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            at = match &tokens[at] {
                TokenTree::Punct(punct) if punct.as_char() == '#' && is_test(&tokens[at..]) => item_end(&tokens, at),
                TokenTree::Ident(word) if word == "use" && !is_punct(tokens.get(at + 1), '<') => {
                    self.take_use(&tokens, at)
                }
                TokenTree::Ident(word) if is_top && word == "mod" => self.take_module(&tokens, at),
                TokenTree::Ident(word) => {
                    if is_top && ITEMS.contains(&word.to_string().as_str()) {
                        self.defined.extend(ident(tokens.get(at + 1)));
                    } else if is_top && word == "macro_rules" {
                        self.defined.extend(ident(tokens.get(at + 2)));
                    }
                    self.take_path(&tokens, at)
                }
                TokenTree::Group(group) => {
                    self.scan(group.stream(), false);
                    at + 1
                }
                _ => at + 1,
            };
        }
    }

    /// A path or a single word. Returns its end.
    fn take_path(&mut self, tokens: &[TokenTree], start: usize) -> usize {
        let mut path: Vec<String> = ident(tokens.get(start)).into_iter().collect();
        let mut at = start + 1;
        while is_colons(tokens, at)
            && let Some(next) = ident(tokens.get(at + 2))
        {
            path.push(next);
            at += 3;
        }
        let is_member =
            start >= 1 && is_punct(tokens.get(start - 1), '.') && !(start >= 2 && is_punct(tokens.get(start - 2), '.'));
        let is_declared = is_punct(tokens.get(at), ':')
            || (start >= 1 && ident(tokens.get(start - 1)).is_some_and(|word| word == "fn"));
        if !is_member && !is_declared {
            self.words.extend(path.iter().cloned());
        }
        let is_rest = start >= 2 && is_colons(tokens, start - 2);
        if path.len() > 1 && !is_rest {
            self.paths.push(Mention { path, line: line(&tokens[start]) });
        }
        at
    }

    fn take_module(&mut self, tokens: &[TokenTree], at: usize) -> usize {
        let Some(name) = ident(tokens.get(at + 1)) else { return at + 1 };
        match tokens.get(at + 2) {
            Some(TokenTree::Group(body)) => self.inline.push((name, read(body.stream()))),
            _ => self.declared.push(name),
        }
        at + 3
    }

    fn take_use(&mut self, tokens: &[TokenTree], at: usize) -> usize {
        let is_public = match &tokens[..at] {
            [.., TokenTree::Ident(word)] | [.., TokenTree::Ident(word), TokenTree::Group(_)] => word == "pub",
            _ => false,
        };
        let end = (at..tokens.len()).find(|&end| is_punct(tokens.get(end), ';')).unwrap_or(tokens.len());
        self.take_tree(&[], &tokens[at + 1..end], is_public, line(&tokens[at]));
        end + 1
    }

    /// One branch of a `use`, below a prefix.
    fn take_tree(&mut self, prefix: &[String], tokens: &[TokenTree], is_public: bool, line: usize) {
        let mut path = prefix.to_vec();
        let mut alias = None;
        let mut at = 0;
        while at < tokens.len() {
            match &tokens[at] {
                TokenTree::Ident(word) if word == "as" => {
                    alias = ident(tokens.get(at + 1));
                    break;
                }
                // `a::{self}` is `a`.
                TokenTree::Ident(word) if word == "self" && !path.is_empty() => {}
                TokenTree::Ident(word) => path.push(word.to_string()),
                TokenTree::Punct(punct) if punct.as_char() == '*' => {
                    self.uses.push(Use { path, name: None, is_public, line });
                    return;
                }
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    for branch in inner.split(|token| is_punct(Some(token), ',')) {
                        self.take_tree(&path, branch, is_public, line);
                    }
                    return;
                }
                _ => {}
            }
            at += 1;
        }
        if path.len() > prefix.len() || (!tokens.is_empty() && !path.is_empty()) {
            let name = alias.or_else(|| path.last().cloned());
            self.uses.push(Use { path, name, is_public, line });
        }
    }
}

fn line(token: &TokenTree) -> usize {
    token.span().start().line
}

fn ident(token: Option<&TokenTree>) -> Option<String> {
    match token {
        Some(TokenTree::Ident(word)) => Some(word.to_string()),
        _ => None,
    }
}

fn is_punct(token: Option<&TokenTree>, wanted: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
}

fn is_colons(tokens: &[TokenTree], at: usize) -> bool {
    is_punct(tokens.get(at), ':') && is_punct(tokens.get(at + 1), ':')
}

/// Whether an attribute is `#[cfg(test)]`.
fn is_test(tokens: &[TokenTree]) -> bool {
    matches!(tokens.get(1), Some(TokenTree::Group(group)) if group.stream().to_string().replace(' ', "") == "cfg(test)")
}

/// The index after the item whose attributes begin here: it ends with a body or a semicolon.
fn item_end(tokens: &[TokenTree], start: usize) -> usize {
    let mut is_use = false;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        match token {
            TokenTree::Ident(word) if word == "use" => is_use = true,
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace && !is_use => return at + 1,
            token if is_punct(Some(token), ';') => return at + 1,
            _ => {}
        }
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        read(text.parse().unwrap())
    }

    fn uses(text: &str) -> Vec<(String, String)> {
        let named = |found: &Use| (found.path.join("::"), found.name.clone().unwrap_or("*".to_owned()));
        source(text).uses.iter().map(named).collect()
    }

    #[test]
    fn a_use_is_a_list_of_names() {
        let found = uses("pub(crate) use a::{self, b::C, d::{E as F, G as _}};\nuse crate::h::*;");
        let wanted = [("a", "a"), ("a::b::C", "C"), ("a::d::E", "F"), ("a::d::G", "_"), ("crate::h", "*")];
        assert_eq!(found, wanted.map(|(path, name)| (path.to_owned(), name.to_owned())));
    }

    #[test]
    fn a_use_is_public_or_not() {
        let found = source("pub use a::B;\npub(super) use c::D;\nuse e::F;\nfn g() { use h::I; }");
        assert_eq!(found.uses.iter().map(|found| found.is_public).collect::<Vec<_>>(), [true, true, false, false]);
        assert_eq!(found.uses.iter().map(|found| found.line).collect::<Vec<_>>(), [1, 2, 3, 4]);
    }

    #[test]
    fn paths_are_found_in_bodies_types_attributes_and_macros() {
        let text = "#[arg(value_parser = a::b)]\nfn f(x: c::D) -> Vec<super::E> { say!(\"{}\", crate::g::h::<u8>::I) }";
        let found = source(text);
        let paths: Vec<String> = found.paths.iter().map(|found| found.path.join("::")).collect();
        assert_eq!(paths, ["a::b", "c::D", "super::E", "crate::g::h"]);
        assert!(found.words.contains("Vec") && found.words.contains("say"));
    }

    #[test]
    fn a_word_is_what_can_name_an_item() {
        let found = source("struct A { b: C }\nfn d(e: F) -> G { h.i(J { k: l }); m::n(..o) }");
        let words: Vec<&str> = found.words.iter().map(String::as_str).collect();
        assert_eq!(words, ["A", "C", "F", "G", "J", "fn", "h", "l", "m", "n", "o", "struct"]);
    }

    #[test]
    fn items_and_modules_are_named() {
        let found = source(
            "mod a;\npub mod b { pub const C: u8 = 1; }\npub const fn d() { struct E; }\nmacro_rules! f { () => {} }",
        );
        assert_eq!(found.declared, ["a"]);
        assert_eq!(found.inline[0].0, "b");
        assert!(found.inline[0].1.defined.contains("C"));
        assert!(found.defined.contains("d") && found.defined.contains("f"));
        assert!(!found.defined.contains("E"));
    }

    #[test]
    fn tests_are_left_out() {
        let text = "#[cfg(test)]\nuse a::{B};\n#[cfg(test)]\nmod c;\n#[cfg(test)]\n#[x]\nmod tests { use super::*; }\n#[cfg(unix)]\nmod d;";
        let found = source(text);
        assert_eq!(found.uses, []);
        assert_eq!(found.declared, ["d"]);
        assert!(found.inline.is_empty());
    }
}
