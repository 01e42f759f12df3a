-- The public URL of the service when the vendor's subscription was made. Null: before this was recorded.
ALTER TABLE vendor_subscriptions ADD COLUMN base_url text;
