import { idOf } from "../../../src/verify/row.ts";
import { totalsOf } from "../amounts.ts";
import { consulting, invoiceBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectListed, expectStored } from "../documents.ts";

export const minimumInvoice: BusinessCase = {
  fact: "The minimum body of an invoice, 200 net at the standard rate, is stored with its tax",
  rules: ["A1", "A3", "W2"],
  needs: ["invoices.create"],
  run: async (books) => {
    const { standard } = books.system.sales;
    const record = await books.createExactly("invoices.create", await invoiceBody(books, [consulting(standard)]));
    const expected = { ...totalsOf([{ net: 200, rate: standard }]), lineNets: [200] };
    await expectStored(books, "invoices", record, expected);
    await expectListed(books, "invoices", idOf(record), expected);
  },
};
