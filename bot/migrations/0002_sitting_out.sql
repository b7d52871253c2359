-- Who does not answer sits out, and the actor is told once before his time runs out.

-- missed: turns in a row that the clock ran out on.
ALTER TABLE seat ADD COLUMN missed INTEGER NOT NULL DEFAULT 0 CHECK (missed >= 0);
ALTER TABLE seat ADD COLUMN sitting_out INTEGER NOT NULL DEFAULT 0 CHECK (sitting_out IN (0, 1));

-- warned: whether the actor of the running hand has been told at his present turn.
ALTER TABLE tables ADD COLUMN warned INTEGER NOT NULL DEFAULT 0 CHECK (warned IN (0, 1));
