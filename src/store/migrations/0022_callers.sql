-- Processes cache callers for a moment. This notifies them when keys or connections change.
CREATE FUNCTION tell_callers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('kontor_callers', to_jsonb(OLD) ->> TG_ARGV[0]);
  RETURN NULL;
END $$;

CREATE TRIGGER tenants_told AFTER UPDATE OF disabled_at OR DELETE ON tenants
  FOR EACH ROW EXECUTE FUNCTION tell_callers('id');
CREATE TRIGGER api_keys_told AFTER UPDATE OF revoked_at OR DELETE ON api_keys
  FOR EACH ROW EXECUTE FUNCTION tell_callers('tenant_id');
CREATE TRIGGER connections_told AFTER UPDATE OR DELETE ON connections
  FOR EACH ROW EXECUTE FUNCTION tell_callers('id');
CREATE TRIGGER account_keys_told AFTER UPDATE OF revoked_at OR DELETE ON account_keys
  FOR EACH ROW EXECUTE FUNCTION tell_callers('connection_id');
