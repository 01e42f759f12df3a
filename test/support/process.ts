/** The real program in its own process, as an operator runs it. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export interface ProcessResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Kontor {
  readonly process: ChildProcess;
  /** Waits for a line in its output or log. Fails if the process ends first. */
  until(line: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<ProcessResult>;
}

const repository = join(import.meta.dirname, "../..");
const program = "bin/kontor.js";

type Settings = Readonly<Record<string, string>>;

export const kontor = (parameters: readonly string[], settings: Settings): Kontor =>
  kontorIn(repository, parameters, settings);

/** A copy of the program in another folder. */
export const kontorIn = (folder: string, parameters: readonly string[], settings: Settings): Kontor =>
  start(process.execPath, [join(folder, program), ...parameters], settings, folder);

/** The command of an installed package. */
export const npxKontor = (folder: string, parameters: readonly string[], settings: Settings): Kontor =>
  start("npx", ["--no-install", "kontor", ...parameters], settings, folder);

/** The README's command. */
export const npmStart = (settings: Settings): Kontor => start("npm", ["start"], settings);

/** A process namespace of its own. Without root rights, it needs a user namespace as well. */
const asInit = [...(process.getuid?.() === 0 ? [] : ["--map-root-user"]), "--pid", "--fork", "--mount-proc"];

export const canBeInit = (): boolean => spawnSync("unshare", [...asInit, "true"]).status === 0;

/** The same as process 1, as in a container: when npm ends, the system kills all remaining processes. */
export const npmStartAsInit = (settings: Settings): Kontor => start("unshare", [...asInit, "npm", "start"], settings);

function start(command: string, parameters: readonly string[], settings: Settings, folder = repository): Kontor {
  const child = spawn(command, parameters, {
    cwd: folder,
    // Without the machine's other settings, so that the test is the same everywhere.
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (err += chunk));
  const ended = once(child, "close").then(
    ([code]: (number | null)[]): ProcessResult => ({ code: code ?? null, out, err }),
  );
  const until = (line: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = (): void => {
        const found = line.exec(out) ?? line.exec(err);
        if (found !== null) resolve(found);
      };
      child.stdout.on("data", look);
      child.stderr.on("data", look);
      look();
      void ended.then(() => reject(new Error(`The process ended without ${line}:\n${out}\n${err}`)));
    });
  return { process: child, until, ended };
}
