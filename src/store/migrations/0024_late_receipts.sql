-- Writes whose stored record could not be read after the vendor accepted them. A duty reads it later.
ALTER TABLE operations ADD COLUMN receipt_due timestamptz;
CREATE INDEX operations_by_receipt ON operations (receipt_due) WHERE receipt_due IS NOT NULL;
