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
use self::progress::Bar;
use crate::failure::Failure;
use crate::input;

/// The default plies of a book of scores.
const SCORED: u8 = 6;
/// The default plies of a policy.
const PLAYED: u8 = 10;

/// Builds or verifies.
pub fn run(args: &BookArgs) -> Result<(), Failure> {
    match &args.command {
        BookCommand::Build(args) => build(args),
        BookCommand::Verify(args) => verify(args),
    }
}

fn build(args: &BuildArgs) -> Result<(), Failure> {
    let size = board(&args.game)?;
    let (kind, usual) = if args.policy { (BookKind::Policy, PLAYED) } else { (BookKind::Scores, SCORED) };
    let squares = u16::from(size[0]) * u16::from(size[1]);
    let plies = args.plies.unwrap_or(squares.min(usual.into()) as u8);
    let options = BookOptions { threads: args.threads as usize, hash: args.hash, stop: input::stop_on_interrupt()? };
    let begun = Instant::now();
    let mut bar = Bar::new();
    let built = book::build(BookHeader { kind, size, plies }, &args.out, &options, &mut |progress| {
        bar.show(progress.done, progress.all, progress.new);
    });
    bar.clear();
    let BuiltBook { entries, bytes } = built.map_err(|error| match error {
        BookBuildError::Invalid(_)
        | BookBuildError::TooDeep(_)
        | BookBuildError::Exists(_)
        | BookBuildError::Table(_) => Failure::Usage(error.to_string()),
        _ => Failure::Failed(error.to_string()),
    })?;
    let seconds = begun.elapsed().as_secs_f64();
    let path = args.out.display();
    say(
        args.json,
        &format!("{path}: {entries} entries, {bytes} bytes, {seconds:.1} s"),
        &json!({ "entries": entries, "bytes": bytes, "seconds": seconds }),
    )
}

fn verify(args: &VerifyArgs) -> Result<(), Failure> {
    let options = BookOptions { threads: 1, hash: args.hash, stop: input::stop_on_interrupt()? };
    let begun = Instant::now();
    let mut bar = Bar::new();
    let verified = book::verify(&args.file, args.sample as usize, args.seed, &options, &mut |checked, sample| {
        bar.show(checked, sample, checked);
    });
    bar.clear();
    let VerifiedBook { header: BookHeader { kind, size: [width, height, k], plies }, positions, checked } = verified
        .map_err(|error| match error {
            BookVerifyError::Table(_) => Failure::Usage(error.to_string()),
            _ => Failure::Failed(error.to_string()),
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

fn say(as_json: bool, text: &str, object: &Value) -> Result<(), Failure> {
    let line = if as_json { object.to_string() } else { text.to_owned() };
    writeln!(anstream::stdout(), "{line}")?;
    Ok(())
}

/// The board size of a Connect Four specification.
fn board(game: &str) -> Result<BoardSize, Failure> {
    let wrong = |error| Failure::Spec { what: format!("game \"{}\"", excerpt(game)), error };
    zermelo_catalog::game(game).map_err(wrong)?;
    let spec: Spec = game.parse().map_err(wrong)?;
    if spec.name != "connect4" {
        return Err(Failure::Usage(format!("there are no books of {}; only connect4 has books", excerpt(&spec.name))));
    }
    Ok(connect4::size(&spec.check(connect4::PARAMS).map_err(wrong)?))
}
