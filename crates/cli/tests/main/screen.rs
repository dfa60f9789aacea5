//! Full-screen mode in a pseudo-terminal.

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// How long anything may take. Nothing waits for it but a failure.
const PATIENCE: Duration = Duration::from_mins(1);

/// A terminal with the program in it.
pub(super) struct Terminal {
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    shown: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    child: Box<dyn Child + Send + Sync>,
}

fn size((width, height): (u16, u16)) -> PtySize {
    PtySize { rows: height, cols: width, pixel_width: 0, pixel_height: 0 }
}

fn cells(number: u16) -> NonZero<u16> {
    NonZero::new(number).expect("a terminal has cells")
}

impl Terminal {
    pub(super) fn start(at: (u16, u16), args: &[&str], variables: &[(&str, &str)]) -> Self {
        let pair = native_pty_system().openpty(size(at)).expect("a terminal");
        let mut command = CommandBuilder::new(PathBuf::from(env!("CARGO_BIN_EXE_zermelo")));
        command.arg("play");
        command.args(args);
        command.env_remove("NO_COLOR");
        for (name, value) in [("TERM", "xterm-256color"), ("LC_ALL", "C.UTF-8")].iter().chain(variables) {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let mut reader = pair.master.try_clone_reader().expect("what is shown can be read");
        let (sender, shown) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            // The terminal ends when the program does.
            while let Ok(read @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..read].to_vec()).is_err() {
                    break;
                }
            }
        });
        let keys = pair.master.take_writer().expect("keys can be pressed");
        let screen = vt100::Parser::new(cells(at.1), cells(at.0), 0);
        Self { master: pair.master, keys, shown, screen, child }
    }

    pub(super) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("keys can be pressed");
        self.keys.flush().expect("keys can be pressed");
    }

    fn resize(&mut self, at: (u16, u16)) {
        self.screen.screen_mut().set_size(cells(at.1), cells(at.0));
        self.master.resize(size(at)).expect("a terminal can change its size");
    }

    pub(super) fn text(&self) -> String {
        self.screen.screen().contents()
    }

    /// Reads until the screen is as wanted.
    pub(super) fn wait(&mut self, what: &str, is_so: impl Fn(&vt100::Screen) -> bool) {
        let begun = Instant::now();
        while !is_so(self.screen.screen()) {
            match self.shown.recv_timeout(Duration::from_millis(50)) {
                Ok(bytes) => self.screen.process(&bytes),
                Err(RecvTimeoutError::Timeout) if begun.elapsed() < PATIENCE => {}
                Err(why) => panic!("{what} does not come ({why}):\n{}", self.text()),
            }
        }
    }

    pub(super) fn wait_for(&mut self, text: &str) {
        self.wait(text, |screen| screen.contents().contains(text));
    }

    /// Waits for the end of the program: it succeeds and gives the terminal back.
    pub(super) fn end(mut self) -> String {
        self.wait("the usual screen", |screen| !screen.alternate_screen());
        let begun = Instant::now();
        let status = loop {
            match self.child.try_wait().expect("the program can be waited for") {
                Some(status) => break status,
                None if begun.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(20)),
                None => panic!("the program does not end:\n{}", self.text()),
            }
        };
        while let Ok(bytes) = self.shown.recv_timeout(Duration::from_millis(200)) {
            self.screen.process(&bytes);
        }
        assert!(status.success(), "{status:?}\n{}", self.text());
        let screen = self.screen.screen();
        assert!(!screen.alternate_screen() && !screen.hide_cursor(), "the terminal is as it was");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        #[cfg(unix)]
        {
            let modes = self.master.get_termios().expect("a terminal has modes");
            let local = format!("{:?}", modes.local_flags);
            assert!(local.contains("ICANON") && local.contains("ECHO"), "lines and echo are back: {local}");
        }
        self.text()
    }
}

#[test]
fn a_game_of_two_people() {
    let mut terminal = Terminal::start((80, 24), &["tictactoe", "--seed", "1"], &[]);
    terminal.wait_for("X to move: select a square.");
    terminal.press("a1\r");
    terminal.wait_for("O to move");
    terminal.resize((50, 12));
    terminal.wait("a smaller board", |screen| {
        screen.contents().lines().count() <= 12 && screen.contents().contains("q quit")
    });
    terminal.press("b1\r");
    terminal.wait_for("(o)");
    terminal.resize((20, 5));
    terminal.wait_for("terminal too small");
    terminal.resize((100, 30));
    terminal.wait_for("1. a1  b1");
    terminal.press("a2\rb2\r");
    terminal.wait_for("2. a2  b2");
    terminal.press("a3\r");
    terminal.wait_for("X wins by a completed line, after 5 plies.");
    assert!(terminal.text().contains("# #"), "{}", terminal.text());
    terminal.press("q");
    terminal.end();
}

