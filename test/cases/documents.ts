/** What the cases expect of documents, whatever the target system. */
import Big from "big.js";
import type { OperationId } from "../../src/contract/operations.ts";
import { idOf, type Row, rowsIn } from "../../src/verify/row.ts";
import { amountOf, isNear, sumOf, type Totals } from "./amounts.ts";
import type { Books } from "./books.ts";
import { expectThat } from "./errors.ts";

export type DocumentKind = "invoices" | "bills" | "creditNotes" | "vendorCredits";

interface Names {
  readonly net: string;
  readonly tax: string;
  readonly gross: string;
  readonly discount: string;
  readonly lines: string;
  readonly lineNet: string;
  readonly lineGross: string;
}

const usualNames: Names = {
  net: "totalNetAmount",
  tax: "totalTaxAmount",
  gross: "totalGrossAmount",
  discount: "totalDiscountAmount",
  lines: "lineItems",
  lineNet: "totalNetAmount",
  lineGross: "totalGrossAmount",
};

const namesOf: Readonly<Record<DocumentKind, Names>> = {
  invoices: {
    net: "sumNetAmount",
    tax: "totalTaxAmount",
    gross: "totalAmount",
    discount: "discountAmount",
    lines: "lineItems",
    lineNet: "itemsAmount",
    lineGross: "grossAmount",
  },
  bills: usualNames,
  vendorCredits: usualNames,
  creditNotes: { ...usualNames, lines: "creditNoteLines" },
};

export interface ExpectedDocument extends Totals {
  /** The net amounts of the lines, in order. */
  readonly lineNets?: readonly (Big | number)[];
  readonly fields?: Row;
}

/** Compares totals, lines and fields of a record with what the fact says. */
export function expectDocument(kind: DocumentKind, record: Row, expected: ExpectedDocument, source: string): void {
  const names = namesOf[kind];
  const lines = rowsIn(record[names.lines]);
  const tolerance = new Big(0.005).times(Math.max(1, lines.length));
  expectAmount(record, names.net, expected.net, 0.005, source);
  expectAmount(record, names.tax, expected.tax, tolerance, source);
  expectAmount(record, names.gross, expected.gross, tolerance, source);
  expectSums(names, record, source);
  if (lines.length > 0) expectLines(names, record, expected, source);
  for (const [name, value] of Object.entries(expected.fields ?? {}))
    expectThat(
      sameValue(record[name], value),
      `${source}: ${name} is ${shown(record[name])} instead of ${shown(value)}`,
    );
}

function expectAmount(record: Row, name: string, amount: Big, tolerance: Big | number, source: string): void {
  const read = amountOf(record[name]);
  expectThat(
    read !== undefined && isNear(read, amount, tolerance),
    `${source}: ${name} is ${shown(record[name])} instead of ${amount.toFixed(2)}`,
  );
}

/** A3: net + tax = gross. */
function expectSums({ net, tax, gross }: Names, record: Row, source: string): void {
  const [netAmount, taxAmount, grossAmount] = [net, tax, gross].map((name) => amountOf(record[name]) ?? new Big(0));
  const sum = (netAmount ?? new Big(0)).plus(taxAmount ?? 0);
  expectThat(
    isNear(sum, grossAmount ?? new Big(0)),
    `${source}: net and tax are ${sum.toFixed(2)}, not the gross amount`,
  );
}

/** A1: the lines add up to the document. */
function expectLines(names: Names, record: Row, { lineNets }: ExpectedDocument, source: string): void {
  const lines = rowsIn(record[names.lines]).filter(
    (line) => line["quantity"] !== undefined || amountOf(line[names.lineNet]) !== undefined,
  );
  const nets = lines.map((line) => amountOf(line[names.lineNet]));
  const isComplete = nets.every((net) => net !== undefined);
  expectThat(isComplete, `${source}: a line has no ${names.lineNet}`);
  const tolerance = new Big(0.005).times(Math.max(1, lines.length));
  const net = sumOf(nets.filter((value) => value !== undefined)).minus(amountOf(record[names.discount]) ?? 0);
  const documentNet = amountOf(record[names.net]) ?? new Big(0);
  expectThat(
    isNear(net, documentNet, tolerance),
    `${source}: the lines less the discount come to ${net.toFixed(2)}, the document to ${documentNet.toFixed(2)}`,
  );
  for (const line of lines) expectLineSign(names, line, source);
  if (lineNets === undefined) return;
  expectThat(
    nets.length === lineNets.length &&
      nets.every((value, index) => value !== undefined && isNear(value, new Big(lineNets[index] ?? 0))),
    `${source}: the lines' net amounts are ${nets.map((value) => value?.toFixed(2)).join(", ")} instead of ${lineNets.map((value) => new Big(value).toFixed(2)).join(", ")}`,
  );
}

/** `quantity × unitAmount` has the line's sign. */
function expectLineSign(names: Names, line: Row, source: string): void {
  const quantity = amountOf(line["quantity"]);
  const price = amountOf(line["unitAmount"]);
  const net = amountOf(line[names.lineNet]);
  if (quantity === undefined || price === undefined || net === undefined || net.eq(0)) return;
  expectThat(
    quantity.times(price).gte(0) === net.gte(0),
    `${source}: a line has quantity ${quantity.toString()}, price ${price.toString()} and net ${net.toString()}`,
  );
}

const sameValue = (read: unknown, expected: unknown): boolean => {
  if (Array.isArray(expected)) return expected.some((value) => sameValue(read, value));
  if (typeof expected === "string" && /^\d{4}-\d\d-\d\dT/.test(expected))
    return String(read).slice(0, 10) === expected.slice(0, 10);
  if (typeof expected === "number") return Number(read) === expected;
  return read === expected;
};

export const shown = (value: unknown): string =>
  value === undefined ? "absent" : (JSON.stringify(value) ?? "").slice(0, 80);

/** The answered record, the record read again, and the vendor's own record all say the same. */
export async function expectStored(
  books: Books,
  kind: DocumentKind,
  answered: Row,
  expected: ExpectedDocument,
): Promise<Row> {
  expectDocument(kind, answered, expected, "answered");
  const read = await books.read(kind, idOf(answered));
  expectDocument(kind, read, expected, "read again");
  await books.expectAtVendor(kind, idOf(answered), expected.gross);
  return read;
}

/** The record is in its list, once, with the same totals. */
export async function expectListed(
  books: Books,
  kind: DocumentKind,
  id: string,
  expected: ExpectedDocument,
): Promise<void> {
  const list = `${kind}.list` as OperationId;
  const found = (await books.rows(list)).filter((row) => idOf(row) === id);
  expectThat(found.length === 1, `${list} has the record ${found.length} times`);
  for (const row of found) expectDocument(kind, row, expected, "listed");
}
