-- The first attempt of a write needs no lock of its own: its process holds one advisory lock for as long as its connection
-- lasts, and `holder` is the number of that lock. It is null once the first attempt has ended. While the lock is held,
-- nobody else continues the write.
ALTER TABLE operations ADD COLUMN holder bigint;

-- How often the state was changed. Zero until the first attempt, or whoever found its lock free, gets further.
ALTER TABLE operations ADD COLUMN updates integer NOT NULL DEFAULT 0;

-- Versions before this one do not know holders, and do not count. While both versions run, they must not continue the first
-- attempt of a newer process.
CREATE FUNCTION refuse_second_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock_shared(OLD.holder) THEN
    RAISE EXCEPTION 'Another process is making this write.' USING ERRCODE = 'lock_not_available';
  END IF;
  NEW.updates := OLD.updates + 1;
  RETURN NEW;
END
$$;
CREATE TRIGGER refuse_second_attempt BEFORE UPDATE OF state ON operations FOR EACH ROW
  WHEN (OLD.holder IS NOT NULL AND NEW.holder = OLD.holder AND NEW.updates = OLD.updates)
  EXECUTE FUNCTION refuse_second_attempt();
