-- Choices of a simultaneous declaration, secret and changeable until the last one is made: then all
-- become acts. by is the player account of whoever chose, NULL where nobody waited for him.
CREATE TABLE pending (
    hand_id INTEGER NOT NULL,
    p INTEGER NOT NULL,
    choice TEXT NOT NULL CHECK (choice IN ('high', 'low', 'both')),
    by INTEGER REFERENCES account (account_id),
    PRIMARY KEY (hand_id, p),
    FOREIGN KEY (hand_id, p) REFERENCES hand_seat (hand_id, p)
) STRICT, WITHOUT ROWID;
