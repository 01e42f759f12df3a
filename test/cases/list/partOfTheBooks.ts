import type { BusinessCase } from "../businessCase.ts";
import { expectThat } from "../errors.ts";

export const partOfTheBooks: BusinessCase = {
  fact: "A list that cannot show a payment says so in a warning",
  rules: ["A6", "A12"],
  needs: ["payments.list"],
  entered: "hiddenPayment",
  run: async (books) => {
    const before = await books.warningsOf("payments.list");
    const { list } = await books.enter("hiddenPayment");
    const after = await books.warningsOf(list);
    const isSaid = after.some((warning) => !before.includes(warning));
    expectThat(isSaid, `the list has the same warnings as before: ${JSON.stringify(after)}`);
  },
};
