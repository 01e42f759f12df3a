/** The embedded database dies while the service runs: it restarts, and callers get 503 with Retry-After meanwhile. */

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Demo } from "../../src/core/accounts/demo.ts";
import { reportFigure } from "../faults/scale.ts";
import { type Kontor, kontor } from "../support/process.ts";

let folder = "";
let service: Kontor;
let demo: Demo;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kontor-dies-"));
  service = kontor(["start"], { DATA_DIR: folder, PORT: "0", SANDBOX_ENTRIES: "1000", LOG_LEVEL: "warn" });
  await service.until(/is running/);
  demo = JSON.parse(await readFile(join(folder, "demo.json"), "utf8")) as Demo;
});
afterAll(async () => {
  service.process.kill("SIGTERM");
  await service.ended;
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

async function postmaster(): Promise<number> {
  const [processId] = (await readFile(join(folder, "postgres/cluster/postmaster.pid"), "utf8")).split("\n");
  return Number(processId);
}

async function ask(path: string, init: RequestInit = {}) {
  const headers = { "x-api-key": demo.apiKey, "x-account-key": demo.accountKey };
  const answer = await fetch(demo.baseUrl + path, { headers, ...init });
  const body = (await answer.json()) as { errors?: { code: string }[]; status?: string; workers?: number };
  const code = body.errors?.[0]?.code;
  return { status: answer.status, code, retryAfter: answer.headers.get("retry-after"), body };
}

test("recovers after PostgreSQL is killed twice; requests in between get 503 with Retry-After", async () => {
  const took: string[] = [];
  for (let time = 0; time < 2; time++) {
    expect((await ask("/health")).status).toBe(200);
    const before = await postmaster();
    process.kill(before, "SIGKILL");
    const killed = performance.now();
    const codes = new Set<string | undefined>();
    for (let isBack = false; !isBack; await pause(20)) {
      const replies = await Promise.all(["/accounting/units", "/events", "/health"].map((path) => ask(path)));
      for (const { status, code, retryAfter } of replies) {
        if (status === 200) continue;
        expect([status, retryAfter]).toEqual([503, expect.stringMatching(/^\d+$/)]);
        codes.add(code);
      }
      isBack = codes.size > 0 && replies.every(({ status }) => status === 200);
    }
    expect(codes).toContain("unavailable");
    took.push(`${((performance.now() - killed) / 1000).toFixed(1)} s`);
    expect(await postmaster()).not.toBe(before);
  }
  reportFigure("H8", `answers as before ${took.join(" and ")} after it was killed, 503 with Retry-After in between`);
  const details = await ask("/health/details");
  expect(details.body).toMatchObject({ status: "ok", database: "ok", disk: "ok", workers: 1 });
  expect(service.process.exitCode).toBeNull();
});
