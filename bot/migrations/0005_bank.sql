-- The bank: what was said with a grant, daily chips once a day, and how each hand came out.

-- Why a manager granted or took chips, in his words.
CREATE TABLE reason (
    transfer_id INTEGER PRIMARY KEY REFERENCES transfer (transfer_id),
    text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 200)
) STRICT;
CREATE TRIGGER reason_cannot_change BEFORE UPDATE ON reason BEGIN
    SELECT RAISE(ABORT, 'a reason cannot be changed');
END;
CREATE TRIGGER reason_cannot_go BEFORE DELETE ON reason BEGIN
    SELECT RAISE(ABORT, 'a reason cannot be deleted');
END;

-- A second click on the same UTC day is refused here, whatever the code believes.
CREATE UNIQUE INDEX transfer_once_a_day ON transfer (payee, CAST(at / 86400 AS INTEGER))
WHERE why = 'daily chips';
-- With the amounts: an audit adds them all up, account by account.
DROP INDEX transfer_payer;
DROP INDEX transfer_payee;
CREATE INDEX transfer_payer ON transfer (payer, amount);
CREATE INDEX transfer_payee ON transfer (payee, amount);
-- Chips that came to a member or went from him otherwise than over a table.
CREATE INDEX transfer_came ON transfer (payee, why, at, amount)
WHERE why NOT IN ('hand', 'buy-in', 'leave');
CREATE INDEX transfer_went ON transfer (payer, why, at, amount)
WHERE why NOT IN ('hand', 'buy-in', 'leave');
CREATE INDEX account_holder ON account (holder) WHERE kind = 'stack';
CREATE INDEX hand_seat_account ON hand_seat (account_id);

-- How a hand that is over came out for a seat: won is what it took from the pots, without chips
-- nobody called; showdown tells whether it was still in when hands were compared. Hands of earlier
-- schemas get theirs when they are asked for, played again from their acts.
CREATE TABLE outcome (
    hand_id INTEGER NOT NULL,
    p INTEGER NOT NULL,
    won INTEGER NOT NULL CHECK (won >= 0),
    showdown INTEGER NOT NULL CHECK (showdown IN (0, 1)),
    PRIMARY KEY (hand_id, p),
    FOREIGN KEY (hand_id, p) REFERENCES hand_seat (hand_id, p)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER outcome_cannot_change BEFORE UPDATE ON outcome BEGIN
    SELECT RAISE(ABORT, 'the outcome of a hand cannot be changed');
END;
