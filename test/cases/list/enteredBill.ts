import { totalsOf } from "../amounts.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectDocument, expectListed } from "../documents.ts";

export const enteredBill: BusinessCase = {
  fact: "A bill with two rates that was entered at the vendor has the tax of each line",
  rules: ["A1", "A3"],
  needs: ["bills.get", "bills.list"],
  entered: "billWithTwoRates",
  run: async (books) => {
    const { billId } = await books.enter("billWithTwoRates");
    const { standard, second } = books.system.purchases;
    const totals = totalsOf([
      { net: 200, rate: standard },
      { net: 50, rate: second },
    ]);
    const expected = { ...totals, lineNets: [200, 50] };
    expectDocument("bills", await books.read("bills", billId), expected, "read");
    await expectListed(books, "bills", billId, expected);
  },
};
