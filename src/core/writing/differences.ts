/**
 * Compares a body with the record that the target system stored, by meaning: days as days, amounts in the currency's smallest
 * unit, an open document as open even if it is overdue already. Only the fields that `isCompared` names are compared, and of
 * them only those that the record has.
 */
import { Big } from "big.js";
import type { FieldTable, WriteHandler } from "../../contract/connector.ts";
import { type AffectsAmounts, comparedFieldsOf, moneyFieldsOf } from "../../contract/moneyFields.ts";
import type { Operation } from "../../contract/operation.ts";
import type { Difference } from "../calling/request.ts";
import { type Fields, isWritable, lineListOf, linesOf, numberIn, tableBelow, textIn } from "./bodyLines.ts";
import { dimensionDifferences, nameOfDimension } from "./receipts/dimensions.ts";
import { entryDifferences } from "./receipts/entries.ts";
import { paymentDifferences } from "./receipts/payments.ts";
import { isWithin, rounded, tolerance, totalsOf } from "./receipts/totals.ts";

/** What a receipt compares: fields that affect amounts, and number, dimensions and project. */
export function receiptDifferences(
  { body: schema }: Pick<Operation, "body">,
  handler: Pick<WriteHandler<unknown, unknown>, "fields" | "writableFields"> | undefined,
  body: unknown,
  record: unknown,
): readonly Difference[] {
  const decidesMoney = moneyFieldsOf(schema);
  const isOnlyCompared = comparedFieldsOf(schema);
  const isCompared: AffectsAmounts = (field) => decidesMoney(field) || isOnlyCompared(field);
  const differences = differencesOf(body, record, isCompared);
  if (handler === undefined) return differences;
  const { writableFields: writable, fields: readable } = handler;
  return [...differences, ...notStored(body, record, { isOnlyCompared, writable, readable })];
}

export function differencesOf(body: unknown, record: unknown, isCompared: AffectsAmounts): readonly Difference[] {
  if (!isFields(body) || !isFields(record)) return [];
  const currency = textIn(record, "currency") ?? textIn(body, "currency");
  const top = fieldDifferences(body, record, { at: "", currency, isCompared });
  if (Array.isArray(body["paymentLines"])) return [...top, ...paymentDifferences(body, record, currency)];
  if (Array.isArray(body["journalLineItems"])) return [...top, ...entryDifferences(body, record, isCompared)];
  return [
    ...top,
    ...lineDifferences(body, record, { currency, isCompared }),
    ...totalDifferences(body, record, currency),
  ];
}

/** One sentence for the warnings of an answer. */
export const differenceText = (system: string, { field, asked, stored }: Difference): string =>
  stored === null
    ? `${system} did not store ${field} (${textOf(asked)}).`
    : `${system} stored ${field} as ${textOf(stored)} instead of ${textOf(asked)}.`;

const textOf = (value: unknown): string => String(value);

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Fields that a record has under another name than the body. */
const recordNames: Readonly<Record<string, string>> = { grossTotalAmount: "totalAmount" };

/** Compared by their effect on the totals, because target systems store them in their own form. */
const comparedInTotals: ReadonlySet<string> = new Set([
  "discountPercentage",
  "discountItemPercentage",
  "lineAmountTypes",
  "totalDiscountAmount",
  "totalDiscountPercentage",
  "unitDiscountAmount",
  "unitDiscountPercentage",
  "taxRate",
]);

interface Comparison {
  readonly currency: string | undefined;
  readonly isCompared: AffectsAmounts;
}

interface FieldComparison extends Comparison {
  /** `lineItems[1].`, or empty for the document. */
  readonly at: string;
}

function fieldDifferences(body: Fields, record: Fields, { at, currency, isCompared }: FieldComparison): Difference[] {
  const lines = linesOf(body).length;
  const fields = Object.entries(body).flatMap(([name, asked]): Difference[] => {
    if (!isCompared(name) || comparedInTotals.has(name) || typeof asked === "object") return [];
    const stored = record[recordNames[name] ?? name];
    if (asked === undefined || stored === undefined || isSame(name, asked, stored, { currency, lines })) return [];
    return [{ field: at + name, asked, stored }];
  });
  return isCompared("dimensions") ? [...fields, ...dimensionDifferences(body, record, at)] : fields;
}

const openStates: ReadonlySet<unknown> = new Set(["OPEN", "OVERDUE", "PARTIALLY_PAID", "PARTIALLY_OVERDUE", "PAID"]);
const dayName = /Date$/;
const amountName = /amount$/i;
const totalName = /^(gross|total).*Amount$/;
/** The number of a document or entry is text: "0012" is not "12". */
const numberName = /^number$|(?<!account)Number$/i;
const halfCent = new Big("0.005");
/** Prices may have more decimals than amounts. */
const priceName = /unitAmount|quantity|exchangeRate/i;
const halfOfPrice = new Big("0.00005");

