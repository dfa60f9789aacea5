//! What the tests need beside Cargo's packages: programs that Debian packages.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Result, bail};

use crate::cargo::run;

/// A program, the package that brings it, and what it is for.
struct Need {
    program: &'static str,
    package: &'static str,
    why: &'static str,
}

const NEEDS: &[Need] =
    &[Need { program: "nats-server", package: "nats-server", why: "tests of tournaments over many machines" }];

/// Where programs are beside the PATH: Debian puts servers where only root looks.
const FOLDERS: &[&str] = &["/usr/sbin", "/usr/local/sbin", "/usr/local/bin"];

/// Installs what is missing, and says so; an error where that fails: the tests would fail one by one.
pub(crate) fn install() -> Result<()> {
    for need in NEEDS {
        if is_there(need.program) {
            continue;
        }
        let Need { program, package, why } = need;
        eprintln!("{program} is not installed; it is needed for {why}: installing Debian's package {package}.");
        let install = || {
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
                "the package {package} is installed, and there is no {program} in the PATH or in {}",
                FOLDERS.join(", ")
            );
        }
    }
    Ok(())
}

fn is_there(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(FOLDERS.iter().map(PathBuf::from));
    folders.map(|folder| folder.join(program)).any(|program| program.is_file())
}

/// Asks nothing and starts no service: the tests start their own servers.
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
}
