import { expect, test } from "vitest";
import { sessionWith } from "../../../test/support/vendorSession.ts";
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Write } from "../calling/request.ts";
import { missingReferences } from "./missingReference.ts";

/** A target system without bills, and with one vendor credit, which can only be listed. */
const operations = {
  "bills.get": {
    fields: {},
    get: async () => {
      throw new Failure("not_found", "No record has this id.");
    },
  },
  "vendorCredits.list": {
    fields: {},
    filters: [],
    orders: [],
    requires: [],
    list: async () => ({ records: [{ id: "c-1" }], raw: [{}] }),
  },
};
const connector = { id: "example", name: "Example", operations: operations as Connector["operations"] } as Connector;
const paymentOf = (invoiceId: string): Write =>
  ({
    connector,
    call: { ids: {}, filters: {}, body: { paymentLines: [{ invoiceId, amount: -20 }] } },
  }) as Write;

test("a payment may name a vendor credit, which can only be listed", async () => {
  expect(await missingReferences(paymentOf("c-1"), sessionWith({}))).toEqual([]);
});

test("a document that is in no list is missing", async () => {
  expect(await missingReferences(paymentOf("c-2"), sessionWith({}))).toEqual([
    { field: "paymentLines[0].invoiceId", message: 'Example has no document "c-2". Check paymentLines[0].invoiceId.' },
  ]);
});
