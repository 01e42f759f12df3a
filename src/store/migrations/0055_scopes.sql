-- What an API key may do. Null: every target system, every resource. Existing keys keep everything.
ALTER TABLE api_keys ADD COLUMN access text NOT NULL DEFAULT 'write' CHECK (access IN ('read', 'write'));
ALTER TABLE api_keys ADD COLUMN target_systems text[];
ALTER TABLE api_keys ADD COLUMN resources text[];

-- Groups or names of fields that are removed from everything that shows records.
ALTER TABLE tenants ADD COLUMN hidden_fields text[] NOT NULL DEFAULT '{}';
ALTER TABLE connections ADD COLUMN hidden_fields text[] NOT NULL DEFAULT '{}';

-- Changes of connections are reported already.
CREATE TRIGGER tenants_hiding_told AFTER UPDATE OF hidden_fields ON tenants
  FOR EACH ROW EXECUTE FUNCTION tell_callers('id');
