-- The fields that the end user was told an assistant would not see. They stay hidden from it, whatever the platform hides later.
ALTER TABLE assistant_requests ADD COLUMN hidden_fields text[] NOT NULL DEFAULT '{}';
ALTER TABLE assistant_grants ADD COLUMN hidden_fields text[] NOT NULL DEFAULT '{}';

UPDATE assistant_requests r SET hidden_fields = t.hidden_fields || c.hidden_fields
FROM connections c JOIN tenants t ON t.id = c.tenant_id WHERE c.id = r.connection_id;
UPDATE assistant_grants g SET hidden_fields = t.hidden_fields || c.hidden_fields
FROM connections c JOIN tenants t ON t.id = c.tenant_id WHERE c.id = g.connection_id;
