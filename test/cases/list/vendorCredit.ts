import { totalsOf } from "../amounts.ts";
import { consulting, vendorCreditBody } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectStored } from "../documents.ts";

export const vendorCredit: BusinessCase = {
  fact: "A supplier's credit of 200 net at the standard rate is positive, and its lines are too",
  rules: ["A1", "A2", "A3"],
  needs: ["vendorCredits.create"],
  run: async (books) => {
    const { standard } = books.system.purchases;
    const record = await books.create("vendorCredits.create", await vendorCreditBody(books, [consulting(standard)]));
    await expectStored(books, "vendorCredits", record, {
      ...totalsOf([{ net: 200, rate: standard }]),
      lineNets: [200],
    });
  },
};
