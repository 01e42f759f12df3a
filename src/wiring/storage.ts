/** Opens the database with its tables, and the vault. */
import { AsyncLocalStorage } from "node:async_hooks";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { type Config } from "../config.ts";
import { sealPlainCallbackUrls } from "../core/accounts/tenants.ts";
import { sealPlainAddresses } from "../core/delivering/callbackAddress.ts";
import { openSlots, type SlotOwner } from "../core/outbound/slots.ts";
import { openMasterKeys } from "../core/secrets/masterKeys.ts";
import { type MasterKey, openVault, type Vault } from "../core/secrets/vault.ts";
import { callersChannel } from "../store/connections.ts";
import { settingsForSteps } from "../store/operations.ts";
import {
  connectWithinMs,
  type Database,
  type DatabaseOptions,
  migrate,
  openDatabase,
} from "../store/postgres/database.ts";
import { openOwnDatabase } from "../store/postgres/ownDatabase.ts";
import { refuseSharedSessions } from "../store/postgres/pooling.ts";

/** Needed by every command. */
export interface Storage extends DatabaseHandle {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly vault: Vault;
  readonly masterKeys: () => readonly MasterKey[];
  readonly migrated: readonly string[];
}

/** The database without migrations, for commands that must not change it, such as doctor. */
export interface DatabaseHandle {
  readonly database: Database;
  /** For statements that store steps of several writes together. */
  readonly groupDatabase: Database;
  /** The owner of the current work: owners share the database connections fairly. */
  readonly workFor: AsyncLocalStorage<SlotOwner>;
  /** For authenticating keys, which every request needs first, so it must not wait for a connection slot. */
  readonly callersDatabase: Database;
  /** Opens another pool for the same database, for work that must not delay other work. */
  openPool(connections: number): Database;
  close(): Promise<void>;
}

export interface StorageOptions {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  /** Whether this process needs the folder for itself; commands and workers beside a service share it. */
  readonly exclusive: boolean;
}

export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { config, log } = options;
  const handle = await openDatabaseHandle(options);
  try {
    if (config.databaseUrl !== undefined) await refuseSharedSessions(config.databaseUrl);
    const migrated = await migrate(handle.database);
    const masterKeys = await openMasterKeys(handle.database, config.masterKeys, config.dataFolder);
    const vault = openVault(masterKeys);
    await sealPlainAddresses(handle.database, vault);
    await sealPlainCallbackUrls({ database: handle.database, vault });
    return { ...handle, config, log, vault, masterKeys, migrated };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

export async function openDatabaseHandle({ config, log, exclusive }: StorageOptions): Promise<DatabaseHandle> {
  const ownDatabase =
    config.databaseUrl === undefined
      ? await openOwnDatabase({
          folder: databaseFolder(config),
          serves: exclusive,
          onLost: () => log.error("PostgreSQL stopped unexpectedly; restarting it"),
          onBack: () => log.warn("PostgreSQL is running again"),
        })
      : undefined;
  const open = (options: Omit<DatabaseOptions, "url" | "onLost">): Database =>
    openDatabase({
      url: config.databaseUrl ?? ownDatabase?.url ?? "",
      // Not the whole error: it holds the client with all of its state.
      onLost: ({ message }) => log.warn({ reason: message }, "database connection lost"),
      ...options,
    });
  const openPool = (connections: number): Database => open({ connections });
  const workFor = new AsyncLocalStorage<SlotOwner>();
  const slots = openSlots({ slots: Math.max(minSlots, config.databaseConnections), queue: maxQueueLength });
  const database = open({
    connections: config.databaseConnections,
    enter: () => slots.acquire(workFor.getStore() ?? backgroundWork, { waitMs: connectWithinMs }),
  });
  // All requests wait for its single connection, so it has an answer timeout.
  const callersDatabase = open({ connections: 1, answerWithinMs: connectWithinMs, channel: callersChannel });
  // Shared by the writes of all callers, for the same reason. PostgreSQL ends a statement before its answer is given up, so
  // that its outcome is known.
  const groupDatabase = open({
    connections: 1,
    answerWithinMs: connectWithinMs,
    statementMs: connectWithinMs - 1000,
    settings: settingsForSteps,
  });
  const close = async (): Promise<void> => {
    await Promise.all([database.end(), callersDatabase.end(), groupDatabase.end()]);
    await ownDatabase?.close();
  };
  return { database, callersDatabase, groupDatabase, workFor, openPool, close };
}

/** Work that holds one connection may need another to continue. */
const minSlots = 4;
/** Queries take about a millisecond, so a full queue is answered within seconds. */
const maxQueueLength = 2000;
/** Work without a caller: tasks, polls, housekeeping. */
const backgroundWork: SlotOwner = { tenant: "" };

/** The folder of the built-in database. */
export const databaseFolder = (config: Config): string => join(config.dataFolder, "postgres");
