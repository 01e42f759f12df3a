/**
 * The built-in database, shared by all processes that use the data folder. Advisory locks in the database track these
 * processes, so that no lock outlives its process: all of them hold `present` as a shared lock, and the service also holds
 * `serving` exclusively. The last process to leave stops the server.
 */

import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { monotonicNow } from "../../contract/clocks.ts";
import { type EmbeddedServer, NotStarted, startEmbedded } from "./embedded.ts";
import { isStarting, isUnavailable } from "./unavailable.ts";

export interface OwnDatabase {
  /** With user and password; never logged. */
  readonly url: string;
  close(): Promise<void>;
}

export interface OwnDatabaseOptions {
  readonly folder: string;
  /** Whether this process is the service; a folder has only one. */
  readonly serves: boolean;
  /** Called when the server has stopped unexpectedly, and when it runs again. */
  readonly onLost?: (() => void) | undefined;
  readonly onBack?: (() => void) | undefined;
}

/** Another process serves this folder. */
export class FolderTaken extends Error {}

const present = 7_201_003;
const serving = 7_201_004;

/** Restarts a server that dies, on the same port, so that clients can reconnect. */
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

/** Tries again if the server stops meanwhile: the last process to leave may be stopping it. */
async function comeIn(options: Entering): Promise<Presence> {
  const began = monotonicNow();
  for (;;) {
    try {
      return await enter(options);
    } catch (error) {
      if (monotonicNow() - began > patienceWith(error)) throw error;
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
  // The connection is lost with the database, which `onLost` reports.
  client.on("error", () => {});
  try {
    await client.connect();
    // Waits while the last process stops the server, and then fails with it.
    await client.query("SELECT pg_advisory_lock_shared($1)", [present]);
    await checkAccepting(server.url);
    if (serves) await claim(client, folder);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return { server, client };
}

/**
 * A server that is shutting down may still grant the lock, because it ends the connection that held it first. It refuses
 * new connections from the start of the shutdown, so a second connection tells.
 */
async function checkAccepting(url: string): Promise<void> {
  const second = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  second.on("error", () => {});
  try {
    await second.connect();
  } finally {
    await second.end().catch(() => {});
  }
}

/** Waits for the lock of a killed predecessor, which the server releases a moment later. */
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
 * Releases its lock first and then checks whether other processes are left: of two that leave together, the later one finds
 * itself alone. Makes new processes wait until the server has stopped.
 */
async function leave({ client, server }: Presence): Promise<void> {
  try {
    await client.query("SELECT pg_advisory_unlock_all()");
    const { rows } = await client.query<{ alone: boolean }>("SELECT pg_try_advisory_lock($1) AS alone", [present]);
    if (rows[0]?.alone === true) await server.stop();
  } catch (error) {
    // The server has already stopped; the next process starts it.
    if (patienceWith(error) === 0) throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** How long failures may be caused by a server that is stopping or starting. */
function patienceWith(error: unknown): number {
  if (isStarting(error)) return 60_000;
  return isUnavailable(error) || error instanceof NotStarted ? 5000 : 0;
}

const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code;
