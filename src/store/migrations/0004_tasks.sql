-- The queue makes its own tables. Its schema is made here, where nobody else does so at the same moment.
CREATE SCHEMA IF NOT EXISTS pgboss;

-- Work that goes on after its request was answered. Whatever was asked, answered or uploaded is encrypted.
CREATE TABLE tasks (
  -- Also the id of the operation that began it, where that was a write.
  id text PRIMARY KEY,
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  connection_id text NOT NULL REFERENCES connections ON DELETE CASCADE,
  operation text NOT NULL,
  status text NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'IN_PROGRESS', 'FINISHED', 'SUCCESS', 'FAILED',
    'PARTIAL_SUCCESS', 'CANCELLED_SUCCESSFULLY', 'CANCEL_FAILED', 'DELETED')),
  request bytea NOT NULL,
  information jsonb NOT NULL DEFAULT '[]',
  -- What names the vendor's job, once that has begun.
  job bytea,
  -- Counts the questions after the job: an older turn of the same task has nothing to do any more.
  turn integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX tasks_by_expiry ON tasks (expires_at);
CREATE INDEX tasks_by_connection ON tasks (connection_id);
CREATE INDEX tasks_by_tenant ON tasks (tenant_id);

-- A list, in blocks of a hundred records: whatever page is asked for, two of them hold it.
CREATE TABLE task_blocks (
  task_id text NOT NULL REFERENCES tasks ON DELETE CASCADE,
  -- From 0, without gaps; all but the last are full.
  position integer NOT NULL,
  records integer NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (task_id, position)
);

-- One record.
CREATE TABLE task_results (
  task_id text PRIMARY KEY REFERENCES tasks ON DELETE CASCADE,
  body bytea NOT NULL
);

-- What came with the request, until it has been handed on.
CREATE TABLE task_files (
  task_id text NOT NULL REFERENCES tasks ON DELETE CASCADE,
  file integer NOT NULL,
  chunk integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (task_id, file, chunk)
);
