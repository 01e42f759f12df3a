/** Spans of a real service, as an OpenTelemetry collector receives them. */
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Demo } from "../../src/core/accounts/demo.ts";
import { type Loopback, serveHttp } from "../support/loopback.ts";
import { type Call, makeCall } from "../support/platform.ts";
import { type Kontor, kontor } from "../support/process.ts";

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
  readonly status: { readonly code?: number };
}

const spans: Span[] = [];
const delivered: IncomingHttpHeaders[] = [];
const bodies: string[] = [];
let collector: Loopback;
let receiver: Loopback;
let folder: string;
let program: Kontor;
let call: Call;
let accountKey: string;

async function bodyOf(request: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

beforeAll(async () => {
  collector = await serveHttp(async (request, response) => {
    const body = await bodyOf(request);
    bodies.push(body);
    const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.end("{}");
  });
  receiver = await serveHttp((request, response) => {
    delivered.push(request.headers);
    response.end();
  });
  folder = await mkdtemp(join(tmpdir(), "kontor-tracing-"));
  program = kontor(["start"], {
    DATA_DIR: folder,
    PORT: "0",
    SANDBOX_ENTRIES: "1000",
    SWEEP_SECONDS: "1",
    ALLOW_PRIVATE_NETWORK: "true",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: "books",
  });
  await program.until(/is running/);
  const demo = JSON.parse(await readFile(join(folder, "demo.json"), "utf8")) as Demo;
  call = makeCall(demo.baseUrl, demo.apiKey);
  accountKey = demo.accountKey;
});
afterAll(async () => {
  program.process.kill("SIGTERM");
  await program.ended;
  await collector.close();
  await receiver.close();
  await rm(folder, { recursive: true, force: true });
});

const traceId = "0af7651916cd43dd8448eb211c80319c";
const callerSpan = "b7ad6b7169203331";
const traceparent = `00-${traceId}-${callerSpan}-01`;

const named = (name: string, of = traceId) => spans.filter((span) => span.name === name && span.traceId === of);
const attributesOf = (span: Span | undefined) =>
  Object.fromEntries(span?.attributes.map(({ key, value }) => [key, value.stringValue]) ?? []);

test("a request is part of its caller's trace, and its vendor calls are part of the request", async () => {
  const reply = await call("GET", "/accounting/invoices", { accountKey, headers: { traceparent } });
  expect(reply.status).toBe(200);
  await expect.poll(() => named("GET sandbox")).not.toEqual([]);
  const [request] = named("GET /accounting/invoices");
  expect(request?.parentSpanId).toBe(callerSpan);
  expect(attributesOf(request)).toMatchObject({
    "kontor.operation": "invoices.list",
    "kontor.request_id": reply.headers.get("x-request-id"),
    "kontor.target_system": "sandbox",
  });
  const [vendorCall] = named("GET sandbox");
  expect(vendorCall?.parentSpanId).toBe(request?.spanId);
  expect(bodies[0]).toContain('"stringValue":"books"');
});

test("a task belongs to the trace of the request that started it", async () => {
  const body = {
    fiscalYearStartDate: "2026-01-01",
    accountNumberLength: 4,
    chartOfAccount: "SKR03",
    entries: [{ contactType: "COMPANY", companyName: "Probe & Söhne", isCustomer: true, isSupplier: false }],
  };
  const reply = await call("POST", "/accounting/contacts/bulk", { accountKey, headers: { traceparent }, body });
  expect(reply.status, reply.text).toBe(201);
  await expect.poll(() => named("run task")).not.toEqual([]);
  const [task] = named("run task");
  expect(task?.parentSpanId).toBe(named("POST /accounting/contacts/bulk")[0]?.spanId);
  await expect.poll(() => named("POST sandbox").map(({ parentSpanId }) => parentSpanId)).toContain(task?.spanId);
});

test("receivers of webhooks get the trace of the delivery", async () => {
  const subscription = { callbackUrl: `${receiver.url}/events` };
  const created = await call("POST", "/webhooks", { accountKey, body: subscription });
  await call("POST", `/webhooks/${created.data["id"]}/test`, { accountKey, headers: { traceparent } });
  await expect.poll(() => delivered[0]?.["traceparent"]).toBeDefined();
  const [, deliveryTrace = "", deliverySpan] = delivered[0]?.["traceparent"]?.toString().split("-") ?? [];
  await expect.poll(() => named("deliver webhook", deliveryTrace).map(({ spanId }) => spanId)).toContain(deliverySpan);
  // The subscription makes Kontor sweep the lists below the vendor's webhooks.
  await expect.poll(() => spans.filter(({ name }) => name === "poll")).not.toEqual([]);
});

test("spans contain no keys, and refusals name their code instead of their message", async () => {
  const headers = { traceparent };
  const reply = await call("GET", "/accounting/invoices/no-such-invoice", { accountKey, headers });
  expect(reply.status).toBe(404);
  const refused = () => named("GET /accounting/invoices/:invoiceId");
  await expect.poll(refused).not.toEqual([]);
  expect(attributesOf(refused()[0])["error.type"]).toBe("not_found");
  expect(refused()[0]?.status.code).not.toBe(2);
  const sent = bodies.join("\n");
  expect(sent).not.toContain(accountKey);
  expect(sent).not.toContain("no-such-invoice");
});

test("the remaining spans are sent before the service ends", async () => {
  const last = "1af7651916cd43dd8448eb211c80319c";
  await call("GET", "/accounting/units", { accountKey, headers: { traceparent: `00-${last}-${callerSpan}-01` } });
  program.process.kill("SIGTERM");
  await once(program.process, "exit");
  expect(named("GET /accounting/units", last)).toHaveLength(1);
});
