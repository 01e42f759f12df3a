-- Failed calls, and reads of stored records after a write.
ALTER TABLE vendor_usage ADD COLUMN errors bigint NOT NULL DEFAULT 0;
ALTER TABLE vendor_usage DROP CONSTRAINT vendor_usage_cause_check;
ALTER TABLE vendor_usage ADD CONSTRAINT vendor_usage_cause_check
  CHECK (cause IN ('caller', 'poll', 'sweep', 'task', 'renewal', 'receipt'));
-- A budget may limit calls, bytes or both.
ALTER TABLE usage_budgets ALTER COLUMN calls_per_day DROP NOT NULL;
ALTER TABLE usage_budgets ADD COLUMN bytes_per_day bigint CHECK (bytes_per_day > 0);
