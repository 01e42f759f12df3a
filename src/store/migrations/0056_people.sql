-- People who signed in to the console through the operator's OpenID Connect provider. The audit log has their random id; their
-- names are here and in audit_names, so that they can be erased.
CREATE TABLE console_people (
  id text PRIMARY KEY,
  issuer text NOT NULL,
  -- The provider's identifier of the person.
  subject text NOT NULL,
  name text,
  email text,
  -- The only tenant that they may see. Null: all.
  tenant_id text REFERENCES tenants ON DELETE CASCADE,
  signed_in_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (issuer, subject)
);
CREATE INDEX console_people_by_tenant ON console_people (tenant_id);

-- People with any role may now see all tenants, or only one.
ALTER TABLE console_links DROP CONSTRAINT console_links_check;
ALTER TABLE console_sessions DROP CONSTRAINT console_sessions_check;

-- Owner, operator, support or read-only. The previous release knows only `role`, which then grants no more than this. Null: from
-- the previous release.
ALTER TABLE console_links ADD COLUMN granted_role text;
ALTER TABLE console_sessions ADD COLUMN granted_role text;
-- Null: signed in with a link.
ALTER TABLE console_sessions ADD COLUMN person_id text REFERENCES console_people ON DELETE CASCADE;
-- Encrypted. The provider asks for it when the person signs out.
ALTER TABLE console_sessions ADD COLUMN id_token bytea;
CREATE INDEX console_sessions_by_person ON console_sessions (person_id);

-- From which address a session began.
CREATE INDEX audit_log_sign_ins ON audit_log (subject) WHERE action = 'console.signIn';
