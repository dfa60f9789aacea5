//! The rules of the native protocol.

use std::time::Duration;

use zermelo_core::erased::{DynGame, DynRecord};

use super::options::{CheckError, CheckOptions, FindGame, choose_game};
use super::positions::positions;
use super::report::{ProtocolRule, RuleError, RuleReport, RuleStatus};
use super::session::{CheckSession, GlobalViolations, Handshake};
use crate::protocol::{GoLimits, IDS, Reply, Request, SupportedGames, Tagged};

/// Milliseconds for a move in checks that are not about time.
const SHORT: u64 = 50;
/// Milliseconds for a move in the checks of `movetime` and the clock.
const MOVETIME: u64 = 300;

/// The rules with a check of their own, in order.
const RULES: &[(ProtocolRule, RuleCheck)] = &[
    (rule("ready", "answers \"ping WORD\" with \"pong WORD\" when a game has begun"), ready),
    (rule("legal", "answers \"go\" with one legal move, in a variety of positions"), legal),
    (rule("position", "accepts any position after any other, as moves and as text"), position),
    (rule("movetime", "answers within \"movetime\""), movetime),
    (rule("clock", "answers before its clock runs out"), clock),
    (rule("stop", "answers soon after \"stop\", and ignores \"stop\" when no search is running"), stop),
    (rule("thinking", "answers \"ping\" during a search"), thinking),
    (rule("games", "plays one game after another"), games),
    (rule("unknown", "ignores unknown lines, even long ones"), unknown),
    (rule("ids", "repeats the id of the request, if it has that feature"), ids),
    (rule("quit", "exits after \"quit\""), quit),
    (rule("eof", "exits at the end of its input"), eof),
];
const HANDSHAKE: ProtocolRule = rule("handshake", "answers \"zermelo-protocol 1\" with its name, its games and \"ok\"");
const LINES: ProtocolRule = rule("lines", "writes only lines of the protocol to standard output");
const ANSWERS: ProtocolRule = rule("answers", "sends one \"bestmove\" for each \"go\", and \"info\" only before it");

const fn rule(name: &'static str, text: &'static str) -> ProtocolRule {
    ProtocolRule { name, text }
}

type RuleCheck = fn(&mut CheckContext<'_>) -> Result<(), RuleError>;

/// The state that all checks share.
struct CheckContext<'a> {
    options: &'a CheckOptions,
    violations: GlobalViolations,
    game: Box<dyn DynGame>,
    knows_ids: bool,
}

pub(super) fn check(
    options: &CheckOptions,
    find: FindGame<'_>,
    report: &mut dyn FnMut(&RuleReport),
) -> Result<String, CheckError> {
    let mut violations = GlobalViolations::default();
    let greeting = CheckSession::open(options, &mut violations).map_err(CheckError::NotStarted)?.handshake();
    let plays = greeting.as_ref().ok().and_then(|greeting| greeting.games.clone()).unwrap_or(SupportedGames::Any);
    let game = choose_game(options, &plays, find)?;
    let spec = game.spec();
    let handshake = greeting.and_then(|greeting| check_handshake(greeting, &spec));
    let mut tell = |rule, status| report(&RuleReport { rule, status });
    let knows_ids = match handshake {
        Ok(knows_ids) => {
            tell(HANDSHAKE, RuleStatus::Passed);
            knows_ids
        }
        Err(error) => {
            tell(HANDSHAKE, RuleStatus::Failed(error));
            let rest = RULES.iter().map(|(rule, _)| *rule).chain([LINES, ANSWERS]);
            rest.for_each(|rule| tell(rule, RuleStatus::Skipped("the handshake failed".to_owned())));
            return Ok(spec);
        }
    };
    let mut context = CheckContext { options, violations, game, knows_ids };
    for (rule, check) in RULES {
        let status = match check(&mut context) {
            Ok(()) if rule.name == "ids" && !knows_ids => RuleStatus::Skipped(format!("it has no \"feature {IDS}\"")),
            result => status_of(result),
        };
        tell(*rule, status);
    }
    tell(LINES, status_of(context.violations.invalid_line.map_or(Ok(()), Err)));
    tell(ANSWERS, status_of(context.violations.unexpected_reply.map_or(Ok(()), Err)));
    Ok(spec)
}

fn status_of(result: Result<(), RuleError>) -> RuleStatus {
    result.map_or_else(RuleStatus::Failed, |()| RuleStatus::Passed)
}

/// Checks the handshake. Returns whether the engine has the feature `ids`.
fn check_handshake(handshake: Handshake, spec: &str) -> Result<bool, RuleError> {
    if !handshake.has_name {
        return Err(RuleError::new("no \"id name\" before \"ok\""));
    }
    match handshake.games {
        None => Err(RuleError::new("no \"games\" before \"ok\"")),
        Some(games) if !games.include(spec) => {
            Err(RuleError::at(&Reply::Games(games).to_string(), format!("{spec} is not among its games")))
        }
        Some(_) => Ok(handshake.knows_ids),
    }
}

fn movetime_limit(ms: u64) -> GoLimits {
    GoLimits { movetime: Some(ms), ..GoLimits::default() }
}

impl CheckContext<'_> {
    /// A session after the handshake.
    fn connect(&mut self) -> Result<CheckSession<'_>, RuleError> {
        let mut session = CheckSession::open(self.options, &mut self.violations).map_err(RuleError::new)?;
        session.handshake()?;
        Ok(session)
    }

    /// A session in which a game has begun.
    fn start_game(&mut self) -> Result<CheckSession<'_>, RuleError> {
        let spec = self.game.spec();
        let mut session = self.connect()?;
        session.start_game(&spec)?;
        Ok(session)
    }

    fn positions(&self, count: u32) -> Vec<Box<dyn DynRecord>> {
        positions(self.game.as_ref(), count, self.options.seed)
    }
}

