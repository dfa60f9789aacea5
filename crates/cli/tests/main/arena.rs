//! `zermelo arena` as a process, also killed and interrupted.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use zermelo_arena::results::{GameFilter, ResultsReader, StoredGame};

use super::{failure, output};

/// A folder of its own for a test.
pub(super) struct Place(tempfile::TempDir);

impl Place {
    pub(super) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder for the test"))
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(super) fn text(&self, name: &str) -> String {
        self.path(name).to_str().expect("a plain path").to_owned()
    }

    fn write(&self, name: &str, text: &str) -> String {
        std::fs::write(self.path(name), text).expect("a file of the test");
        self.text(name)
    }
}

/// The games of a file without what the clock says.
pub(super) fn games(path: &Path) -> Vec<StoredGame> {
    let mut games = Vec::new();
    let reader = ResultsReader::open(path).expect("results");
    let read = reader.for_each(&GameFilter::default(), |mut game| {
        game.ended = 0;
        game.figures.iter_mut().for_each(|figures| figures.nanoseconds = 0);
        games.push(game);
        Ok(())
    });
    read.expect("whole rows");
    games
}

/// Starts the program with these words.
pub(super) fn start(args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zermelo"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Waits until a file holds so many games.
pub(super) fn wait_for_games(path: &Path, wanted: u64) {
    let begun = Instant::now();
    loop {
        assert!(begun.elapsed() < Duration::from_mins(2), "no {wanted} games came");
        let count = ResultsReader::open(path).and_then(|reader| reader.count());
        if count.is_ok_and(|count| count >= wanted) {
            return;
        }
        sleep(Duration::from_millis(5));
    }
}

/// A tournament whose games take a while and have chance in them.
pub(super) const LONG: [&str; 13] = [
    "arena",
    "run",
    "--game",
    "connect4",
    "--agent",
    "mcts:playouts=150",
    "--agent",
    "alphabeta:depth=3,ties=random",
    "--games",
    "300",
    "--plies",
    "4",
    "--out",
];

#[test]
fn resuming_a_killed_run_plays_the_missing_games() {
    let place = Place::new();
    let (whole, broken) = (place.text("whole.db"), place.text("broken.db"));
    output(&[&LONG[..], &[&whole, "--quiet"]].concat(), "");
    let mut child = start(&[&LONG[..], &[&broken]].concat());
    wait_for_games(&place.path("broken.db"), 20);
    child.kill().expect("SIGKILL");
    child.wait().expect("it is dead");
    let left = games(&place.path("broken.db"));
    assert!((20..300).contains(&left.len()), "it was killed in the middle: {} games", left.len());
    let ids: std::collections::HashSet<i64> = left.iter().map(|game| game.id).collect();
    assert!(left.iter().all(|game| ids.contains(&(game.id ^ 1))), "pairs are there as a whole");

    let said = output(&["arena", "resume", &broken], "");
    assert!(said.contains(&format!("{} games were played before", left.len())), "{said}");
    let (whole, broken) = (games(&place.path("whole.db")), games(&place.path("broken.db")));
    assert_eq!(whole.len(), 300);
    assert_eq!(whole, broken);
    assert!(output(&["arena", "resume", &place.text("broken.db")], "").contains("0 games in"), "nothing is left to do");
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_finished_games_and_prints_the_resume_command() {
    let place = Place::new();
    let out = place.text("results.db");
    let args = ["arena", "run", "--game", "connect4", "--agent", "random", "--agent", "greedy", "--games", "endless"];
    let child = start(&[&args[..], &["--out", &out]].concat());
    wait_for_games(&place.path("results.db"), 10);
    // Another run does not get at the file meanwhile; who reads does.
    let (code, said) = failure(&["arena", "resume", &out]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains(&format!("is locked by another run (process {})", child.id())), "{said}");
    assert!(output(&["arena", "show", &out], "").contains("Averages"));

    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    assert!(kill.success());
    let ended = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&ended.stdout).into_owned();
    assert!(ended.status.success(), "{said}");
    assert!(ended.stderr.is_empty(), "no progress bar in a pipe: {}", String::from_utf8_lossy(&ended.stderr));
    assert!(said.contains(&format!("Resume with: zermelo arena resume {out}")), "{said}");
    let count = games(&place.path("results.db")).len();
    assert!(said.contains(&format!("{count} games in")), "all that was counted is kept: {count}, {said}");
}

/// A limit on the size of files stands in for a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_loses_no_counted_game() {
    let place = Place::new();
    let (out, whole) = (place.text("results.db"), place.text("whole.db"));
    let args = [
        "arena",
        "run",
        "--game",
        "connect4",
        "--agent",
        "random",
        "--agent",
        "greedy:ties=random",
        "--games",
        "3000",
        "--quiet",
    ];
    let limited = "trap '' XFSZ; ulimit -f 300; exec \"$0\" \"$@\"";
    let ended = Command::new("sh")
        .args(["-c", limited, env!("CARGO_BIN_EXE_zermelo")])
        .args(args)
        .args(["--out", &out])
        .output()
        .expect("a shell");
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(1), "{said}");
    assert!(said.contains("the disk is full, or the file may not grow"), "{said}");
    assert!(said.contains("zermelo arena resume"), "{said}");
    assert!(games(&place.path("results.db")).len() < 3000);
    output(&["arena", "resume", &out, "--quiet"], "");
    output(&[&args[..], &["--out", &whole]].concat(), "");
    assert_eq!(games(&place.path("results.db")), games(&place.path("whole.db")));
}

