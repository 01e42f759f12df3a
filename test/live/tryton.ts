/** Tryton from Debian's packages, with invented books in a SQLite file. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { noteProgram } from "./lastRuns.ts";
import { type Program, type Started, start } from "./program.ts";
import { printed } from "./seeded.ts";

const modules = ["account_invoice", "analytic_invoice", "bank", "purchase", "sale"];
const ofDebian = (module: string): string => `tryton-modules-${module.replaceAll("_", "-")}`;

export const program: Program = {
  command: "trytond",
  debianPackage: ["tryton-server", "tryton-proteus", ...modules.map(ofDebian)].join(" "),
  // Later versions are untested.
  files: ["trytond-6.0.*", "proteus", ...modules.map((module) => `trytond/modules/${module}`)].map(
    (path) => `/usr/lib/python3/dist-packages/${path}`,
  ),
};

const credentials = { database: "books", username: "bookkeeper", password: "Ledger-7x_Quick" };

export interface StartedTryton extends Started {
  readonly credentials: typeof credentials;
  /** Saves a record at this time, as a user of Tryton. */
  touch(model: string, id: string, at: number): void;
  endSessions(): void;
  /** Calls Tryton as its own client does, which uses the same protocol. */
  call(method: string, ...params: readonly unknown[]): Promise<unknown>;
}

const run = promisify(execFile);

export async function startTryton(): Promise<StartedTryton> {
  const started = await start({ program, prepare: makeBooks, ready: "/" });
  const [, version] = printed("trytond", ["--version"]).trim().split(" ");
  noteProgram("tryton", `Tryton ${version}`);
  const change = (sql: string, ...values: readonly (string | number)[]) => {
    const database = new DatabaseSync(join(started.folder, "books.sqlite"), { timeout: 5000 });
    database.prepare(sql).run(...values);
    database.close();
  };
  return {
    ...started,
    credentials,
    // The suite's clock runs ahead of the program's, so the date of change is set directly in the database.
    touch: (model, id, at) => {
      const stamp = new Date(at).toISOString().replace("T", " ").replace("Z", "000");
      change(`UPDATE ${model.replaceAll(".", "_")} SET write_date = ? WHERE id = ?`, stamp, Number(id));
    },
    endSessions: () => change("DELETE FROM ir_session"),
    call: async (method, ...params) => {
      const { username, password } = credentials;
      const basic = Buffer.from(`${username}:${password}`).toString("base64");
      const answer = await fetch(`${started.url}/${credentials.database}/`, {
        method: "POST",
        headers: { authorization: `Basic ${basic}`, "content-type": "application/json" },
        body: JSON.stringify({ id: 1, method, params: [...params, {}] }),
      });
      const { result, error } = (await answer.json()) as { readonly result?: unknown; readonly error?: unknown };
      if (error !== undefined) throw new Error(JSON.stringify(error));
      return result;
    },
  };
}

async function makeBooks(folder: string, port: number): Promise<readonly string[]> {
  const configuration = join(folder, "trytond.conf");
  const passwords = join(folder, "password");
  const settings = ["[database]", "uri = sqlite://", `path = ${folder}`, "[web]", `listen = 127.0.0.1:${port}`];
  writeFileSync(configuration, settings.join("\n"));
  writeFileSync(passwords, credentials.password);
  writeFileSync(join(folder, "books.sqlite"), "");
  const { database, username, password } = credentials;
  const at = ["-c", configuration, "-d", database, "--email", "root@books.example"];
  const env = { ...process.env, TRYTONPASSFILE: passwords };
  await run("trytond-admin", [...at, "-u", ...modules, "--activate-dependencies"], { env });
  const script = join(import.meta.dirname, "trytonBooks.py");
  await run("/usr/bin/python3", [script, configuration, database, username, password]);
  return ["-c", configuration];
}
