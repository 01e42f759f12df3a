/** The signs of credit notes. No source shows which sign weclapp uses, so both are read. */
import { expect, test } from "vitest";
import { readsOf, sessionWithReplies } from "../../../test/support/vendorSession.ts";

import { weclapp } from "./connector.ts";

const { get } = readsOf(weclapp);

test.each([
  ["negative", "-150", "-200", "50"],
  ["positive", "150", "200", "-50"],
])(
  "a fee that is kept is a negative line of a credit note, if weclapp's amounts are %s",
  async (_sign, net, returned, fee) => {
    const item = (id: string, netAmount: string) => ({
      id,
      quantity: "1",
      unitPrice: netAmount,
      netAmount,
      grossAmount: netAmount,
    });
    const salesInvoiceItems = [item("1", returned), item("2", fee)];
    const native = {
      id: "7",
      salesInvoiceType: "CREDIT_NOTE",
      status: "NEW",
      netAmount: net,
      grossAmount: net,
      salesInvoiceItems,
    };
    const session = sessionWithReplies({
      "/salesInvoice/id/7": native,
      "/currency": { result: [] },
      "/tax": { result: [] },
      "/unit": { result: [] },
    });
    const { record } = await get("creditNotes.get", session, { ids: { creditNoteId: "7" } });
    expect(record).toMatchObject({
      totalNetAmount: 150,
      creditNoteLines: [
        { unitAmount: 200, totalNetAmount: 200, quantity: 1 },
        { unitAmount: -50, totalNetAmount: -50, quantity: 1 },
      ],
    });
  },
);