#[test]
fn errors_are_reported_before_the_first_game() {
    let place = Place::new();
    let out = place.text("results.db");
    let agents = "agents = [{ spec = \"random\" }, { spec = \"greedy\" }]\n";
    let file = |name: &str, text: &str| place.write(name, &format!("{text}{agents}"));
    let unknown = file("unknown.toml", "game = \"connect4\"\ngame_count = 3\n");
    let unfit = place
        .write("unfit.toml", "game = \"draughts-english\"\nagents = [{ spec = \"random\" }, { spec = \"bfs\" }]\n");
    let illegal = file("illegal.toml", "game = \"connect4\"\nopenings = { list = [\"4 4\", \"9\"] }\n");
    let book = file("book.toml", "game = \"connect4\"\nopenings = { book = \"none.txt\" }\n");
    let deterministic = ["--game", "connect4", "--agent", "alphabeta:depth=2", "--agent", "minimax:depth=2"];
    let notes = place.write("notes.txt", &"my notes ".repeat(1000));
    let run = |args: &[&str]| failure(&[&["arena", "run", "--out", &out], args].concat());
    for ((code, said), words) in [
        (run(&[&unknown]), &["unknown.toml: ", "line 2", "unknown field `game_count`, expected one of"][..]),
        (run(&[&unfit]), &["agent 2, \"bfs\": bfs can't play"]),
        (run(&[&illegal]), &["opening 2, \"9\": move 1"]),
        (run(&[&book]), &["book.toml: openings.book \"none.txt\""]),
        (run(&["missing.toml"]), &["can't read missing.toml"]),
        (run(&[]), &["name a file, or give --game GAME and at least two --agent AGENT"]),
        (run(&["--game", "connect4", "--agent", "random"]), &["a tournament has 2 to 1000"]),
        (run(&deterministic), &["would repeat the same games", "allow_repeats = true"]),
        (run(&["--game", "chess", "--agent", "random", "--agent", "greedy"]), &["there is no game \"chess\""]),
        (run(&["--games", "many"]), &["expected a whole number from 1, or endless"]),
        (run(&["--clock", "soon"]), &["is not a time control"]),
        (failure(&["arena", "show", &out]), &["there is no file"]),
        (failure(&["arena", "resume", &out]), &["there is no file"]),
        (failure(&["arena", "show", &notes]), &["notes.txt is not a file of arena results"]),
        (failure(&["arena", "export", &notes, "--format", "csv", "--out", &out]), &["is not a file of arena results"]),
    ] {
        assert_eq!(code, 2, "{said}");
        assert!(words.iter().all(|words| said.contains(words)), "{said}\n(expected: {words:?})");
    }
    assert!(!place.path("results.db").exists(), "nothing was made");
}

#[test]
fn a_file_of_another_tournament_is_not_modified() {
    let place = Place::new();
    let out = place.text("results.db");
    let args = [
        "arena",
        "run",
        "--game",
        "tictactoe",
        "--agent",
        "random",
        "--agent",
        "greedy",
        "--games",
        "10",
        "--out",
        &out,
    ];
    output(&args, "");
    let (code, said) = failure(&args);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("holds games already: `zermelo arena resume"), "{said}");
    let (code, said) = failure(&[&args[..], &["--seed", "4"]].concat());
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("holds another tournament: seed is 0 there and 4 here"), "{said}");
    assert_eq!(games(&place.path("results.db")).len(), 10);
}

