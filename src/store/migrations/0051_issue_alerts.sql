-- The channels on which the operator was told of the issue.
ALTER TABLE issues ADD COLUMN alerted text[] NOT NULL DEFAULT '{}';
