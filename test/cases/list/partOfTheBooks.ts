import type { BusinessCase } from "../businessCase.ts";
import { expectThat } from "../errors.ts";

export const partOfTheBooks: BusinessCase = {
  fact: "A list that cannot show a payment says so in a warning",
  rules: ["A6", "A12"],
  needs: ["payments.list"],
  entered: "hiddenPayment",
  run: async (books) => {
    const { list, says } = await books.enter("hiddenPayment");
    const warnings = await books.warningsOf(list);
    const isSaid = warnings.some((warning) => warning.includes(says));
    expectThat(isSaid, `no warning says "${says}": ${JSON.stringify(warnings)}`);
  },
};
