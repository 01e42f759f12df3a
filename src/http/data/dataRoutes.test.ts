import Fastify from "fastify";
import { expect, test } from "vitest";
import type { OperationResult } from "../../core/calling/request.ts";
import { addDataRoutes } from "./dataRoutes.ts";
import { openSerialiser } from "./serialise.ts";

test("releases the bytes of a list after sending it", async () => {
  const data = Array.from({ length: 3000 }, (_, index) => ({
    id: `term-${index}`,
    name: "Payable within thirty days",
  }));
  const answer: OperationResult = { kind: "record", envelope: { data } };
  const app = Fastify();
  addDataRoutes(app, {
    execute: async () => answer,
    serialise: openSerialiser(),
    closing: new AbortController().signal,
    callers: {} as never,
    uploads: {} as never,
  });
  let sent: unknown;
  app.addHook("onSend", (_request, _reply, payload, done) => {
    sent = payload;
    done();
  });
  const { body } = await app.inject("/accounting/paymentTerms");
  await app.close();
  expect(JSON.parse(body)).toEqual({ data });
  expect(sent).toHaveLength(0);
});
