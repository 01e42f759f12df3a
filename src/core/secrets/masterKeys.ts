import { existsSync } from "node:fs";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type MasterKey, masterKey, newMasterKey } from "./vault.ts";

/** The keys that the operator set, or the one in the data folder, made at the first start and readable by us alone. */
export async function loadMasterKeys(
  set: readonly MasterKey[] | undefined,
  folder: string,
): Promise<readonly MasterKey[]> {
  if (set !== undefined) return set;
  const file = masterKeyFile(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) await writeMasterKey(file);
  return (await readFile(file, "utf8")).trim().split(/\s+/).map(masterKey);
}

export const masterKeyFile = (folder: string): string => join(folder, "master.key");

/** Appears whole or not at all. Whoever is first puts it there; everybody reads what is there. */
async function writeMasterKey(file: string): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${newMasterKey()}\n`, { mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
