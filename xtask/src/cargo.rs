//! Cargo as a child process.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use cargo_metadata::Message;

/// Builds the tests and the program that they run.
pub(crate) const BUILD: &[&str] = &["build", "--workspace", "--all-targets", "--locked"];

/// A cargo command that runs in the root of the repository.
pub(crate) fn cargo<S: AsRef<OsStr>>(root: &Path, args: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root).args(args);
    command
}

/// Prints a command, then runs it.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let shown = shown(command);
    eprintln!("$ {shown}");
    let status = command.status().with_context(|| format!("`{shown}` did not start"))?;
    ensure!(status.success(), "`{shown}` failed ({status})");
    Ok(())
}

/// Runs a command and returns its standard output. Its standard error is inherited.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let shown = shown(command);
    let output = command.stderr(Stdio::inherit()).output().with_context(|| format!("`{shown}` did not start"))?;
    ensure!(output.status.success(), "`{shown}` failed ({})", output.status);
    String::from_utf8(output.stdout).with_context(|| format!("`{shown}` wrote something that is not UTF-8"))
}

/// Builds `zermelo` and returns its path. It builds all targets, as the tests do: alone, the program would be built with other
/// features of its dependencies, and everything twice.
pub(crate) fn zermelo(root: &Path) -> Result<PathBuf> {
    let messages = output(&mut cargo(root, BUILD.iter().chain(&["--message-format=json-render-diagnostics"])))?;
    for message in Message::parse_stream(messages.as_bytes()) {
        if let Message::CompilerArtifact(artifact) = message?
            && artifact.target.name == "zermelo"
            && !artifact.profile.test
            && let Some(program) = artifact.executable
        {
            return Ok(program.into());
        }
    }
    bail!("cargo built no program with the name zermelo")
}

/// Whether a subcommand of cargo is installed.
pub(crate) fn has(root: &Path, subcommand: &str) -> bool {
    let mut command = cargo(root, [subcommand, "--version"]);
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

fn shown(command: &Command) -> String {
    let variables = command.get_envs().filter_map(|(name, value)| {
        let (name, value) = (name.to_string_lossy(), value?.to_string_lossy());
        Some(if value.contains(' ') { format!("{name}=\"{value}\"") } else { format!("{name}={value}") })
    });
    let args = command.get_args().map(|arg| arg.to_string_lossy().into_owned());
    let program = Path::new(command.get_program()).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let words: Vec<String> = variables.chain([program]).chain(args).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_it_is_typed() {
        let mut command = cargo(Path::new("."), ["doc", "--workspace"]);
        assert_eq!(shown(&command), "cargo doc --workspace");
        command.env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(shown(&command), "RUSTDOCFLAGS=\"-D warnings\" cargo doc --workspace");
    }
}
