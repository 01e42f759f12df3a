/** Expectations of the cases about invoices that were settled at the vendor, by money and by other means. */
import { Big } from "big.js";
import { type Row, rowsIn } from "../../src/verify/row.ts";
import { amountOf, isNear, sumOf } from "./amounts.ts";
import type { Books } from "./books.ts";
import { expectThat } from "./errors.ts";

/** The money that was paid for a document, from all payments that name it. */
async function paidFor(books: Books, documentId: string): Promise<Big> {
  const payments = await books.rows("payments.list", { invoiceId: documentId });
  const lines = payments
    .filter((payment) => payment["status"] !== "DELETED")
    .flatMap((payment) => rowsIn(payment["paymentLines"]))
    .filter((line) => line["invoiceId"] === documentId);
  return sumOf(lines.map((line) => amountOf(line["amount"]) ?? new Big(0)));
}

/** A5: only money is a payment. */
export async function expectPaid(books: Books, documentId: string, amount: Big): Promise<void> {
  const paid = await paidFor(books, documentId);
  expectThat(isNear(paid, amount), `payments come to ${paid.toFixed(2)} instead of ${amount.toFixed(2)}`);
}

export function expectSettled(document: Row, status: string | undefined, paymentStatus?: string): void {
  expectThat(document["status"] === status, `status is ${String(document["status"])} instead of ${String(status)}`);
  if (paymentStatus !== undefined)
    expectThat(
      document["paymentStatus"] === paymentStatus,
      `paymentStatus is ${String(document["paymentStatus"])} instead of ${paymentStatus}`,
    );
}
