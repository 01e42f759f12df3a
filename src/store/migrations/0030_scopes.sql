-- The OAuth scopes that the end user has granted, separated by spaces; null if they are not known. A connection that lacks
-- a scope that its connector requests needs the end user's consent again.
ALTER TABLE connections ADD COLUMN scopes text;
