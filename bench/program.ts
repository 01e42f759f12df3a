/** Starts the real program and other processes, and reads their CPU time and memory. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Demo } from "../src/core/accounts/demo.ts";

export const root = join(import.meta.dirname, "..");

/** Calls a data endpoint, with the demo's keys by default. */
export interface Ask {
  (path: string, accountKey?: string): Promise<Response>;
}

export interface Program {
  readonly process: ChildProcess;
  readonly url: string;
  readonly demo: Demo;
  readonly ask: Ask;
  stop(): Promise<void>;
}

export interface Workplace {
  readonly folder: string;
  /** Starts the program with the same data folder every time, and waits until it has answered a data request. */
  start(settings?: Readonly<Record<string, string>>): Promise<Program>;
  remove(): Promise<void>;
}

export async function openWorkplace(
  settings: Readonly<Record<string, string>> = {},
  checkout: string = root,
): Promise<Workplace> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-bench-"));
  return {
    folder,
    start: (more = {}) => startProgram(checkout, folder, { ...settings, ...more }),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
  };
}

async function startProgram(
  checkout: string,
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<Program> {
  const port = settings["PORT"] ?? String(await freePort());
  const environment = { PATH: process.env["PATH"], HOME: process.env["HOME"], DATA_DIR: folder, PORT: port };
  // The log goes to a file, because reading a pipe would affect the measurement.
  const log = openSync(join(folder, "log"), "a");
  const child = spawn(process.execPath, [...profiling(), join(checkout, "bin", "kontor.js"), "start"], {
    env: { ...environment, RATE_LIMIT: "500000", ALLOW_PRIVATE_NETWORK: "true", ...settings },
    stdio: ["ignore", log, log],
  });
  const ended = once(child, "exit");
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(`${url}/health`))) {
    if (child.exitCode !== null) throw new Error(`Kontor ended:\n${readFileSync(join(folder, "log"), "utf8")}`);
    await pause(5);
  }
  const demo = await demoOf(folder, url);
  const ask: Ask = (path, accountKey = demo.accountKey) =>
    fetch(url + path, { headers: { "x-api-key": demo.apiKey, "x-account-key": accountKey } });
  while (!(await isAnswered(ask))) await pause(5);
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  return { process: child, url, demo, ask, stop };
}

/** PROFILE=<folder> npm run bench list: writes CPU profiles of the program there. */
function profiling(): string[] {
  const folder = process.env["PROFILE"];
  return folder === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${folder}`];
}

/** At the first start, the demo's keys are written to the file a moment before they are valid. */
async function isAnswered(ask: Ask): Promise<boolean> {
  const answer = await ask("/accounting/paymentTerms");
  await answer.arrayBuffer();
  if (answer.status !== 200 && answer.status !== 401) throw new Error(`A first request got ${answer.status}.`);
  return answer.status === 200;
}

/** Waits for the demo's keys for this URL, which the program writes shortly after it starts to respond. */
async function demoOf(folder: string, url: string): Promise<Demo> {
  for (;;) {
    const text = await readFile(join(folder, "demo.json"), "utf8").catch(() => "{}");
    const demo = JSON.parse(text) as Demo;
    if (demo.baseUrl === url) return demo;
    await pause(2);
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

export interface Neighbour {
  readonly process: ChildProcess;
  readonly url: string;
  stop(): void;
}

/** Starts a file of bench/processes and waits for the port that it sends. */
export async function startNeighbour(name: string, settings: readonly string[]): Promise<Neighbour> {
  const file = join(import.meta.dirname, "processes", `${name}.ts`);
  const child = spawn(process.execPath, [file, ...settings], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const [port] = (await once(child, "message")) as [number];
  return { process: child, url: `http://127.0.0.1:${port}`, stop: () => child.kill("SIGKILL") };
}

const megabyte = 2 ** 20;

/** Resident memory in MB. */
export function memoryOf({ pid }: ChildProcess): number {
  const [, kilobytes] = /VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return (Number(kilobytes) * 1024) / megabyte;
}

/** Processor time in milliseconds since the process started. The system counts in hundredths of a second. */
export function processorTime({ pid }: ChildProcess): number {
  const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const fields = rest.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
