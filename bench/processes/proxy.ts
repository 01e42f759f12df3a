/** The least that a proxy can do: reads the vendor's JSON and writes it again. */
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { Agent, request } from "undici";

const vendor = process.argv[2] ?? "";
const dispatcher = new Agent({ connections: 64 });
const app = Fastify();
app.get("/accounting/journalEntries", async () => {
  const { body } = await request(`${vendor}/journal-entries?page=1&page_size=100`, { dispatcher });
  return body.json();
});
await app.listen({ host: "127.0.0.1", port: 0 });
process.send?.((app.server.address() as AddressInfo).port);
