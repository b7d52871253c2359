-- The life of a table: the room's rules that it is played by, who waits for a seat, who rests, when
-- an idle table closes, what its channel is still to be told, and members who were forgotten.

-- The settings of the house in force: seconds between hands (NULL: the process's own), whether a slow
-- player is called, turns in a row after which he sits out (0: never), the most who sit.
ALTER TABLE tables ADD COLUMN pause REAL CHECK (pause > 0);
ALTER TABLE tables ADD COLUMN ping INTEGER NOT NULL DEFAULT 1 CHECK (ping IN (0, 1));
ALTER TABLE tables ADD COLUMN misses INTEGER NOT NULL DEFAULT 2 CHECK (misses >= 0);
ALTER TABLE tables ADD COLUMN seats INTEGER NOT NULL DEFAULT 10 CHECK (seats BETWEEN 2 AND 10);
-- coming: JSON of the rules that are in force from the next hand; not NULL only while a hand runs.
ALTER TABLE tables ADD COLUMN coming TEXT;
-- idle_at: when the table closes by itself if nobody does anything until then.
ALTER TABLE tables ADD COLUMN idle_at REAL;

-- game: the name of the game that a hand is played by; NULL for hands of an earlier version.
ALTER TABLE hand ADD COLUMN game TEXT;
CREATE TRIGGER hand_keeps_its_game BEFORE UPDATE OF game ON hand BEGIN
    SELECT RAISE(ABORT, 'the start of a hand cannot be changed');
END;

-- resting: he has asked to be left out from the next hand on; in the running one he plays.
ALTER TABLE seat ADD COLUMN resting INTEGER NOT NULL DEFAULT 0 CHECK (resting IN (0, 1));

-- Who waits for a seat, in this order; until: how long a free seat is kept for him, NULL while none is.
CREATE TABLE waiting (
    table_id INTEGER NOT NULL REFERENCES tables (table_id),
    number INTEGER NOT NULL,
    user INTEGER NOT NULL,
    until REAL,
    PRIMARY KEY (table_id, number),
    UNIQUE (table_id, user)
) STRICT, WITHOUT ROWID;

-- What a channel is still to be told; gone as soon as Discord has it. user is whom it names, if anybody.
CREATE TABLE notice (
    key TEXT PRIMARY KEY,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    kind TEXT NOT NULL,
    user INTEGER,
    until REAL,
    changes TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX waiting_user ON waiting (user);

-- Members who were forgotten: a keyed hash of guild and user, from which neither can be read, so that
-- one who comes back gets no starting chips a second time.
CREATE TABLE forgotten (
    mark TEXT PRIMARY KEY,
    at REAL NOT NULL
) STRICT, WITHOUT ROWID;