interface Precision {
  readonly currency: string | undefined;
  /** The number of lines below, each of which may be rounded. */
  readonly lines: number;
}

function isSame(name: string, asked: unknown, stored: unknown, precision: Precision): boolean {
  if (asked === stored) return true;
  if (name === "status" && asked === "OPEN") return openStates.has(stored);
  if (dayName.test(name)) return String(asked).slice(0, 10) === String(stored).slice(0, 10);
  const number = asNumber(asked);
  const other = asNumber(stored);
  if (number !== undefined && other !== undefined && !numberName.test(name))
    return isWithin(number, other, precisionOf(name, precision));
  return String(asked).trim().toLowerCase() === String(stored).trim().toLowerCase();
}

function precisionOf(name: string, { currency, lines }: Precision): Big {
  if (priceName.test(name)) return halfOfPrice;
  if (totalName.test(name)) return tolerance(currency, lines);
  return amountName.test(name) ? tolerance(currency) : halfCent;
}

function asNumber(value: unknown): Big | undefined {
  if (typeof value !== "number" && typeof value !== "string") return undefined;
  if (value === "" || !Number.isFinite(Number(value))) return undefined;
  return new Big(value);
}

/** Line by line, if the target system stored as many lines as were sent. Otherwise the totals tell. */
function lineDifferences(body: Fields, record: Fields, { currency, isCompared }: Comparison): Difference[] {
  const list = lineListOf(body);
  const stored = linesOf(record);
  const sent = linesOf(body);
  if (list === undefined || stored.length !== sent.length) return [];
  const ofLine: AffectsAmounts = (name) => isCompared(name) && name !== "unitAmount" && name !== "quantity";
  return sent.flatMap((line, index) =>
    fieldDifferences(line, stored[index] ?? {}, { at: `${list}[${index}].`, currency, isCompared: ofLine }),
  );
}

/** Totals in the body are compared as fields. */
const hasTotals = (body: Fields): boolean =>
  ["grossTotalAmount", "totalGrossAmount", "totalNetAmount"].some((name) => numberIn(body, name) !== undefined);

/** The document's totals, within half of the smallest unit for each line. */
function totalDifferences(body: Fields, record: Fields, currency: string | undefined): Difference[] {
  const totals = hasTotals(body) ? [] : totalsOf(body, currency);
  const allowed = tolerance(currency, linesOf(body).length);
  const compare = (names: readonly string[], expected: readonly (Big | undefined)[]): Difference[] => {
    const name = names.find((candidate) => numberIn(record, candidate) !== undefined);
    const stored = name === undefined ? undefined : numberIn(record, name);
    const [exact] = expected;
    if (name === undefined || stored === undefined || exact === undefined) return [];
    if (expected.some((total) => total !== undefined && isWithin(total, new Big(stored), allowed))) return [];
    return [{ field: name, asked: rounded(exact, currency).toNumber(), stored }];
  };
  const nets = totals.map(({ net }) => net);
  const grosses = totals.map(({ gross }) => gross);
  return [
    ...compare(["sumNetAmount", "totalNetAmount"], nets),
    ...compare(["totalAmount", "totalGrossAmount"], grosses),
  ];
}

interface StoredFields {
  readonly isOnlyCompared: AffectsAmounts;
  readonly writable: FieldTable;
  readonly readable: FieldTable;
}

/** Numbers, dimensions and projects that the target system can store and return, and that the record lacks. */
function notStored(body: unknown, record: unknown, { isOnlyCompared, writable, readable }: StoredFields): Difference[] {
  if (!isFields(body) || !isFields(record)) return [];
  const missingIn = (asked: Fields, stored: Fields, at: string, tables: readonly FieldTable[]): Difference[] =>
    Object.entries(asked).flatMap(([name, value]): Difference[] => {
      const isMissing = isOnlyCompared(name) && stored[name] === undefined && !isEmpty(value);
      if (!isMissing || !tables.every((table) => isWritable(table, name))) return [];
      return [{ field: at + name, asked: shown(value), stored: null }];
    });
  const top = missingIn(body, record, "", [writable, readable]);
  const list = lineListOf(body);
  const lines = linesOf(record);
  const sent = linesOf(body);
  if (list === undefined || list === "journalLineItems" || lines.length !== sent.length) return top;
  const tables = [tableBelow(writable, list), tableBelow(readable, list)];
  return [...top, ...sent.flatMap((line, index) => missingIn(line, lines[index] ?? {}, `${list}[${index}].`, tables))];
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** Dimensions by the names that the body has. */
const shown = (value: unknown): unknown =>
  Array.isArray(value) ? (value as readonly Fields[]).map(nameOfDimension).join(", ") : value;
