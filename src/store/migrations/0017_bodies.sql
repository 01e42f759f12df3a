-- Bodies of requests, where the operator keeps them for some hours: scrubbed, cut, and sealed as one.
CREATE TABLE request_bodies (
  -- The request's.
  id text PRIMARY KEY,
  at timestamptz NOT NULL,
  tenant_id text,
  bodies bytea NOT NULL
);
CREATE INDEX request_bodies_by_age ON request_bodies (at);

-- Somebody wanted to, and was not let.
ALTER TABLE audit_log ADD COLUMN refused boolean NOT NULL DEFAULT false;
