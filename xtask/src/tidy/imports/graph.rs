//! The import graph of a crate: names are followed through re-exports to the file that defines them.

use std::collections::BTreeMap;

use super::super::source::File;
use super::read::{Source, Use, read};

/// The maximum number of re-exports that are followed from a name.
const DEEPEST: usize = 8;

/// The imports of a crate: importing file and imported file, with the first import.
pub(super) type Imports = BTreeMap<(String, String), Place>;

/// The position of an import.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) name: String,
}

/// The modules of a crate.
#[derive(Default)]
struct Tree {
    modules: Vec<Module>,
}

struct Module {
    file: String,
    parent: Option<usize>,
    children: BTreeMap<String, usize>,
    source: Source,
}

/// The target of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Target {
    Module(usize),
    /// An item of a module.
    Item(usize),
}

/// The imports below a root, `crates/x/src/lib.rs`.
pub(super) fn imports(files: &[File], root: &str) -> Imports {
    let mut tree = Tree::default();
    let folder = root.rsplit_once('/').map_or("", |(folder, _)| folder);
    tree.load(files, root, folder, None);
    tree.imports()
}

impl Tree {
    /// Adds a file and the modules below it, which are in a folder. Returns its index.
    fn load(&mut self, files: &[File], path: &str, folder: &str, parent: Option<usize>) -> Option<usize> {
        let file = files.iter().find(|file| file.path == path)?;
        // Another check reports a file that is not valid Rust.
        let source = read(file.text.parse().ok()?);
        Some(self.add(files, path, folder, parent, source))
    }

    fn add(&mut self, files: &[File], path: &str, folder: &str, parent: Option<usize>, mut source: Source) -> usize {
        let at = self.modules.len();
        let (declared, inline) = (source.declared.clone(), std::mem::take(&mut source.inline));
        self.modules.push(Module { file: path.to_owned(), parent, children: BTreeMap::new(), source });
        for name in declared {
            let below = format!("{folder}/{name}");
            let child = self
                .load(files, &format!("{below}.rs"), &below, Some(at))
                .or_else(|| self.load(files, &format!("{below}/mod.rs"), &below, Some(at)));
            if let Some(child) = child {
                self.modules[at].children.insert(name, child);
            }
        }
        for (name, source) in inline {
            let child = self.add(files, path, &format!("{folder}/{name}"), Some(at), source);
            self.modules[at].children.insert(name, child);
        }
        at
    }

    fn imports(&self) -> Imports {
        let mut imports = Imports::new();
        for (at, module) in self.modules.iter().enumerate() {
            let source = &module.source;
            for found in &source.uses {
                self.note(&mut imports, at, &self.used(at, found), found.line, &found.path);
            }
            for found in &source.paths {
                self.note(&mut imports, at, &self.resolve(at, &found.path, 0), found.line, &found.path);
            }
        }
        imports
    }

    /// The targets of a `use`. A re-export is not an import, and a module is imported where one of its
    /// items is used.
    fn used(&self, at: usize, found: &Use) -> Vec<Target> {
        let targets = self.resolve(at, &found.path, 0);
        match &found.name {
            None if found.is_public => Vec::new(),
            None => targets.iter().map(|target| Target::Item(target.module())).collect(),
            Some(name) if name != "_" && !self.modules[at].source.words.contains(name) => Vec::new(),
            Some(_) => targets,
        }
    }

    fn note(&self, imports: &mut Imports, from: usize, targets: &[Target], line: usize, path: &[String]) {
        let from = &self.modules[from].file;
        for target in targets {
            let Target::Item(to) = target else { continue };
            let to = &self.modules[*to].file;
            if from != to {
                let name = path.last().cloned().unwrap_or_default();
                imports.entry((from.clone(), to.clone())).or_insert(Place { line, name });
            }
        }
    }

    /// The targets of a path in a module; empty if it leads out of the crate. A name can be a module and an item.
    fn resolve(&self, at: usize, path: &[String], depth: usize) -> Vec<Target> {
        let Some((first, rest)) = path.split_first().filter(|_| depth < DEEPEST) else { return Vec::new() };
        let module = &self.modules[at];
        let start = match first.as_str() {
            "crate" => self.root(at),
            "self" => at,
            "super" => match module.parent {
                Some(parent) => parent,
                None => return Vec::new(),
            },
            name => {
                if let Some(&child) = module.children.get(name) {
                    child
                } else {
                    let passed = |found: &&Use| found.name.as_deref() == Some(name) && found.path != path;
                    let Some(found) = module.source.uses.iter().find(passed) else { return Vec::new() };
                    let targets = self.resolve(at, &found.path, depth + 1);
                    return targets.into_iter().flat_map(|target| self.follow(target, rest, depth)).collect();
                }
            }
        };
        self.follow(Target::Module(start), rest, depth)
    }

