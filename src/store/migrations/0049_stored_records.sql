-- The number, id and total of the record that a write has stored, encrypted: people look for writes by them.
ALTER TABLE operations ADD COLUMN stored bytea;

-- The write in the journal. A write without a request, such as a task's, has its own id as request_id, and no status.
ALTER TABLE search_terms ADD COLUMN operation_id text;
ALTER TABLE search_terms ALTER COLUMN status DROP NOT NULL;
