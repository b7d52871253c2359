-- What a table has of its house, so that it follows when the house changes; and who let a seat lapse.

-- Whether a limit or the clock was given when the table was opened, and stays whatever the house has.
-- Tables of earlier schemas keep theirs: nobody noted which was given, and what was answered when they
-- were opened said that they would.
ALTER TABLE tables ADD COLUMN keeps_least INTEGER NOT NULL DEFAULT 1 CHECK (keeps_least IN (0, 1));
ALTER TABLE tables ADD COLUMN keeps_most INTEGER NOT NULL DEFAULT 1 CHECK (keeps_most IN (0, 1));
ALTER TABLE tables ADD COLUMN keeps_clock INTEGER NOT NULL DEFAULT 1 CHECK (keeps_clock IN (0, 1));

-- Who has not taken a seat that was kept for him: until then he may not wait for one at that table.
CREATE TABLE lapse (
    table_id INTEGER NOT NULL REFERENCES tables (table_id),
    user INTEGER NOT NULL,
    until REAL NOT NULL,
    PRIMARY KEY (table_id, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX lapse_user ON lapse (user);
