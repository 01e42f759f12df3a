import { get } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "../../../test/support/service.ts";
import { readServiceFile } from "../../store/serviceFile.ts";

let service: Service;
beforeAll(async () => {
  service = await startService({}, { worker: true });
});
afterAll(() => service.stop());

/** Uses node:http, because fetch does not send these headers. */
async function page(path: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    get(service.url + path, { headers }, resolve).once("error", reject);
  });
  return text(answer);
}

test("the front page shows what Kontor is, its health and links", async () => {
  const front = await page("/");
  expect(front).toContain("One accounting API for every accounting system");
  expect(front).toContain("All systems operational");
  for (const link of ["docs", "docs/guides", "console", "changelog", "openapi.json"])
    expect(front).toContain(`href="${link}"`);
  const icon = await fetch(`${service.url}/favicon.ico`);
  expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
});

test("shows the demo's keys and a working command to a local browser", async () => {
  const { apiKey, accountKey } = service.keys;
  for (const path of ["/", "/docs/invoices.list"]) {
    const shown = await page(path);
    expect(shown).toContain(apiKey);
    expect(shown).toContain(accountKey);
  }
  const [, url = ""] = /curl &#39;([^&]+)&#39;/.exec(await page("/")) ?? [];
  const answer = await fetch(url, { headers: { "x-api-key": apiKey, "x-account-key": accountKey } });
  expect(answer.status).toBe(200);
});

test("hides the demo's keys from requests through a proxy or under another host name", async () => {
  const remoteHeaders = [
    { host: "kontor.example" },
    { "x-forwarded-for": "203.0.113.7" },
    { forwarded: "for=203.0.113.7" },
    { via: "1.1 proxy" },
  ];
  for (const headers of remoteHeaders)
    for (const path of ["/", "/docs/invoices.list", "/docs"]) {
      const shown = await page(path, headers);
      expect(shown).toContain("Kontor");
      expect(shown, JSON.stringify(headers)).not.toMatch(/k(?:api|acc)_/);
    }
});

test("an installation with a public URL shows its operator and no keys", async () => {
  const named = await startService({ BASE_URL: "https://kontor.example", OPERATOR_NAME: "Beispiel & Partner" });
  try {
    const { localUrl = "" } = (await readServiceFile(named.storage.config.dataFolder)) ?? {};
    const front = await (await fetch(localUrl)).text();
    expect(front).toContain("run by Beispiel &amp; Partner");
    expect(front).not.toMatch(/k(?:api|acc)_/);
    // No worker is running.
    expect(front).toContain("Needs attention");
  } finally {
    await named.stop();
  }
});
