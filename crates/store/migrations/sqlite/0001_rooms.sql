-- Times are milliseconds since 1970, UTC.

CREATE TABLE guests (
    id TEXT NOT NULL PRIMARY KEY,
    secret_hash TEXT NOT NULL UNIQUE, -- SHA-256 in hexadecimal digits
    name TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    seen_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE rooms (
    code TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    settings TEXT NOT NULL,
    owner TEXT,
    first_guest TEXT,
    second_guest TEXT,
    first_name TEXT NOT NULL,
    second_name TEXT NOT NULL,
    status TEXT NOT NULL, -- waiting, playing, ended, aborted
    winner TEXT, -- first, second, draw
    termination TEXT,
    plies INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    ended_ms INTEGER,
    record TEXT
) STRICT;

CREATE INDEX rooms_unfinished ON rooms (created_ms, code) WHERE status IN ('waiting', 'playing');
CREATE INDEX rooms_of_owner ON rooms (owner, created_ms, code) WHERE owner IS NOT NULL;
CREATE INDEX rooms_of_first ON rooms (first_guest, created_ms, code) WHERE first_guest IS NOT NULL;
CREATE INDEX rooms_of_second ON rooms (second_guest, created_ms, code) WHERE second_guest IS NOT NULL;

-- With row numbers: events come to the end of the table, whatever room they are of, and a commit touches few pages. Ordered by the key
-- alone (WITHOUT ROWID), every event would touch a page of its own, and cost twice the time.
CREATE TABLE events (
    room TEXT NOT NULL,
    seq INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (room, seq)
) STRICT;

CREATE TABLE facts (
    name TEXT NOT NULL PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT;
