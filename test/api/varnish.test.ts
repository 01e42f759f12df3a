/** A standard Debian cache in front of Kontor never serves one caller's response to another. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { serveHttp } from "../support/loopback.ts";
import { startService } from "../support/service.ts";

const isInstalled = spawnSync("varnishd", ["-V"]).status === 0;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a cache with default rules in front of the URL; returns its URL. */
async function startCacheInFrontOf(url: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-varnish-"));
  const port = await freePort();
  const options = ["-n", folder, "-a", `127.0.0.1:${port}`, "-b", new URL(url).host];
  const varnish = spawn("varnishd", ["-F", ...options, "-s", "malloc,16m", "-j", "none"], { stdio: "ignore" });
  onTestFinished(async () => {
    const ended = once(varnish, "exit");
    varnish.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  const address = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => expect((await fetch(`${address}/health`)).status).toBe(200), { timeout: 30_000 });
  return address;
}

test.skipIf(!isInstalled)(
  "a cache (Varnish; skipped if Debian's package is not installed) stores no response that requires a key",
  async () => {
    const service = await startService();
    onTestFinished(() => service.stop());
    const cached = await startCacheInFrontOf(service.url);
    const keys = { "x-api-key": service.keys.apiKey, "x-account-key": service.keys.accountKey };
    for (const path of [
      "/accounting/units",
      "/accounting/invoices?limit=5",
      "/auth/connection",
      "/events",
      "/webhooks/subscriptions",
    ]) {
      for (let times = 0; times < 3; times++) {
        const answer = await fetch(`${cached}${path}`, { headers: keys });
        expect(answer.status, path).toBe(200);
        // Two numbers would mean that the response came from the cache.
        expect(answer.headers.get("x-varnish"), path).toMatch(/^\d+$/);
      }
      expect((await fetch(`${cached}${path}`)).status, path).toBe(401);
      expect((await fetch(`${cached}${path}`, { headers: { ...keys, "x-account-key": "" } })).status, path).toBe(401);
    }
  },
);

test.skipIf(!isInstalled)(
  "the same cache does store cacheable responses (skipped if Debian's package is not installed)",
  async () => {
    const plain = await serveHttp((_request, response) => {
      response.setHeader("content-type", "application/json");
      response.end("{}");
    });
    onTestFinished(() => plain.close());
    const cached = await startCacheInFrontOf(plain.url);
    await fetch(`${cached}/accounting/units`, { headers: { "x-api-key": "a" } });
    const again = await fetch(`${cached}/accounting/units`);
    expect(again.headers.get("x-varnish")).toMatch(/^\d+ \d+$/);
  },
);
