//! Checks that dependencies between crates only point to lower layers.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use cargo_metadata::{CargoOpt, DependencyKind, MetadataCommand};

use super::problem::Problem;

/// The layers, the lowest first. A crate can depend on lower layers, and on its own layer only as [`SIDEWAYS`] allows.
const LAYERS: &[(u8, &[&str])] = &[
    (0, &["core"]),
    (1, &["games"]),
    (2, &["search", "records"]),
    (3, &["eval", "nets", "solve", "engines"]),
    (4, &["arena"]),
    (5, &["learn", "catalog", "protocol", "queue", "report", "store"]),
    (6, &["client", "room", "server", "zermelo"]),
    (7, &["cli"]),
];

/// Outside the layers: can depend on any crate, and no crate depends on them. Tests can use `testkit`.
const APART: &[&str] = &["testkit", "xtask"];

/// Dependencies within a layer: from, to, reason.
const SIDEWAYS: &[(&str, &str, &str)] =
    &[("server", "room", "the server gives rooms sockets, a store and the time; a room knows none of them")];

/// Forbidden dependencies on lower layers: from, to, reason.
const FORBIDDEN: &[(&str, &str, &str)] = &[
    ("search", "games", "search is generic over Game and names no game"),
    ("engines", "games", "an engine is told of games in texts: games and agents are handed in"),
    ("arena", "games", "the arena plays the erased agents that it is handed and knows no game"),
    ("arena", "eval", "the arena plays the erased agents that it is handed and knows no game"),
    ("report", "games", "a report draws what the view and the results say"),
    ("server", "games", "the server decides no rule of a game"),
    ("store", "core", "the store keeps texts and knows no game"),
];

/// A crate of the workspace.
struct Member {
    /// The name without `zermelo-`.
    name: String,
    manifest: String,
    arrows: Vec<Arrow>,
}

/// A dependency on another crate of the workspace.
struct Arrow {
    to: String,
    kind: DependencyKind,
    /// The line in the manifest.
    line: Option<usize>,
}

/// Reads the workspace with `cargo metadata` and checks its dependencies.
pub(super) fn check(root: &Path) -> Result<Vec<Problem>> {
    Ok(members(root)?.iter().flat_map(problems).collect())
}

fn members(root: &Path) -> Result<Vec<Member>> {
    let metadata = MetadataCommand::new()
        .current_dir(root)
        .no_deps()
        .features(CargoOpt::AllFeatures)
        .exec()
        .context("cargo metadata failed")?;
    let packages = metadata.workspace_packages();
    let read = |package: &&cargo_metadata::Package| {
        let path = &package.manifest_path;
        let text = fs::read_to_string(path).with_context(|| format!("{path} can't be read"))?;
        let inside = package.dependencies.iter().filter(|dependency| dependency.path.is_some());
        let arrow = |dependency: &cargo_metadata::Dependency| Arrow {
            to: short(&dependency.name),
            kind: dependency.kind,
            line: line_of(&text, &dependency.name, dependency.kind),
        };
        let manifest = path.strip_prefix(&metadata.workspace_root).unwrap_or(path).to_string();
        Ok(Member { name: short(&package.name), manifest, arrows: inside.map(arrow).collect() })
    };
    packages.iter().map(read).collect()
}

fn short(name: &str) -> String {
    name.strip_prefix("zermelo-").unwrap_or(name).to_owned()
}

fn layer(name: &str) -> Option<u8> {
    LAYERS.iter().find(|(_, names)| names.contains(&name)).map(|(layer, _)| *layer)
}

fn problems(member: &Member) -> Vec<Problem> {
    let own = layer(&member.name);
    if own.is_none() && !APART.contains(&member.name.as_str()) {
        let right = "give it a layer in xtask/src/tidy/layers.rs";
        return vec![Problem::new(&member.manifest, None, format!("{} has no layer", member.name), right)];
    }
    let wrong = |arrow: &Arrow| {
        let (wrong, right) = complaint(&member.name, own, arrow)?;
        Some(Problem::new(&member.manifest, arrow.line, wrong, right))
    };
    member.arrows.iter().filter_map(wrong).collect()
}

/// The error of a dependency and its fix.
fn complaint(from: &str, own: Option<u8>, arrow: &Arrow) -> Option<(String, String)> {
    let to = arrow.to.as_str();
    if to == "xtask" {
        return Some((format!("{from} uses xtask"), "nothing does: move what it needs into a crate".to_owned()));
    }
    if arrow.kind == DependencyKind::Development {
        return None;
    }
    if to == "testkit" {
        let right = "make it a dev-dependency: testkit is for tests alone";
        return Some((format!("{from} is built with testkit"), right.to_owned()));
    }
    let names = |&&(user, used, _): &&(&str, &str, &str)| user == from && used == to;
    if let Some((_, _, why)) = FORBIDDEN.iter().find(names) {
        return Some((format!("{from} uses {to}"), (*why).to_owned()));
    }
    let own = own?;
    match layer(to) {
        None => Some((
            format!("{from} uses {to}, which has no layer"),
            "give it one in xtask/src/tidy/layers.rs".to_owned(),
        )),
        Some(other) if other < own || SIDEWAYS.iter().any(|arrow| names(&arrow)) => None,
        Some(other) => {
            let right = "arrows point down: move what is shared into a lower layer".to_owned();
            Some((format!("{from} (layer {own}) uses {to} (layer {other})"), right))
        }
    }
}

