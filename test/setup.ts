/** Starts one PostgreSQL for the whole run in a temporary folder. A nested run uses the server of the outer run. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "../src/store/postgres/embedded.ts";

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const outerServer = process.env["TEST_POSTGRES"];
  if (outerServer !== undefined) {
    project.provide("postgres", outerServer);
    return undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), "kontor-test-"));
  const server = await startEmbedded({
    folder,
    // The data does not outlive the run, so it need not reach the disk.
    settings: ["fsync=off", "full_page_writes=off", "synchronous_commit=off", "max_connections=200", "jit=off"],
  });
  project.provide("postgres", server.url.replace(/\/kontor$/, ""));
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
