//! `cargo xtask new-game NAME`: skeletons of the files of a new game, and the remaining steps.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

/// The files with their templates. `NAME` is the name in specifications, `RULES` the module, `Type` the type.
const FILES: &[(&str, &str)] = &[
    ("crates/games/src/RULES/mod.rs", include_str!("new_game/mod.rs.txt")),
    ("crates/games/src/RULES/notation.rs", include_str!("new_game/notation.rs.txt")),
    ("crates/games/src/RULES/view.rs", include_str!("new_game/view.rs.txt")),
    ("fixtures/NAME/perft.txt", include_str!("new_game/perft.txt")),
    ("docs/games/NAME.md", include_str!("new_game/page.txt")),
];

/// The remaining steps.
const REST: &str = include_str!("new_game/rest.txt");

/// Writes the files; an error if one of them exists.
pub(crate) fn write(root: &Path, name: &str) -> Result<()> {
    let files = files(name)?;
    for (path, _) in &files {
        ensure!(!root.join(path).exists(), "{path} exists; choose another name");
    }
    for (path, text) in &files {
        let file = root.join(path);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).with_context(|| format!("{} can't be made", folder.display()))?;
        }
        fs::write(&file, text).with_context(|| format!("{path} can't be written"))?;
        println!("{path}");
    }
    print!("\n{}", filled(REST, name));
    Ok(())
}

/// The files of a game.
fn files(name: &str) -> Result<Vec<(String, String)>> {
    let is_word = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_lowercase()) && part.chars().all(|c| c.is_ascii_alphanumeric())
    };
    ensure!(
        name.split('-').all(is_word) && name.to_ascii_lowercase() == name,
        "\"{name}\" is no name of a game: take words of lower-case letters and digits with hyphens between, such as nine-mens-morris"
    );
    Ok(FILES.iter().map(|(path, text)| (filled(path, name), filled(text, name))).collect())
}

fn filled(text: &str, name: &str) -> String {
    text.replace("NAME", name).replace("RULES", &name.replace('-', "_")).replace("Type", &type_name(name))
}

/// Converts `nine-mens-morris` to `NineMensMorris`.
fn type_name(name: &str) -> String {
    let word = |part: &str| part[..1].to_ascii_uppercase() + &part[1..];
    name.split('-').map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_filled_in() {
        let files = files("nine-mens-morris").unwrap();
        assert_eq!(files[0].0, "crates/games/src/nine_mens_morris/mod.rs");
        assert!(files[0].1.contains("impl Game for NineMensMorris"), "{}", files[0].1);
        assert_eq!(files[3].0, "fixtures/nine-mens-morris/perft.txt");
        for (path, text) in &files {
            assert!(!["NAME", "RULES", "Type"].iter().any(|word| text.contains(word)), "{path}");
        }
        assert!(files[3].1.starts_with("source: "));
    }

    #[test]
    fn a_name_is_words_with_hyphens() {
        for wrong in ["", "Morris", "nine_mens", "9mens", "nine--mens", "../x", "é"] {
            assert!(files(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_skeletons_are_rust() {
        for (path, text) in files("morris").unwrap().into_iter().take(3) {
            assert!(text.parse::<proc_macro2::TokenStream>().is_ok(), "{path}");
        }
    }

    #[test]
    fn nothing_is_overwritten() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let why = write(root, "teeko").unwrap_err().to_string();
        assert!(why.starts_with("crates/games/src/teeko/mod.rs exists"), "{why}");
    }
}
