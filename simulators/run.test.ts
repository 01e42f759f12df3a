import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { simulationOf } from "./settings.ts";
import { startSimulator } from "./start.ts";

const node = join(import.meta.dirname, "../node_modules/.bin/node");
const begin = (...given: string[]) => spawn(node, [join(import.meta.dirname, "run.ts"), ...given]);

async function textUntil(stream: NodeJS.ReadableStream, end: RegExp): Promise<string> {
  let text = "";
  for await (const chunk of stream) {
    text += String(chunk);
    if (end.test(text)) break;
  }
  return text;
}

test("says how to start the service with them, answers, and ends cleanly", async () => {
  const simulators = begin("--port", "0");
  const said = await textUntil(simulators.stdout, /Ctrl-C/);
  expect(said).toMatch(/^ALLOW_PRIVATE_NETWORK=true$/m);
  const sites = [...said.matchAll(/^TARGET_SITE_[A-Z_]+=(http:\/\/127\.0\.0\.1:\d+)$/gm)].map(([, site]) => site ?? "");
  expect(sites.length).toBeGreaterThan(0);
  for (const site of sites) expect(await (await fetch(site)).text()).toContain("/-/touch");
  // Everybody can be connected, and lands on a page that shows the key.
  const connecting = [...said.matchAll(/^connect \S+ (\S+)/gm)].map(([, site]) => site ?? "");
  expect(connecting).toEqual(sites);
  const landed = await (await fetch(`${sites[0]}/?accountKey=kacc_<i>`)).text();
  expect(landed).toContain("The account key is kacc_&#60;i&#62;</p>");
  simulators.kill("SIGINT");
  expect(await once(simulators, "exit")).toEqual([0, null]);
});

const posting = (body: Record<string, string>, headers = {}) => ({
  method: "POST",
  headers,
  body: new URLSearchParams(body),
});

test("tells what a control did, in words or on the page, and what became of the posts", async () => {
  // Its portal tries an address at once.
  const vendor = await startSimulator(await simulationOf("xero"));
  const to = async (name: string, init: RequestInit) => (await fetch(`${vendor.url}/-/${name}`, init)).text();
  expect(await to("touch", posting({}))).toBe("touch: id is missing\n");
  expect(await to("expire", posting({}, { accept: "text/html" }))).toContain('<p role="status">expire: done</p>');
  const nobody = "http://127.0.0.1:9/events";
  expect(await to("portal", posting({ url: nobody, key: "key" }))).toBe(
    `portal: done\nposted to ${nobody}, where nobody answered\n`,
  );
  await vendor.close();
});

test("names the simulators that there are when asked for another", async () => {
  const simulators = begin("nowhere");
  expect(await textUntil(simulators.stderr, /\n/)).toMatch(/There is no simulator of nowhere\. There are: \w/);
  expect(await once(simulators, "exit")).toEqual([1, null]);
});
