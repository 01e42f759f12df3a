/** Checks of documents: lines add up to totals, net plus tax is gross, and credited amounts are positive. */
import { Big } from "big.js";
import type { OperationId } from "../contract/operations.ts";
import { nameOf, type Row, rowsIn, smallestUnitOf } from "./row.ts";

interface Amounts {
  readonly gross?: string;
  readonly net?: string;
  readonly tax?: string;
}

interface Document {
  readonly lines: string;
  readonly header: Amounts;
  readonly line: Amounts;
  readonly isPositive?: true;
}

const totals: Amounts = { gross: "totalGrossAmount", net: "totalNetAmount", tax: "totalTaxAmount" };
const usual: Document = { lines: "lineItems", header: totals, line: totals };

const documents: { readonly [Id in OperationId]?: Document } = {
  "bills.list": usual,
  "bookingProposals.list": usual,
  "creditNotes.list": { ...usual, lines: "creditNoteLines", isPositive: true },
  "expenses.list": { ...usual, lines: "expenseLines" },
  "invoices.list": {
    lines: "lineItems",
    header: { gross: "totalAmount", net: "sumNetAmount", tax: "totalTaxAmount" },
    line: { gross: "grossAmount", net: "itemsAmount" },
  },
  "offers.list": usual,
  "purchaseOrders.list": usual,
  "salesOrders.list": usual,
  "vendorCredits.list": { ...usual, isPositive: true },
};

export const documentLists = Object.keys(documents) as OperationId[];

/** `list` is also used for records that were read one by one. */
export function documentFindings(list: OperationId, rows: readonly Row[]): string[] {
  const document = documents[list];
  if (document === undefined) return [];
  return rows.flatMap((row) =>
    [
      ...lineFindings(document, row),
      ...headerFindings(document, row),
      ...(document.isPositive ? signFindings(document, row) : []),
    ].map((text) => `${list}: ${nameOf(row)} ${text}`),
  );
}

const amountOf = (row: Row, field: string | undefined): number | undefined => {
  const value = field === undefined ? undefined : row[field];
  return typeof value === "number" ? value : undefined;
};

function lineFindings({ lines: field, header, line }: Document, row: Row): string[] {
  const lines = rowsIn(row[field]).filter((item) => item["type"] !== "COMMENT");
  if (lines.length === 0) return [];
  return (["gross", "net", "tax"] as const).flatMap((kind) => {
    const total = amountOf(row, header[kind]);
    const amounts = lines.map((item) => signed(item, amountOf(item, line[kind])));
    if (total === undefined || amounts.some((amount) => amount === undefined)) return [];
    const sum = (amounts as number[]).reduce((total, amount) => total.plus(amount), new Big(0));
    // Some systems round tax once per document, others per line.
    const most = smallestUnitOf(row) * (lines.length + 1);
    const isNear = (value: Big): boolean => value.minus(total).abs().lte(most) || value.plus(total).abs().lte(most);
    if (isNear(sum) || isNear(debitsOf(lines, line[kind])) || isDiscounted(row, { sum, total, most })) return [];
    return [`has ${String(header[kind])} ${total}, but its lines add up to ${sum.toFixed(2)}`];
  });
}

interface Difference {
  readonly sum: Big;
  readonly total: number;
  /** The maximum rounding difference. */
  readonly most: number;
}

/** A document discount may be net or gross, so it explains a difference up to its amount plus tax. */
function isDiscounted(row: Row, { sum, total, most }: Difference): boolean {
  const share = sum.times(amountOf(row, "totalDiscountPercentage") ?? 0).div(100);
  const discount = amountOf(row, "totalDiscountAmount") ?? amountOf(row, "discountAmount") ?? share;
  const difference = sum.minus(total);
  return difference.gte(-most) && difference.lte(new Big(discount).abs().times(highestTax).plus(most));
}

/** An upper bound for 1 plus the tax rate. */
const highestTax = 1.3;

/** Expense lines may be debits or credits. */
const signed = ({ debitCreditIndicator }: Row, amount: number | undefined): number | undefined =>
  amount !== undefined && debitCreditIndicator === "CREDIT" ? -amount : amount;

const debitsOf = (lines: readonly Row[], field: string | undefined): Big =>
  lines
    .filter(({ debitCreditIndicator }) => debitCreditIndicator === "DEBIT")
    .reduce((sum, line) => sum.plus(amountOf(line, field) ?? 0), new Big(0));

function headerFindings({ header }: Document, row: Row): string[] {
  const gross = amountOf(row, header.gross);
  const net = amountOf(row, header.net);
  const tax = amountOf(row, header.tax);
  if (gross === undefined || net === undefined || tax === undefined) return [];
  const isRight = new Big(net).plus(tax).minus(gross).abs().lte(smallestUnitOf(row));
  return isRight ? [] : [`has ${gross} gross, but ${net} net and ${tax} tax`];
}

function signFindings({ header, lines, line }: Document, row: Row): string[] {
  const negative = (of: Row, fields: Amounts) => Object.values(fields).find((field: string) => Number(of[field]) < 0);
  const field = negative(row, header);
  if (field !== undefined) return [`has a negative ${String(field)}: ${String(row[String(field)])}`];
  const items = rowsIn(row[lines]);
  // Single lines may be negative, but not all of them.
  const isReversed = items.length > 0 && items.every((item) => negative(item, line) !== undefined);
  return isReversed ? ["has negative lines only"] : [];
}
