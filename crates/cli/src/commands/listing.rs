//! Output that the lists of games and agents share.

use std::io::Write;

use zermelo_core::spec::ParamInfo;

use crate::style::{QUIET, STRONG, paint};

/// Prints a name with its description.
pub fn heading(out: &mut impl Write, name: &str, help: &str) -> std::io::Result<()> {
    writeln!(out, "{}  {help}", paint(STRONG, format_args!("{name:<12}")))
}

/// Prints parameters, one per line.
pub fn print_params(out: &mut impl Write, infos: &[ParamInfo]) -> std::io::Result<()> {
    for info in infos {
        let default = info.default.map(|value| format!("={value}")).unwrap_or_default();
        let key = format!("{}{default}", info.key);
        writeln!(out, "    {key:<22} {}: {}", info.help, paint(QUIET, info.kind))?;
    }
    Ok(())
}

/// Prints an example.
pub fn print_example(out: &mut impl Write, example: &str) -> std::io::Result<()> {
    writeln!(out, "    {} {example}", paint(QUIET, "example:"))
}
