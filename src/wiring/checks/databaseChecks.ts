/** doctor's database checks: its version, tables and clock, and whether the master key can decrypt its secrets. */

import { stat } from "node:fs/promises";
import type { Config } from "../../config.ts";
import { timestampOf } from "../../contract/clocks.ts";
import { credentialsColumn } from "../../core/accounts/connection.ts";
import { keysInFile, masterKeyFile } from "../../core/secrets/masterKeys.ts";
import { openVault } from "../../core/secrets/vault.ts";
import { findRestore } from "../../store/backup/restored.ts";
import { credentialsPerKey } from "../../store/connections.ts";
import { compareMigrations, type Queryable } from "../../store/postgres/database.ts";
import { sharesSessions } from "../../store/postgres/pooling.ts";
import { bad, doubtful, type Finding, good } from "./finding.ts";
import { reasonIn } from "./reason.ts";

const oldestVersion = 15;

export async function checkDatabase(
  database: Queryable,
  { databaseUrl }: Pick<Config, "databaseUrl">,
): Promise<Finding> {
  const { rows } = await database.query<{ number: string; name: string }>(
    "SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS name",
  );
  const [version] = rows;
  const name = `PostgreSQL ${version?.name}`;
  const text =
    databaseUrl === undefined
      ? { en: `${name}, built-in.`, de: `${name}, eingebaut.` }
      : { en: `${name}, from DATABASE_URL.`, de: `${name}, aus DATABASE_URL.` };
  if (Number(version?.number) >= oldestVersion * 10_000) return good("database", text);
  return bad("database", text, {
    en: `Kontor needs PostgreSQL ${oldestVersion} or newer.`,
    de: `Kontor braucht PostgreSQL ${oldestVersion} oder neuer.`,
  });
}

/** Whether each connection keeps its session of the server, which a pooler in between may prevent. */
export async function checkSessions({ databaseUrl }: Pick<Config, "databaseUrl">): Promise<Finding> {
  if (databaseUrl === undefined || !(await sharesSessions(databaseUrl)))
    return good("sessions", {
      en: "each connection keeps its own.",
      de: "Jede Verbindung behält ihre eigene.",
    });
  return bad(
    "sessions",
    {
      en: "a pooler changes the session of a connection between transactions.",
      de: "Ein Pooler wechselt die Sitzung einer Verbindung zwischen Transaktionen.",
    },
    {
      en: "Set pool_mode = session in PgBouncer, or point DATABASE_URL to PostgreSQL itself.",
      de: "Setzen Sie pool_mode = session in PgBouncer, oder richten Sie DATABASE_URL auf PostgreSQL selbst.",
    },
  );
}

export async function checkTables(database: Queryable): Promise<Finding> {
  const { rows } = await database.query<{ made: boolean }>("SELECT to_regclass('migrations') IS NOT NULL AS made");
  if (rows[0]?.made !== true)
    return bad("tables", { en: "do not exist yet.", de: "gibt es noch nicht." }, runMigrations);
  const { due, unknown } = await compareMigrations(database);
  if (unknown.length > 0)
    return bad(
      "tables",
      {
        en: `belong to a newer version of Kontor (${unknown.join(", ")}).`,
        de: `gehören zu einer neueren Version von Kontor (${unknown.join(", ")}).`,
      },
      {
        en: "Run that version of Kontor or a newer one.",
        de: "Starten Sie diese Version von Kontor oder eine neuere.",
      },
    );
  const list = due.join(", ");
  if (due.length > 0)
    return bad(
      "tables",
      { en: `are not up to date (${list}).`, de: `sind nicht auf dem neuesten Stand (${list}).` },
      runMigrations,
    );
  return good("tables", { en: "up to date.", de: "auf dem neuesten Stand." });
}

const runMigrations = { en: "Run: npx kontor migrate", de: "Führen Sie aus: npx kontor migrate" };

