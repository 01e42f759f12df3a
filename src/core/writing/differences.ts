/**
 * Compares a body with the record that the target system stored, by meaning: days as days, amounts in the currency's
 * smallest unit, an open document as open even if it is overdue already. Only fields that affect amounts are compared, and
 * only those that the record has.
 */
import { Big } from "big.js";
import type { AffectsAmounts } from "../../contract/moneyFields.ts";
import type { Difference } from "../calling/request.ts";
import {
  documentDiscountAmount,
  type Fields,
  lineListOf,
  linesOf,
  numberIn,
  ratePercentageOf,
  textIn,
} from "./bodyLines.ts";

export function differencesOf(body: unknown, record: unknown, decidesMoney: AffectsAmounts): readonly Difference[] {
  if (!isFields(body) || !isFields(record)) return [];
  const top = fieldDifferences(body, record, "", decidesMoney);
  if (Array.isArray(body["paymentLines"])) return [...top, ...paymentDifferences(body, record)];
  if (Array.isArray(body["journalLineItems"])) return [...top, ...entryDifferences(body, record)];
  return [...top, ...lineDifferences(body, record, decidesMoney), ...totalDifferences(body, record)];
}

/** Target systems round each line, or the whole document. */
const halfCent = new Big("0.005");

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

function fieldDifferences(body: Fields, record: Fields, at: string, decidesMoney: AffectsAmounts): Difference[] {
  const tolerance = halfCent.times(linesOf(body).length + 1);
  return Object.entries(body).flatMap(([name, asked]) => {
    if (!decidesMoney(name) || comparedInTotals.has(name) || typeof asked === "object") return [];
    const stored = record[recordNames[name] ?? name];
    if (asked === undefined || stored === undefined || isSame(name, asked, stored, tolerance)) return [];
    return [{ field: at + name, asked, stored }];
  });
}

const openStates: ReadonlySet<unknown> = new Set(["OPEN", "OVERDUE", "PARTIALLY_PAID", "PARTIALLY_OVERDUE", "PAID"]);
const dayName = /Date$/;
/** Prices may have more decimals than amounts. */
const decimalsOf = (name: string): number => {
  if (/unitAmount|quantity|exchangeRate/i.test(name)) return 4;
  return 2;
};

function isSame(name: string, asked: unknown, stored: unknown, tolerance: Big): boolean {
  if (asked === stored) return true;
  if (name === "status" && asked === "OPEN") return openStates.has(stored);
  if (dayName.test(name)) return String(asked).slice(0, 10) === String(stored).slice(0, 10);
  const number = asNumber(asked);
  const other = asNumber(stored);
  if (number !== undefined && other !== undefined) {
    const decimals = decimalsOf(name);
    if (/^(gross|total).*Amount$/.test(name)) return number.minus(other).abs().lte(tolerance);
    return number.round(decimals).eq(other.round(decimals));
  }
  return String(asked).toLowerCase() === String(stored).toLowerCase();
}

function asNumber(value: unknown): Big | undefined {
  if (typeof value !== "number" && typeof value !== "string") return undefined;
  if (value === "" || !Number.isFinite(Number(value))) return undefined;
  return new Big(value);
}

/** Line by line, if the target system stored as many lines as were sent. Otherwise the totals tell. */
function lineDifferences(body: Fields, record: Fields, decidesMoney: AffectsAmounts): Difference[] {
  const list = lineListOf(body);
  const stored = linesOf(record);
  const sent = linesOf(body);
  if (list === undefined || stored.length !== sent.length) return [];
  const isCompared: AffectsAmounts = (name) => decidesMoney(name) && name !== "unitAmount" && name !== "quantity";
  return sent.flatMap((line, index) => fieldDifferences(line, stored[index] ?? {}, `${list}[${index}].`, isCompared));
}

interface Totals {
  readonly net: Big;
  /** Undefined if the rate of a line is unknown. */
  readonly gross: Big | undefined;
}

/** The totals of the body's lines, computed in the same way for every target system. */
export function totalsOf(body: Fields): Totals | undefined {
  const lines = linesOf(body);
  if (lines.length === 0) return undefined;
  const isInclusive = body["lineAmountTypes"] === "INCLUSIVE";
  const discount = new Big(numberIn(body, "discountPercentage") ?? numberIn(body, "totalDiscountPercentage") ?? 0);
  const afterDiscount = new Big(100).minus(discount).div(100);
  let net = new Big(0);
  let gross: Big | undefined = new Big(0);
  for (const line of lines) {
    const amount = amountOf(line);
    if (amount === undefined) return undefined;
    const rate = ratePercentageOf(line);
    const share = rate === undefined ? undefined : new Big(rate).div(100).plus(1);
    if (isInclusive && share === undefined) return undefined;
    const lineNet = amount.times(afterDiscount).div(isInclusive && share !== undefined ? share : 1);
    net = net.plus(lineNet);
    gross = gross === undefined || share === undefined ? undefined : gross.plus(lineNet.times(share));
  }
  const amount = documentDiscountAmount(body);
  // A discount as an amount reduces the tax by the share of each rate, which only the target system knows.
  if (amount !== 0 && discount.eq(0)) return { net: net.minus(amount), gross: undefined };
  return { net, gross };
}

