/** Where master keys come from: the operator's setting, or a file in the data folder. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { link, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addMasterKey, findMasterKeys } from "../../store/masterKeys.ts";
import type { Queryable } from "../../store/postgres/database.ts";
import { type MasterKey, masterKey, newMasterKey } from "./vault.ts";

export const masterKeyFile = (folder: string): string => join(folder, "master.key");

/** The database was sealed with a key that is not there. */
export class MasterKeyMissing extends Error {}

/**
 * The keys that the operator set, or those in the data folder, the first made at the first start and readable by us alone.
 * A database that remembers other keys is not opened: new secrets would be sealed with a key that nobody meant.
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
    const place = set === undefined ? file : "KONTOR_MASTER_KEYS";
    throw missing(
      lost,
      `${place} has only ${keys()
        .map(({ id }) => id)
        .join(", ")}.`,
    );
  }
  if (current !== undefined) await addMasterKey(database, current.id);
  return keys;
}

const missing = (ids: readonly string[], fact: string): MasterKeyMissing =>
  new MasterKeyMissing(
    `The secrets in this database were sealed with the master key ${ids.join(" and ")}, which is not there. ${fact}\n` +
      "Put that key back from a backup, into the file or into KONTOR_MASTER_KEYS, behind the new one if you want to change it; then `kontor keys rotate-master` seals everything anew.",
  );

const lookAgainAfter = 1000;

/** Read again when the file changed, so that a rotation reaches every process without a restart. */
export function keysInFile(file: string, now: () => number = Date.now): () => readonly MasterKey[] {
  let seen = { at: Number.NEGATIVE_INFINITY, changed: 0, keys: [] as readonly MasterKey[] };
  return () => {
    if (now() - seen.at < lookAgainAfter) return seen.keys;
    const changed = statSync(file).mtimeMs;
    const keys = changed === seen.changed ? seen.keys : readFileSync(file, "utf8").trim().split(/\s+/).map(masterKey);
    seen = { at: now(), changed, keys };
    return keys;
  };
}

/** Appears whole or not at all. Whoever is first puts it there; everybody reads what is there. */
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

/** A new key in front of those in the file. */
export async function addKeyToFile(file: string): Promise<void> {
  await rename(await draftOf(file, newMasterKey(), readFileSync(file, "utf8").trim()), file);
}

/** Only the first key stays. */
export async function keepFirstKeyInFile(file: string): Promise<void> {
  const [first = ""] = readFileSync(file, "utf8").trim().split(/\s+/);
  await rename(await draftOf(file, first), file);
}
