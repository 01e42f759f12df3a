-- waiting: deliveries whose next attempt is due later.
ALTER TABLE bulk_replays DROP CONSTRAINT bulk_replays_which_check;
ALTER TABLE bulk_replays ADD CONSTRAINT bulk_replays_which_check CHECK (which IN ('waiting', 'failed', 'missing', 'all'));
