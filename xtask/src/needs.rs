//! Programs that the tests need, from Debian packages.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::cargo::run;

/// A program, its package, and its purpose.
struct Need {
    program: &'static str,
    package: &'static str,
    why: &'static str,
    /// A configuration file that prevents the package from starting a server, with its contents. It is written if it does not exist.
    setting: Option<(&'static str, &'static str)>,
}

const NEEDS: &[Need] = &[
    Need {
        program: "nats-server",
        package: "nats-server",
        why: "tests of tournaments over many machines",
        setting: None,
    },
    Need {
        program: "postgres",
        package: "postgresql",
        why: "tests of the server's store",
        // Otherwise the package creates and starts a database.
        setting: Some(("/etc/postgresql-common/createcluster.conf", "create_main_cluster = false\n")),
    },
    Need { program: "chromium", package: "chromium", why: "tests of the page", setting: None },
];

/// Folders of programs outside the PATH: Debian puts servers into folders that only root has in its PATH.
const FOLDERS: &[&str] = &["/usr/sbin", "/usr/local/sbin", "/usr/local/bin"];

/// A folder with a subfolder for each version.
const VERSIONS: &str = "/usr/lib/postgresql";

/// Installs missing programs. An error if that fails, because the tests would fail one by one.
pub(crate) fn install() -> Result<()> {
    for need in NEEDS {
        if is_there(need.program) {
            continue;
        }
        let Need { program, package, why, setting } = need;
        eprintln!("{program} is not installed; it is needed for {why}: installing Debian's package {package}.");
        let install = || {
            if let Some((path, text)) = setting {
                write_where_none(Path::new(path), text)?;
            }
            run(apt_get().args(["update", "--quiet"]))?;
            run(apt_get().args(["install", "--yes", "--no-install-recommends", package]))
        };
        if let Err(error) = install() {
            bail!(
                "{program} is missing ({why}), and can't be installed here: {error:#}\nInstall it by hand: as root, \
                 `apt-get install {package}`; elsewhere put the program into the PATH"
            );
        }
        if !is_there(program) {
            bail!(
                "the package {package} is installed, and there is no {program} in the PATH or in {}, {VERSIONS}/*/bin",
                FOLDERS.join(", ")
            );
        }
    }
    Ok(())
}

fn is_there(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let versions = std::fs::read_dir(VERSIONS).into_iter().flatten().flatten();
    let versions = versions.map(|version| version.path().join("bin"));
    let folders = std::env::split_paths(&path).chain(FOLDERS.iter().map(PathBuf::from)).chain(versions);
    folders.map(|folder| folder.join(program)).any(|program| program.is_file())
}

/// Keeps an existing configuration.
fn write_where_none(path: &Path, text: &str) -> Result<()> {
    if path.exists() {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(path);
    let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(path, text));
    written.with_context(|| format!("{} can't be written", path.display()))
}

/// Not interactive, and without starting services: the tests start their own servers.
fn apt_get() -> Command {
    let mut command = Command::new("apt-get");
    command.env("DEBIAN_FRONTEND", "noninteractive").env("RUNLEVEL", "1").stdin(Stdio::null());
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found() {
        assert!(is_there("sh"));
        assert!(!is_there("no-such-program-of-zermelo"));
    }

    #[test]
    fn a_setting_that_stands_is_left() {
        let folder = std::env::temp_dir().join(format!("zermelo-needs-{}", std::process::id()));
        let path = folder.join("deep/setting");
        for text in ["first", "second"] {
            write_where_none(&path, text).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), "first");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
