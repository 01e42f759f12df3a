import { expect, test } from "vitest";
import { sessionWith } from "../../../test/support/vendorSession.ts";
import type { ListHandler } from "../../contract/connector.ts";
import { incomplete } from "./incomplete.ts";

test("the reason is a rule and a warning of every response, except where a filter makes the list complete", async () => {
  const reason = "Only manual entries are listed.";
  const handler: ListHandler<{ id: string }> = {
    fields: { id: true },
    filters: [],
    orders: [],
    requires: [],
    rules: ["Sorted by day."],
    list: async () => ({ records: [{ id: "1" }], raw: [], total: 1, warnings: ["A field was left out."] }),
  };
  const partly = incomplete(reason, handler);
  expect(partly.rules).toEqual([reason, "Sorted by day."]);
  expect(await partly.list({ ids: {}, filters: {} }, sessionWith({}))).toEqual({
    records: [{ id: "1" }],
    raw: [],
    total: 1,
    warnings: ["A field was left out.", reason],
  });
  const byInvoice = incomplete(reason, handler, ({ invoiceId }) => invoiceId !== undefined);
  expect(await byInvoice.list({ ids: {}, filters: { invoiceId: "7" } }, sessionWith({}))).toMatchObject({
    warnings: ["A field was left out."],
  });
});
