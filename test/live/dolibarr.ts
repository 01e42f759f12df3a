/** Dolibarr from its source, with the module Multicurrency and invented books in a MariaDB of its own. */
import { join } from "node:path";
import { noteProgram } from "./lastRuns.ts";
import { printed, type Seeded, type SeededProgram, startSeeded } from "./seeded.ts";

export const program: SeededProgram = {
  slug: "dolibarr",
  sources: ["sources/dolibarr", ".mirror/Dolibarr+dolibarr/repo"],
  ports: ["PORT", "DBPORT"],
  commands: ["git", "curl", "mariadbd", "php"],
  // The zones of PHP and of the database differ in many containers.
  settings: { MULTICURRENCY: "1", TZPHP: "Europe/Paris", TZDB: "UTC" },
};

export type Values = readonly string[];

export interface StartedDolibarr extends Seeded {
  /** `20.0.1`. */
  readonly version: string;
  /** The rows of a query, as text. `NULL` stands for no value. */
  sql(query: string): readonly Values[];
}

export async function startDolibarr(): Promise<StartedDolibarr> {
  const seeded = await startSeeded(program);
  const socket = join(seeded.folder, "run/db.sock");
  const client = ["--no-defaults", "-uroot", `--socket=${socket}`, "dolibarr"];
  const format = ["-N", "-B", "--raw", "--default-character-set=utf8mb4"];
  const sql: StartedDolibarr["sql"] = (query) =>
    printed("mariadb", [...client, ...format, "-e", query])
      .split("\n")
      .filter((row) => row !== "")
      .map((row) => row.split("\t"));
  const [[version = ""] = []] = sql("select value from llx_const where name = 'MAIN_VERSION_LAST_INSTALL'");
  noteProgram(program.slug, `Dolibarr ${version}`);
  return { ...seeded, version, sql };
}
