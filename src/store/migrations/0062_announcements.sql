-- Connections whose vendor announces changes on a WebSocket: until when somebody listens, and whether a change was announced
-- since the last poll began.
ALTER TABLE poll_schedule ADD COLUMN listening_until timestamptz;
ALTER TABLE poll_schedule ADD COLUMN is_announced boolean NOT NULL DEFAULT false;
