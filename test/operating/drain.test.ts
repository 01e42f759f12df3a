/** A stopping service reports itself as not ready and answers for a while, so that proxies can leave it. */
import { expect, test } from "vitest";
import { makeCall, problem } from "../support/platform.ts";
import { startService } from "../support/service.ts";

test("between SIGTERM and closing the port, health is 503 and requests are answered with Connection: close", async () => {
  const logged: string[] = [];
  const service = await startService(
    { DRAIN_SECONDS: "5", LOG_LEVEL: "warn" },
    { logged: { write: (line) => logged.push(line) } },
  );
  const call = makeCall(service.url, service.keys.apiKey);
  const { accountKey } = service.keys;
  const before = await call("GET", "/accounting/units", { accountKey });
  expect([before.status, before.headers.get("connection")]).toEqual([200, "keep-alive"]);
  const stopped = service.stop();
  const health = await call("GET", "/health");
  expect(problem(health)).toMatchObject({
    status: 503,
    code: "unavailable",
    message: "This service is shutting down. Try again shortly.",
  });
  expect(health.headers.get("retry-after")).toBe("1");
  const during = await call("GET", "/accounting/units", { accountKey });
  expect([during.status, during.headers.get("connection")]).toEqual([200, "close"]);
  await stopped;
  expect(logged).toEqual([]);
  await expect(fetch(`${service.url}/health`)).rejects.toThrow("fetch failed");
});
