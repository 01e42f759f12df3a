/** The contract's minimum bodies. They are the same for every target system. */
import { idOf, type Row } from "../../src/verify/row.ts";
import { type Totals, totalsOf } from "./amounts.ts";
import type { Body, Books } from "./books.ts";

export interface Line {
  readonly quantity: number;
  readonly unitAmount: number;
  readonly taxRatePercentage: number;
  readonly [field: string]: unknown;
}

/** 200 net. */
export const consulting = (rate: number, more: Row = {}): Line => ({
  quantity: 2,
  unitAmount: 100,
  taxRatePercentage: rate,
  ...more,
});

export async function invoiceBody(books: Books, lines: readonly Line[], more: Row = {}): Promise<Body> {
  return {
    contactId: await books.known("customer"),
    invoiceDate: books.day(-5),
    lineItems: lines.map((line) => ({ name: "Consulting", ...line })),
    ...more,
  };
}

export async function billBody(books: Books, lines: readonly Line[], more: Row = {}): Promise<Body> {
  return {
    contactId: await books.known("supplier"),
    billDate: books.day(-5),
    billNumber: books.freshNumber(),
    lineItems: lines.map((line) => ({ description: "Paper", ...line })),
    ...more,
  };
}

export async function vendorCreditBody(books: Books, lines: readonly Line[], more: Row = {}): Promise<Body> {
  return {
    contactId: await books.known("supplier"),
    vendorCreditDate: books.day(-5),
    vendorCreditNumber: books.freshNumber(),
    lineItems: lines.map((line) => ({ description: "Paper returned", ...line })),
    ...more,
  };
}

export interface OpenDocument {
  readonly id: string;
  readonly totals: Totals;
}

/** An unpaid invoice of 200 net at the standard rate. */
export async function openInvoice(books: Books, more: Row = {}): Promise<OpenDocument> {
  const { standard } = books.system.sales;
  const body = await invoiceBody(books, [consulting(standard)], { status: "OPEN", dueDate: books.day(30), ...more });
  const record = await books.create("invoices.create", body);
  return { id: idOf(record), totals: totalsOf([{ net: 200, rate: standard }]) };
}

/** An unpaid bill of 200 net at the standard rate. */
export async function openBill(books: Books, more: Row = {}): Promise<OpenDocument> {
  const { standard } = books.system.purchases;
  const body = await billBody(books, [consulting(standard)], { status: "OPEN", dueDate: books.day(30), ...more });
  const record = await books.create("bills.create", body);
  return { id: idOf(record), totals: totalsOf([{ net: 200, rate: standard }]) };
}

export function paymentBody(
  books: Books,
  documentType: "INVOICE" | "BILL",
  lines: readonly Row[],
  more: Row = {},
): Body {
  return {
    documentType,
    paymentLines: lines.map((line) => ({ paymentDate: books.date(-1), ...line })),
    ...more,
  };
}
