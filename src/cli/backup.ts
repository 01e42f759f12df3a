/** The commands `backup`, `restore` and `resume`. */

import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import type { Config } from "../config.ts";
import { timestampOf } from "../contract/clocks.ts";
import { keysInFile, masterKeyFile } from "../core/secrets/masterKeys.ts";
import { createSandboxTables } from "../sandbox/server/tables.ts";
import { makeBackup } from "../store/backup/backup.ts";
import { type BackupFile, openBackupFile } from "../store/backup/backupFile.ts";
import { type CheckOptions, checkBackup, restoreBackup } from "../store/backup/restore.ts";
import { hasCluster } from "../store/postgres/embedded.ts";
import { FolderTaken } from "../store/postgres/ownDatabase.ts";
import { type DatabaseHandle, databaseFolder, openDatabaseHandle } from "../wiring/storage.ts";
import { type Call, CannotDo, type Command, exitCodes, jsonOption } from "./command.ts";
import { showProgress } from "./progress.ts";
import { pauseCommand, readOperations, resumeCommand } from "./resume.ts";
import { openLog } from "./service.ts";
import { printResult } from "./table.ts";

const backupCommand: Command = {
  name: "backup",
  takes: ["file"],
  summary: "Write all data to a file, while the service runs",
  details: `The file is a consistent copy of the database as it is now. It contains encrypted secrets but not the master keys,
which are in the data folder (master.key) or in KONTOR_MASTER_KEYS: keep them elsewhere. Restore with "kontor restore".`,
  options: jsonOption,
  run: async (call) => {
    const file = resolve(call.arguments[0] ?? "");
    if (existsSync(file)) throw new CannotDo(`${file} already exists. Choose another name, or delete it first.`);
    const config = call.readConfig();
    if (config.databaseUrl === undefined && !hasCluster(databaseFolder(config)))
      throw new CannotDo(`There is no database in ${config.dataFolder} yet. Set DATA_DIR or DATABASE_URL.`);
    await withHandle(config, { exclusive: false }, async ({ database }) => {
      const { header, rows } = await makeBackup({ database, file, version: manifest.version });
      // Reads the file again, so that a disk that lost something is noticed today.
      const read = await checkBackup(await openBackupFile(file), { masterKeys: header.masterKeys, keySource: "" });
      if (read !== rows) throw new CannotDo(`${file} has ${read} rows instead of ${rows}. Make another backup.`);
      const { size: bytes } = await stat(file);
      const tables = header.tables.length;
      printResult(
        call,
        { file, rows, tables, bytes, masterKeys: header.masterKeys },
        `Wrote ${rows} rows of ${tables} tables to ${file} (${megabytes(bytes)}).\n${keyAdvice(config, header.masterKeys)}`,
      );
    });
    return exitCodes.done;
  },
};

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

function keyAdvice({ masterKeys, dataFolder }: Config, ids: readonly string[]): string {
  const source = masterKeys === undefined ? masterKeyFile(dataFolder) : "KONTOR_MASTER_KEYS";
  return `It can only be restored with the master key ${ids.join(" and ")}, which is not in it. Keep a copy of ${source} elsewhere.`;
}

const restoreCommand: Command = {
  name: "restore",
  takes: ["file"],
  summary: "Load a backup into an empty database",
  details: `Needs an empty data folder (DATA_DIR) or an empty database (DATABASE_URL), and the master keys of the backup.
The restored service starts paused: it calls no vendor and no receiver until "kontor resume".`,
  options: { check: { about: "Only check that the file is complete and can be restored here" }, ...jsonOption },
  run: async (call) => {
    const config = call.readConfig();
    const file = resolve(call.arguments[0] ?? "");
    const backup = await openBackupFile(file);
    const { madeAt, version, tables } = backup.header;
    const rows = await checkBackup(backup, keysOf(config));
    const facts = `${rows} rows of ${tables.length} tables, made at ${timestampOf(new Date(madeAt))} by Kontor ${version}`;
    const data = { file, rows, tables: tables.length, madeDate: timestampOf(new Date(madeAt)), version };
    if (call.options["check"] === true) {
      printResult(call, { ...data, state: "complete" }, `${file} is complete: ${facts}.`);
      return exitCodes.done;
    }
    await withHandle(config, { exclusive: true }, ({ database }) => load(call, database, backup));
    printResult(call, { ...data, state: "restored" }, `Restored ${facts}.\n${afterRestore}`);
    return exitCodes.done;
  },
};

const afterRestore = `
The service starts paused. It calls no vendor and no receiver until you resume it:

  kontor resume --list    shows the deliveries that wait, writes in doubt and connections to try
  kontor resume           resumes the service; with --drop-deliveries, without sending what waits

Stop the previous service before you resume. Keys that were revoked after the backup are valid again: revoke them again.
Changes that were made after the backup are not in it.`;

async function load(
  { terminal, options }: Call,
  database: DatabaseHandle["database"],
  backup: BackupFile,
): Promise<void> {
  await restoreBackup({
    database,
    backup,
    createSandbox: createSandboxTables,
    readOperations: readOperations(),
    onProgress: options["json"] === true ? () => {} : showProgress(terminal, "Loading"),
  });
}

/** The master keys of this installation. */
function keysOf({ masterKeys, dataFolder }: Config): CheckOptions {
  const file = masterKeyFile(dataFolder);
  if (masterKeys !== undefined) return foundKeys("KONTOR_MASTER_KEYS", masterKeys);
  if (existsSync(file)) return foundKeys(file, keysInFile(file)());
  return { masterKeys: [], keySource: `There is no key in ${file}, and KONTOR_MASTER_KEYS is not set.` };
}

function foundKeys(source: string, keys: readonly { readonly id: string }[]): CheckOptions {
  const ids = keys.map(({ id }) => id);
  return { masterKeys: ids, keySource: `${source} contains only ${ids.join(", ")}.` };
}

async function withHandle(
  config: Config,
  { exclusive }: { readonly exclusive: boolean },
  work: (handle: DatabaseHandle) => Promise<void>,
): Promise<void> {
  const handle = await openDatabaseHandle({ config, log: openLog("warn"), exclusive }).catch((error: unknown) => {
    if (!(error instanceof FolderTaken)) throw error;
    throw new CannotDo(
      `Kontor is running on the data folder ${config.dataFolder}. Restore into a new folder: set DATA_DIR.`,
      { cause: error },
    );
  });
  try {
    await work(handle);
  } finally {
    await handle.close();
  }
}

export const backupCommands: readonly Command[] = [backupCommand, restoreCommand, resumeCommand, pauseCommand];
