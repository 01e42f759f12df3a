/** A small disk that a test can fill: a tablespace of PostgreSQL on a file system in memory, which only root may mount. */
import { execFile } from "node:child_process";
import { chown, mkdtemp, open, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type pg from "pg";

const run = promisify(execFile);
/** Enough for the tables of the service and the books of a test. */
const size = "256m";

export interface SmallDisk {
  readonly tablespace: string;
  /** Until nothing more fits. */
  fill(): Promise<void>;
  free(): Promise<void>;
  /** The databases on it and the tablespace have to be gone. */
  unmount(): Promise<void>;
}

/** Fails where mounting is not allowed. */
export async function openSmallDisk(operator: pg.Client): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-small-disk-"));
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${size},mode=0700`, "tmpfs", folder]);
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
  const { rows } = await operator.query<{ data_directory: string }>("SHOW data_directory");
  const { uid, gid } = await stat(rows[0]?.data_directory ?? "");
  await chown(folder, uid, gid);
  const tablespace = `small_${process.pid}`;
  await operator.query(`CREATE TABLESPACE ${tablespace} LOCATION '${folder}'`);
  const filler = join(folder, "filler");
  return {
    tablespace,
    fill: () => fillDisk(filler),
    free: () => rm(filler, { force: true }),
    unmount: async () => {
      await run("umount", [folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function fillDisk(filler: string): Promise<void> {
  const file = await open(filler, "a");
  try {
    for (const chunk of [Buffer.alloc(1024 * 1024), Buffer.alloc(4096)]) while (await fits(file, chunk));
  } finally {
    await file.close();
  }
}

async function fits(file: Awaited<ReturnType<typeof open>>, chunk: Buffer): Promise<boolean> {
  try {
    return (await file.write(chunk)).bytesWritten === chunk.length;
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOSPC") return false;
    throw error;
  }
}
