-- The queue creates its own tables. Its schema is created here, where no other process does so at the same time.
CREATE SCHEMA IF NOT EXISTS pgboss;

-- Tasks, which continue after the response. Requests, results and files are encrypted.
CREATE TABLE tasks (
  -- Also the id of the operation that started it, if that was a write.
  id text PRIMARY KEY,
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  connection_id text NOT NULL REFERENCES connections ON DELETE CASCADE,
  operation text NOT NULL,
  status text NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'IN_PROGRESS', 'FINISHED', 'SUCCESS', 'FAILED',
    'PARTIAL_SUCCESS', 'CANCELLED_SUCCESSFULLY', 'CANCEL_FAILED', 'DELETED')),
  request bytea NOT NULL,
  information jsonb NOT NULL DEFAULT '[]',
  -- Identifies the vendor's job, once it has started.
  job bytea,
  -- Counts polls of the job; an older turn of the same task is obsolete.
  turn integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX tasks_by_expiry ON tasks (expires_at);
CREATE INDEX tasks_by_connection ON tasks (connection_id);
CREATE INDEX tasks_by_tenant ON tasks (tenant_id);

-- A list, in blocks of a hundred records: any page is in at most two of them.
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

-- The files of the request, until they have been sent on.
CREATE TABLE task_files (
  task_id text NOT NULL REFERENCES tasks ON DELETE CASCADE,
  file integer NOT NULL,
  chunk integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (task_id, file, chunk)
);
