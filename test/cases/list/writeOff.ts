import { Big } from "big.js";
import { totalsOf } from "../amounts.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectDocument } from "../documents.ts";
import { expectPaid, expectSettled } from "../settling.ts";

export const writeOff: BusinessCase = {
  fact: "An invoice that was written off is a bad debt, not PAID, and nobody paid for it",
  rules: ["A5", "A7"],
  needs: ["invoices.get", "payments.list"],
  entered: "writeOff",
  run: async (books) => {
    const { invoiceId } = await books.enter("writeOff");
    const invoice = await books.read("invoices", invoiceId);
    expectDocument("invoices", invoice, totalsOf([{ net: 200, rate: books.system.sales.standard }]), "read");
    expectSettled(invoice, undefined, "BAD_DEBT");
    await expectPaid(books, invoiceId, new Big(0));
  },
};
