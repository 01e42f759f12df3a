import Fastify from "fastify";
import { expect, test } from "vitest";
import type { Entry } from "../server/trace.ts";
import { traceOf } from "../server/trace.ts";
import { traceRequests } from "./traceRequests.ts";

const envelope = { data: [{ id: "1" }, { id: "2" }], meta: { warnings: ["One was left out."] } };

let heldWhileSent: unknown;

async function entryOf(keepsBodies: boolean): Promise<Entry | undefined> {
  const entries: Entry[] = [];
  const app = Fastify();
  traceRequests(app, {
    metrics: { countRequest: () => {} },
    requestLog: { keepsBodies, add: (entry) => entries.push(entry) },
  });
  app.get("/list", { config: { operation: "accounts.list" } }, (request, reply) => {
    traceOf(request).answer(envelope);
    heldWhileSent = traceOf(request).envelope;
    return reply.send(envelope);
  });
  await app.inject("/list");
  await app.close();
  return entries[0];
}

test("logs facts about a response without keeping its data", async () => {
  const entry = await entryOf(false);
  expect([heldWhileSent, entry?.trace.envelope]).toEqual([undefined, undefined]);
  expect(entry?.trace.answered).toEqual({ records: 2, id: undefined, warnings: ["One was left out."] });
});

test("keeps the response if bodies are stored", async () => {
  expect((await entryOf(true))?.trace.envelope).toEqual(envelope);
});
