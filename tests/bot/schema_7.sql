-- A database as schema 7 wrote it: a hand that is over and one that runs, Cid waiting for a seat.
BEGIN TRANSACTION;
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
INSERT INTO "account" VALUES(1,'table',900,NULL,NULL,1);
INSERT INTO "account" VALUES(2,'player',900,1,NULL,NULL);
INSERT INTO "account" VALUES(3,'house',900,NULL,NULL,NULL);
INSERT INTO "account" VALUES(4,'stack',900,NULL,2,1);
INSERT INTO "account" VALUES(5,'player',900,2,NULL,NULL);
INSERT INTO "account" VALUES(6,'stack',900,NULL,5,1);
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
INSERT INTO "act" VALUES(1,1,'p2 pb',5,'old-5','671b6f8605125e42',1000000.0);
INSERT INTO "act" VALUES(1,2,'p1 cc',2,'old-6','16d61cab37d2e24e',1000000.0);
INSERT INTO "act" VALUES(1,3,'p1 cc',2,'old-7','59db2d2e7b4c480d',1000000.0);
INSERT INTO "act" VALUES(1,4,'p2 cc',5,'old-8','fb118bcce11f8f7a',1000000.0);
INSERT INTO "act" VALUES(1,5,'p1 cc',2,'old-9','eb98122d2ead6fc4',1000000.0);
INSERT INTO "act" VALUES(1,6,'p2 cc',5,'old-10','62f4c4d5859f3c5b',1000000.0);
INSERT INTO "act" VALUES(1,7,'p1 cc',2,'old-11','11ce154dea7da47f',1000000.0);
INSERT INTO "act" VALUES(1,8,'p2 cc',5,'old-12','2df98a8f176c732d',1000000.0);
INSERT INTO "act" VALUES(2,1,'p1 pb',5,'old-13','85408f1f5c56b190',1000003.0);
CREATE TABLE balance (
    account_id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    chips INTEGER NOT NULL DEFAULT 0 CHECK (kind = 'house' OR chips >= 0),
    FOREIGN KEY (account_id, kind) REFERENCES account (account_id, kind)
) STRICT;
INSERT INTO "balance" VALUES(1,'table',0);
INSERT INTO "balance" VALUES(2,'player',800);
INSERT INTO "balance" VALUES(3,'house',-2000);
INSERT INTO "balance" VALUES(4,'stack',205);
INSERT INTO "balance" VALUES(5,'player',800);
INSERT INTO "balance" VALUES(6,'stack',195);
CREATE TABLE forgotten (
    mark TEXT PRIMARY KEY,
    at REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE hand (
    hand_id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (table_id),
    number INTEGER NOT NULL CHECK (number > 0),
    rules TEXT NOT NULL,
    deck TEXT NOT NULL,
    reserve TEXT NOT NULL,
    began_at REAL NOT NULL,
    state TEXT NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'over', 'void')), game TEXT,
    UNIQUE (table_id, number)
) STRICT;
INSERT INTO "hand" VALUES(1,1,1,'{"ante": 1, "big": 20, "bring_in": 4, "bring_in_mode": "low", "small": 10}','Jc 2s Js 5d 9s Qs Th 8s 7c 9d Jd Qh 7s 6s 5s 4s Qd 3d Jh Ks 7d Ad 5h 4d Td 2h Ah 6c Ac Kd 4h 3c Ts 9h 2d 8h Tc 7h As Qc 9c 3s 6h Kc 6d 3h 2c 8c 8d Kh 5c 4c','7c 4d 8d Qd 2s 3c Th 3h 7s Jd Ks Tc 5d 2h 3d 8s 8h Kh 5s Qh Jc 2d Ts 6h Ac 3s As Ad 9c 9h Qs 7d 5c 7h 9d 8c Kd Td Kc Jh 4c 6c Ah 5h 6s 2c 4s Qc 4h 9s Js 6d',1000000.0,'over','casino_fixed');
INSERT INTO "hand" VALUES(2,1,2,'{"ante": 1, "big": 20, "bring_in": 4, "bring_in_mode": "low", "small": 10}','6h 2c 4d 8h Th 7s Js Jc 7c 4c Tc Kd 2s 9d Ts 8d Kc Jd Ks 3h 9h Qs 5c 2d Qd 2h 8s 5h 3d Qc 4h 6s 9c 7h Ah 3c As Kh Ad 6d 9s 5s 5d Td Ac 8c 3s Qh 6c 4s Jh 7d','Kh Kc 6s Qd Jc Qs 9c 6h 8c Qh 7h 2d 9d Ac 4h 3s 9s 2s 5d Ah 4c 7s Ks 5c Kd 5s 2h 3d 5h 8s 6d Ts 3c Td 7d 7c Tc As Jd 3h Th 8d Qc 8h 6c 4d 9h Jh 2c Ad 4s Js',1000003.0,'running','casino_fixed');
CREATE TABLE hand_seat (
    hand_id INTEGER NOT NULL REFERENCES hand (hand_id),
    p INTEGER NOT NULL CHECK (p BETWEEN 0 AND 9),
    account_id INTEGER NOT NULL REFERENCES account (account_id),
    place INTEGER NOT NULL,
    stack INTEGER NOT NULL CHECK (stack > 0),
    PRIMARY KEY (hand_id, p)
) STRICT, WITHOUT ROWID;
INSERT INTO "hand_seat" VALUES(1,0,4,0,200);
INSERT INTO "hand_seat" VALUES(1,1,6,1,200);
INSERT INTO "hand_seat" VALUES(2,0,6,1,195);
INSERT INTO "hand_seat" VALUES(2,1,4,0,205);
CREATE TABLE house (
    guild INTEGER PRIMARY KEY,
    settings TEXT NOT NULL
) STRICT;
INSERT INTO "house" VALUES(900,'{"seats": 2, "pause": 3.0}');
CREATE TABLE member (
    guild INTEGER NOT NULL,
    user INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (guild, user)
) STRICT, WITHOUT ROWID;
INSERT INTO "member" VALUES(900,1,'Ann');
INSERT INTO "member" VALUES(900,2,'Ben');
INSERT INTO "member" VALUES(900,3,'Cid');
CREATE TABLE memo (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE notice (
    key TEXT PRIMARY KEY,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    kind TEXT NOT NULL,
    user INTEGER,
    until REAL,
    changes TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE outcome (
    hand_id INTEGER NOT NULL,
    p INTEGER NOT NULL,
    won INTEGER NOT NULL CHECK (won >= 0),
    showdown INTEGER NOT NULL CHECK (showdown IN (0, 1)),
    PRIMARY KEY (hand_id, p),
    FOREIGN KEY (hand_id, p) REFERENCES hand_seat (hand_id, p)
) STRICT, WITHOUT ROWID;
INSERT INTO "outcome" VALUES(1,0,10,1);
INSERT INTO "outcome" VALUES(1,1,0,1);
CREATE TABLE pending (
    hand_id INTEGER NOT NULL,
    p INTEGER NOT NULL,
    choice TEXT NOT NULL CHECK (choice IN ('high', 'low', 'both')),
    by INTEGER REFERENCES account (account_id),
    PRIMARY KEY (hand_id, p),
    FOREIGN KEY (hand_id, p) REFERENCES hand_seat (hand_id, p)
) STRICT, WITHOUT ROWID;
CREATE TABLE reason (
    transfer_id INTEGER PRIMARY KEY REFERENCES transfer (transfer_id),
    text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 200)
) STRICT;
CREATE TABLE request (
    key TEXT PRIMARY KEY,
    at REAL NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "request" VALUES('old-0',1000000.0);
INSERT INTO "request" VALUES('old-1',1000000.0);
INSERT INTO "request" VALUES('old-14',1000003.0);
INSERT INTO "request" VALUES('old-2',1000000.0);
INSERT INTO "request" VALUES('old-3',1000000.0);
INSERT INTO "request" VALUES('old-4',1000000.0);
CREATE TABLE seat (
    table_id INTEGER NOT NULL REFERENCES tables (table_id),
    place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 9),
    account_id INTEGER NOT NULL UNIQUE REFERENCES account (account_id),
    joined INTEGER NOT NULL,
    leaving INTEGER NOT NULL DEFAULT 0 CHECK (leaving IN (0, 1)), missed INTEGER NOT NULL DEFAULT 0 CHECK (missed >= 0), sitting_out INTEGER NOT NULL DEFAULT 0 CHECK (sitting_out IN (0, 1)), resting INTEGER NOT NULL DEFAULT 0 CHECK (resting IN (0, 1)),
    PRIMARY KEY (table_id, place)
) STRICT, WITHOUT ROWID;
INSERT INTO "seat" VALUES(1,0,4,1,0,0,0,0);
INSERT INTO "seat" VALUES(1,1,6,2,0,0,0,0);
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
, warned INTEGER NOT NULL DEFAULT 0 CHECK (warned IN (0, 1)), games TEXT, chooser INTEGER CHECK (chooser BETWEEN 0 AND 9), asked INTEGER, game TEXT, picker INTEGER CHECK (picker BETWEEN 0 AND 9), pause REAL CHECK (pause > 0), ping INTEGER NOT NULL DEFAULT 1 CHECK (ping IN (0, 1)), misses INTEGER NOT NULL DEFAULT 2 CHECK (misses >= 0), seats INTEGER NOT NULL DEFAULT 10 CHECK (seats BETWEEN 2 AND 10), coming TEXT, idle_at REAL) STRICT;
INSERT INTO "tables" VALUES(1,900,800,'casino_fixed','{"ante": 1, "big": 20, "bring_in": 4, "bring_in_mode": "low", "small": 10}',40,400,60,1,'playing',NULL,1000063.0,0,12345,16,0,NULL,NULL,NULL,'casino_fixed',0,3.0,1,2,2,NULL,NULL);
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
INSERT INTO "transfer" VALUES(1,3,2,1000,'starting chips',NULL,NULL,1000000.0);
INSERT INTO "transfer" VALUES(2,2,4,200,'buy-in',2,NULL,1000000.0);
INSERT INTO "transfer" VALUES(3,3,5,1000,'starting chips',NULL,NULL,1000000.0);
INSERT INTO "transfer" VALUES(4,5,6,200,'buy-in',5,NULL,1000000.0);
INSERT INTO "transfer" VALUES(5,6,1,5,'hand',NULL,1,1000000.0);
INSERT INTO "transfer" VALUES(6,1,4,5,'hand',NULL,1,1000000.0);
CREATE TABLE variant (
    guild INTEGER NOT NULL,
    name TEXT NOT NULL,
    rules TEXT NOT NULL,
    PRIMARY KEY (guild, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE waiting (
    table_id INTEGER NOT NULL REFERENCES tables (table_id),
    number INTEGER NOT NULL,
    user INTEGER NOT NULL,
    until REAL,
    PRIMARY KEY (table_id, number),
    UNIQUE (table_id, user)
) STRICT, WITHOUT ROWID;
INSERT INTO "waiting" VALUES(1,1,3,NULL);
CREATE UNIQUE INDEX tables_one_a_channel ON tables (channel) WHERE phase <> 'closed';
CREATE UNIQUE INDEX account_house ON account (guild) WHERE kind = 'house';
CREATE UNIQUE INDEX account_player ON account (guild, owner) WHERE kind = 'player';
CREATE UNIQUE INDEX account_stack ON account (table_id, holder) WHERE kind = 'stack';
CREATE UNIQUE INDEX account_table ON account (table_id) WHERE kind = 'table';
CREATE TRIGGER account_has_balance AFTER INSERT ON account BEGIN
    INSERT INTO balance (account_id, kind) VALUES (NEW.account_id, NEW.kind);
END;
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
CREATE UNIQUE INDEX hand_one_running ON hand (table_id) WHERE state = 'running';
CREATE TRIGGER hand_keeps_its_start
BEFORE UPDATE OF hand_id, table_id, number, rules, deck, reserve, began_at ON hand BEGIN
    SELECT RAISE(ABORT, 'the start of a hand cannot be changed');
END;
CREATE TRIGGER hand_seat_cannot_change BEFORE UPDATE ON hand_seat BEGIN
    SELECT RAISE(ABORT, 'the seats of a hand cannot be changed');
END;
CREATE TRIGGER act_cannot_change BEFORE UPDATE ON act BEGIN
    SELECT RAISE(ABORT, 'an act cannot be changed');
END;
CREATE TRIGGER act_cannot_go BEFORE DELETE ON act BEGIN
    SELECT RAISE(ABORT, 'an act cannot be deleted');
END;
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
CREATE TRIGGER reason_cannot_change BEFORE UPDATE ON reason BEGIN
    SELECT RAISE(ABORT, 'a reason cannot be changed');
END;
CREATE TRIGGER reason_cannot_go BEFORE DELETE ON reason BEGIN
    SELECT RAISE(ABORT, 'a reason cannot be deleted');
END;
CREATE UNIQUE INDEX transfer_once_a_day ON transfer (payee, CAST(at / 86400 AS INTEGER))
WHERE why = 'daily chips';
CREATE INDEX transfer_payer ON transfer (payer, amount);
CREATE INDEX transfer_payee ON transfer (payee, amount);
CREATE INDEX transfer_came ON transfer (payee, why, at, amount)
WHERE why NOT IN ('hand', 'buy-in', 'leave');
CREATE INDEX transfer_went ON transfer (payer, why, at, amount)
WHERE why NOT IN ('hand', 'buy-in', 'leave');
CREATE INDEX account_holder ON account (holder) WHERE kind = 'stack';
CREATE INDEX hand_seat_account ON hand_seat (account_id);
CREATE TRIGGER outcome_cannot_change BEFORE UPDATE ON outcome BEGIN
    SELECT RAISE(ABORT, 'the outcome of a hand cannot be changed');
END;
CREATE TRIGGER hand_keeps_its_game BEFORE UPDATE OF game ON hand BEGIN
    SELECT RAISE(ABORT, 'the start of a hand cannot be changed');
END;
CREATE INDEX waiting_user ON waiting (user);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('tables',1);
COMMIT;
