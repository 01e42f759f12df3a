import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { simulationOf } from "./settings.ts";
import { startSimulator } from "./start.ts";

const node = join(import.meta.dirname, "../node_modules/.bin/node");
const start = (...options: string[]) => spawn(node, [join(import.meta.dirname, "run.ts"), ...options]);

async function textUntil(stream: NodeJS.ReadableStream, end: RegExp): Promise<string> {
  let text = "";
  for await (const chunk of stream) {
    text += String(chunk);
    if (end.test(text)) break;
  }
  return text;
}

test("prints how to start the service with the simulators, responds, and stops cleanly", async () => {
  const simulators = start("--port", "0");
  const output = await textUntil(simulators.stdout, /Ctrl-C/);
  expect(output).toMatch(/^ALLOW_PRIVATE_NETWORK=true$/m);
  const sites = [...output.matchAll(/^TARGET_SITE_[A-Z_]+=(http:\/\/127\.0\.0\.1:\d+)$/gm)].map(
    ([, site]) => site ?? "",
  );
  expect(sites.length).toBeGreaterThan(0);
  for (const site of sites) expect(await (await fetch(site)).text()).toContain("/-/touch");
  // Every vendor can be connected and ends on a page that shows the account key.
  const connecting = [...output.matchAll(/^connect \S+ (\S+)/gm)].map(([, site]) => site ?? "");
  expect(connecting).toEqual(sites);
  const landed = await (await fetch(`${sites[0]}/?accountKey=kacc_<i>`)).text();
  expect(landed).toContain("The account key is kacc_&lt;i&gt;</p>");
  simulators.kill("SIGINT");
  expect(await once(simulators, "exit")).toEqual([0, null]);
});

const posting = (body: Record<string, string>, headers = {}) => ({
  method: "POST",
  headers,
  body: new URLSearchParams(body),
});

test("reports the result of a control and of its webhook posts, as text or as a page", async () => {
  // This vendor's portal posts to a new URL immediately.
  const vendor = await startSimulator(await simulationOf("xero"));
  const to = async (name: string, init: RequestInit) => (await fetch(`${vendor.url}/-/${name}`, init)).text();
  expect(await to("touch", posting({}))).toBe("touch: id is missing\n");
  expect(await to("expire", posting({}, { accept: "text/html" }))).toContain(
    '<p class="made" role="status">expire: done</p>',
  );
  const unreachable = "http://127.0.0.1:9/events";
  expect(await to("portal", posting({ url: unreachable, key: "key" }))).toBe(
    `portal: done\nposted to ${unreachable}, which did not respond\n`,
  );
  await vendor.close();
});

test("lists the available simulators when the requested one does not exist", async () => {
  const simulators = start("nowhere");
  expect(await textUntil(simulators.stderr, /\n/)).toMatch(/There is no simulator for nowhere\. Available: \w/);
  expect(await once(simulators, "exit")).toEqual([1, null]);
});