/// Asks for a move in a position, and waits for the answer and for a final `pong`.
fn ask(
    session: &mut CheckSession<'_>,
    record: &dyn DynRecord,
    go: GoLimits,
    timeout: Duration,
) -> Result<(), RuleError> {
    session.set_position(record, false);
    session.go(None, go);
    session.wait_for_move(record, timeout)?;
    session.sync()
}

fn ready(context: &mut CheckContext<'_>) -> Result<(), RuleError> {
    context.start_game()?.sync()
}

fn legal(context: &mut CheckContext<'_>) -> Result<(), RuleError> {
    let (records, timeout) = (context.positions(context.options.positions), context.options.timeouts.hang);
    let mut session = context.start_game()?;
    records.iter().try_for_each(|record| ask(&mut session, record.as_ref(), movetime_limit(SHORT), timeout))
}

fn position(context: &mut CheckContext<'_>) -> Result<(), RuleError> {
    // From the latest position to the start.
    let (mut records, timeout) = (context.positions(7), context.options.timeouts.hang);
    records.sort_by_key(|record| std::cmp::Reverse(record.ply()));
    let mut session = context.start_game()?;
    for (number, record) in records.iter().enumerate() {
        // A position without a `go` must have no effect.
        session.set_position(records[0].as_ref(), false);
        session.set_position(record.as_ref(), number % 2 == 1);
        session.go(None, movetime_limit(SHORT));
        session.wait_for_move(record.as_ref(), timeout)?;
        session.sync()?;
    }
    Ok(())
}

fn movetime(context: &mut CheckContext<'_>) -> Result<(), RuleError> {
    answer_within(context, movetime_limit(MOVETIME))
}

fn clock(context: &mut CheckContext<'_>) -> Result<(), RuleError> {
    answer_within(context, GoLimits { left: [Some(MOVETIME); 2], ..GoLimits::default() })
}

/// Asks for a move in the initial position, where a search lasts longest.
fn answer_within(context: &mut CheckContext<'_>, go: GoLimits) -> Result<(), RuleError> {
    let timeout = Duration::from_millis(MOVETIME) + context.options.timeouts.margin;
    let start = context.game.new_record();
    ask(&mut context.start_game()?, start.as_ref(), go, timeout)
}

fn stop(context: &mut CheckContext<'_>) -> Result<(), RuleError> {
    let (start, timeout) = (context.game.new_record(), context.options.timeouts.stop);
    let mut session = context.start_game()?;
    session.set_position(start.as_ref(), false);
    session.sync()?;
    session.go(None, GoLimits::default());
    session.send(&Request::Stop);
    session.wait_for_move(start.as_ref(), timeout)?;
    // This second "stop" certainly comes when no search is running.
    session.send(&Request::Stop);
    session.sync()
}

fn thinking(context: &mut CheckContext<'_>) -> Result<(), RuleError> {
    let start = context.game.new_record();
    let mut session = context.start_game()?;
    session.set_position(start.as_ref(), false);
    session.go(None, GoLimits::default());
    session.sync()
}

fn games(context: &mut CheckContext<'_>) -> Result<(), RuleError> {
    let (spec, records, timeout) = (context.game.spec(), context.positions(4), context.options.timeouts.hang);
    let mut session = context.connect()?;
    for record in &records {
        session.start_game(&spec)?;
        ask(&mut session, record.as_ref(), movetime_limit(SHORT), timeout)?;
    }
    Ok(())
}

fn unknown(context: &mut CheckContext<'_>) -> Result<(), RuleError> {
    let (start, timeout) = (context.game.new_record(), context.options.timeouts.hang);
    let mut session = context.start_game()?;
    let long = format!("xyzzy {}", "x".repeat(100_000));
    for line in ["xyzzy", "", "  xyzzy go stop quit", "\u{fc}\u{2003}\u{1f3b2}", &long] {
        session.send_line(line);
        session.sync()?;
    }
    ask(&mut session, start.as_ref(), movetime_limit(SHORT), timeout)
}

fn ids(context: &mut CheckContext<'_>) -> Result<(), RuleError> {
    if !context.knows_ids {
        return Ok(());
    }
    let (start, timeouts) = (context.game.new_record(), context.options.timeouts);
    let mut session = context.start_game()?;
    let word = || Some("word".to_owned());
    session.send_line(&Tagged { id: Some("a1".to_owned()), line: Request::Ping(word()) }.to_string());
    let is_pong = |reply: Tagged<Reply>| (reply.line == Reply::Pong(word())).then_some(reply);
    let pong = session.wait(timeouts.ready, "pong word", is_pong)?;
    session.set_position(start.as_ref(), false);
    session.go(Some("b2"), movetime_limit(SHORT));
    let answer = session.wait_for_move(start.as_ref(), timeouts.hang)?;
    for (reply, id) in [(pong, "a1"), (answer, "b2")] {
        if reply.id.as_deref() != Some(id) {
            return Err(RuleError::at(&reply.to_string(), format!("expected the id of the request, #{id}")));
        }
    }
    Ok(())
}

fn quit(context: &mut CheckContext<'_>) -> Result<(), RuleError> {
    end_session(context, true)
}

fn eof(context: &mut CheckContext<'_>) -> Result<(), RuleError> {
    end_session(context, false)
}

/// Asks for a move, then ends the session by `quit` or by closing the input.
fn end_session(context: &mut CheckContext<'_>, quit: bool) -> Result<(), RuleError> {
    let (start, timeout) = (context.game.new_record(), context.options.timeouts.hang);
    let mut session = context.start_game()?;
    ask(&mut session, start.as_ref(), movetime_limit(SHORT), timeout)?;
    session.end(quit)
}
