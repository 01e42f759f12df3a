/** Real programs that suites run opposite of: how each is found and started. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

export interface Program {
  /** What has to be on the path, and the package of Debian's that brings it. */
  readonly command: string;
  readonly debianPackage: string;
  /** What has to be there beside the command, such as its modules: patterns of paths. */
  readonly files?: readonly string[];
}

export interface Started {
  readonly url: string;
  /** Its own folder, which goes with it. */
  readonly folder: string;
  stop(): Promise<void>;
}

export const isInstalled = ({ command, files = [] }: Program): boolean =>
  spawnSync("sh", ["-c", `command -v ${command}`]).status === 0 && files.every((path) => globSync(path).length > 0);

export const howToInstall = ({ debianPackage }: Program): string =>
  `apt-get install --no-install-recommends ${debianPackage}`;

export interface Starting {
  readonly program: Program;
  /** Puts what it needs into its folder, and tells what it is called with. */
  prepare(folder: string, port: number): readonly string[] | Promise<readonly string[]>;
  /** An address that answers, whatever it says, once it is up. */
  readonly ready: string;
}

export async function start({ program, prepare, ready }: Starting): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), "kontor-live-"));
  const port = await freePort();
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const given = await (async () => prepare(folder, port))().catch((error: unknown) => {
    remove();
    throw error;
  });
  const child = spawn(program.command, given, {
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
  await answering(child, `${url}${ready}`).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, folder, stop };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Nothing tells when it listens: it is asked until it answers. */
async function answering(child: ChildProcess, url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode} before it answered.`);
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await pause(100);
  }
  throw new Error(`Nobody answers at ${url}.`);
}
