import { totalsOf } from "../amounts.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectDocument } from "../documents.ts";

export const deposit: BusinessCase = {
  fact: "A final invoice of 200 net less a deposit of 50 net is 150 net, and the deposit is a negative line",
  rules: ["A1", "A3"],
  needs: ["invoices.get"],
  entered: "deposit",
  run: async (books) => {
    const { invoiceId } = await books.enter("deposit");
    const { standard } = books.system.sales;
    const expected = { ...totalsOf([{ net: 150, rate: standard }]), lineNets: [200, -50] };
    expectDocument("invoices", await books.read("invoices", invoiceId), expected, "read");
  },
};
