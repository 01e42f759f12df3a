import { totalsOf } from "../amounts.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectDocument, expectListed } from "../documents.ts";
import { expectPaid, expectSettled } from "../settling.ts";

export const cashRefund: BusinessCase = {
  fact: "Goods of 200 net returned for cash are a PAID credit note and a negative payment",
  rules: ["A2", "A4", "A6"],
  needs: ["creditNotes.get", "payments.list"],
  entered: "cashRefund",
  run: async (books) => {
    const { creditNoteId } = await books.enter("cashRefund");
    const totals = totalsOf([{ net: 200, rate: books.system.sales.standard }]);
    const creditNote = await books.read("creditNotes", creditNoteId);
    expectDocument("creditNotes", creditNote, totals, "read");
    await expectListed(books, "creditNotes", creditNoteId, totals);
    expectSettled(creditNote, "PAID");
    await expectPaid(books, creditNoteId, totals.gross.times(-1));
  },
};