#[test]
fn a_game_against_an_agent_is_kept_and_counted() {
    let folder = own_folder();
    let file = folder.join("games.jsonl");
    let path = file.to_str().expect("a path of text");
    let args = ["connect4", "--second", "alphabeta:depth=2", "--hint", "alphabeta:depth=2", "--save", path];
    let mut terminal = Terminal::start((80, 24), &args, &[]);
    terminal.wait_for("select a column");
    terminal.press("4\r");
    terminal.wait_for("Yellow (o) plays");
    terminal.press("h");
    terminal.wait_for("Hint: ");
    terminal.press("r");
    terminal.wait_for("Resign? y/n");
    terminal.press("y");
    terminal.wait_for("Yellow (o) wins by resignation");
    terminal.press("q");
    let text = terminal.end();
    let line = text.lines().find(|line| line.starts_with("alphabeta:depth=2")).expect("statistics of the agent");
    assert_eq!(line.split_whitespace().skip(1).take(5).collect::<Vec<_>>(), ["1", "1", "0", "0", "1"]);
    let kept = std::fs::read_to_string(&file).expect("the game was kept");
    assert!(kept.lines().count() == 1 && kept.contains("\"resignation\""), "{kept}");
    // What the agent's search says of its one move is kept too; of the person's nothing is known.
    let game: serde_json::Value = serde_json::from_str(&kept).expect("JSON");
    assert_eq!(game["depths"], serde_json::json!([null, 2]), "{kept}");
    assert!(game["nodes"][0].is_null() && game["nodes"][1].as_u64() > Some(0), "{kept}");
    std::fs::remove_dir_all(folder).expect("the folder can go");
}

#[test]
fn agents_play_to_the_end_by_themselves() {
    let args = ["tictactoe", "--first", "random:seed=1", "--second", "random:seed=2", "--seed", "1"];
    let mut terminal = Terminal::start((80, 24), &args, &[]);
    terminal.wait_for("Space pause");
    terminal.press("+++");
    terminal.wait_for("n new game");
    assert!(terminal.text().contains("plies."), "{}", terminal.text());
    terminal.press("q");
    assert!(terminal.end().contains("random:seed=1"));
}

#[test]
fn works_without_unicode_and_colours() {
    let variables = [("LC_ALL", "C"), ("NO_COLOR", "1")];
    let mut terminal = Terminal::start((80, 24), &["connect4"], &variables);
    terminal.wait_for("select a column");
    assert!(terminal.text().is_ascii(), "{}", terminal.text());
    let screen = terminal.screen.screen();
    let cells = (0..24).flat_map(|row| (0..80).filter_map(move |column| screen.cell(row, column)));
    assert!(cells.into_iter().all(|cell| cell.fgcolor() == vt100::Color::Default), "no colours");
    // Control and C.
    terminal.press("\u{3}");
    terminal.end();
}

#[test]
fn a_click_plays() {
    let mut terminal = Terminal::start((80, 24), &["connect4"], &[]);
    terminal.wait_for("select a column");
    let row = terminal.text().lines().position(|line| line.contains("1   2   3")).expect("names of columns");
    let column = terminal.text().lines().nth(row).and_then(|line| line.find('6')).expect("column 6");
    // A press of the left button on the lowest cell of column 6, counted from 1.
    terminal.press(&format!("\u{1b}[<0;{};{}M", column + 1, row - 1));
    terminal.wait_for("1. 6");
    terminal.press("qy");
    terminal.end();
}

#[test]
fn falls_back_to_plain_mode() {
    for (at, args, variables) in [
        ((80, 24), &["tictactoe", "--plain"][..], &[][..]),
        ((80, 24), &["tictactoe"], &[("TERM", "dumb")]),
        ((20, 6), &["tictactoe"], &[]),
    ] {
        let mut terminal = Terminal::start(at, args, variables);
        terminal.wait_for("Your move");
        assert!(!terminal.screen.screen().alternate_screen());
        terminal.press("q\n");
        terminal.end();
    }
}

#[cfg(unix)]
#[test]
fn sigterm_saves_the_game_and_restores_the_terminal() {
    let folder = own_folder();
    let file = folder.join("games.jsonl");
    let args = ["tictactoe", "--save", file.to_str().expect("a path of text")];
    let mut terminal = Terminal::start((80, 24), &args, &[]);
    terminal.wait_for("select a square");
    terminal.press("b2\r");
    terminal.wait_for("O to move");
    let process = terminal.child.process_id().expect("it runs").to_string();
    let sent = std::process::Command::new("kill").args(["-TERM", &process]).status().expect("there is a kill");
    assert!(sent.success());
    terminal.end();
    let kept = std::fs::read_to_string(&file).expect("the game was kept");
    assert!(kept.contains("\"b2\"") && kept.contains("\"winner\":null"), "{kept}");
    std::fs::remove_dir_all(folder).expect("the folder can go");
}

#[cfg(unix)]
#[test]
fn a_hangup_saves_the_game() {
    let folder = own_folder();
    let file = folder.join("games.jsonl");
    let args = ["tictactoe", "--save", file.to_str().expect("a path of text")];
    let mut terminal = Terminal::start((80, 24), &args, &[]);
    terminal.wait_for("select a square");
    terminal.press("b2\r");
    terminal.wait_for("O to move");
    let Terminal { master, mut keys, shown, mut child, .. } = terminal;
    // The thread that reads lets the terminal go when nobody takes what the next key brings.
    drop(shown);
    keys.write_all(b"\x1b[D").expect("keys can be pressed");
    drop((keys, master));
    let begun = Instant::now();
    while child.try_wait().expect("the program can be waited for").is_none() {
        assert!(begun.elapsed() < PATIENCE, "the program does not end");
        thread::sleep(Duration::from_millis(20));
    }
    let kept = std::fs::read_to_string(&file).expect("the game was kept");
    assert!(kept.contains("\"b2\""), "{kept}");
    std::fs::remove_dir_all(folder).expect("the folder can go");
}

/// A folder of its own.
fn own_folder() -> PathBuf {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = format!("zermelo-screen-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}
