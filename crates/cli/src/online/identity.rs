//! Guest accounts: a cookie file for each server and name, in the user's data directory, readable only by the user.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use zermelo_client::Address;

use crate::error::CliError;

/// The subdirectory of the data directory.
const FOLDER: &str = "online";

/// The cookie file of an account.
pub struct Identity {
    /// `None` without a data directory: then each run uses a new account.
    path: Option<PathBuf>,
}

impl Identity {
    /// The account on a server with a name; without a name, the default account.
    pub fn of(address: &Address, name: Option<&str>) -> Self {
        let folder = zermelo_solve::retrograde::user_tables::data_folder().map(|user_tables| user_tables.join(FOLDER));
        Self { path: folder.map(|folder| folder.join(file_name(address, name))) }
    }

    /// The stored cookie.
    pub fn cookie(&self) -> Result<Option<String>, CliError> {
        let Some(path) = &self.path else { return Ok(None) };
        match fs::read_to_string(path) {
            Ok(text) => Ok(Some(text.trim().to_owned()).filter(|text| is_cookie(text))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(CliError::Failed(format!("can't read the account file {}: {error}", path.display()))),
        }
    }

    /// Stores a cookie.
    pub fn keep(&self, cookie: &str) -> Result<(), CliError> {
        let Some(path) = &self.path else { return Ok(()) };
        write(path, cookie).map_err(|error| CliError::File { path: path.display().to_string(), error })
    }
}

/// Writes a file atomically, with permissions for the user only.
fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let made = path.with_extension(format!("{}.tmp", std::process::id()));
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(&made).and_then(|mut file| writeln!(file, "{text}"));
    let kept = written.and_then(|()| fs::rename(&made, path));
    if kept.is_err() {
        let _ = fs::remove_file(&made);
    }
    kept
}

/// Whether a text is a valid header value. An edited file must not break the request.
fn is_cookie(text: &str) -> bool {
    text.len() < 1000 && text.contains('=') && text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b';')
}

/// A portable file name, unique for address and name. Characters other than letters, digits, `.` and `-` are written as code points.
fn file_name(address: &Address, name: Option<&str>) -> String {
    use std::fmt::Write;

    let person = name.map_or_else(String::new, |name| format!("~{name}"));
    let mut file = String::new();
    // Writing to a string does not fail.
    for c in format!("{address}{person}").chars() {
        let _ = match c {
            'a'..='z' | '0'..='9' | '.' | '-' => write!(file, "{c}"),
            c => write!(file, "_{:x}_", u32::from(c)),
        };
    }
    // File names are limited to 255 bytes on most systems.
    if file.len() > 200 {
        // FNV-1a, which is stable between builds.
        let mix = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let hash = file.bytes().fold(0xcbf2_9ce4_8422_2325, mix);
        file.truncate(150);
        let _ = write!(file, "{hash:x}");
    }
    file + ".cookie"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_server_and_name_has_a_file_of_its_own() {
        let address = |text: &str| text.parse::<Address>().expect("an address");
        let files = [
            file_name(&address("http://localhost:8080"), None),
            file_name(&address("https://localhost:8080"), None),
            file_name(&address("http://localhost:8080/z"), None),
            file_name(&address("http://localhost:8080"), Some("Ada")),
            file_name(&address("http://localhost:8080"), Some("ada")),
            file_name(&address("http://localhost:8080"), Some("../../ada")),
            file_name(&address("http://localhost:8080"), Some(&"é".repeat(100))),
            file_name(&address("http://localhost:8080"), Some(&"é".repeat(101))),
        ];
        for (at, file) in files.iter().enumerate() {
            assert!(!file.contains('/') && file.is_ascii() && file.len() < 255, "{file}");
            assert!(!files[at + 1..].contains(file), "{file}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn only_the_user_can_read_the_file() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().expect("a folder");
        let identity = Identity { path: Some(folder.path().join("a").join("x.cookie")) };
        assert_eq!(identity.cookie().expect("readable"), None);
        for cookie in ["zermelo=one", "zermelo=two"] {
            identity.keep(cookie).expect("kept");
            assert_eq!(identity.cookie().expect("readable").as_deref(), Some(cookie));
        }
        let path = identity.path.expect("a path");
        assert_eq!(fs::metadata(&path).expect("a file").permissions().mode() & 0o777, 0o600);
        fs::write(&path, "zermelo=a\nSet: b").expect("written");
        assert_eq!(Identity { path: Some(path) }.cookie().expect("readable"), None);
    }
}
