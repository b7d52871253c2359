-- Dealer's choice: the games of a table, who is asked for the next one, and what was picked last.

-- games: JSON of the games that are picked from, rules by name in the order of the list; NULL where
-- the table's own rules are dealt.
ALTER TABLE tables ADD COLUMN games TEXT;
-- chooser: place of who chooses the game of the next hand; not NULL only while the phase is 'between'.
-- asked: the table's version when he was asked, which makes the question one of its own.
ALTER TABLE tables ADD COLUMN chooser INTEGER CHECK (chooser BETWEEN 0 AND 9);
ALTER TABLE tables ADD COLUMN asked INTEGER;
-- game: the name of the last pick; picker: the place that dealt the hand it was picked for.
ALTER TABLE tables ADD COLUMN game TEXT;
ALTER TABLE tables ADD COLUMN picker INTEGER CHECK (picker BETWEEN 0 AND 9);
