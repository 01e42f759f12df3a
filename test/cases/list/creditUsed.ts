import { Big } from "big.js";
import { totalsOf } from "../amounts.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectDocument } from "../documents.ts";
import { expectPaid, expectSettled } from "../settling.ts";

export const creditUsed: BusinessCase = {
  fact: "An invoice that a credit note settled is cleared by it, and no money moved",
  rules: ["A2", "A5", "A7"],
  needs: ["invoices.get", "creditNotes.get", "payments.list"],
  entered: "creditUsed",
  run: async (books) => {
    const { invoiceId, creditNoteId } = await books.enter("creditUsed");
    const totals = totalsOf([{ net: 200, rate: books.system.sales.standard }]);
    const invoice = await books.read("invoices", invoiceId);
    const creditNote = await books.read("creditNotes", creditNoteId);
    expectDocument("invoices", invoice, totals, "invoice");
    expectDocument("creditNotes", creditNote, totals, "credit note");
    expectSettled(invoice, "PAID", "CLEARED_WITH_CREDIT_NOTE");
    expectSettled(creditNote, "PAID", "CREDIT_NOTE_CLEARED");
    await expectPaid(books, invoiceId, new Big(0));
  },
};
