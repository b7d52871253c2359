-- The house of a guild: the settings of its room, and its own games.

-- settings: JSON of the settings that differ from their defaults, by the names people have for them.
CREATE TABLE house (
    guild INTEGER PRIMARY KEY,
    settings TEXT NOT NULL
) STRICT;

-- rules: JSON of the options that differ from their defaults.
CREATE TABLE variant (
    guild INTEGER NOT NULL,
    name TEXT NOT NULL,
    rules TEXT NOT NULL,
    PRIMARY KEY (guild, name)
) STRICT, WITHOUT ROWID;
