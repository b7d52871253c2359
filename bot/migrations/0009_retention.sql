-- Hands that are over lose their cards and acts after a while; what they came to stays for good.

-- kept: 0 once the deck, the reserve and the acts are gone.
ALTER TABLE hand ADD COLUMN kept INTEGER NOT NULL DEFAULT 1 CHECK (kept IN (0, 1));
CREATE INDEX hand_kept ON hand (began_at) WHERE kept = 1 AND state <> 'running';

-- The one change there is: of a hand that is over, counted, and not the last of an open table.
DROP TRIGGER hand_keeps_its_start;
CREATE TRIGGER hand_keeps_its_start
BEFORE UPDATE OF hand_id, table_id, number, rules, deck, reserve, began_at, kept ON hand
WHEN NOT (
    OLD.kept = 1 AND NEW.kept = 0 AND NEW.deck = '' AND NEW.reserve = ''
    AND NEW.hand_id = OLD.hand_id AND NEW.table_id = OLD.table_id AND NEW.number = OLD.number
    AND NEW.rules = OLD.rules AND NEW.began_at = OLD.began_at AND NEW.state = OLD.state
    AND OLD.state <> 'running'
    AND (OLD.state = 'void' OR NOT EXISTS (
        SELECT 1 FROM hand_seat LEFT JOIN outcome USING (hand_id, p)
        WHERE hand_seat.hand_id = OLD.hand_id AND outcome.won IS NULL
    ))
    AND NOT EXISTS (
        SELECT 1 FROM tables WHERE table_id = OLD.table_id AND phase <> 'closed'
        AND OLD.number = (SELECT max(number) FROM hand WHERE table_id = OLD.table_id)
    )
)
BEGIN
    SELECT RAISE(ABORT, 'the start of a hand cannot be changed');
END;
CREATE TRIGGER hand_cannot_go BEFORE DELETE ON hand BEGIN
    SELECT RAISE(ABORT, 'a hand cannot be deleted');
END;
CREATE TRIGGER hand_seat_cannot_go BEFORE DELETE ON hand_seat BEGIN
    SELECT RAISE(ABORT, 'the seats of a hand cannot be deleted');
END;
CREATE TRIGGER outcome_cannot_go BEFORE DELETE ON outcome BEGIN
    SELECT RAISE(ABORT, 'the outcome of a hand cannot be deleted');
END;

DROP TRIGGER act_cannot_go;
CREATE TRIGGER act_cannot_go BEFORE DELETE ON act
WHEN (SELECT kept FROM hand WHERE hand_id = OLD.hand_id) IS NOT 0
BEGIN
    SELECT RAISE(ABORT, 'an act cannot be deleted');
END;
