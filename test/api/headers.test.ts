/** Response headers for caches, browsers and proxies. */
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

/** Responses without caller data: caches may store them if they revalidate each time. */
const isPublic = (path: string): boolean => ["/openapi.json", "/auth/assets/logo"].includes(path);

test("forbids caches to store responses, and browsers to guess their type", async () => {
  expect(paths.length).toBeGreaterThan(120);
  const keys = { "x-api-key": service.keys.apiKey, "x-account-key": service.keys.accountKey };
  const faults: string[] = [];
  for (const [method, path] of paths)
    for (const headers of method === "GET" ? [{}, keys] : [{}]) {
      const { headers: got, status } = await fetch(service.url + path, { method, headers, redirect: "manual" });
      if (got.get("x-content-type-options") !== "nosniff") faults.push(`${method} ${path} ${status}: type`);
      const cacheControl = got.get("cache-control");
      if (cacheControl !== "no-store" && !(isPublic(path) && cacheControl === "no-cache"))
        faults.push(`${method} ${path}: ${cacheControl}`);
    }
  expect(faults).toEqual([]);
  reportFigure("H14", `${paths.length} endpoints, with and without keys: none may be cached, no type guessed`);
});

const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.url);
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(text));
    let answer = "";
    socket.setEncoding("utf8").on("data", (chunk) => (answer += chunk));
    socket.on("close", () => resolve(answer)).on("error", reject);
  });

test("refuses two Host headers", async () => {
  const answer = await raw("GET /health HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain("exactly one Host header");
});

test("answers an unfinished request with 408, and closes a silent socket without a response", async () => {
  const [late, silent] = await Promise.all([raw("GET /health HTTP/1.1\r\nhost: a\r\n"), raw("")]);
  expect(late).toMatch(/^HTTP\/1\.1 408 /);
  expect(silent).toBe("");
});

test.each(["/targetSystems/sandbox", "/openapi.json"])(
  "compresses %s on request, with the same content",
  async (path) => {
    const url = `${service.url}${path}`;
    const plain = await fetch(url, { headers: { "accept-encoding": "gzip;q=0" } });
    const compressed = await fetch(url, { headers: { "accept-encoding": "gzip" } });
    expect([plain.headers.get("content-encoding"), compressed.headers.get("content-encoding")]).toEqual([null, "gzip"]);
    expect(Number(compressed.headers.get("content-length"))).toBeLessThan(Number(plain.headers.get("content-length")));
    expect(await compressed.json()).toEqual(await plain.json());
  },
);

test("ignores a trailing slash, and allows cross-origin reads of the OpenAPI description only", async () => {
  expect((await fetch(`${service.url}/targetSystems/`)).status).toBe(200);
  expect((await fetch(`${service.url}/openapi.json`)).headers.get("access-control-allow-origin")).toBe("*");
  expect((await fetch(`${service.url}/targetSystems`)).headers.get("access-control-allow-origin")).toBeNull();
});

test("ignores the body of a GET request, whatever its content type", async () => {
  const { apiKey, accountKey } = service.keys;
  const answer = await request(`${service.url}/accounting/paymentTerms`, {
    method: "GET",
    body: "no form",
    headers: { "x-api-key": apiKey, "x-account-key": accountKey, "content-type": "multipart/form-data; boundary=x" },
  });
  await answer.body.dump();
  expect(answer.statusCode).toBe(200);
});
