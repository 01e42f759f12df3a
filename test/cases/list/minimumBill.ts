import { totalsOf } from "../amounts.ts";
import { billBody, consulting } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectStored } from "../documents.ts";

export const minimumBill: BusinessCase = {
  fact: "The minimum body of a bill, 200 net at the standard rate, is stored with its tax",
  rules: ["A1", "A3", "W2"],
  needs: ["bills.create"],
  run: async (books) => {
    const { standard } = books.system.purchases;
    const record = await books.createExactly("bills.create", await billBody(books, [consulting(standard)]));
    const expected = { ...totalsOf([{ net: 200, rate: standard }]), lineNets: [200] };
    await expectStored(books, "bills", record, expected);
  },
};