/** The line's amount after its discount: net, or gross if the body's prices include tax. */
function amountOf(line: Fields): Big | undefined {
  const price = numberIn(line, "unitAmount");
  if (price === undefined) {
    const net = numberIn(line, "totalNetAmount");
    return net === undefined ? undefined : new Big(net);
  }
  const quantity = new Big(numberIn(line, "quantity") ?? 1);
  const full = quantity.times(price);
  const amount = numberIn(line, "totalDiscountAmount");
  if (amount !== undefined) return full.minus(amount);
  const perUnit = numberIn(line, "unitDiscountAmount");
  if (perUnit !== undefined) return full.minus(quantity.times(perUnit));
  const percentage =
    numberIn(line, "discountItemPercentage") ??
    numberIn(line, "totalDiscountPercentage") ??
    numberIn(line, "unitDiscountPercentage") ??
    0;
  return full.minus(full.times(percentage).div(100));
}

/** Totals in the body are compared as fields. */
const hasTotals = (body: Fields): boolean =>
  ["grossTotalAmount", "totalGrossAmount", "totalNetAmount"].some((name) => numberIn(body, name) !== undefined);

/** The document's totals, within half of the smallest unit for each line. */
function totalDifferences(body: Fields, record: Fields): Difference[] {
  const totals = hasTotals(body) ? undefined : totalsOf(body);
  if (totals === undefined) return [];
  const tolerance = halfCent.times(Math.max(linesOf(body).length, 1) + 1);
  const compare = (names: readonly string[], expected: Big | undefined): Difference[] => {
    const name = names.find((candidate) => numberIn(record, candidate) !== undefined);
    const stored = name === undefined ? undefined : numberIn(record, name);
    if (name === undefined || stored === undefined || expected === undefined) return [];
    if (new Big(stored).minus(expected).abs().lte(tolerance)) return [];
    return [{ field: name, asked: expected.round(2, Big.roundHalfUp).toNumber(), stored }];
  };
  return [
    ...compare(["sumNetAmount", "totalNetAmount"], totals.net),
    ...compare(["totalAmount", "totalGrossAmount"], totals.gross),
  ];
}

function paymentDifferences(body: Fields, record: Fields): Difference[] {
  const stored = linesOf(record);
  if (stored.length === 0) return [];
  const sum = (lines: readonly Fields[]): Big =>
    lines.reduce((total, line) => total.plus(numberIn(line, "amount") ?? 0), new Big(0));
  const documents = new Set(linesOf(body).map((line) => textIn(line, "invoiceId")));
  const perDocument = [...documents].flatMap((id): Difference[] => {
    const ofDocument = (line: Fields) => textIn(line, "invoiceId") === id;
    const expected = sum(linesOf(body).filter(ofDocument));
    const found = stored.filter(ofDocument);
    if (sum(found).eq(expected)) return [];
    const field = `paymentLines[${linesOf(body).findIndex(ofDocument)}].amount`;
    return [{ field, asked: expected.toNumber(), stored: sum(found).toNumber() }];
  });
  const days = new Set(linesOf(body).flatMap((line) => textIn(line, "paymentDate")?.slice(0, 10) ?? []));
  const [day] = days;
  const storedDay = textIn(stored[0] ?? {}, "paymentDate")?.slice(0, 10);
  const moved =
    days.size === 1 && day !== undefined && storedDay !== undefined && day !== storedDay
      ? [{ field: "paymentLines[0].paymentDate", asked: day, stored: storedDay }]
      : [];
  return [...perDocument, ...moved];
}

/** The sums of both sides. With tax that the target system posts itself, its lines are more than the body's. */
function entryDifferences(body: Fields, record: Fields): Difference[] {
  const stored = linesOf(record);
  const lines = linesOf(body);
  if (stored.length === 0 || lines.some((line) => line["taxRate"] !== undefined)) return [];
  const side = (of: readonly Fields[], indicator: string): Big =>
    of
      .filter((line) => line["debitCreditIndicator"] === indicator)
      .reduce(
        (sum, line) => sum.plus(numberIn(line, "totalNetAmount") ?? numberIn(line, "totalGrossAmount") ?? 0),
        new Big(0),
      );
  return ["DEBIT", "CREDIT"].flatMap((indicator) => {
    const expected = side(lines, indicator);
    const found = side(stored, indicator);
    // An entry with lines of one side has its contra account in the document.
    if (expected.eq(0) || expected.eq(found)) return [];
    return [{ field: `journalLineItems (${indicator})`, asked: expected.toNumber(), stored: found.toNumber() }];
  });
}
