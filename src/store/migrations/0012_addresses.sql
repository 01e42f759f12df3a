-- Callback addresses may carry secrets of their receivers. They are encrypted; `callback_url` keeps scheme, host and port.
ALTER TABLE subscriptions ADD COLUMN address bytea;
-- SHA-256 of the whole address, to find a subscription by it.
ALTER TABLE subscriptions ADD COLUMN address_hash bytea;
ALTER TABLE tenants ADD COLUMN callback_addresses bytea;
-- Bodies of successful responses are not needed.
UPDATE delivery_attempts SET answer = NULL WHERE status BETWEEN 200 AND 299;
