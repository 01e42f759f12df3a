/** Expectations of the cases about payments and the documents that they pay. */
import { Big } from "big.js";
import { idOf, type Row, rowsIn } from "../../src/verify/row.ts";
import { amountOf, isNear, sumOf } from "./amounts.ts";
import { type OpenDocument, paymentBody } from "./bodies.ts";
import type { Books } from "./books.ts";
import { shown } from "./documents.ts";
import { expectThat, Refusal } from "./errors.ts";

export type Side = "INVOICE" | "BILL";

export interface ExpectedPayment {
  readonly side: Side;
  readonly amount: Big;
  /** The document of the first line. */
  readonly documentId?: string;
}

/** A4: the lines add up to the money that moved, in the direction of the payment's kind. */
export function expectPayment(payment: Row, { side, amount, documentId }: ExpectedPayment, source: string): void {
  const lines = rowsIn(payment["paymentLines"]);
  const sum = sumOf(lines.map((line) => amountOf(line["amount"]) ?? new Big(0)));
  expectThat(isNear(sum, amount), `${source}: the payment is ${sum.toFixed(2)} instead of ${amount.toFixed(2)}`);
  if (documentId !== undefined)
    expectThat(
      lines.some((line) => line["invoiceId"] === documentId),
      `${source}: no payment line names the document ${documentId}`,
    );
  const type = payment["documentType"];
  expectThat(type === undefined || type === side, `${source}: documentType is ${shown(type)} instead of ${side}`);
}

/** Pays 100 of a document, or all of it at vendors without partial payments, for cases that are not about the payment. */
export async function settle(books: Books, side: Side, { id, totals }: OpenDocument): Promise<void> {
  const settleBy = (amount: Big) =>
    books.create("payments.create", paymentBody(books, side, [{ invoiceId: id, amount: amount.toNumber() }]));
  try {
    await settleBy(new Big(100));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await settleBy(totals.gross);
  }
}

interface PaidDocument extends ExpectedPayment {
  readonly documentId: string;
  /** More fields of the body. */
  readonly more?: Row;
}

/** Pays a document, and checks the payment as it was answered and as it is read. */
export async function pay(books: Books, { more = {}, ...expected }: PaidDocument): Promise<Row> {
  const { side, amount, documentId } = expected;
  const body = paymentBody(books, side, [{ invoiceId: documentId, amount: amount.toNumber() }], more);
  const payment = await books.create("payments.create", body);
  expectPayment(payment, expected, "answered");
  const query = { invoiceId: documentId };
  expectPayment(await books.read("payments", idOf(payment), query), expected, "read again");
  return payment;
}

const openStatuses = ["OPEN", "OVERDUE"];
const partlyPaidStatuses = ["PARTIALLY_PAID", "PARTIALLY_OVERDUE"];

export async function expectStatus(
  books: Books,
  kind: "invoices" | "bills" | "vendorCredits" | "creditNotes",
  id: string,
  status: "open" | "partly paid" | "paid" | "voided",
): Promise<Row> {
  const record = await books.read(kind, id);
  const expected = { open: openStatuses, "partly paid": partlyPaidStatuses, paid: ["PAID"], voided: ["VOIDED"] }[
    status
  ];
  expectThat(
    expected.includes(String(record["status"])),
    `${kind} ${id} is ${shown(record["status"])} instead of ${expected.join(" or ")}`,
  );
  const isPaid = status === "paid";
  const hasDay = record["paidDate"] !== undefined;
  expectThat(isPaid || !hasDay, `${kind} ${id} has a paidDate although something is open`);
  return record;
}
