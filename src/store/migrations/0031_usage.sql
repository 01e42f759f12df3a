-- Calls to vendors, and their bytes, by day. For `GET /tenants/usage`, the console and budgets.
CREATE TABLE vendor_usage (
  day date NOT NULL,
  connection_id text NOT NULL,
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  target_system text NOT NULL,
  -- caller: a request of the platform. poll, sweep: reading changes. task: an asynchronous task or a late receipt.
  -- renewal: tokens and subscriptions at vendors.
  cause text NOT NULL CHECK (cause IN ('caller', 'poll', 'sweep', 'task', 'renewal')),
  calls bigint NOT NULL,
  bytes_sent bigint NOT NULL,
  bytes_received bigint NOT NULL,
  PRIMARY KEY (day, connection_id, cause)
);
CREATE INDEX vendor_usage_by_tenant ON vendor_usage (tenant_id, day);

-- How many calls a day a tenant wants to spend at a vendor. Polls and sweeps slow down as they are used up.
CREATE TABLE usage_budgets (
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  target_system text NOT NULL,
  calls_per_day integer NOT NULL CHECK (calls_per_day > 0),
  PRIMARY KEY (tenant_id, target_system)
);
