//! `cargo xtask dist`: builds the files of a release in `target/dist`.
//!
//! The files are an archive with the stripped program, its completion scripts and manual pages and the licences of all
//! dependencies, a Debian package with the same contents (its file list is in `crates/cli/Cargo.toml`), and their checksums.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::cargo::{cargo, has, output, run};

/// The cargo subcommands that a release needs, with the arguments of `cargo install`.
const TOOLS: &[(&str, &str)] = &[("about", "cargo-about --features cli"), ("deb", "cargo-deb")];

/// Shells with the names of their completion scripts.
const SHELLS: &[(&str, &str)] =
    &[("bash", "zermelo.bash"), ("fish", "zermelo.fish"), ("powershell", "_zermelo.ps1"), ("zsh", "_zermelo")];

/// Files of the repository that are part of the archive.
const FILES: &[&str] = &["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "deploy/zermelo.service"];

const LICENSES: &str = "THIRD-PARTY-LICENSES.txt";

/// Builds the release and prints the paths of its files.
pub(crate) fn build(root: &Path) -> Result<()> {
    for (subcommand, package) in TOOLS {
        ensure!(has(root, subcommand), "`cargo {subcommand}` is not installed: run `cargo install --locked {package}`");
    }
    run(&mut cargo(root, ["build", "--profile", "dist", "--locked", "--package", "zermelo-cli"]))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder));
    let folder = target.join("dist");
    let version = stage(root, &folder)?;

    let archive = format!("zermelo-{version}-{}.tar.gz", host()?);
    let rename = format!("s,^package,{},", archive.trim_end_matches(".tar.gz"));
    let owner = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner"];
    run(Command::new("tar")
        .arg("--create")
        .arg("--gzip")
        .arg("--file")
        .arg(folder.join(&archive))
        .args(owner)
        .args(["--transform", &rename])
        .arg("--directory")
        .arg(&folder)
        .arg("package"))?;
    let package = format!("zermelo_{version}.deb");
    let deb = ["deb", "--no-build", "--profile", "dist", "--locked", "--package", "zermelo-cli", "--output"];
    run(cargo(root, deb).arg(folder.join(&package)))?;

    let mut sums = String::new();
    for name in [&archive, &package] {
        let bytes = fs::read(folder.join(name)).with_context(|| format!("can't read {name}"))?;
        writeln!(sums, "{}", checksum_line(name, &bytes))?;
    }
    write(&folder.join("SHA256SUMS"), &sums)?;
    for name in [archive.as_str(), &package, "SHA256SUMS"] {
        println!("{}", folder.join(name).display());
    }
    Ok(())
}

/// Collects the contents of the archive in `folder/package`. Returns the version of the program.
fn stage(root: &Path, folder: &Path) -> Result<String> {
    let program = folder.join("zermelo");
    let package = folder.join("package");
    if package.exists() {
        fs::remove_dir_all(&package).with_context(|| format!("can't remove {}", package.display()))?;
    }
    create(&package.join("completions"))?;
    copy(&program, &package.join("zermelo"))?;
    for file in FILES {
        let name = Path::new(file).file_name().unwrap_or_default();
        copy(&root.join(file), &package.join(name))?;
    }
    for (shell, name) in SHELLS {
        let script = output(Command::new(&program).args(["completions", shell]))?;
        write(&package.join("completions").join(name), &script)?;
    }
    run(Command::new(&program).args(["man", "--out"]).arg(package.join("man")))?;
    write(&package.join(LICENSES), &licenses(root)?)?;
    let version = output(Command::new(&program).arg("--version"))?;
    let number = version.split_whitespace().nth(1).context("`zermelo --version` printed no version")?;
    Ok(number.to_owned())
}

/// The licence texts of the crates and of the packages in the web page.
fn licenses(root: &Path) -> Result<String> {
    let config = root.join("xtask/src/dist/about.toml");
    let template = root.join("xtask/src/dist/licenses.hbs");
    let mut about = cargo(
        root,
        ["about", "generate", "--offline", "--locked", "--fail", "--manifest-path", "crates/cli/Cargo.toml"],
    );
    let crates = output(about.arg("--config").arg(config).arg(template))?;
    let page = root.join("web/dist/licenses.md");
    let page = fs::read_to_string(&page).with_context(|| format!("can't read {}", page.display()))?;
    Ok(format!("{crates}\n\n{page}"))
}

/// The target triple of this machine.
fn host() -> Result<String> {
    let about = output(Command::new("rustc").arg("-vV"))?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("`rustc -vV` names no host")?.to_owned())
}

/// A line of `SHA256SUMS`, which `sha256sum --check` reads.
fn checksum_line(name: &str, bytes: &[u8]) -> String {
    format!("{}  {name}", HEXLOWER.encode(&Sha256::digest(bytes)))
}

fn create(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("can't create {}", folder.display()))
}

fn copy(from: &Path, to: &PathBuf) -> Result<()> {
    fs::copy(from, to).with_context(|| format!("can't copy {} to {}", from.display(), to.display()))?;
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("can't write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checksum_line_is_as_sha256sum_prints_it() {
        let sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(checksum_line("abc.txt", b"abc"), format!("{sum}  abc.txt"));
    }
}
