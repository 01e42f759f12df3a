/** The database with its tables, and the vault. */
import { AsyncLocalStorage } from "node:async_hooks";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { type Config } from "../config.ts";
import { sealPlainCallbackUrls } from "../core/accounts/tenants.ts";
import { sealPlainAddresses } from "../core/delivering/callbackAddress.ts";
import { type SlotOwner, openSlots } from "../core/outbound/slots.ts";
import { openMasterKeys } from "../core/secrets/masterKeys.ts";
import { type MasterKey, openVault, type Vault } from "../core/secrets/vault.ts";
import { callersChannel } from "../store/connections.ts";
import {
  connectWithinMs,
  type Database,
  type DatabaseOptions,
  migrate,
  openDatabase,
} from "../store/postgres/database.ts";
import { openOwnDatabase } from "../store/postgres/ownDatabase.ts";

/** What every command needs: the database with its tables, and the vault. */
export interface Storage extends DatabaseHandle {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly vault: Vault;
  readonly masterKeys: () => readonly MasterKey[];
  readonly migrated: readonly string[];
}

/** The database as it is: who only looks (doctor) must not change it. */
export interface DatabaseHandle {
  readonly database: Database;
  /** For whom the work is that asks the database: callers get its connections in turns. */
  readonly workFor: AsyncLocalStorage<SlotOwner>;
  /** For the question whose keys these are, which all requests share: it must not wait for anybody's turn. */
  readonly callersDatabase: Database;
  /** Another pool for the same database, for work that must not hold up the rest. */
  openPool(connections: number): Database;
  close(): Promise<void>;
}

export interface StorageOptions {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  /** Whether the folder must be ours alone; commands and workers beside a service share it. */
  readonly exclusive: boolean;
}

export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { config, log } = options;
  const handle = await openDatabaseHandle(options);
  try {
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
  const own =
    config.databaseUrl === undefined
      ? await openOwnDatabase({
          folder: databaseFolder(config),
          serves: exclusive,
          onLost: () => log.error("PostgreSQL has ended under us; it is started again"),
          onBack: () => log.warn("PostgreSQL runs again"),
        })
      : undefined;
  const open = (options: Omit<DatabaseOptions, "url" | "onLost">): Database =>
    openDatabase({
      url: config.databaseUrl ?? own?.url ?? "",
      onLost: (err) => log.warn({ err }, "database connection lost"),
      ...options,
    });
  const openPool = (connections: number): Database => open({ connections });
  const workFor = new AsyncLocalStorage<SlotOwner>();
  const places = openSlots({ slots: Math.max(fewestPlaces, config.databaseConnections), queue: longestQueue });
  const database = open({
    connections: config.databaseConnections,
    enter: () => places.acquire(workFor.getStore() ?? ourselves, { waitMs: connectWithinMs }),
  });
  // All requests wait for its one connection, so it must not be one that has gone silent.
  const callersDatabase = open({ connections: 1, answerWithinMs: connectWithinMs, channel: callersChannel });
  const close = async (): Promise<void> => {
    await Promise.all([database.end(), callersDatabase.end()]);
    await own?.close();
  };
  return { database, callersDatabase, workFor, openPool, close };
}

/** Whoever has one connection may need another to go on. */
const fewestPlaces = 4;
/** Queries take a millisecond or so: these are answered within a second. */
const longestQueue = 2000;
/** What is nobody's request: tasks, polls, housekeeping. */
const ourselves: SlotOwner = { tenant: "" };

/** Where a database of our own is. */
export const databaseFolder = (config: Config): string => join(config.dataFolder, "postgres");