fn lines(args: &[&str]) -> Vec<Value> {
    output(args, "")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|why| panic!("{line}: {why}")))
        .collect()
}

#[test]
fn programs_read_every_table() {
    let place = Place::new();
    let out = place.text("results.db");
    let args = [
        "arena",
        "run",
        "--game",
        "tictactoe",
        "--agent",
        "a=alphabeta:ties=random",
        "--agent",
        "random",
        "--games",
        "20",
    ];
    let told = lines(&[&args[..], &["--out", &out, "--json"]].concat());
    assert_eq!((&told[0]["event"], &told[0]["ended"], &told[0]["played"]), (&json!("end"), &json!("done"), &json!(20)));
    let shown = lines(&["arena", "show", &out, "--json"]);
    assert_eq!(told[1..], shown);
    let of = |table: &str| shown.iter().filter(|line| line["table"] == table).collect::<Vec<_>>();
    assert_eq!(of("tournament")[0]["games"], json!(20));
    assert_eq!(of("cross").len(), 2);
    let pairing = of("pairing")[0];
    assert_eq!((&pairing["agent"], &pairing["opponent"]), (&json!("a"), &json!("random")));
    let count = |key: &str| pairing[key].as_u64().expect("a number");
    assert_eq!(
        (count("wins") + count("draws") + count("losses"), count("losses")),
        (20, 0),
        "perfect play never loses"
    );
    assert!(pairing["superiority"].as_f64().expect("a number") > 0.9);
    assert_eq!(of("moves").len(), 2);

    let listed = lines(&["arena", "show", &out, "--games", "--winner", "a", "--limit", "3", "--json"]);
    assert_eq!(listed.len(), 3);
    let id = listed[0]["number"].to_string();
    assert_eq!(lines(&["arena", "show", &out, "--game", &id, "--json"]), [listed[0].clone()]);
    let files = lines(&["arena", "export", &out, "--format", "csv", "--out", &place.text("tables"), "--json"]);
    assert_eq!(files.len(), 2);
    assert!(files.iter().all(|line| Path::new(line["file"].as_str().expect("a path")).exists()));
}

#[test]
fn people_see_the_cross_table_and_any_game() {
    let place = Place::new();
    let out = place.text("results.db");
    let args =
        ["arena", "run", "--game", "connect4", "--agent", "deep=alphabeta:depth=3", "--agent", "alphabeta:depth=1"];
    let said = output(&[&args[..], &["--games", "20", "--plies", "3", "--seed", "2", "--out", &out]].concat(), "");
    for words in
        ["Score in % of the row, which plays first", "Averages in %", "Ratings", "Per move", "Endings", "games/s"]
    {
        assert!(said.contains(words), "{said}");
    }
    let game = output(&["arena", "show", &out, "--game", "1"], "");
    assert!(game.contains("alphabeta:depth=1 - deep"), "{game}");
    assert_eq!(game.matches("opening").count(), 3, "{game}");
    assert!(game.contains("depth 3  nodes"), "{game}");
    assert!(game.contains(" 1 2 3 4 5 6 7\n"), "the board at the end: {game}");
    let boards = output(&["arena", "show", &out, "--game", "1", "--board"], "");
    assert!(boards.matches(" 1 2 3 4 5 6 7\n").count() > 5, "{boards}");
    let (code, said) = failure(&["arena", "show", &out, "--game", "999"]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("there is no game 999 among the 20"), "{said}");
    let (code, said) = failure(&["arena", "show", &out, "--games", "--agent", "nobody"]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("there is deep or alphabeta:depth=1"), "{said}");
    let (code, said) = failure(&["arena", "show", &out, "--games", "--termination", "boredom"]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("expected one of `line`"), "{said}");
    let (code, said) = failure(&["arena", "export", &out, "--format", "pdn", "--out", &place.text("x")]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("connect4 is not written in PDN"), "{said}");
}

