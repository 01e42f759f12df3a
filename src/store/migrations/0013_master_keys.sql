-- The master keys that encrypted data here, by the id in every blob. A start with other keys is refused, because stored
-- secrets would be unreadable and new ones encrypted with the wrong key.
CREATE TABLE master_keys (
  id text PRIMARY KEY,
  first_used_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO master_keys (id)
SELECT encode(substring(credentials FROM 2 FOR 8), 'hex') FROM connections WHERE length(credentials) > 9
UNION SELECT encode(substring(secret FROM 2 FOR 8), 'hex') FROM subscriptions WHERE length(secret) > 9
UNION SELECT encode(substring(client_secret FROM 2 FOR 8), 'hex') FROM registrations WHERE length(client_secret) > 9
UNION SELECT encode(substring(signing_secret FROM 2 FOR 8), 'hex') FROM tenants WHERE length(signing_secret) > 9;
