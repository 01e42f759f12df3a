-- Renames looks, seen and unclear to the usual terms.
ALTER TABLE looks RENAME TO polls;
ALTER TABLE polls RENAME COLUMN swept_at TO scanned_at;
ALTER TABLE polls RENAME COLUMN seen_until TO polled_until;
ALTER TABLE look_schedule RENAME TO poll_schedule;
ALTER INDEX look_schedule_due RENAME TO poll_schedule_due;
ALTER TABLE seen_records RENAME TO record_snapshots;
ALTER TABLE unclear_notices RENAME TO ambiguous_notices;
ALTER INDEX unclear_notices_due RENAME TO ambiguous_notices_due;
