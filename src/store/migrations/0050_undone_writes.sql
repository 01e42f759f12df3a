-- The changes of a draft that Kontor deletes again are not delivered. `undoable_resource` is the resource of what a write
-- makes, if it can be deleted again; `draft` is the id of the draft that is, or was, deleted.
ALTER TABLE operations ADD COLUMN undoable_resource text;
ALTER TABLE operations ADD COLUMN draft text;
CREATE INDEX operations_undoable ON operations (connection_id)
  WHERE undoable_resource IS NOT NULL AND state IN ('sent', 'taken', 'undoing');
CREATE INDEX operations_by_draft ON operations (connection_id, draft) WHERE draft IS NOT NULL;

-- Changes of records that a running write may have made: they wait until it ends.
CREATE TABLE held_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  connection_id text NOT NULL REFERENCES connections ON DELETE CASCADE,
  scope text NOT NULL,
  reported_by text NOT NULL,
  event_type text NOT NULL,
  resource text NOT NULL,
  resource_id text NOT NULL,
  changed_at timestamptz NOT NULL,
  is_undated boolean NOT NULL,
  mark text
);
CREATE INDEX held_changes_of_record ON held_changes (connection_id, resource_id);
