-- Times are milliseconds since 1970, UTC. Codes and ids are in the order of their bytes, as in SQLite.

CREATE TABLE guests (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    secret_hash TEXT COLLATE "C" NOT NULL UNIQUE, -- SHA-256 in hexadecimal digits
    name TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    seen_ms BIGINT NOT NULL
);

CREATE TABLE rooms (
    code TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    settings TEXT NOT NULL,
    owner TEXT COLLATE "C",
    first_guest TEXT COLLATE "C",
    second_guest TEXT COLLATE "C",
    first_name TEXT NOT NULL,
    second_name TEXT NOT NULL,
    status TEXT NOT NULL, -- waiting, playing, ended, aborted
    winner TEXT, -- first, second, draw
    termination TEXT,
    plies BIGINT NOT NULL,
    created_ms BIGINT NOT NULL,
    ended_ms BIGINT,
    record TEXT
);

CREATE INDEX rooms_unfinished ON rooms (created_ms, code) WHERE status IN ('waiting', 'playing');
CREATE INDEX rooms_of_owner ON rooms (owner, created_ms, code) WHERE owner IS NOT NULL;
CREATE INDEX rooms_of_first ON rooms (first_guest, created_ms, code) WHERE first_guest IS NOT NULL;
CREATE INDEX rooms_of_second ON rooms (second_guest, created_ms, code) WHERE second_guest IS NOT NULL;

CREATE TABLE events (
    room TEXT COLLATE "C" NOT NULL,
    seq BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (room, seq)
);

CREATE TABLE facts (
    name TEXT NOT NULL PRIMARY KEY,
    value BIGINT NOT NULL
);
