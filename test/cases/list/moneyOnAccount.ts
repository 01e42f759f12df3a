import { Big } from "big.js";
import { idOf, rowsIn } from "../../../src/verify/row.ts";
import { amountOf, isNear } from "../amounts.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectThat } from "../errors.ts";
import { expectPayment, expectStatus } from "../payments.ts";

export const moneyOnAccount: BusinessCase = {
  fact: "Of 50 paid on account, 30 paid an invoice and 20 went back: a payment of 50 with two lines, and one of −20",
  rules: ["A4", "A5", "A6"],
  needs: ["invoices.get", "payments.list"],
  entered: "moneyOnAccount",
  run: async (books) => {
    const { paymentId, refundId, invoiceId } = await books.enter("moneyOnAccount");
    const all = await books.rows("payments.list");
    const payment = all.find((row) => idOf(row) === paymentId);
    const refund = all.find((row) => idOf(row) === refundId);
    expectThat(payment !== undefined, "the money on account is in no list");
    expectThat(refund !== undefined, "the money that went back is in no list");
    expectPayment(payment, { side: "INVOICE", amount: new Big(50), documentId: invoiceId }, "listed");
    expectPayment(await books.read("payments", paymentId), { side: "INVOICE", amount: new Big(50) }, "read");
    expectPayment(refund, { side: "INVOICE", amount: new Big(-20) }, "listed refund");
    const [used] = rowsIn(payment["paymentLines"]).filter((line) => line["invoiceId"] === invoiceId);
    expectThat(isNear(amountOf(used?.["amount"]) ?? new Big(0), new Big(30)), "the invoice has not used 30");
    const ofInvoice = await books.rows("payments.list", { invoiceId });
    expectThat(
      ofInvoice.some((row) => idOf(row) === paymentId),
      "the payments of the invoice do not contain the money on account",
    );
    await expectStatus(books, "invoices", invoiceId, "partly paid");
  },
};
