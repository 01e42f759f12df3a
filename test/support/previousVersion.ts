/** The previous release: the commit that `release/previous.json` names, or the folder in `PREVIOUS_VERSION`. */
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { checkOut } from "../../bench/against.ts";
import previous from "../../release/previous.json" with { type: "json" };

const folder = process.env["PREVIOUS_VERSION"];

/** False in a tarball and in a shallow clone, which do not have the commit. */
export const hasPreviousVersion =
  folder !== undefined ||
  spawnSync("git", ["cat-file", "-e", `${previous.commit}^{commit}`], { cwd: import.meta.dirname }).status === 0;

/** Its folder, with the dependencies of this checkout. Removed when the test ends. */
export async function previousVersion(): Promise<string> {
  if (folder !== undefined) return folder;
  const parent = await mkdtemp(join(tmpdir(), "kontor-previous-"));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  return checkOut(previous.commit, join(parent, "checkout"));
}