/// The line of a manifest that names a dependency of a kind.
fn line_of(manifest: &str, name: &str, kind: DependencyKind) -> Option<usize> {
    let wanted = match kind {
        DependencyKind::Development => "dev-dependencies",
        DependencyKind::Build => "build-dependencies",
        _ => "dependencies",
    };
    let mut section = "";
    for (at, line) in manifest.lines().enumerate() {
        if let Some(header) = line.strip_prefix('[') {
            section = header.trim_end().trim_end_matches(']').rsplit('.').next().unwrap_or_default();
        } else if section == wanted && line.strip_prefix(name).is_some_and(|rest| rest.starts_with(['.', ' ', '='])) {
            return Some(at + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(name: &str, arrows: &[(&str, DependencyKind)]) -> Member {
        let arrow = |&(to, kind): &(&str, DependencyKind)| Arrow { to: to.to_owned(), kind, line: Some(1) };
        let manifest = format!("crates/{name}/Cargo.toml");
        Member { name: name.to_owned(), manifest, arrows: arrows.iter().map(arrow).collect() }
    }

    fn wrong(name: &str, to: &str, kind: DependencyKind) -> Vec<String> {
        problems(&member(name, &[(to, kind)])).into_iter().map(|problem| problem.wrong).collect()
    }

    use DependencyKind::{Build, Development, Normal};

    #[test]
    fn down_is_right() {
        for (from, to) in [("games", "core"), ("search", "core"), ("eval", "games"), ("cli", "catalog")] {
            assert_eq!(wrong(from, to, Normal), [""; 0], "{from} -> {to}");
        }
    }

    #[test]
    fn up_and_sideways_are_wrong() {
        assert_eq!(wrong("core", "games", Normal), ["core (layer 0) uses games (layer 1)"]);
        assert_eq!(wrong("core", "games", Build), ["core (layer 0) uses games (layer 1)"]);
        assert_eq!(wrong("nets", "eval", Normal), ["nets (layer 3) uses eval (layer 3)"]);
    }

    #[test]
    fn search_names_no_game() {
        assert_eq!(wrong("search", "games", Normal), ["search uses games"]);
        assert_eq!(wrong("search", "games", Development), [""; 0]);
    }

    #[test]
    fn the_testkit_is_for_tests() {
        assert_eq!(wrong("games", "testkit", Normal), ["games is built with testkit"]);
        assert_eq!(wrong("xtask", "testkit", Normal), ["xtask is built with testkit"]);
        assert_eq!(wrong("core", "testkit", Development), [""; 0]);
        assert_eq!(wrong("testkit", "core", Normal), [""; 0]);
        assert_eq!(wrong("cli", "xtask", Development), ["cli uses xtask"]);
    }

    #[test]
    fn a_crate_has_a_layer() {
        assert_eq!(wrong("novel", "core", Normal), ["novel has no layer"]);
        assert_eq!(wrong("cli", "novel", Normal), ["cli uses novel, which has no layer"]);
    }

    #[test]
    fn no_crate_is_listed_twice() {
        let mut all: Vec<&str> = LAYERS.iter().flat_map(|(_, names)| *names).chain(APART).copied().collect();
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{all:?}");
        assert!(LAYERS.is_sorted_by_key(|(layer, _)| *layer));
    }

    #[test]
    fn the_line_is_the_one_of_the_kind() {
        let manifest = "[package]\nname = \"x\"\n\n[dependencies]\na-b.workspace = true\na.workspace = true\n\n\
                        [target.'cfg(unix)'.dev-dependencies]\na = \"1\"\n";
        assert_eq!(line_of(manifest, "a", Normal), Some(6));
        assert_eq!(line_of(manifest, "a", Development), Some(9));
        assert_eq!(line_of(manifest, "c", Normal), None);
    }

    #[test]
    fn this_workspace_is_read() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let members = members(root).unwrap();
        let core = members.iter().find(|member| member.name == "core").unwrap();
        assert_eq!(core.manifest, "crates/core/Cargo.toml");
        let games = members.iter().find(|member| member.name == "games").unwrap();
        assert!(games.arrows.iter().any(|arrow| arrow.to == "core" && arrow.line.is_some()));
    }
}
