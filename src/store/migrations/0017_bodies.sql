-- Bodies of requests, if the operator keeps them for some hours: scrubbed, cut, and encrypted together.
CREATE TABLE request_bodies (
  -- The id of the request.
  id text PRIMARY KEY,
  at timestamptz NOT NULL,
  tenant_id text,
  bodies bytea NOT NULL
);
CREATE INDEX request_bodies_by_age ON request_bodies (at);

-- Whether the action was refused.
ALTER TABLE audit_log ADD COLUMN refused boolean NOT NULL DEFAULT false;
