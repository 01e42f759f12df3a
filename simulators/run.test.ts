import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";

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
  const simulators = begin("--port", "47910");
  const said = await textUntil(simulators.stdout, /Ctrl-C/);
  expect(said).toMatch(/^ALLOW_PRIVATE_NETWORK=true$/m);
  const sites = [...said.matchAll(/^TARGET_SITE_[A-Z_]+=(http:\/\/127\.0\.0\.1:\d+)$/gm)].map(([, site]) => site ?? "");
  expect(sites.length).toBeGreaterThan(0);
  for (const site of sites) expect(await (await fetch(site)).text()).toContain("/-/touch");
  const unknown = await fetch(`${sites[0]}/-/touch`, { method: "POST", body: new URLSearchParams() });
  expect([unknown.status, await unknown.text()]).toEqual([400, "touch: id is missing\n"]);
  simulators.kill("SIGINT");
  expect(await once(simulators, "exit")).toEqual([0, null]);
});

test("names the simulators that there are when asked for another", async () => {
  const simulators = begin("nowhere");
  expect(await textUntil(simulators.stderr, /\n/)).toMatch(/There is no simulator of nowhere\. There are: \w/);
  expect(await once(simulators, "exit")).toEqual([1, null]);
});
