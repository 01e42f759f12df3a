-- A database that was restored from a backup is paused until its operator resumes it (src/store/backup/restored.ts). There is
-- at most one row.
CREATE TABLE restores (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  -- When the backup was made, and by which version of Kontor.
  made_at timestamptz NOT NULL,
  version text NOT NULL,
  restored_at timestamptz NOT NULL DEFAULT now(),
  resumed_at timestamptz,
  -- When a worker had looked up the writes in doubt and tried the tokens of all connections.
  completed_at timestamptz
);
