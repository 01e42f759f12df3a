/** Listens to channels of the database, on a separate connection that is reopened when it breaks. */
import type pg from "pg";
import type { Database } from "./database.ts";

export interface Listener {
  close(): Promise<void>;
}

export interface ListenOptions {
  /** One of its connections is used permanently. */
  readonly pool: Database;
  /** Called for each notification. Also called without a payload after each connect, because notifications may be lost. */
  readonly channels: Readonly<Record<string, (payload?: string) => void>>;
  readonly onFault: (error: unknown) => void;
}

const pauseMs = 500;

export function listen({ pool, channels, onFault }: ListenOptions): Listener {
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let client: pg.PoolClient | undefined;
  let connecting: Promise<void>;

  const again = (error: unknown): void => {
    client?.release(true);
    client = undefined;
    if (closed) return;
    onFault(error);
    timer = setTimeout(() => (connecting = connect()), pauseMs);
  };
  const connect = async (): Promise<void> => {
    try {
      const fresh = await pool.connect();
      client = fresh;
      fresh.on("notification", ({ channel, payload }) => channels[channel]?.(payload ?? ""));
      fresh.once("error", (error) => fresh === client && again(error));
      for (const [channel, onNotification] of Object.entries(channels)) {
        await fresh.query(`LISTEN ${channel}`);
        onNotification();
      }
    } catch (error) {
      again(error);
    }
  };
  connecting = connect();
  return {
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await connecting;
      client?.release(true);
      client = undefined;
    },
  };
}
