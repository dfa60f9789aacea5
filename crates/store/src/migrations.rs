//! Schema migrations, run when the store is opened. A released migration is never changed; each change is a new file in both folders.

use sqlx::AnyConnection;
use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

use crate::OpenError;
use crate::backend::Backend;
use crate::connector::Connector;
use crate::sql_error::FAILING;

/// A migration, with its SQL for each database.
struct SchemaMigration {
    version: i64,
    name: &'static str,
    sqlite: &'static str,
    postgres: &'static str,
}

const MIGRATIONS: &[SchemaMigration] = &[SchemaMigration {
    version: 1,
    name: "rooms",
    sqlite: include_str!("../migrations/sqlite/0001_rooms.sql"),
    postgres: include_str!("../migrations/postgres/0001_rooms.sql"),
}];

/// The newest version.
fn newest() -> i64 {
    MIGRATIONS.last().map_or(0, |migration| migration.version)
}

/// Runs the missing migrations. A database with a newer version is rejected, because this program can't read it.
pub(crate) async fn run(connection: &mut AnyConnection, connector: &Connector) -> Result<(), OpenError> {
    use sqlx::migrate::MigrateError;

    let migrator = Migrator::with_migrations(
        MIGRATIONS.iter().map(|migration| sqlx_migration(migration, connector.backend())).collect(),
    );
    let shown = || connector.display_name().to_owned();
    migrator.run_direct(None, connection, false).await.map_err(|error| match error {
        MigrateError::VersionMissing(version) if version > newest() => {
            OpenError::Newer { database: shown(), version, newest: newest() }
        }
        MigrateError::VersionMissing(_) | MigrateError::VersionMismatch(_) | MigrateError::Dirty(_) => {
            OpenError::Foreign { database: shown(), why: "it has the tables of another program".to_owned() }
        }
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => connector.error(&error),
        error => OpenError::Failed { database: shown(), code: FAILING, why: error.to_string() },
    })
}

fn sqlx_migration(migration: &SchemaMigration, backend: Backend) -> Migration {
    let text = match backend {
        Backend::Sqlite => migration.sqlite,
        Backend::Postgres => migration.postgres,
    };
    Migration::new(migration.version, migration.name.into(), MigrationType::Simple, text.into_sql_str(), false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn migrations_are_numbered_from_one_without_gaps() {
        let versions: Vec<i64> = MIGRATIONS.iter().map(|migration| migration.version).collect();
        assert_eq!(versions, (1..=MIGRATIONS.len() as i64).collect::<Vec<_>>());
    }

    #[test]
    fn every_file_is_a_migration() {
        for (folder, text) in [
            ("sqlite", (|migration| migration.sqlite) as fn(&SchemaMigration) -> &str),
            ("postgres", |migration| migration.postgres),
        ] {
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(folder);
            let files =
                std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
            let mut files: Vec<String> = files.collect();
            files.sort();
            let named: Vec<String> =
                MIGRATIONS.iter().map(|migration| format!("{:04}_{}.sql", migration.version, migration.name)).collect();
            assert_eq!(files, named, "{folder}");
            for migration in MIGRATIONS {
                let file = path.join(format!("{:04}_{}.sql", migration.version, migration.name));
                assert_eq!(text(migration), std::fs::read_to_string(file).unwrap());
            }
        }
    }
}