/** Decrypts one secret for each key that was used, which proves more than finding the key. */
export async function checkMasterKey(
  database: Queryable,
  { masterKeys, dataFolder }: Pick<Config, "masterKeys" | "dataFolder">,
): Promise<Finding> {
  const file = masterKeyFile(dataFolder);
  const restore = {
    en: `Restore the key from a backup (${file} or KONTOR_MASTER_KEYS). Without it, end users must connect again.`,
    de: `Stellen Sie den Schlüssel aus einer Sicherung wieder her (${file} oder KONTOR_MASTER_KEYS). Ohne ihn müssen sich Endnutzer neu verbinden.`,
  };
  if (masterKeys === undefined) {
    const mode = await stat(file).then(
      (facts) => facts.mode & 0o777,
      () => undefined,
    );
    if (mode === undefined) return bad("master key", { en: "is missing.", de: "fehlt." }, restore);
    if (process.platform !== "win32" && (mode & 0o077) !== 0)
      return bad(
        "master key",
        {
          en: `can be read by others (mode ${mode.toString(8)}).`,
          de: `kann von anderen gelesen werden (Modus ${mode.toString(8)}).`,
        },
        { en: `Run: chmod 600 ${file}`, de: `Führen Sie aus: chmod 600 ${file}` },
      );
  }
  try {
    const vault = openVault(masterKeys ?? keysInFile(file));
    const samples = await credentialsPerKey(database);
    for (const { id, credentials } of samples) vault.open(credentialsColumn(id), credentials);
    const from =
      masterKeys === undefined
        ? { en: "in the data folder, mode 600", de: "im Datenordner, Modus 600" }
        : { en: "from KONTOR_MASTER_KEYS", de: "aus KONTOR_MASTER_KEYS" };
    const use =
      samples.length === 0
        ? { en: "nothing encrypted yet", de: "noch nichts verschlüsselt" }
        : { en: "decrypts the stored secrets", de: "entschlüsselt die gespeicherten Geheimnisse" };
    return good("master key", { en: `${from.en}; ${use.en}.`, de: `${from.de}; ${use.de}.` });
  } catch (error) {
    const reason = reasonIn(error);
    const text = {
      en: `cannot decrypt the stored secrets (${reason.en})`,
      de: `kann die gespeicherten Geheimnisse nicht entschlüsseln (${reason.de})`,
    };
    return bad("master key", text, restore);
  }
}

/** Whether the service waits to be resumed after a restore. */
export async function checkRestore(database: Queryable): Promise<Finding> {
  const restore = await findRestore(database);
  if (restore === undefined) return good("restore", { en: "not restored.", de: "nicht wiederhergestellt." });
  const made = timestampOf(restore.madeAt);
  if (restore.resumedAt === null)
    return doubtful(
      "restore",
      {
        en: `paused since the restore of the backup of ${made}: nothing is delivered, polled or renewed.`,
        de: `pausiert seit der Wiederherstellung der Sicherung von ${made}: Nichts wird zugestellt, abgefragt oder erneuert.`,
      },
      { en: "Run: npx kontor resume", de: "Führen Sie aus: npx kontor resume" },
    );
  const resumed = timestampOf(restore.resumedAt);
  return good("restore", {
    en: `restored from the backup of ${made}, resumed at ${resumed}.`,
    de: `aus der Sicherung von ${made} wiederhergestellt, fortgesetzt um ${resumed}.`,
  });
}

const tolerance = 5000;

/** Compares the database's time with the middle of the query's round trip. */
export async function checkClock(database: Queryable, now: () => number): Promise<Finding> {
  const before = now();
  const { rows } = await database.query<{ time: Date }>("SELECT clock_timestamp() AS time");
  const off = Math.abs((before + now()) / 2 - (rows[0]?.time.getTime() ?? 0));
  const seconds = (off / 1000).toFixed(1);
  const text = {
    en: `differs from the database's clock by ${seconds} s.`,
    de: `weicht um ${seconds.replace(".", ",")} s von der Uhr der Datenbank ab.`,
  };
  if (off <= tolerance) return good("clock", text);
  return bad("clock", text, {
    en: `More than ${tolerance / 1000} s breaks signatures and time limits. Synchronise both clocks with NTP.`,
    de: `Bei mehr als ${tolerance / 1000} s stimmen Signaturen und Fristen nicht. Gleichen Sie beide Uhren mit NTP ab.`,
  });
}
