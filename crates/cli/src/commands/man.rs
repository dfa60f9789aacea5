//! `zermelo man`: manual pages.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_mangen::Man;

use crate::error::CliError;

/// Arguments of `man`.
#[derive(Args)]
#[command(after_help = "Example:
  zermelo man --out ~/.local/share/man/man1
  man zermelo-arena-run")]
pub struct ManArgs {
    /// The folder for the pages; created if it does not exist
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

/// Writes a page for a program and for each of its subcommands: `zermelo.1`, `zermelo-arena-run.1`.
pub fn run(args: &ManArgs, program: Command) -> Result<(), CliError> {
    let failed = |path: &Path, error| CliError::File { path: path.display().to_string(), error };
    fs::create_dir_all(&args.out).map_err(|error| failed(&args.out, error))?;
    // `help` takes the names of the commands again as its subcommands.
    let mut command = program.disable_help_subcommand(true);
    command.build();
    let mut waiting = vec![command];
    let mut pages = 0;
    while let Some(command) = waiting.pop() {
        waiting.extend(command.get_subcommands().filter(|command| !command.is_hide_set()).cloned());
        let man = Man::new(command);
        let path = args.out.join(man.get_filename());
        let mut page = Vec::new();
        man.render(&mut page).and_then(|()| fs::write(&path, &page)).map_err(|error| failed(&path, error))?;
        pages += 1;
    }
    anstream::println!("{pages} pages in {}", args.out.display());
    Ok(())
}
