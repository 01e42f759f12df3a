-- Every write, recorded before the vendor is called, so that a retry can find its outcome.
CREATE TABLE operations (
  id text PRIMARY KEY,
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  connection_id text NOT NULL REFERENCES connections ON DELETE CASCADE,
  operation text NOT NULL,
  idempotency_key text,
  -- SHA-256 of everything that identifies the request.
  fingerprint bytea NOT NULL,
  -- The request, to resolve an unknown outcome later. Encrypted, like the answer.
  request bytea NOT NULL,
  state text NOT NULL DEFAULT 'intended'
    CHECK (state IN ('intended', 'sent', 'done', 'refused', 'unknown', 'absent')),
  status integer,
  answer bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  key_expires_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX operations_by_key ON operations (connection_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX operations_by_age ON operations (created_at);
