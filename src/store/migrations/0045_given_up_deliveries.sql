-- Deliveries that were given up until then are dismissed: nobody needs to replay them.
ALTER TABLE subscriptions ADD COLUMN given_up_dismissed_at timestamptz;
CREATE INDEX deliveries_given_up ON deliveries (subscription_id, settled_at) WHERE state = 'failed';
-- undelivered: deliveries that wait for their next attempt, and failed ones.
ALTER TABLE bulk_replays DROP CONSTRAINT bulk_replays_which_check;
ALTER TABLE bulk_replays ADD CONSTRAINT bulk_replays_which_check
  CHECK (which IN ('waiting', 'failed', 'undelivered', 'missing', 'all'));
