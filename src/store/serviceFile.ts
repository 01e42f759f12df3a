/** `running.json` in the data folder tells other processes where the service of that folder is reached. */
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface RunningNote {
  /** Where callers reach it. */
  readonly url: string;
  /** Where this machine reaches it. */
  readonly localUrl: string;
  readonly process: number;
  /** What it was started with, where another shell cannot know: nothing secret. */
  readonly settings?: ServiceSettings;
}

export interface ServiceSettings {
  readonly allowPrivateNetwork: boolean | readonly string[];
  /** Whether the database is one of our own, in the data folder. */
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

/** Nothing when no service said where it is. After a crash the note is still there, so it is only a hint. */
export async function readServiceFile(folder: string): Promise<RunningNote | undefined> {
  try {
    return JSON.parse(await readFile(fileIn(folder), "utf8")) as RunningNote;
  } catch {
    return undefined;
  }
}

/** Forgets what this service wrote: where several share a folder, the note may be another's. */
export async function removeServiceFile(folder: string, processId: number): Promise<void> {
  if ((await readServiceFile(folder))?.process === processId) await rm(fileIn(folder), { force: true });
}
