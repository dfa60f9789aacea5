//! The tables, brought up to date by themselves: a folder of migrations a database. What was released is never changed; a change is a
//! new file in both folders.

use sqlx::AnyConnection;
use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

use crate::OpenError;
use crate::fault::FAILING;
use crate::kind::Kind;
use crate::place::Place;

/// Version, name, and the text for each database.
struct Step {
    version: i64,
    name: &'static str,
    sqlite: &'static str,
    postgres: &'static str,
}

const STEPS: &[Step] = &[Step {
    version: 1,
    name: "rooms",
    sqlite: include_str!("../migrations/sqlite/0001_rooms.sql"),
    postgres: include_str!("../migrations/postgres/0001_rooms.sql"),
}];

/// The version that this program brings a database to.
fn newest() -> i64 {
    STEPS.last().map_or(0, |step| step.version)
}

/// Brings the tables up to date. A database that a newer program brought further is refused: this one would not know what it reads.
pub(crate) async fn run(connection: &mut AnyConnection, place: &Place) -> Result<(), OpenError> {
    use sqlx::migrate::MigrateError;

    let migrator = Migrator::with_migrations(STEPS.iter().map(|step| migration(step, place.kind())).collect());
    let shown = || place.shown().to_owned();
    migrator.run_direct(None, connection, false).await.map_err(|error| match error {
        MigrateError::VersionMissing(version) if version > newest() => {
            OpenError::Newer { place: shown(), version, newest: newest() }
        }
        MigrateError::VersionMissing(_) | MigrateError::VersionMismatch(_) | MigrateError::Dirty(_) => {
            OpenError::Foreign { place: shown(), why: "its tables are not those of this program".to_owned() }
        }
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => place.error(&error),
        error => OpenError::Failed { place: shown(), code: FAILING, why: error.to_string() },
    })
}

fn migration(step: &Step, kind: Kind) -> Migration {
    let text = match kind {
        Kind::Sqlite => step.sqlite,
        Kind::Postgres => step.postgres,
    };
    Migration::new(step.version, step.name.into(), MigrationType::Simple, text.into_sql_str(), false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_numbered_from_one_without_gaps() {
        let versions: Vec<i64> = STEPS.iter().map(|step| step.version).collect();
        assert_eq!(versions, (1..=STEPS.len() as i64).collect::<Vec<_>>());
    }

    #[test]
    fn every_file_is_a_step() {
        for (folder, text) in
            [("sqlite", (|step| step.sqlite) as fn(&Step) -> &str), ("postgres", |step| step.postgres)]
        {
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(folder);
            let files =
                std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
            let mut files: Vec<String> = files.collect();
            files.sort();
            let named: Vec<String> =
                STEPS.iter().map(|step| format!("{:04}_{}.sql", step.version, step.name)).collect();
            assert_eq!(files, named, "{folder}");
            for step in STEPS {
                let file = path.join(format!("{:04}_{}.sql", step.version, step.name));
                assert_eq!(text(step), std::fs::read_to_string(file).unwrap());
            }
        }
    }
}
