import { expect, test } from "vitest";
import { sessionWithReplies, writeOf } from "../../../test/support/vendorSession.ts";
import { zohoBooks } from "./connector.ts";

const stored = { invoice_id: "1", customer_id: "2", discount: "5%", discount_type: "entity_level", line_items: [] };
const session = sessionWithReplies({ "/invoices/1": { invoice: stored } });

test("a discount of 0 takes away the one that an invoice has", async () => {
  const change = writeOf(zohoBooks, "invoices.patch");
  const call = { ids: { invoiceId: "1" }, filters: {}, body: { discountPercentage: 0 }, files: [], marker: "m" };
  expect(change.request(call, await change.prepare?.(call, session)).body).toMatchObject({ discount: "0%" });
});