    /// The target of the rest of a path.
    fn follow(&self, target: Target, rest: &[String], depth: usize) -> Vec<Target> {
        let (Target::Module(at), Some((name, rest))) = (target, rest.split_first()) else { return vec![target] };
        let module = &self.modules[at];
        if name == "super" {
            return module.parent.map_or_else(Vec::new, |parent| self.follow(Target::Module(parent), rest, depth));
        }
        if let Some(&child) = module.children.get(name)
            && !rest.is_empty()
        {
            return self.follow(Target::Module(child), rest, depth);
        }
        let mut targets: Vec<Target> =
            module.children.get(name).map(|&child| Target::Module(child)).into_iter().collect();
        if module.source.defined.contains(name) {
            targets.push(Target::Item(at));
        }
        let passed = module.source.uses.iter().filter(|found| found.name.as_ref() == Some(name));
        for found in passed {
            for target in self.resolve(at, &found.path, depth + 1) {
                targets.extend(self.follow(target, rest, depth));
            }
        }
        if targets.is_empty() {
            let globs = module.source.uses.iter().filter(|found| found.name.is_none());
            for found in globs {
                let path = [found.path.as_slice(), std::slice::from_ref(name), rest].concat();
                targets.extend(self.resolve(at, &path, depth + 1));
            }
        }
        targets
    }

    fn root(&self, mut at: usize) -> usize {
        while let Some(parent) = self.modules[at].parent {
            at = parent;
        }
        at
    }
}

impl Target {
    fn module(self) -> usize {
        match self {
            Self::Module(at) | Self::Item(at) => at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::source::file;
    use super::*;

    /// The imports of a small crate, `from > to`.
    fn shown(files: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<File> = files.iter().map(|(path, text)| file(path, text)).collect();
        imports(&files, "lib.rs").keys().map(|(from, to)| format!("{from} > {to}")).collect()
    }

    /// The root of a crate without a folder is in "", so paths of its modules begin with a slash.
    #[test]
    fn a_declared_module_is_not_imported() {
        assert_eq!(shown(&[("lib.rs", "mod a;"), ("/a.rs", "pub struct A;")]), [""; 0]);
    }

    #[test]
    fn a_use_of_the_parents_own_item_imports_the_parent() {
        let found = shown(&[
            ("lib.rs", "mod a;\nuse a::f;\nstruct B(A);\nfn g() { f() }"),
            ("/a.rs", "use super::B;\npub fn f() -> B {}"),
        ]);
        assert_eq!(found, ["/a.rs > lib.rs", "lib.rs > /a.rs"]);
    }

    #[test]
    fn a_use_of_a_re_export_imports_what_it_names() {
        let files = [
            ("lib.rs", "mod a;\nmod b;\npub use b::{inner::C as D};"),
            ("/a.rs", "use super::D;\nfn f(d: D) {}"),
            ("/b/mod.rs", "pub mod inner;"),
            ("/b/inner.rs", "pub struct C;"),
        ];
        assert_eq!(shown(&files), ["/a.rs > /b/inner.rs"]);
    }

    #[test]
    fn a_path_through_an_imported_module_imports_the_item() {
        let files = [
            ("lib.rs", "mod a;\nmod b;"),
            ("/a.rs", "use crate::b;\nfn f() { b::g(); super::b::h(); }"),
            ("/b/mod.rs", "mod c;\npub use c::*;\npub fn h() {}"),
            ("/b/c.rs", "pub fn g() {}"),
        ];
        assert_eq!(shown(&files), ["/a.rs > /b/c.rs", "/a.rs > /b/mod.rs"]);
    }

    #[test]
    fn a_name_may_be_a_module_and_a_function() {
        let files = [
            ("lib.rs", "mod a;\nmod elo;\npub use elo::elo;"),
            ("/a.rs", "use super::elo;\nfn f() { elo() }"),
            ("/elo.rs", "pub fn elo() {}"),
        ];
        assert_eq!(shown(&files), ["/a.rs > /elo.rs"]);
    }

    #[test]
    fn a_module_inside_a_file_is_of_that_file() {
        let files = [
            ("lib.rs", "mod a;\nmod b;"),
            ("/a.rs", "mod inner { use super::super::b::B;\nfn f(_: B) -> super::C {} }\nstruct C;"),
            ("/b.rs", "pub struct B;"),
        ];
        assert_eq!(shown(&files), ["/a.rs > /b.rs"]);
    }

    #[test]
    fn tests_and_other_crates_are_no_imports() {
        let files = [
            ("lib.rs", "mod a;\nmod b;"),
            ("/a.rs", "use std::fmt;\nuse b::B;\n#[cfg(test)]\nmod tests { use crate::b::B; fn f(_: B) {} }"),
            ("/b.rs", "pub struct B;"),
        ];
        assert_eq!(shown(&files), [""; 0]);
    }
}
