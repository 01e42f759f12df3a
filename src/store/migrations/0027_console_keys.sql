-- Console links and sessions end with the API key that they come from, and can be listed and ended one by one.
ALTER TABLE console_links ADD COLUMN id text NOT NULL DEFAULT gen_random_uuid()::text;
ALTER TABLE console_links ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
-- Null: made by an operator.
ALTER TABLE console_links ADD COLUMN api_key_id text REFERENCES api_keys ON DELETE CASCADE;
ALTER TABLE console_sessions ADD COLUMN id text NOT NULL DEFAULT gen_random_uuid()::text;
ALTER TABLE console_sessions ADD COLUMN api_key_id text REFERENCES api_keys ON DELETE CASCADE;
CREATE INDEX console_links_by_key ON console_links (api_key_id);
CREATE INDEX console_sessions_by_key ON console_sessions (api_key_id);

-- In the database, so that no way to revoke a key can forget it.
CREATE FUNCTION end_console_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH ended AS (
    DELETE FROM console_sessions WHERE api_key_id = NEW.id RETURNING person, tenant_id, 'console.sessionEnded' AS action
  ), withdrawn AS (
    DELETE FROM console_links WHERE api_key_id = NEW.id RETURNING person, tenant_id, 'console.linkEnded' AS action
  )
  INSERT INTO audit_log (role, person, tenant_id, action, subject, refused)
  SELECT 'service', 'API key revoked', tenant_id, action, person, false FROM (TABLE ended UNION ALL TABLE withdrawn) AS gone;
  RETURN NULL;
END $$;
CREATE TRIGGER api_keys_end_console AFTER UPDATE OF revoked_at ON api_keys
  FOR EACH ROW WHEN (NEW.revoked_at IS NOT NULL AND OLD.revoked_at IS NULL) EXECUTE FUNCTION end_console_access();
