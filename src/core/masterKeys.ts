import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type MasterKey, masterKey, newMasterKey } from "./vault.ts";

/** The keys that the operator set, or the one in the data folder, made at the first start and readable by us alone. */
export async function loadMasterKeys(
  set: readonly MasterKey[] | undefined,
  folder: string,
): Promise<readonly MasterKey[]> {
  if (set !== undefined) return set;
  const file = join(folder, "master.key");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Whoever is first writes it; everybody reads what is there.
  await writeFile(file, `${newMasterKey()}\n`, { mode: 0o600, flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  return (await readFile(file, "utf8")).trim().split(/\s+/).map(masterKey);
}
