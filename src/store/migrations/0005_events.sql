-- Changes in target systems: their sources, the event log, and the deliveries.

-- A platform's subscription to the changes of one connection.
CREATE TABLE subscriptions (
  id text PRIMARY KEY,
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  connection_id text NOT NULL REFERENCES connections ON DELETE CASCADE,
  callback_url text NOT NULL,
  -- Null: all.
  event_type text,
  resource text,
  -- Encrypted. The previous secret stays valid until it expires.
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_until timestamptz,
  -- paused: the receiver accepted nothing for days. ended: the receiver answered 410, or the subscription expired.
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused', 'ended')),
  -- Since when every attempt has failed.
  failing_since timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- When its next delivery is due; null if there is none. May be too early, which costs one query, but never too late.
  due_at timestamptz,
  -- The process that works on its deliveries, and until when. Each new holder has a higher fence, and only the current fence may write.
  leased_until timestamptz,
  fence bigint NOT NULL DEFAULT 0
);
CREATE INDEX subscriptions_by_connection ON subscriptions (connection_id, created_at);
CREATE INDEX subscriptions_by_tenant ON subscriptions (tenant_id);
CREATE INDEX subscriptions_due ON subscriptions (due_at) WHERE state = 'active' AND due_at IS NOT NULL;

-- The last number of each connection's log. Writers of events lock this row, so there are no gaps.
CREATE TABLE event_logs (
  connection_id text PRIMARY KEY REFERENCES connections ON DELETE CASCADE,
  last bigint NOT NULL DEFAULT 0
);

CREATE TABLE events (
  connection_id text NOT NULL REFERENCES connections ON DELETE CASCADE,
  sequence bigint NOT NULL,
  event_type text NOT NULL,
  resource text NOT NULL,
  resource_id text NOT NULL,
  -- When it changed at the vendor.
  changed_at timestamptz NOT NULL,
  -- SHA-256 of the change's identity, however often it is reported.
  change bytea NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (connection_id, sequence)
);
CREATE UNIQUE INDEX events_by_change ON events (connection_id, change);
CREATE INDEX events_by_age ON events (recorded_at);

-- One message to one subscription. It is the queue.
CREATE TABLE deliveries (
  subscription_id text NOT NULL REFERENCES subscriptions ON DELETE CASCADE,
  -- The (first) event's number in the connection's log.
  sequence bigint NOT NULL,
  connection_id text NOT NULL,
  -- The numbers of all its events; several if the target system's events are delivered as lists.
  sequences bigint[] NOT NULL,
  -- Deliveries of a lane are sent in order: a record, or a whole subscription whose events are delivered as lists.
  lane bigint NOT NULL,
  -- open: to be tried at due_at. done: accepted. failed: tried ten times, or its subscription ended.
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  PRIMARY KEY (subscription_id, sequence)
);
CREATE INDEX deliveries_due ON deliveries (subscription_id, due_at, sequence) WHERE state = 'open';
-- Deliveries are read in the order of the log: by due time, a failed one could be overtaken by a later one of its lane.
CREATE INDEX deliveries_open ON deliveries (subscription_id, sequence, due_at) WHERE state = 'open';
CREATE INDEX deliveries_lanes ON deliveries (subscription_id, lane, sequence) WHERE state = 'open';
CREATE INDEX deliveries_by_age ON deliveries (created_at);

CREATE TABLE delivery_attempts (
  subscription_id text NOT NULL,
  sequence bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  -- Null if there was no response; then `answer` has the reason.
  status integer,
  milliseconds integer NOT NULL,
  -- The beginning of the response, scrubbed.
  answer text,
  FOREIGN KEY (subscription_id, sequence) REFERENCES deliveries ON DELETE CASCADE
);
CREATE INDEX delivery_attempts_of ON delivery_attempts (subscription_id, sequence, at);

-- A vendor's own subscription for one connection, and the address that it posts to.
CREATE TABLE vendor_subscriptions (
  connection_id text PRIMARY KEY REFERENCES connections ON DELETE CASCADE,
  -- SHA-256 of the random part of the address; the part itself and the secret are encrypted in `address`.
  token_hash bytea NOT NULL UNIQUE,
  address bytea NOT NULL,
  -- The vendor's data about its subscription, encrypted; null until it exists.
  facts bytea,
  expires_at timestamptz,
  -- When it must next be created, renewed or ended.
  due_at timestamptz NOT NULL DEFAULT now(),
  leased_until timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  last_fault text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX vendor_subscriptions_due ON vendor_subscriptions (due_at);

-- Ambiguous notices, kept until they are looked up at the vendor.
CREATE TABLE unclear_notices (
  id text PRIMARY KEY,
  connection_id text NOT NULL REFERENCES connections ON DELETE CASCADE,
  notice bytea NOT NULL,
  due_at timestamptz NOT NULL DEFAULT now(),
  leased_until timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX unclear_notices_due ON unclear_notices (due_at);

-- Polling progress of a connection's lists, for changes that its vendor does not report.
CREATE TABLE looks (
  connection_id text NOT NULL REFERENCES connections ON DELETE CASCADE,
  resource text NOT NULL,
  -- All changes before this time have been seen. Null: not polled yet, so the first poll sets the baseline.
  seen_until timestamptz,
  -- When all ids were last compared, to detect deletions.
  swept_at timestamptz,
  PRIMARY KEY (connection_id, resource)
);

-- The connections to poll: one poll covers all resources.
CREATE TABLE look_schedule (
  connection_id text PRIMARY KEY REFERENCES connections ON DELETE CASCADE,
  -- Set by an operator; null: the default.
  every_seconds integer,
  due_at timestamptz NOT NULL,
  leased_until timestamptz,
  fence bigint NOT NULL DEFAULT 0,
  -- In a row.
  failures integer NOT NULL DEFAULT 0,
  last_fault text
);
CREATE INDEX look_schedule_due ON look_schedule (due_at);

-- Snapshots of the last poll, to detect new, changed and deleted records.
CREATE TABLE seen_records (
  connection_id text NOT NULL,
  resource text NOT NULL,
  record_id text NOT NULL,
  -- Identifies the state of the record.
  fingerprint bytea NOT NULL,
  FOREIGN KEY (connection_id, resource) REFERENCES looks ON DELETE CASCADE,
  PRIMARY KEY (connection_id, resource, record_id)
);

-- The connections that a vendor's post is about, if it names a company.
CREATE INDEX connections_by_company ON connections (target_system, company) WHERE state <> 'disabled';
