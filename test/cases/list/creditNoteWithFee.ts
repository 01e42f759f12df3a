import { totalsOf } from "../amounts.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectDocument } from "../documents.ts";

export const creditNoteWithFee: BusinessCase = {
  fact: "A credit note over 200 net less a fee of 50 gives 150 net back, and the fee is a negative line",
  rules: ["A1", "A2", "A3"],
  needs: ["creditNotes.get"],
  entered: "creditNoteWithFee",
  run: async (books) => {
    const { creditNoteId } = await books.enter("creditNoteWithFee");
    const { standard } = books.system.sales;
    const expected = { ...totalsOf([{ net: 150, rate: standard }]), lineNets: [200, -50] };
    expectDocument("creditNotes", await books.read("creditNotes", creditNoteId), expected, "read");
  },
};
