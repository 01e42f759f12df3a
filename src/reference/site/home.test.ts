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

/** With headers that fetch would not send. */
async function page(path: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    get(service.url + path, { headers }, resolve).once("error", reject);
  });
  return text(answer);
}

test("the front page says what this is, that it is well, and where to go", async () => {
  const front = await page("/");
  expect(front).toContain("One accounting API for every accounting system");
  expect(front).toContain("All is well");
  for (const link of ["docs", "docs/guides", "console", "changelog", "openapi.json"])
    expect(front).toContain(`href="${link}"`);
  const icon = await fetch(`${service.url}/favicon.ico`);
  expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
});

test("the demo's keys and a command that works are shown to who sits at the machine", async () => {
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

test("the demo's keys are shown to nobody who came through a proxy or by another name", async () => {
  const ways = [
    { host: "kontor.example" },
    { "x-forwarded-for": "203.0.113.7" },
    { forwarded: "for=203.0.113.7" },
    { via: "1.1 proxy" },
  ];
  for (const headers of ways)
    for (const path of ["/", "/docs/invoices.list", "/docs"]) {
      const shown = await page(path, headers);
      expect(shown).toContain("Kontor");
      expect(shown, JSON.stringify(headers)).not.toMatch(/k(?:api|acc)_/);
    }
});

test("an installation that names its address and its operator shows no keys, but who runs it", async () => {
  const named = await startService({ BASE_URL: "https://kontor.example", OPERATOR_NAME: "Beispiel & Partner" });
  try {
    const { localUrl = "" } = (await readServiceFile(named.storage.config.dataFolder)) ?? {};
    const front = await (await fetch(localUrl)).text();
    expect(front).toContain("run by Beispiel &amp; Partner");
    expect(front).not.toMatch(/k(?:api|acc)_/);
    // No worker runs beside it.
    expect(front).toContain("Needs somebody");
  } finally {
    await named.stop();
  }
});
