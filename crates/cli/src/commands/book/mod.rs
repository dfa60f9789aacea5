//! `zermelo book`: opening books of solved positions.

mod args;
mod progress;

use std::io::Write;
use std::time::Instant;

use serde_json::{Value, json};
use zermelo_core::spec::Spec;
use zermelo_core::text::excerpt;
use zermelo_games::connect4;
use zermelo_solve::connect4::book::{
    self, BoardSize, BookBuildError, BookHeader, BookKind, BookOptions, BookVerifyError, BuiltBook, VerifiedBook,
};

pub use self::args::BookArgs;
use self::args::{BookCommand, BuildArgs, VerifyArgs};
use self::progress::BookProgressBar;
use crate::error::CliError;
use crate::input;

/// The default plies of a book of scores.
const DEFAULT_SCORE_PLIES: u8 = 6;
/// The default plies of a policy.
const DEFAULT_POLICY_PLIES: u8 = 10;

/// Builds or verifies.
pub fn run(args: &BookArgs) -> Result<(), CliError> {
    match &args.command {
        BookCommand::Build(args) => build(args),
        BookCommand::Verify(args) => verify(args),
    }
}

fn build(args: &BuildArgs) -> Result<(), CliError> {
    let size = board(&args.game)?;
    let (kind, usual) =
        if args.policy { (BookKind::Policy, DEFAULT_POLICY_PLIES) } else { (BookKind::Scores, DEFAULT_SCORE_PLIES) };
    let squares = u16::from(size[0]) * u16::from(size[1]);
    let plies = args.plies.unwrap_or(squares.min(usual.into()) as u8);
    let options = BookOptions { threads: args.threads as usize, hash: args.hash, stop: input::stop_on_interrupt()? };
    let begun = Instant::now();
    let mut bar = BookProgressBar::new();
    let built = book::build(BookHeader { kind, size, plies }, &args.out, &options, &mut |progress| {
        bar.show(progress.done, progress.all, progress.new);
    });
    bar.clear();
    let BuiltBook { entries, bytes } = built.map_err(|error| match error {
        BookBuildError::Invalid(_)
        | BookBuildError::TooDeep(_)
        | BookBuildError::Exists(_)
        | BookBuildError::Table(_) => CliError::Usage(error.to_string()),
        _ => CliError::Failed(error.to_string()),
    })?;
    let seconds = begun.elapsed().as_secs_f64();
    let path = args.out.display();
    say(
        args.json,
        &format!("{path}: {entries} entries, {bytes} bytes, {seconds:.1} s"),
        &json!({ "entries": entries, "bytes": bytes, "seconds": seconds }),
    )
}

fn verify(args: &VerifyArgs) -> Result<(), CliError> {
    let options = BookOptions { threads: 1, hash: args.hash, stop: input::stop_on_interrupt()? };
    let begun = Instant::now();
    let mut bar = BookProgressBar::new();
    let verified = book::verify(&args.file, args.sample as usize, args.seed, &options, &mut |checked, sample| {
        bar.show(checked, sample, checked);
    });
    bar.clear();
    let VerifiedBook { header: BookHeader { kind, size: [width, height, k], plies }, positions, checked } = verified
        .map_err(|error| match error {
            BookVerifyError::Table(_) => CliError::Usage(error.to_string()),
            _ => CliError::Failed(error.to_string()),
        })?;
    let seconds = begun.elapsed().as_secs_f64();
    let (word, name) = match kind {
        BookKind::Scores => ("scores", "scores of positions of up to"),
        BookKind::Policy => ("policy", "moves in positions of fewer than"),
    };
    say(
        args.json,
        &format!(
            "{width}x{height}, {k} in a row: {positions} {name} {plies} stones\nThe file is intact; {checked} entries \
             solved again, all correct, {seconds:.1} s"
        ),
        &json!({
            "kind": word, "width": width, "height": height, "k": k, "plies": plies,
            "positions": positions, "checked": checked, "seconds": seconds,
        }),
    )
}

fn say(as_json: bool, text: &str, object: &Value) -> Result<(), CliError> {
    let line = if as_json { object.to_string() } else { text.to_owned() };
    writeln!(anstream::stdout(), "{line}")?;
    Ok(())
}

/// The board size of a Connect Four specification.
fn board(game: &str) -> Result<BoardSize, CliError> {
    let wrong = |error| CliError::Spec { what: format!("game \"{}\"", excerpt(game)), error };
    zermelo_catalog::game(game).map_err(wrong)?;
    let spec: Spec = game.parse().map_err(wrong)?;
    if spec.name != "connect4" {
        return Err(CliError::Usage(format!("there are no books of {}; only connect4 has books", excerpt(&spec.name))));
    }
    Ok(connect4::size(&spec.check(connect4::PARAMS).map_err(wrong)?))
}
