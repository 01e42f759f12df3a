import { Big } from "big.js";
import { idOf } from "../../../src/verify/row.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectThat } from "../errors.ts";
import { expectPayment } from "../payments.ts";

export const supplierPaidOnAccount: BusinessCase = {
  fact: "50 paid to a supplier before there is a bill are a payment of the supplier, and no expense",
  rules: ["A4", "A5", "A6"],
  needs: ["payments.list"],
  entered: "supplierPaidOnAccount",
  run: async (books) => {
    const { paymentId, supplierId } = await books.enter("supplierPaidOnAccount");
    const listed = (await books.rows("payments.list")).find((row) => idOf(row) === paymentId);
    expectThat(listed !== undefined, "the money on account is in no list");
    for (const [source, payment] of Object.entries({ listed, read: await books.read("payments", paymentId) })) {
      expectPayment(payment, { side: "BILL", amount: new Big(50) }, source);
      const [line] = (payment["paymentLines"] ?? []) as readonly { supplierId?: string; invoiceId?: string }[];
      expectThat(line?.supplierId === supplierId, `${source}: the payment does not name the supplier`);
      expectThat(line.invoiceId === undefined, `${source}: the payment names a document`);
    }
    if (books.system.connector.operations["expenses.list"] === undefined) return;
    const expenses = await books.rows("expenses.list");
    expectThat(!expenses.some((row) => idOf(row) === paymentId), "the same money is an expense, too");
  },
};
