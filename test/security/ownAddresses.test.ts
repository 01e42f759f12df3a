/** A machine with a public address of its own, in a network namespace, with real sockets. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const address = "8.8.8.8";
const isRoot = process.getuid?.() === 0;
const unshare = ["--net", ...(isRoot ? [] : ["--map-root-user"])];
const setUp = `ip link set lo up && ip addr add ${address}/32 dev lo`;
const canHaveNetwork = spawnSync("unshare", [...unshare, "sh", "-c", setUp]).status === 0;
const script = join(import.meta.dirname, "ownAddresses/reach.ts");

// Needs the right to make a network namespace, which containers often lack.
test.skipIf(!canHaveNetwork)("the machine's own public address is refused, unless the operator allows it", () => {
  const command = `${setUp} && exec "${process.execPath}" "${script}" ${address}`;
  const { stdout, stderr } = spawnSync("unshare", [...unshare, "sh", "-c", command], { encoding: "utf8" });
  expect(stdout.trim(), stderr).toBe("refused reached");
});
