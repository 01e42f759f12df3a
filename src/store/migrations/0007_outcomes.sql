-- The journal keeps outcomes, not responses. The vendor's reply is kept while a write is completed.
ALTER TABLE operations DROP CONSTRAINT operations_state_check;
ALTER TABLE operations ADD CONSTRAINT operations_state_check
  CHECK (state IN ('intended', 'sent', 'taken', 'done', 'refused', 'unknown', 'absent'));
ALTER TABLE operations ADD COLUMN reply bytea;
ALTER TABLE operations DROP COLUMN status;
-- Refusals were kept as text. Nothing had happened, so a repeated request is refused again.
UPDATE operations SET state = 'intended', answer = NULL, settled_at = NULL WHERE state = 'refused';
