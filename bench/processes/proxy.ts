/**
 * A minimal proxy: sends the configured requests to the vendor, parses the JSON and serialises it again. The requests can be
 * reconfigured, so that one warmed-up process serves for many vendors.
 */
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { Agent, request } from "undici";

interface ReplayedRequest {
  readonly path: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

let [, , vendor = ""] = process.argv;
let requests: readonly ReplayedRequest[] = [{ path: "/journal-entries?page=1&page_size=100" }];
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
const app = Fastify({ bodyLimit: 100_000_000 });
app.get("/*", async () => {
  const bodies: unknown[] = [];
  for (const { path, method = "GET", headers = {}, body = "" } of requests) {
    const answer = await request(vendor + path, { method, headers, body: body === "" ? null : body, dispatcher });
    const text = await answer.body.text();
    bodies.push(read(text, String(answer.headers["content-type"])));
  }
  return bodies.length === 1 ? bodies[0] : bodies;
});
app.post<{ Body: { vendor: string; requests: readonly ReplayedRequest[] } }>("/replay-plan", async ({ body }) => {
  ({ vendor, requests } = body);
  return {};
});
await app.listen({ host: "127.0.0.1", port: 0 });
process.send?.((app.server.address() as AddressInfo).port);
