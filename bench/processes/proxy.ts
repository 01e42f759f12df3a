/**
 * A proxy that sends the configured requests to the vendor, parses the JSON and serialises it again. It can be reconfigured, so
 * that one warmed-up process serves for many vendors. The second parameter is a database for the rows of writes.
 */
import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import Fastify, { type FastifyRequest } from "fastify";
import pg from "pg";
import { Histogram, Registry } from "prom-client";
import { Agent, request } from "undici";
import type { ReplayPlan } from "../replayPlan.ts";

const [, , vendor = "", databaseUrl] = process.argv;
let plan: ReplayPlan = { vendor, requests: [{ path: "/journal-entries?page=1&page_size=100" }], work: "bare" };

/** Some vendors send one record per line. */
const linesOf = (text: string): unknown[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
/** Some vendors send a table. */
const cellsOf = (text: string): unknown[] => text.split("\n").map((row) => row.split("\t"));
const read = (text: string, type: string): unknown => {
  if (type.includes("ndjson")) return linesOf(text);
  if (type.includes("json")) return JSON.parse(text);
  return type.startsWith("text/") ? cellsOf(text) : text;
};

const dispatcher = new Agent({ connections: 64 });
async function replay(): Promise<unknown> {
  const bodies: unknown[] = [];
  for (const { path, method = "GET", headers = {}, body = "" } of plan.requests) {
    const answer = await request(plan.vendor + path, {
      method,
      headers,
      body: body === "" ? null : body,
      dispatcher,
    });
    const text = await answer.body.text();
    bodies.push(read(text, String(answer.headers["content-type"])));
  }
  return bodies.length === 1 ? bodies[0] : bodies;
}

const key = createSecretKey(randomBytes(32));
const nonce = randomBytes(12);
const cipher = createCipheriv("aes-256-gcm", key, nonce);
const sealed = Buffer.concat([
  cipher.update(JSON.stringify({ apiKey: randomBytes(24).toString("hex") })),
  cipher.final(),
]);
const tag = cipher.getAuthTag();
const decrypt = (): unknown => {
  const decipher = createDecipheriv("aes-256-gcm", key, nonce).setAuthTag(tag);
  return JSON.parse(Buffer.concat([decipher.update(sealed), decipher.final()]).toString("utf8"));
};
const tenants = new Map([["bench", { id: "tenant" }]]);
const connections = new Map([["bench", { id: "connection" }]]);
const durations = new Histogram({
  name: "request_seconds",
  help: "How long requests take.",
  labelNames: ["operation", "status"],
  registers: [new Registry()],
});

/** The work of a small request around its calls. */
async function forCaller(headers: FastifyRequest["headers"], work: () => Promise<unknown>): Promise<unknown> {
  const began = performance.now();
  const tenant = tenants.get(String(headers["x-api-key"]));
  const connection = connections.get(String(headers["x-account-key"]));
  if (tenant === undefined || connection === undefined || decrypt() === undefined) throw new Error("No such caller.");
  const answer = await work();
  durations.observe({ operation: "replay", status: 200 }, (performance.now() - began) / 1000);
  return answer;
}

const database = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const storeRow = (content: unknown): Promise<unknown> =>
  database.query({
    name: "store-row",
    text: "INSERT INTO bench_rows (content) VALUES ($1)",
    values: [JSON.stringify(content)],
  });

const app = Fastify({ bodyLimit: 100_000_000 });
app.get("/*", ({ headers }) => (plan.work === "small" ? forCaller(headers, replay) : replay()));
app.post("/*", ({ headers, body }) =>
  forCaller(headers, async () => {
    await storeRow(body);
    const answer = await replay();
    await storeRow(answer);
    return answer;
  }),
);
app.post<{ Body: ReplayPlan }>("/replay-plan", async ({ body }) => {
  plan = body;
  return {};
});
if (databaseUrl !== undefined)
  await database.query(
    "CREATE TABLE IF NOT EXISTS bench_rows (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, content text NOT NULL)",
  );
await app.listen({ host: "127.0.0.1", port: 0 });
process.send?.((app.server.address() as AddressInfo).port);
