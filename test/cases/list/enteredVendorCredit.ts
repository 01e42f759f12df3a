import { totalsOf } from "../amounts.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectDocument } from "../documents.ts";
import { expectThat } from "../errors.ts";

export const enteredVendorCredit: BusinessCase = {
  fact: "A supplier's credit that was entered at the vendor is positive, and in no other list",
  rules: ["A1", "A2", "A3"],
  needs: ["vendorCredits.list"],
  entered: "vendorCredit",
  run: async (books) => {
    const { vendorCreditId } = await books.enter("vendorCredit");
    const totals = totalsOf([{ net: 200, rate: books.system.purchases.standard }]);
    const credit = await books.read("vendorCredits", vendorCreditId);
    expectDocument("vendorCredits", credit, { ...totals, lineNets: [200] }, "read");
    const bills = await books.rows("bills.list");
    expectThat(!bills.some((bill) => bill["id"] === vendorCreditId), "the credit is in the list of bills");
  },
};
