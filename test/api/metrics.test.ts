/** The metrics, and who may read them. */
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { type Service, startService } from "../support/service.ts";

async function open(settings: Record<string, string> = {}): Promise<Service> {
  const service = await startService(settings);
  onTestFinished(() => service.stop());
  return service;
}

const read = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${url}/metrics`, { headers });
  return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
};

test("reports requests by operation, system, status and code, vendor calls, backlog, pool, event loop and memory", async () => {
  const service = await open();
  await service.ask("units.list");
  await service.ask("units.list", { query: { limit: 7 } });
  await service.ask("invoices.get", { ids: { invoiceId: "secret-id-of-nobody" } });
  await fetch(`${service.url}/nowhere/${"x".repeat(50)}`);
  const { status, type, text } = await read(service.url);
  expect({ status, type }).toEqual({ status: 200, type: "text/plain; version=0.0.4; charset=utf-8" });
  const labels = (operation: string, status: number, code: string) =>
    `kontor_requests_total{operation="${operation}",system="sandbox",status="${status}",code="${code}"} 1`;
  expect(text).toContain(labels("units.list", 200, "none"));
  expect(text).toContain(labels("units.list", 400, "invalid_request"));
  expect(text).toContain(labels("invoices.get", 404, "not_found"));
  expect(text).toContain(`kontor_requests_total{operation="none",system="none",status="404",code="route_not_found"} 1`);
  expect(text).toMatch(/^kontor_request_seconds_count\{operation="units.list",system="sandbox"\} 2$/m);
  expect(text).toMatch(/^kontor_vendor_call_seconds_count\{system="sandbox",status="200"\} [1-9]/m);
  for (const name of ["deliveries_waiting", "deliveries_oldest_seconds", "polls_behind"])
    expect(text).toMatch(new RegExp(`^kontor_${name} 0$`, "m"));
  expect(text).toMatch(/^kontor_database_connections\{state="open"\} [1-9]/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
  expect(text).toMatch(/^process_resident_memory_bytes /m);
  expect(text).not.toMatch(/secret-id-of-nobody|xxxxx/);
});

test("requires the token if one is configured", async () => {
  const { url } = await open({ METRICS_TOKEN: "let-me-in" });
  expect((await read(url)).status).toBe(401);
  expect((await read(url, { authorization: "Bearer wrong" })).status).toBe(401);
  expect((await read(url, { authorization: "Bearer let-me-in" })).status).toBe(200);
});

test("serves metrics only on the metrics port if one is configured", async () => {
  const free = createServer();
  await new Promise<void>((resolve) => free.listen(0, "127.0.0.1", resolve));
  const { port } = free.address() as { port: number };
  await new Promise((resolve) => free.close(resolve));
  const { url } = await open({ METRICS_PORT: String(port) });
  expect((await read(url)).status).toBe(404);
  expect((await read(`http://127.0.0.1:${port}`)).status).toBe(200);
});

test("does not serve unprotected metrics on a public address", async () => {
  const { url } = await open({ HOST: "0.0.0.0", SANDBOX: "on" });
  expect((await read(url)).status).toBe(404);
});
