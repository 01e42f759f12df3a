/**
 * Dolibarr and Odoo, which a script starts from their source with seeded books. `DOLIBARR_SCRIPT` and `DOLIBARR_SOURCE`
 * (and the same for Odoo) name the script and the git directory of the source. Without them, the folders beside this
 * repository are searched.
 */
import { execFile, execFileSync } from "node:child_process";
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { freePort, isInstalled } from "./program.ts";

const execute = promisify(execFile);
const neighbours = join(import.meta.dirname, "../../..");

export interface SeededProgram {
  /** `dolibarr` or `odoo`: the name of the script and of the environment variables. */
  readonly slug: string;
  /** Patterns of the source's folder, relative to the folder of this repository's neighbours. */
  readonly sources: readonly string[];
  /** The variables in which the script takes the ports of the program and of its database. */
  readonly ports: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
  /** Commands of the Debian packages that the program needs. If all are there, the script installs nothing. */
  readonly commands: readonly string[];
}

interface Place {
  readonly script: string;
  readonly source: string;
}

const variableOf = ({ slug }: SeededProgram, name: string): string => `${slug.toUpperCase()}_${name}`;

const scriptOf = (program: SeededProgram): string =>
  resolve(process.env[variableOf(program, "SCRIPT")] ?? join(neighbours, `shared/live/${program.slug}.sh`));

function sourceOf(program: SeededProgram): string | undefined {
  const named = process.env[variableOf(program, "SOURCE")];
  if (named !== undefined) return resolve(named);
  const [found] = globSync([...program.sources], { cwd: neighbours });
  return found === undefined ? undefined : join(neighbours, found);
}

/** Why the program cannot be started here, or nothing if it can. */
export function whyMissing(program: SeededProgram): string | undefined {
  if (runningFolder(program) !== undefined) return undefined;
  const script = scriptOf(program);
  const source = sourceOf(program);
  if (!existsSync(script))
    return `${script} does not exist. Set ${variableOf(program, "SCRIPT")} to the script that starts it`;
  if (source === undefined || !existsSync(source))
    return `its source is not at hand. Set ${variableOf(program, "SOURCE")} to a git directory of it`;
  if (process.getuid?.() !== 0) return "the script that starts it needs root";
  return undefined;
}

/** A program that already runs in this folder is used as it is and not stopped, which saves a minute while tests are written. */
const runningFolder = (program: SeededProgram): string | undefined => process.env[variableOf(program, "RUNNING")];

export interface Seeded {
  readonly url: string;
  /** The folder of the running program, with its database. */
  readonly folder: string;
  /** The values that the script printed: `DOLIBARR_KEY` and so on. */
  value(name: string): string;
  /** The contents of the books, read by SQL. They are read again after every change. */
  expected(): Promise<unknown>;
  stop(): Promise<void>;
}

function placeOf(program: SeededProgram): Place {
  const source = sourceOf(program);
  if (source === undefined) throw new Error(`${program.slug}: ${whyMissing(program)}.`);
  return { script: scriptOf(program), source };
}

export async function startSeeded(program: SeededProgram): Promise<Seeded> {
  const running = runningFolder(program);
  const folder = running ?? mkdtempSync(join(tmpdir(), "kl-"));
  // The database runs as another user.
  if (running === undefined) chmodSync(folder, 0o755);
  const { script, source } = placeOf(program);
  const ports: Record<string, string> = {};
  if (running === undefined) for (const name of program.ports) ports[name] = String(await freePort());
  const hasPackages = program.commands.every((name) => isInstalled({ command: name, debianPackage: name }));
  const packages = hasPackages ? { SKIP_APT: "1" } : {};
  const env = { ...process.env, ...program.settings, ...packages, ...ports, LIVE_DIR: folder, SOURCE: source };
  const call = async (...parameters: readonly string[]): Promise<string> =>
    (await execute(script, parameters, { env, maxBuffer: 100_000_000 })).stdout;
  const stop = async () => {
    if (running !== undefined) return;
    await call("stop");
    rmSync(folder, { recursive: true, force: true });
  };
  const output =
    running === undefined
      ? await call("start").catch(async (error: unknown) => {
          await stop();
          throw error;
        })
      : readFileSync(join(running, "values"), "utf8");
  const values = new Map([...output.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]));
  const value = (name: string): string => {
    const found = values.get(variableOf(program, name));
    if (found === undefined) throw new Error(`${script} did not print ${variableOf(program, name)}.`);
    return found;
  };
  return {
    url: value("URL"),
    folder,
    value,
    expected: async () => {
      await call("expected");
      return JSON.parse(readFileSync(value("EXPECTED"), "utf8")) as unknown;
    },
    stop,
  };
}

/** Runs a program and returns what it prints. */
export const printed = (command: string, parameters: readonly string[]): string =>
  execFileSync(command, parameters, { encoding: "utf8", maxBuffer: 100_000_000 });
