-- A database as schema 4 wrote it: a hand that waits for declarations, Ann's secret one made.
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
INSERT INTO "account" VALUES(7,'player',900,3,NULL,NULL);
INSERT INTO "account" VALUES(8,'stack',900,NULL,7,1);
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
INSERT INTO "act" VALUES(1,1,'p1 cbr 10',2,'old-5','79130261a6ef4078',1000000.0);
INSERT INTO "act" VALUES(1,2,'p2 cc',5,'old-6','bcb794ea445510fc',1000000.0);
INSERT INTO "act" VALUES(1,3,'p3 cc',7,'old-7','3e0591e66d5a0373',1000000.0);
INSERT INTO "act" VALUES(1,4,'p1 cc',2,'old-8','2432af4456a2cdb4',1000000.0);
INSERT INTO "act" VALUES(1,5,'p2 cc',5,'old-9','a1a60250dd9f59d6',1000000.0);
INSERT INTO "act" VALUES(1,6,'p3 cc',7,'old-10','70ca63395ede293f',1000000.0);
INSERT INTO "act" VALUES(1,7,'p1 cc',2,'old-11','3c6b7916fc0594cb',1000000.0);
INSERT INTO "act" VALUES(1,8,'p2 cc',5,'old-12','87c9c0840b57cd10',1000000.0);
INSERT INTO "act" VALUES(1,9,'p3 cc',7,'old-13','8acc992a42a7d2b3',1000000.0);
INSERT INTO "act" VALUES(1,10,'p1 cc',2,'old-14','05b2ff3ea74fbd6d',1000000.0);
INSERT INTO "act" VALUES(1,11,'p2 cc',5,'old-15','8694c99e793f889c',1000000.0);
INSERT INTO "act" VALUES(1,12,'p3 cc',7,'old-16','9a775c6debc221a9',1000000.0);
CREATE TABLE balance (
    account_id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    chips INTEGER NOT NULL DEFAULT 0 CHECK (kind = 'house' OR chips >= 0),
    FOREIGN KEY (account_id, kind) REFERENCES account (account_id, kind)
) STRICT;
INSERT INTO "balance" VALUES(1,'table',0);
INSERT INTO "balance" VALUES(2,'player',900);
INSERT INTO "balance" VALUES(3,'house',-3000);
INSERT INTO "balance" VALUES(4,'stack',100);
INSERT INTO "balance" VALUES(5,'player',900);
INSERT INTO "balance" VALUES(6,'stack',100);
INSERT INTO "balance" VALUES(7,'player',900);
INSERT INTO "balance" VALUES(8,'stack',100);
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
INSERT INTO "hand" VALUES(1,1,1,'{"ante": 5, "big": 20, "declare": "simultaneous", "game": "hilo", "late_rounds": "free", "low_rank": "a6", "min_raise": "any", "small": 10}','Kd 2h Qd Kc 7c 9c As 5s 4d Ts Ah Jd 3s 8d Ad 9h 6c 3d 2c 2d 2s 3c 3h 4c 4h 4s 5c 5d 5h 6d 6h 6s 7d 7h 7s 8c 8h 8s 9d 9s Tc Td Th Jc Jh Js Qc Qh Qs Kh Ks Ac','7c 4d 8d Qd 2s 3c Th 3h 7s Jd Ks Tc 5d 2h 3d 8s 8h Kh 5s Qh Jc 2d Ts 6h Ac 3s As Ad 9c 9h Qs 7d 5c 7h 9d 8c Kd Td Kc Jh 4c 6c Ah 5h 6s 2c 4s Qc 4h 9s Js 6d',1000000.0,'running');
CREATE TABLE hand_seat (
    hand_id INTEGER NOT NULL REFERENCES hand (hand_id),
    p INTEGER NOT NULL CHECK (p BETWEEN 0 AND 9),
    account_id INTEGER NOT NULL REFERENCES account (account_id),
    place INTEGER NOT NULL,
    stack INTEGER NOT NULL CHECK (stack > 0),
    PRIMARY KEY (hand_id, p)
) STRICT, WITHOUT ROWID;
INSERT INTO "hand_seat" VALUES(1,0,4,0,100);
INSERT INTO "hand_seat" VALUES(1,1,6,1,100);
INSERT INTO "hand_seat" VALUES(1,2,8,2,100);
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
CREATE TABLE pending (
    hand_id INTEGER NOT NULL,
    p INTEGER NOT NULL,
    choice TEXT NOT NULL CHECK (choice IN ('high', 'low', 'both')),
    by INTEGER REFERENCES account (account_id),
    PRIMARY KEY (hand_id, p),
    FOREIGN KEY (hand_id, p) REFERENCES hand_seat (hand_id, p)
) STRICT, WITHOUT ROWID;
INSERT INTO "pending" VALUES(1,0,'low',2);
CREATE TABLE request (
    key TEXT PRIMARY KEY,
    at REAL NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "request" VALUES('old-0',1000000.0);
INSERT INTO "request" VALUES('old-1',1000000.0);
INSERT INTO "request" VALUES('old-17',1000000.0);
INSERT INTO "request" VALUES('old-2',1000000.0);
INSERT INTO "request" VALUES('old-3',1000000.0);
INSERT INTO "request" VALUES('old-4',1000000.0);
CREATE TABLE seat (
    table_id INTEGER NOT NULL REFERENCES tables (table_id),
    place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 9),
    account_id INTEGER NOT NULL UNIQUE REFERENCES account (account_id),
    joined INTEGER NOT NULL,
    leaving INTEGER NOT NULL DEFAULT 0 CHECK (leaving IN (0, 1)), missed INTEGER NOT NULL DEFAULT 0 CHECK (missed >= 0), sitting_out INTEGER NOT NULL DEFAULT 0 CHECK (sitting_out IN (0, 1)),
    PRIMARY KEY (table_id, place)
) STRICT, WITHOUT ROWID;
INSERT INTO "seat" VALUES(1,0,4,1,0,0,0);
INSERT INTO "seat" VALUES(1,1,6,2,0,0,0);
INSERT INTO "seat" VALUES(1,2,8,3,0,0,0);
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
, warned INTEGER NOT NULL DEFAULT 0 CHECK (warned IN (0, 1)), games TEXT, chooser INTEGER CHECK (chooser BETWEEN 0 AND 9), asked INTEGER, game TEXT, picker INTEGER CHECK (picker BETWEEN 0 AND 9)) STRICT;
INSERT INTO "tables" VALUES(1,900,800,'hilo_declare','{"ante": 5, "big": 20, "declare": "simultaneous", "game": "hilo", "late_rounds": "free", "low_rank": "a6", "min_raise": "any", "small": 10}',5,400,60,1,'playing',NULL,1000060.0,2,12345,18,0,NULL,NULL,NULL,'hilo_declare',2);
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
INSERT INTO "transfer" VALUES(2,2,4,100,'buy-in',2,NULL,1000000.0);
INSERT INTO "transfer" VALUES(3,3,5,1000,'starting chips',NULL,NULL,1000000.0);
INSERT INTO "transfer" VALUES(4,5,6,100,'buy-in',5,NULL,1000000.0);
INSERT INTO "transfer" VALUES(5,3,7,1000,'starting chips',NULL,NULL,1000000.0);
INSERT INTO "transfer" VALUES(6,7,8,100,'buy-in',7,NULL,1000000.0);
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
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('tables',1);
COMMIT;
