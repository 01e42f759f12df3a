/**
 * The database of our own, shared by all processes that work on the data folder. Locks in the database itself say who is
 * there, so that they cannot outlive a process: everybody holds `present` together with others, the service also holds
 * `serving` alone. Who leaves last stops the server, and nobody else does.
 */
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type EmbeddedServer, NotStarted, startEmbedded } from "./embedded.ts";
import { isStarting, isUnavailable } from "./unavailable.ts";

export interface OwnDatabase {
  /** With user and password; never logged. */
  readonly url: string;
  close(): Promise<void>;
}

export interface OwnDatabaseOptions {
  readonly folder: string;
  /** Whether we are the service, of which a folder has one. */
  readonly serves: boolean;
  /** Told when the server is gone under us, and when it is back. */
  readonly onLost?: (() => void) | undefined;
  readonly onBack?: (() => void) | undefined;
}

/** Another process serves this folder. */
export class FolderTaken extends Error {}

const present = 7_201_003;
const serving = 7_201_004;

/** One that dies under us is started again, where it was: who uses it finds it at the same address. */
export async function openOwnDatabase(options: OwnDatabaseOptions): Promise<OwnDatabase> {
  let presence = await comeIn(options);
  const { url } = presence.server;
  const ending = new AbortController();
  let returning: Promise<void> = Promise.resolve();

  const comeBack = async (): Promise<void> => {
    options.onLost?.();
    while (!ending.signal.aborted) {
      try {
        presence = await comeIn({ ...options, port: new URL(url).port });
        watch();
        return options.onBack?.();
      } catch {
        await pause(retryMs, undefined, { signal: ending.signal }).catch(() => {});
      }
    }
  };
  const watch = (): void => {
    presence.client.once("end", () => {
      if (!ending.signal.aborted) returning = comeBack();
    });
  };
  watch();
  return {
    url,
    close: async () => {
      ending.abort();
      await returning;
      await leave(presence);
    },
  };
}

const retryMs = 500;

type Entering = OwnDatabaseOptions & { readonly port?: string };

interface Presence {
  readonly server: EmbeddedServer;
  readonly client: pg.Client;
}

/** Comes in again when the door closes: whoever leaves last may be stopping the server at this moment. */
async function comeIn(options: Entering): Promise<Presence> {
  const began = Date.now();
  for (;;) {
    try {
      return await enter(options);
    } catch (error) {
      if (Date.now() - began > patienceWith(error)) throw error;
      await pause(100);
    }
  }
}

async function enter({ folder, serves, port }: Entering): Promise<Presence> {
  const server = await startEmbedded({ folder, ...(port !== undefined && { settings: [`port=${port}`] }) });
  const client = new pg.Client({
    connectionString: server.url,
    application_name: "kontor presence",
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  // Lost with the database; that it has ended is told as well.
  client.on("error", () => {});
  try {
    await client.connect();
    // Waits while somebody who found itself alone stops the server, and then fails with it.
    await client.query("SELECT pg_advisory_lock_shared($1)", [present]);
    if (serves) await claim(client, folder);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return { server, client };
}

/** The wait is for a predecessor that was killed: the server notices that a moment later. */
async function claim(client: pg.Client, folder: string): Promise<void> {
  try {
    await client.query("SET lock_timeout = '1s'");
    await client.query("SELECT pg_advisory_lock($1)", [serving]);
  } catch (error) {
    if (codeOf(error) !== "55P03") throw error;
    throw new FolderTaken(`Another process serves ${folder}.`, { cause: error });
  }
}

/**
 * Lets go first and then looks whether anybody is there: of two that leave together, the later one is alone. It keeps
 * newcomers waiting until the server has stopped.
 */
async function leave({ client, server }: Presence): Promise<void> {
  try {
    await client.query("SELECT pg_advisory_unlock_all()");
    const { rows } = await client.query<{ alone: boolean }>("SELECT pg_try_advisory_lock($1) AS alone", [present]);
    if (rows[0]?.alone === true) await server.stop();
  } catch (error) {
    // The server is gone already; whoever comes next starts it.
    if (patienceWith(error) === 0) throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** How many milliseconds a failure may still turn out to be a server on its way down or up. */
function patienceWith(error: unknown): number {
  if (isStarting(error)) return 60_000;
  return isUnavailable(error) || error instanceof NotStarted ? 5000 : 0;
}

const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code;
