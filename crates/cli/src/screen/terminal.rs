//! The terminal in full-screen mode, and back, whatever happens.

use std::io::{self, Stdout, stdout};
use std::panic;
use std::sync::Once;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};

use super::worker;

/// The screen. Dropped, it gives the terminal back as it was.
pub struct Screen {
    /// What is drawn on.
    pub terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Takes the terminal.
    pub fn open() -> io::Result<Self> {
        give_back_on_panic();
        enable_raw_mode()?;
        let opened = execute!(stdout(), EnterAlternateScreen, EnableMouseCapture);
        let screen = opened.and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
        match screen {
            Ok(terminal) => Ok(Self { terminal }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// What the person does at the terminal; disconnected when the terminal is gone.
///
/// It is read on a thread of its own, which ends with the program: on a terminal that hung up, crossterm reads on for ever, and
/// the game has to be kept meanwhile.
pub fn listen() -> io::Result<Receiver<Event>> {
    let (sender, events) = channel();
    let read = move || {
        while let Ok(event) = event::read() {
            if sender.send(event).is_err() {
                break;
            }
        }
    };
    thread::Builder::new().name("keys".to_owned()).spawn(read)?;
    Ok(events)
}

/// As much as can be done; on a terminal that is gone there is nothing to give back.
fn give_back() {
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// A panic gives the terminal back before its words are printed. An agent's panic is caught and told by the game: it prints
/// nothing over the board.
fn give_back_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if thread::current().name() != Some(worker::THREAD) {
                give_back();
                usual(info);
            }
        }));
    });
}
