/** What the headers of every answer promise to caches, browsers and proxies. */
import { connect } from "node:net";
import { request } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reportFigure } from "../faults/scale.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let paths: [string, string][];
beforeAll(async () => {
  service = await startService();
  const description = (await (await fetch(`${service.url}/openapi.json`)).json()) as { paths: Record<string, object> };
  paths = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method): [string, string] => [method.toUpperCase(), path.replaceAll(/\{[^}]*\}/g, "x")]),
  );
});
afterAll(() => service.stop());

/** Nothing of a caller's: they may be kept, if they are asked about each time. */
const isPublic = (path: string): boolean => ["/openapi.json", "/auth/assets/logo"].includes(path);

test("no answer may be kept by a cache, and no browser may guess its type", async () => {
  expect(paths.length).toBeGreaterThan(120);
  const keys = { "x-api-key": service.keys.apiKey, "x-account-key": service.keys.accountKey };
  const faults: string[] = [];
  for (const [method, path] of paths)
    for (const headers of method === "GET" ? [{}, keys] : [{}]) {
      const { headers: got, status } = await fetch(service.url + path, { method, headers, redirect: "manual" });
      if (got.get("x-content-type-options") !== "nosniff") faults.push(`${method} ${path} ${status}: type`);
      const kept = got.get("cache-control");
      if (kept !== "no-store" && !(isPublic(path) && kept === "no-cache")) faults.push(`${method} ${path}: ${kept}`);
    }
  expect(faults).toEqual([]);
  reportFigure("H14", `${paths.length} endpoints, with and without keys: none may be kept, none guessed`);
});

const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.url);
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(text));
    let answer = "";
    socket.setEncoding("utf8").on("data", (chunk) => (answer += chunk));
    socket.on("close", () => resolve(answer)).on("error", reject);
  });

test("two Host headers are refused", async () => {
  const answer = await raw("GET /health HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain("exactly one Host header");
});

test("a request that begins and does not go on is late, a socket that says nothing is closed without a word", async () => {
  const [late, silent] = await Promise.all([raw("GET /health HTTP/1.1\r\nhost: a\r\n"), raw("")]);
  expect(late).toMatch(/^HTTP\/1\.1 408 /);
  expect(silent).toBe("");
}, 30_000);

test.each(["/targetSystems/sandbox", "/openapi.json"])(
  "%s is compressed for who asks, and means the same",
  async (at) => {
    const path = `${service.url}${at}`;
    const plain = await fetch(path, { headers: { "accept-encoding": "gzip;q=0" } });
    const packed = await fetch(path, { headers: { "accept-encoding": "gzip" } });
    expect([plain.headers.get("content-encoding"), packed.headers.get("content-encoding")]).toEqual([null, "gzip"]);
    expect(Number(packed.headers.get("content-length"))).toBeLessThan(Number(plain.headers.get("content-length")));
    expect(await packed.json()).toEqual(await plain.json());
  },
);

test("a slash at the end leads to the same route, and other sites' pages may read the description only", async () => {
  expect((await fetch(`${service.url}/targetSystems/`)).status).toBe(200);
  expect((await fetch(`${service.url}/openapi.json`)).headers.get("access-control-allow-origin")).toBe("*");
  expect((await fetch(`${service.url}/targetSystems`)).headers.get("access-control-allow-origin")).toBeNull();
});

test("what comes with a question is not looked at, whatever it is called", async () => {
  const { apiKey, accountKey } = service.keys;
  const answer = await request(`${service.url}/accounting/paymentTerms`, {
    method: "GET",
    body: "no form",
    headers: { "x-api-key": apiKey, "x-account-key": accountKey, "content-type": "multipart/form-data; boundary=x" },
  });
  await answer.body.dump();
  expect(answer.statusCode).toBe(200);
});
