import { expect, test } from "vitest";
import { welcome } from "./welcome.ts";

const url = "http://127.0.0.1:3000";
const demo = { baseUrl: url, apiKey: "kapi_first", accountKey: "kacc_first" };
const start = { url, dataFolder: "/data", demo, hasSandboxLogin: false };

test("every start prints the URLs, and the first one also prints the demo's keys", () => {
  const first = welcome({ ...start, withKeys: true });
  const second = welcome({ ...start, withKeys: false });
  for (const output of [first, second])
    for (const link of [`${url}/\n`, `${url}/docs`, `${url}/docs/guides`, "npx kontor console"])
      expect(output).toContain(link);
  expect(first).toContain("kapi_first");
  expect(second).not.toMatch(/_first/);
  expect(second).toContain(`are shown at ${url}/`);
});
