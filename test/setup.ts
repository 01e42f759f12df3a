/** One PostgreSQL for the whole run, in a folder that is thrown away; a run within a run takes the one that is there. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "../src/store/postgres/embedded.ts";

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env["TEST_POSTGRES"];
  if (given !== undefined) {
    project.provide("postgres", given);
    return undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), "kontor-test-"));
  const server = await startEmbedded({
    folder,
    // Nothing here outlives the run, so nothing has to reach the disk.
    settings: ["fsync=off", "full_page_writes=off", "synchronous_commit=off", "max_connections=200", "jit=off"],
  });
  project.provide("postgres", server.url.replace(/\/kontor$/, ""));
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
