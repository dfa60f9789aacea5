//! `zermelo completions`: completion scripts for shells.

use std::io::{self, Write};

use clap::{Args, Command};
use clap_complete::Shell;

use crate::error::CliError;

/// Arguments of `completions`.
#[derive(Args)]
#[command(after_help = "Examples:
  zermelo completions bash > ~/.local/share/bash-completion/completions/zermelo
  zermelo completions zsh > ~/.zfunc/_zermelo
  zermelo completions fish > ~/.config/fish/completions/zermelo.fish
  zermelo completions powershell >> $PROFILE

For zsh, the folder must be in fpath before compinit runs: `fpath+=~/.zfunc` in ~/.zshrc.")]
pub struct CompletionsArgs {
    /// The shell that reads the script
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Prints the script that completes a program.
pub fn run(args: &CompletionsArgs, mut program: Command) -> Result<(), CliError> {
    // `generate` panics when a write fails, and the reader of a pipe may close it early.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "zermelo", &mut script);
    Ok(io::stdout().lock().write_all(&script)?)
}
