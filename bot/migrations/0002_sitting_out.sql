-- Who does not answer sits out, the actor is told once before his time runs out, and a hand that
-- runs during an update is played on.

-- missed: turns in a row that the clock ran out on.
ALTER TABLE seat ADD COLUMN missed INTEGER NOT NULL DEFAULT 0 CHECK (missed >= 0);
ALTER TABLE seat ADD COLUMN sitting_out INTEGER NOT NULL DEFAULT 0 CHECK (sitting_out IN (0, 1));

-- warned: whether the actor of the running hand has been told at his present turn.
ALTER TABLE tables ADD COLUMN warned INTEGER NOT NULL DEFAULT 0 CHECK (warned IN (0, 1));

-- form: how the digest of an act was reckoned; digests of another form say nothing.
ALTER TABLE act ADD COLUMN form INTEGER NOT NULL DEFAULT 1 CHECK (form > 0);
