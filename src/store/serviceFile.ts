/** `running.json` in the data folder tells other processes the URL of the service. */
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface RunningNote {
  /** The URL for callers. */
  readonly url: string;
  /** The URL on this machine. */
  readonly localUrl: string;
  readonly process: number;
  /** Settings of the running service that another shell cannot know. Nothing secret. */
  readonly settings?: ServiceSettings;
}

export interface ServiceSettings {
  readonly allowPrivateNetwork: boolean | readonly string[];
  /** Whether the built-in database in the data folder is used. */
  readonly ownDatabase: boolean;
  /** Whether the master key is in the data folder. */
  readonly ownMasterKey: boolean;
}

const fileIn = (folder: string): string => join(folder, "running.json");

export async function writeServiceFile(folder: string, note: RunningNote): Promise<void> {
  const draft = `${fileIn(folder)}.${process.pid}`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(draft, `${JSON.stringify(note)}\n`);
  await rename(draft, fileIn(folder));
}

/** Undefined if there is no file. It remains after a crash, so it is only a hint. */
export async function readServiceFile(folder: string): Promise<RunningNote | undefined> {
  try {
    return JSON.parse(await readFile(fileIn(folder), "utf8")) as RunningNote;
  } catch {
    return undefined;
  }
}

/** Removes the file only if this process wrote it: several services may share a folder. */
export async function removeServiceFile(folder: string, processId: number): Promise<void> {
  if ((await readServiceFile(folder))?.process === processId) await rm(fileIn(folder), { force: true });
}
