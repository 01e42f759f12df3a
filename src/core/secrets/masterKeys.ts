/** Loads the master keys from the operator's setting or from a file in the data folder. */

import { existsSync, readFileSync, statSync } from "node:fs";
import { link, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { monotonicNow } from "../../contract/clocks.ts";
import { addMasterKey, findMasterKeys } from "../../store/masterKeys.ts";
import type { Queryable } from "../../store/postgres/database.ts";
import { type MasterKey, masterKey, newMasterKey } from "./vault.ts";

export const masterKeyFile = (folder: string): string => join(folder, "master.key");

/** A key that the database was encrypted with is missing. */
export class MasterKeyMissing extends Error {}

/**
 * The operator's keys, or those in the data folder, where the first start creates one that only this user can read. Refuses
 * a database that was used with other keys, because new secrets would be encrypted with an unintended key.
 */
export async function openMasterKeys(
  database: Queryable,
  set: readonly MasterKey[] | undefined,
  folder: string,
): Promise<() => readonly MasterKey[]> {
  const known = await findMasterKeys(database);
  const file = masterKeyFile(folder);
  if (set === undefined && !existsSync(file)) {
    if (known.length > 0) throw missing(known, `There is no key in ${file}.`);
    await makeFile(file, folder);
  }
  const keys = set === undefined ? keysInFile(file) : () => set;
  const [current] = keys();
  const lost = known.filter((id) => !keys().some((key) => key.id === id));
  if (lost.length > 0) {
    const source = set === undefined ? file : "KONTOR_MASTER_KEYS";
    const found = keys().map(({ id }) => id);
    throw missing(lost, `${source} contains only ${found.join(", ")}.`);
  }
  if (current !== undefined) await addMasterKey(database, current.id);
  return keys;
}

const missing = (ids: readonly string[], fact: string): MasterKeyMissing =>
  new MasterKeyMissing(
    `The secrets in this database were encrypted with the master key ${ids.join(" and ")}, which is missing. ${fact}\n` +
      "Restore that key from a backup, in the file or in KONTOR_MASTER_KEYS. To replace it, put it after the new key and run `kontor keys rotate-master`.",
  );

const checkEveryMs = 1000;

/** Reads the file again when it changes, so that a rotation reaches every process without a restart. */
export function keysInFile(file: string, now: () => number = monotonicNow): () => readonly MasterKey[] {
  let cached = { at: Number.NEGATIVE_INFINITY, changed: 0, keys: [] as readonly MasterKey[] };
  return () => {
    if (now() - cached.at < checkEveryMs) return cached.keys;
    const changed = statSync(file).mtimeMs;
    const keys =
      changed === cached.changed ? cached.keys : readFileSync(file, "utf8").trim().split(/\s+/).map(masterKey);
    cached = { at: now(), changed, keys };
    return keys;
  };
}

/** Creates the file atomically. The first process creates it, and all processes read it. */
async function makeFile(file: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = await draftOf(file, newMasterKey());
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function draftOf(file: string, ...keys: readonly string[]): Promise<string> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${keys.join("\n")}\n`, { mode: 0o600 });
  return draft;
}

/** Adds a new key before those in the file. */
export async function addKeyToFile(file: string): Promise<void> {
  await rename(await draftOf(file, newMasterKey(), readFileSync(file, "utf8").trim()), file);
}

/** Removes all keys but the first. */
export async function keepFirstKeyInFile(file: string): Promise<void> {
  const [first = ""] = readFileSync(file, "utf8").trim().split(/\s+/);
  await rename(await draftOf(file, first), file);
}
