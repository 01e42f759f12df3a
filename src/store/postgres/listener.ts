/** Hears what is told on channels of the database, on a connection of its own that is made again when it breaks. */
import type pg from "pg";
import type { Database } from "./database.ts";

export interface Listener {
  close(): Promise<void>;
}

export interface ListenOptions {
  /** One of its connections is kept. */
  readonly pool: Database;
  /**
   * What to do when something is told there. Also done after each start, without a word, because nobody knows what was said
   * before.
   */
  readonly channels: Readonly<Record<string, (told?: string) => void>>;
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
      for (const [channel, heard] of Object.entries(channels)) {
        await fresh.query(`LISTEN ${channel}`);
        heard();
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
