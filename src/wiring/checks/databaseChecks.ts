/** doctor's database checks: its version, tables and clock, and whether the master key can decrypt its secrets. */

import { stat } from "node:fs/promises";
import type { Config } from "../../config.ts";
import { credentialsColumn } from "../../core/accounts/connection.ts";
import { keysInFile, masterKeyFile } from "../../core/secrets/masterKeys.ts";
import { openVault } from "../../core/secrets/vault.ts";
import { credentialsPerKey } from "../../store/connections.ts";
import { compareMigrations, type Queryable } from "../../store/postgres/database.ts";
import { bad, type Finding, good } from "./finding.ts";
import { reasonOf } from "./reason.ts";

const oldestVersion = 15;

export async function checkDatabase(
  database: Queryable,
  { databaseUrl }: Pick<Config, "databaseUrl">,
): Promise<Finding> {
  const { rows } = await database.query<{ number: string; name: string }>(
    "SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS name",
  );
  const [version] = rows;
  const source = databaseUrl === undefined ? "built-in" : "from DATABASE_URL";
  const text = `PostgreSQL ${version?.name}, ${source}.`;
  if (Number(version?.number) >= oldestVersion * 10_000) return good("database", text);
  return bad("database", text, `Kontor needs PostgreSQL ${oldestVersion} or newer.`);
}

export async function checkTables(database: Queryable): Promise<Finding> {
  const { rows } = await database.query<{ made: boolean }>("SELECT to_regclass('migrations') IS NOT NULL AS made");
  if (rows[0]?.made !== true) return bad("tables", "do not exist yet.", "Run: npx kontor migrate");
  const { due, unknown } = await compareMigrations(database);
  if (unknown.length > 0)
    return bad(
      "tables",
      `belong to a newer version of Kontor (${unknown.join(", ")}).`,
      "Run that version of Kontor or a newer one.",
    );
  if (due.length > 0) return bad("tables", `are not up to date (${due.join(", ")}).`, "Run: npx kontor migrate");
  return good("tables", "up to date.");
}

/** Decrypts one secret for each key that was used, which proves more than finding the key. */
export async function checkMasterKey(
  database: Queryable,
  { masterKeys, dataFolder }: Pick<Config, "masterKeys" | "dataFolder">,
): Promise<Finding> {
  const file = masterKeyFile(dataFolder);
  const restore = `Restore the key from a backup (${file} or KONTOR_MASTER_KEYS). Without it, end users must connect again.`;
  if (masterKeys === undefined) {
    const mode = await stat(file).then(
      (facts) => facts.mode & 0o777,
      () => undefined,
    );
    if (mode === undefined) return bad("master key", "is missing.", restore);
    if (process.platform !== "win32" && (mode & 0o077) !== 0)
      return bad("master key", `can be read by others (mode ${mode.toString(8)}).`, `Run: chmod 600 ${file}`);
  }
  try {
    const vault = openVault(masterKeys ?? keysInFile(file));
    const samples = await credentialsPerKey(database);
    for (const { id, credentials } of samples) vault.open(credentialsColumn(id), credentials);
    const from = masterKeys === undefined ? "in the data folder, mode 600" : "from KONTOR_MASTER_KEYS";
    return good(
      "master key",
      `${from}; ${samples.length === 0 ? "nothing encrypted yet" : "decrypts the stored secrets"}.`,
    );
  } catch (error) {
    return bad("master key", `cannot decrypt the stored secrets (${reasonOf(error)})`, restore);
  }
}

const tolerance = 5000;

/** Compares the database's time with the middle of the query's round trip. */
export async function checkClock(database: Queryable, now: () => number): Promise<Finding> {
  const before = now();
  const { rows } = await database.query<{ time: Date }>("SELECT clock_timestamp() AS time");
  const off = Math.abs((before + now()) / 2 - (rows[0]?.time.getTime() ?? 0));
  const text = `differs from the database's clock by ${(off / 1000).toFixed(1)} s.`;
  if (off <= tolerance) return good("clock", text);
  return bad(
    "clock",
    text,
    `More than ${tolerance / 1000} s breaks signatures and time limits. Synchronise both clocks with NTP.`,
  );
}
