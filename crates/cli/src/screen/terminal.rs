//! Switches the terminal to full-screen mode, and restores it in all cases.

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

use super::agent_thread;

/// The terminal in full-screen mode. Dropping it restores the terminal.
pub struct Screen {
    pub terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Switches to full-screen mode.
    pub fn open() -> io::Result<Self> {
        restore_on_panic();
        enable_raw_mode()?;
        let opened = execute!(stdout(), EnterAlternateScreen, EnableMouseCapture);
        let screen = opened.and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
        match screen {
            Ok(terminal) => Ok(Self { terminal }),
            Err(error) => {
                restore();
                Err(error)
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// The events of the terminal. The channel disconnects when the terminal is gone.
///
/// A separate thread reads them and ends with the program: after a hangup, crossterm blocks forever, and the game must be saved meanwhile.
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

/// Restores the terminal. Errors are ignored, since the terminal may be gone.
fn restore() {
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// Restores the terminal before a panic message is printed. A panic of an agent is caught and reported by the game, so its message is
/// suppressed.
fn restore_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if thread::current().name() != Some(agent_thread::THREAD) {
                restore();
                usual(info);
            }
        }));
    });
}
