-- The first schema. Chips are whole numbers; times are seconds since 1970; ids of guilds, channels,
-- users and messages are Discord's. Immutable rows name accounts, never people.

CREATE TABLE tables (
    table_id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    preset TEXT NOT NULL,
    rules TEXT NOT NULL,
    least INTEGER NOT NULL CHECK (least > 0),
    most INTEGER NOT NULL CHECK (most >= least),
    clock INTEGER NOT NULL CHECK (clock >= 0),
    host INTEGER,
    phase TEXT NOT NULL CHECK (phase IN ('waiting', 'playing', 'between', 'paused', 'closed')),
    note TEXT,
    due_at REAL,
    dealer INTEGER,
    panel INTEGER,
    version INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX tables_one_a_channel ON tables (channel) WHERE phase <> 'closed';

-- house: minus all chips given out in a guild. player: what a member may spend; owner is his user id.
-- stack: a member's chips at one table; holder is his player account. table: pays a hand's winners.
CREATE TABLE account (
    account_id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('house', 'player', 'stack', 'table')),
    guild INTEGER NOT NULL,
    owner INTEGER CHECK (owner IS NULL OR kind = 'player'),
    holder INTEGER REFERENCES account (account_id) CHECK ((holder IS NOT NULL) = (kind = 'stack')),
    table_id INTEGER REFERENCES tables (table_id)
        CHECK ((table_id IS NOT NULL) = (kind IN ('stack', 'table'))),
    UNIQUE (account_id, kind)
) STRICT;
CREATE UNIQUE INDEX account_house ON account (guild) WHERE kind = 'house';
CREATE UNIQUE INDEX account_player ON account (guild, owner) WHERE kind = 'player';
CREATE UNIQUE INDEX account_stack ON account (table_id, holder) WHERE kind = 'stack';
CREATE UNIQUE INDEX account_table ON account (table_id) WHERE kind = 'table';

CREATE TABLE balance (
    account_id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    chips INTEGER NOT NULL DEFAULT 0 CHECK (kind = 'house' OR chips >= 0),
    FOREIGN KEY (account_id, kind) REFERENCES account (account_id, kind)
) STRICT;
CREATE TRIGGER account_has_balance AFTER INSERT ON account BEGIN
    INSERT INTO balance (account_id, kind) VALUES (NEW.account_id, NEW.kind);
END;

CREATE TABLE member (
    guild INTEGER NOT NULL,
    user INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (guild, user)
) STRICT, WITHOUT ROWID;

-- Whose a stack is; user is 0 for somebody who was forgotten.
CREATE VIEW stack_owner AS
SELECT
    stack.account_id,
    stack.holder AS player,
    coalesce(player.owner, 0) AS user,
    coalesce(member.name, '') AS name
FROM account AS stack
JOIN account AS player ON player.account_id = stack.holder
LEFT JOIN member ON member.guild = player.guild AND member.user = player.owner
WHERE stack.kind = 'stack';

CREATE TABLE seat (
    table_id INTEGER NOT NULL REFERENCES tables (table_id),
    place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 9),
    account_id INTEGER NOT NULL UNIQUE REFERENCES account (account_id),
    joined INTEGER NOT NULL,
    leaving INTEGER NOT NULL DEFAULT 0 CHECK (leaving IN (0, 1)),
    PRIMARY KEY (table_id, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE hand (
    hand_id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (table_id),
    number INTEGER NOT NULL CHECK (number > 0),
    rules TEXT NOT NULL,
    deck TEXT NOT NULL,
    reserve TEXT NOT NULL,
    began_at REAL NOT NULL,
    state TEXT NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'over', 'void')),
    UNIQUE (table_id, number)
) STRICT;
CREATE UNIQUE INDEX hand_one_running ON hand (table_id) WHERE state = 'running';
CREATE TRIGGER hand_keeps_its_start
BEFORE UPDATE OF hand_id, table_id, number, rules, deck, reserve, began_at ON hand BEGIN
    SELECT RAISE(ABORT, 'the start of a hand cannot be changed');
END;

CREATE TABLE hand_seat (
    hand_id INTEGER NOT NULL REFERENCES hand (hand_id),
    p INTEGER NOT NULL CHECK (p BETWEEN 0 AND 9),
    account_id INTEGER NOT NULL REFERENCES account (account_id),
    place INTEGER NOT NULL,
    stack INTEGER NOT NULL CHECK (stack > 0),
    PRIMARY KEY (hand_id, p)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER hand_seat_cannot_change BEFORE UPDATE ON hand_seat BEGIN
    SELECT RAISE(ABORT, 'the seats of a hand cannot be changed');
END;

-- by is the player account of whoever acted, NULL where nobody chose (a clock, a forced act).
CREATE TABLE act (
    hand_id INTEGER NOT NULL REFERENCES hand (hand_id),
    seq INTEGER NOT NULL CHECK (seq > 0),
    line TEXT NOT NULL,
    by INTEGER REFERENCES account (account_id),
    key TEXT NOT NULL UNIQUE,
    digest TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (hand_id, seq)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER act_cannot_change BEFORE UPDATE ON act BEGIN
    SELECT RAISE(ABORT, 'an act cannot be changed');
END;
CREATE TRIGGER act_cannot_go BEFORE DELETE ON act BEGIN
    SELECT RAISE(ABORT, 'an act cannot be deleted');
END;

CREATE TABLE transfer (
    transfer_id INTEGER PRIMARY KEY,
    payer INTEGER NOT NULL REFERENCES account (account_id),
    payee INTEGER NOT NULL REFERENCES account (account_id) CHECK (payee <> payer),
    amount INTEGER NOT NULL CHECK (amount > 0),
    why TEXT NOT NULL,
    by INTEGER REFERENCES account (account_id),
    hand_id INTEGER REFERENCES hand (hand_id),
    at REAL NOT NULL
) STRICT;
CREATE INDEX transfer_payer ON transfer (payer);
CREATE INDEX transfer_payee ON transfer (payee);
CREATE TRIGGER transfer_stays_in_its_guild BEFORE INSERT ON transfer
WHEN (SELECT guild FROM account WHERE account_id = NEW.payer)
    IS NOT (SELECT guild FROM account WHERE account_id = NEW.payee)
BEGIN
    SELECT RAISE(ABORT, 'chips stay in their guild');
END;
CREATE TRIGGER transfer_moves_chips AFTER INSERT ON transfer BEGIN
    UPDATE balance SET chips = chips - NEW.amount WHERE account_id = NEW.payer;
    UPDATE balance SET chips = chips + NEW.amount WHERE account_id = NEW.payee;
END;
CREATE TRIGGER transfer_cannot_change BEFORE UPDATE ON transfer BEGIN
    SELECT RAISE(ABORT, 'a transfer cannot be changed');
END;
CREATE TRIGGER transfer_cannot_go BEFORE DELETE ON transfer BEGIN
    SELECT RAISE(ABORT, 'a transfer cannot be deleted');
END;

-- What has been asked already and was done, so that a doubled dispatch does nothing.
CREATE TABLE request (
    key TEXT PRIMARY KEY,
    at REAL NOT NULL
) STRICT, WITHOUT ROWID;

-- What the process remembers between two runs.
CREATE TABLE memo (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