#[test]
fn flags_override_the_file() {
    let place = Place::new();
    let args = [
        "arena",
        "run",
        "--game",
        "connect4",
        "--agent",
        "random",
        "--agent",
        "b=greedy",
        "--games",
        "endless",
        "--format",
        "gauntlet",
        "--time",
        "200ms",
        "--clock",
        "60+0.5",
        "--sprt",
        "-5,0",
        "--plies",
        "4",
        "--balanced",
    ];
    let printed = output(&[&args[..], &["--print-config"]].concat(), "");
    let file = place.write("printed.toml", &printed);
    assert_eq!(output(&["arena", "run", &file, "--print-config"], ""), printed, "a file of it says the same");
    let changed = output(&["arena", "run", &file, "--print-config", "--seed", "5", "--games", "8"], "");
    assert!(changed.contains("seed = 5") && changed.contains("games = 8"), "flags override the file: {changed}");
}

/// On a small board the solver knows every position: the first move decides the game.
#[test]
fn a_solver_decides_games() {
    let place = Place::new();
    let text = |game: &str| {
        format!(
            "game = \"{game}\"\ngames = 4\nadjudication = {{ solver = true }}\n\
             agents = [{{ spec = \"random\" }}, {{ spec = \"random\", name = \"other\" }}]\n"
        )
    };
    let small = place.write("small.toml", &text("connect4:width=6,height=4"));
    let out = place.text("results.db");
    output(&["arena", "run", &small, "--out", &out, "--quiet"], "");
    let games = games(&place.path("results.db"));
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| game.moves.split_whitespace().count() == 1), "one move is enough: {games:?}");
    let large = place.write("large.toml", &text("connect4:width=9,height=8"));
    let (code, said) = failure(&["arena", "run", &large, "--out", &place.text("none.db")]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("adjudication.solver: there is no solver for connect4:width=9,height=8"), "{said}");
}

#[test]
fn help_shows_examples() {
    for command in ["run", "resume", "worker", "show", "export"] {
        assert!(output(&["arena", command, "--help"], "").contains("Example"), "{command}");
    }
}

#[test]
fn a_report_path_is_validated() {
    let place = Place::new();
    let (results, page) = (place.text("results.db"), place.text("page.html"));
    let game = ["--game", "tictactoe", "--agent", "random", "--agent", "greedy", "--games", "20", "--quiet"];
    let run =
        |report: &str| [&["arena", "run"], &game[..], &["--out", &results, "--report", report]].concat().join("\n");
    // What can't be written is told before a game is played.
    for wrong in [place.text("nowhere/page.html"), place.text("."), results.clone()] {
        let args = run(&wrong);
        let (code, said) = failure(&args.split('\n').collect::<Vec<_>>());
        assert_eq!(code, 2, "{said}");
        assert!(said.contains("can't write the report"), "{said}");
        assert!(!place.path("results.db").exists());
    }
    let args = run(&page);
    let said = output(&args.split('\n').collect::<Vec<_>>(), "");
    assert!(said.contains(&format!("Report: {page}")), "{said}");
    let made = std::fs::read_to_string(&page).expect("a page");
    assert!(made.starts_with("<!DOCTYPE html>") && made.contains("20 games of tictactoe, 2 agents"));

    std::fs::remove_file(&page).expect("it is there");
    let said = output(&["arena", "report", &results, "--out", &page, "--json"], "");
    assert_eq!(serde_json::from_str::<Value>(&said).expect("JSON"), json!({ "report": page }));
    assert_eq!(std::fs::read_to_string(&page).expect("a page"), made);
    let (code, said) = failure(&["arena", "report", &place.text("none.db"), "--out", &page]);
    assert_eq!(code, 2, "{said}");
}

#[test]
fn show_prints_the_ranking_and_the_test() {
    let place = Place::new();
    let (swiss, test) = (place.text("swiss.db"), place.text("test.db"));
    let agents = ["--agent", "random", "--agent", "greedy", "--agent", "alphabeta:depth=2,ties=random"];
    let common = ["arena", "run", "--game", "tictactoe", "--allow-repeats"];
    let said = output(&[&common[..], &agents, &["--format", "swiss", "--games", "4", "--out", &swiss]].concat(), "");
    let shown = output(&["arena", "show", &swiss], "");
    let places = shown.split_once("Places\n").expect("places").1;
    assert!(said.contains(places), "the run says the same: {said}");
    output(&[&common[..], &agents[2..], &["--sprt", "0,50", "--games", "40", "--out", &test, "--quiet"]].concat(), "");
    assert!(output(&["arena", "show", &test], "").contains("SPRT: LLR"));
    assert!(output(&["arena", "show", &test, "--json"], "").contains(r#""table":"sprt""#));
}
