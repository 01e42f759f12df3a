-- A draft that the vendor stored differently from the body is deleted again. The state is set before the deletion is sent.
ALTER TABLE operations DROP CONSTRAINT operations_state_check;
ALTER TABLE operations ADD CONSTRAINT operations_state_check
  CHECK (state IN ('intended', 'sent', 'taken', 'undoing', 'done', 'refused', 'unknown', 'absent'));
