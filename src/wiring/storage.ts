/** The database with its tables, and the vault. */
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { type Config } from "../config.ts";
import { sealPlainCallbackUrls } from "../core/accounts/tenants.ts";
import { sealPlainAddresses } from "../core/delivering/callbackAddress.ts";
import { openMasterKeys } from "../core/secrets/masterKeys.ts";
import { type MasterKey, openVault, type Vault } from "../core/secrets/vault.ts";
import { type Database, migrate, openDatabase } from "../store/postgres/database.ts";
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
      ? await openOwnDatabase({ folder: databaseFolder(config), serves: exclusive })
      : undefined;
  const openPool = (connections: number): Database =>
    openDatabase({
      url: config.databaseUrl ?? own?.url ?? "",
      connections,
      onLost: (err) => log.warn({ err }, "database connection lost"),
    });
  const database = openPool(config.databaseConnections);
  const close = async (): Promise<void> => {
    await database.end();
    await own?.close();
  };
  return { database, openPool, close };
}

/** Where a database of our own is. */
export const databaseFolder = (config: Config): string => join(config.dataFolder, "postgres");
