-- What people search for: numbers, ids, names and amounts of written records, as keyed hashes of normalised values.
CREATE TABLE search_terms (
  hash bytea NOT NULL,
  at timestamptz NOT NULL,
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  connection_id text NOT NULL REFERENCES connections ON DELETE CASCADE,
  request_id text NOT NULL,
  operation text NOT NULL,
  status integer NOT NULL,
  PRIMARY KEY (hash, at, request_id)
);
CREATE INDEX search_terms_by_age ON search_terms (at);
CREATE INDEX search_terms_of_connection ON search_terms (connection_id);

-- Subscriptions without a filter do not want events about issues, which are counted apart.
CREATE INDEX events_about_issues ON events (connection_id, sequence) WHERE resource = 'ISSUE';
