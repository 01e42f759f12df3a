/** Documents: their lines add up to their totals, net and tax to gross, and what is credited is positive. */
import { Big } from "big.js";
import type { OperationId } from "../contract/operations.ts";
import { nameOf, type Row, rowsIn } from "./row.ts";

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

/** What an invoice's lines say is gross only; what it says of net is a rate for one piece. */
const documents: { readonly [Id in OperationId]?: Document } = {
  "bills.list": usual,
  "bookingProposals.list": usual,
  "creditNotes.list": { ...usual, lines: "creditNoteLines", isPositive: true },
  "expenses.list": { ...usual, lines: "expenseLines" },
  "invoices.list": {
    lines: "lineItems",
    header: { gross: "totalAmount", net: "sumNetAmount", tax: "totalTaxAmount" },
    line: { gross: "grossAmount" },
  },
  "offers.list": usual,
  "purchaseOrders.list": usual,
  "salesOrders.list": usual,
  "vendorCredits.list": { ...usual, isPositive: true },
};

export const documentLists = Object.keys(documents) as OperationId[];

/** `list` also where the records were read one by one. */
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

const cent = 0.01;

function lineFindings({ lines: field, header, line }: Document, row: Row): string[] {
  const lines = rowsIn(row[field]).filter((one) => one["type"] !== "COMMENT");
  if (lines.length === 0) return [];
  return (["gross", "net", "tax"] as const).flatMap((kind) => {
    const total = amountOf(row, header[kind]);
    const amounts = lines.map((one) => signed(one, amountOf(one, line[kind])));
    if (total === undefined || amounts.some((amount) => amount === undefined)) return [];
    const sum = (amounts as number[]).reduce((all, amount) => all.plus(amount), new Big(0));
    // Tax is rounded once for the document by some, and for each line by others.
    const most = cent * (lines.length + 1);
    const isNear = (value: Big): boolean => value.minus(total).abs().lte(most) || value.plus(total).abs().lte(most);
    if (isNear(sum) || isNear(debitsOf(lines, line[kind])) || isDiscounted(row, { sum, total, most })) return [];
    return [`has ${String(header[kind])} ${total}, but its lines add up to ${sum.toFixed(2)}`];
  });
}

interface Difference {
  readonly sum: Big;
  readonly total: number;
  /** By rounding. */
  readonly most: number;
}

/** A discount on the whole document is net or gross, and takes its tax along: at most that much is missing. */
function isDiscounted(row: Row, { sum, total, most }: Difference): boolean {
  const share = sum.times(amountOf(row, "totalDiscountPercentage") ?? 0).div(100);
  const discount = amountOf(row, "totalDiscountAmount") ?? amountOf(row, "discountAmount") ?? share;
  const difference = sum.minus(total);
  return difference.gte(-most) && difference.lte(new Big(discount).abs().times(highestTax).plus(most));
}

/** With what is charged on top of one. */
const highestTax = 1.3;

/** Lines of an expense may have sides. */
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
  const isRight = new Big(net).plus(tax).minus(gross).abs().lte(cent);
  return isRight ? [] : [`is ${gross} gross, but ${net} net and ${tax} of tax`];
}

function signFindings({ header, lines, line }: Document, row: Row): string[] {
  const negative = (of: Row, fields: Amounts) => Object.values(fields).find((field: string) => Number(of[field]) < 0);
  const field = negative(row, header);
  if (field !== undefined) return [`has a negative ${String(field)}, ${String(row[String(field)])}`];
  const all = rowsIn(row[lines]);
  // One line may take something back, but not all of them.
  const isTurned = all.length > 0 && all.every((one) => negative(one, line) !== undefined);
  return isTurned ? ["has negative lines only"] : [];
}
