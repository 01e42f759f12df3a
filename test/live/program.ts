/** Finds and starts the real programs that live tests run against. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

export interface Program {
  /** The command that must be on the path, and the Debian package that contains it. */
  readonly command: string;
  readonly debianPackage: string;
  /** Patterns of other required files, such as modules. */
  readonly files?: readonly string[];
}

export interface Started {
  readonly url: string;
  /** A temporary folder that is deleted with the program. */
  readonly folder: string;
  stop(): Promise<void>;
}

export const isInstalled = ({ command, files = [] }: Program): boolean =>
  spawnSync("sh", ["-c", `command -v ${command}`]).status === 0 && files.every((path) => globSync(path).length > 0);

export const howToInstall = ({ debianPackage }: Program): string =>
  `apt-get install --no-install-recommends ${debianPackage}`;

export interface Starting {
  readonly program: Program;
  /** Prepares the folder and returns the command's parameters. */
  prepare(folder: string, port: number): readonly string[] | Promise<readonly string[]>;
  /** A path that returns any response once the program is up. */
  readonly ready: string;
}

export async function start({ program, prepare, ready }: Starting): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), "kontor-live-"));
  const port = await freePort();
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const parameters = await (async () => prepare(folder, port))().catch((error: unknown) => {
    remove();
    throw error;
  });
  const child = spawn(program.command, parameters, {
    stdio: "ignore",
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill();
      await once(child, "exit");
    }
    remove();
  };
  await untilResponding(child, `${url}${ready}`).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, folder, stop };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Polls until the program responds. */
async function untilResponding(child: ChildProcess, url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error(`The program ended with ${child.exitCode} before it responded.`);
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await pause(100);
  }
  throw new Error(`No response from ${url}.`);
}
