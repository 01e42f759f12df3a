/** Expectations of the cases about documents, at every target system. */
import { Big } from "big.js";
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
  expectAmount(record, names.net, { amount: expected.net }, source);
  expectAmount(record, names.tax, { amount: expected.tax, tolerance }, source);
  expectAmount(record, names.gross, { amount: expected.gross, tolerance }, source);
  expectSums(names, record, source);
  if (lines.length > 0) expectLines(names, record, expected, source);
  for (const [name, value] of Object.entries(expected.fields ?? {}))
    expectThat(
      sameValue(record[name], value),
      `${source}: ${name} is ${shown(record[name])} instead of ${shown(value)}`,
    );
}

interface ExpectedAmount {
  readonly amount: Big;
  readonly tolerance?: Big | number;
}

function expectAmount(record: Row, name: string, { amount, tolerance = 0.005 }: ExpectedAmount, source: string): void {
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

/** A1: the lines add up to the document, by the net or by the gross amounts that the target system keeps of them. */
function expectLines(names: Names, record: Row, { lineNets }: ExpectedDocument, source: string): void {
  const lines = rowsIn(record[names.lines]).filter((line) => !isTextLine(names, line));
  const nets = lines.flatMap((line) => amountOf(line[names.lineNet]) ?? []);
  const grosses = lines.flatMap((line) => amountOf(line[names.lineGross]) ?? []);
  const hasNets = nets.length === lines.length;
  const hasGrosses = grosses.length === lines.length;
  expectThat(hasNets || hasGrosses, `${source}: a line has neither ${names.lineNet} nor ${names.lineGross}`);
  const discount = amountOf(record[names.discount]) ?? new Big(0);
  if (hasNets) expectSum(sumOf(nets).minus(discount), record[names.net], lines.length, `${source}: net of the lines`);
  if (hasGrosses && discount.eq(0))
    expectSum(sumOf(grosses), record[names.gross], lines.length, `${source}: gross of the lines`);
  for (const line of lines) expectLineSign(names, line, source);
  if (lineNets === undefined || !hasNets) return;
  const isSame = nets.length === lineNets.length && nets.every((net, at) => isNear(net, new Big(lineNets[at] ?? 0)));
  expectThat(isSame, `${source}: the lines' net amounts are ${listed(nets)} instead of ${listed(lineNets)}`);
}

const isTextLine = ({ lineNet, lineGross }: Names, line: Row): boolean =>
  ["quantity", lineNet, lineGross].every((name) => amountOf(line[name]) === undefined);

function expectSum(sum: Big, total: unknown, count: number, source: string): void {
  const amount = amountOf(total) ?? new Big(0);
  const isSame = isNear(sum, amount, new Big(0.005).times(Math.max(1, count)));
  expectThat(isSame, `${source} is ${sum.toFixed(2)}, of the document ${amount.toFixed(2)}`);
}

const listed = (amounts: readonly (Big | number)[]): string =>
  amounts.map((amount) => new Big(amount).toFixed(2)).join(", ");

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

/** The record is in its list, once, with the same totals as far as the list has them. */
export async function expectListed(
  books: Books,
  kind: DocumentKind,
  id: string,
  expected: ExpectedDocument,
): Promise<void> {
  const list = `${kind}.list` as OperationId;
  const found = (await books.rows(list)).filter((row) => idOf(row) === id);
  expectThat(found.length === 1, `${list} has the record ${found.length} times`);
  const { net, tax, gross } = namesOf[kind];
  const amounts = { [net]: expected.net, [tax]: expected.tax, [gross]: expected.gross };
  for (const [name, amount] of Object.entries(amounts))
    if (found[0]?.[name] !== undefined) expectAmount(found[0], name, { amount, tolerance: 0.01 }, "listed");
}
