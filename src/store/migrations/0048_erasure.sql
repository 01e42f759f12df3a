-- Receipts of erasures: ids, and how many rows of each table were erased.
CREATE TABLE erasures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('connection', 'tenant')),
  -- The id of the connection or the tenant.
  subject text NOT NULL,
  tenant_id text NOT NULL,
  erased_at timestamptz NOT NULL DEFAULT now(),
  erased_rows jsonb NOT NULL
);
CREATE INDEX erasures_by_tenant ON erasures (tenant_id, id);

-- The worker erases ended connections, and tenants that are to be deleted.
CREATE INDEX connections_ended ON connections (updated_at) WHERE state = 'disabled';
ALTER TABLE tenants ADD COLUMN ending_at timestamptz;
