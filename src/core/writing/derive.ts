/**
 * Rewrites a body in the form that a target system stores, without changing its amounts: inclusive prices as net prices,
 * a document discount as line discounts, a line discount as a lower price, a line's total as its price, payment days as a
 * due date. What the target system stores itself stays as it is.
 */

import { Big } from "big.js";
import type { AcceptedWords, FieldTable } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import {
  documentDiscountAmount,
  type Fields,
  isWritable,
  lineListOf,
  linesOf,
  numberIn,
  ratePercentageOf,
  tableBelow,
  textIn,
  withLines,
  without,
} from "./bodyLines.ts";
import { rounded } from "./receipts/totals.ts";

export interface Storable {
  /** The vendor's name, for messages. */
  readonly system: string;
  /** The fields of the document that the target system stores. */
  readonly table: FieldTable;
  /** The words that it accepts, for fields where it does not accept all. */
  readonly accepts: AcceptedWords;
}

export function derive(document: Fields, storable: Storable): Fields {
  const steps = [netPrices, lineDiscounts, prices, texts, dueDate];
  return steps.reduce((fields, step) => step(fields, storable), document);
}

const lineTable = (document: Fields, { table }: Storable): FieldTable => {
  const list = lineListOf(document);
  return list === undefined ? table : tableBelow(table, list);
};

const hundred = new Big(100);

/** More decimals than any price list, and fewer than a target system would refuse. */
const priceDecimals = 6;
const asPrice = (price: Big): number => price.round(priceDecimals, Big.roundHalfEven).toNumber();
const asAmount = (amount: Big, document: Fields): number => rounded(amount, textIn(document, "currency")).toNumber();

const acceptsWord = ({ table, accepts }: Storable, field: string, word: string): boolean =>
  isWritable(table, field) && (accepts[field]?.includes(word) ?? true);

/** Converts prices that include tax, for target systems that take net prices only. */
function netPrices(document: Fields, storable: Storable): Fields {
  const { lineAmountTypes } = document;
  if (lineAmountTypes !== "INCLUSIVE" || acceptsWord(storable, "lineAmountTypes", "INCLUSIVE")) return document;
  const list = lineListOf(document) ?? "lineItems";
  const converted = withLines(document, (line, index) => {
    const price = numberIn(line, "unitAmount");
    const rate = ratePercentageOf(line);
    if (price === undefined) return line;
    if (rate === undefined)
      throw cannotStore(
        `${storable.system} stores net prices only. Send taxRatePercentage in ${list}[${index}], so that the net price can be computed, or send net prices with lineAmountTypes EXCLUSIVE.`,
        "lineAmountTypes",
      );
    const share = new Big(rate).div(hundred).plus(1);
    const amount = numberIn(line, "unitDiscountAmount");
    return {
      ...line,
      unitAmount: asPrice(new Big(price).div(share)),
      ...(amount !== undefined && { unitDiscountAmount: asPrice(new Big(amount).div(share)) }),
    };
  });
  return without(converted, "lineAmountTypes");
}

const documentPercentages = ["discountPercentage", "totalDiscountPercentage"] as const;
const linePercentages = ["discountItemPercentage", "totalDiscountPercentage", "unitDiscountPercentage"] as const;
const lineDiscountFields = [...linePercentages, "totalDiscountAmount", "unitDiscountAmount"] as const;

/** Moves a discount to where the target system stores it: from the document to its lines, and from a line to its price. */
function lineDiscounts(document: Fields, storable: Storable): Fields {
  const list = lineListOf(document);
  if (list !== "lineItems") return document;
  const table = lineTable(document, storable);
  const moved = documentDiscount(document, storable);
  const fields = moved === undefined ? document : without(document, ...moved.names);
  return withLines(fields, (line) => discountedLine(line, { document, table, percentage: moved?.percentage ?? 0 }));
}

/** The document's discount, if the target system stores none of its own. */
function documentDiscount(
  document: Fields,
  { table }: Storable,
): { readonly names: readonly string[]; readonly percentage: number } | undefined {
  const name = documentPercentages.find((candidate) => (numberIn(document, candidate) ?? 0) !== 0);
  if (name !== undefined && !isWritable(table, name))
    return { names: [name, "totalDiscountAmount"], percentage: numberIn(document, name) ?? 0 };
  const amount = documentDiscountAmount(document);
  if (name !== undefined || amount === 0 || isWritable(table, "totalDiscountAmount")) return undefined;
  const net = linesOf(document)
    .map(netOf)
    .reduce<Big | undefined>(
      (sum, line) => (sum === undefined || line === undefined ? undefined : sum.plus(line)),
      new Big(0),
    );
  if (net === undefined || net.eq(0)) return undefined;
  return { names: ["totalDiscountAmount"], percentage: new Big(amount).div(net).times(hundred).toNumber() };
}

/** The line's net amount after its own discount. */
function netOf(line: Fields): Big | undefined {
  const total = numberIn(line, "totalNetAmount");
  if (total !== undefined) return new Big(total);
  const price = numberIn(line, "unitAmount");
  if (price === undefined) return undefined;
  const full = new Big(numberIn(line, "quantity") ?? 1).times(price);
  return full.minus(full.times(percentageOf(line)).div(hundred));
}

/** The line's own discount in percent, in whichever form the body has it. */
function percentageOf(line: Fields): Big {
  const name = linePercentages.find((candidate) => numberIn(line, candidate) !== undefined);
  if (name !== undefined) return new Big(numberIn(line, name) ?? 0);
  const price = new Big(numberIn(line, "unitAmount") ?? 0);
  const full = price.times(numberIn(line, "quantity") ?? 1);
  const perUnit = numberIn(line, "unitDiscountAmount");
  if (perUnit !== undefined && !price.eq(0)) return new Big(perUnit).div(price).times(hundred);
  const total = numberIn(line, "totalDiscountAmount");
  return total === undefined || full.eq(0) ? new Big(0) : new Big(total).div(full).times(hundred);
}

interface DocumentDiscount {
  readonly document: Fields;
  readonly table: FieldTable;
  /** Zero if the document has no discount, or the target system stores it. */
  readonly percentage: number;
}

function discountedLine(line: Fields, { document, table, percentage: documentPercentage }: DocumentDiscount): Fields {
  const present = lineDiscountFields.filter((name) => (numberIn(line, name) ?? 0) !== 0);
  if (documentPercentage === 0 && present.every((name) => isWritable(table, name))) return line;
  if (documentPercentage === 0 && present.some((name) => isWritable(table, name)))
    return without(line, ...present.filter((name) => !isWritable(table, name)));
  const remainder = hundred.minus(percentageOf(line)).times(hundred.minus(documentPercentage)).div(hundred);
  const percentage = hundred.minus(remainder);
  if (percentage.eq(0)) return line;
  const plain = without(line, ...lineDiscountFields);
  const field = linePercentages.find((name) => isWritable(table, name));
  // Target systems round percentages to two decimals.
  if (field !== undefined && percentage.round(2).eq(percentage)) return { ...plain, [field]: percentage.toNumber() };
  const price = numberIn(line, "unitAmount");
  if (price !== undefined && isWritable(table, "unitAmount"))
    return { ...plain, unitAmount: asPrice(new Big(price).times(remainder).div(hundred)) };
  const net = netOf(line);
  if (net === undefined) return line;
  return { ...plain, totalNetAmount: asAmount(net.times(hundred.minus(documentPercentage)).div(hundred), document) };
}

/** Computes the price from the line's total, or the total from the price, whichever the target system stores. */
function prices(document: Fields, storable: Storable): Fields {
  if (lineListOf(document) !== "lineItems") return document;
  const table = lineTable(document, storable);
  return withLines(document, (line) => {
    const priced = numberIn(line, "unitAmount") !== undefined;
    if (isWritable(table, "unitAmount")) return priced ? line : withPrice(line, table);
    if (isWritable(table, "totalNetAmount") || isWritable(table, "totalGrossAmount"))
      return withTotals(line, table, document);
    return line;
  });
}

function withPrice(line: Fields, table: FieldTable): Fields {
  // Some target systems take either, and the total is more exact.
  if (numberIn(line, "totalNetAmount") !== undefined && isWritable(table, "totalNetAmount")) return line;
  const net = totalOf(line);
  if (net === undefined) return line;
  const quantity = new Big(numberIn(line, "quantity") ?? 1);
  if (quantity.eq(0)) return line;
  return { ...line, quantity: quantity.toNumber(), unitAmount: asPrice(net.div(quantity)) };
}

/** The line's net amount from the totals in the body. */
function totalOf(line: Fields): Big | undefined {
  const net = numberIn(line, "totalNetAmount");
  if (net !== undefined) return new Big(net);
  const gross = numberIn(line, "totalGrossAmount") ?? numberIn(line, "grossAmount");
  if (gross === undefined) return undefined;
  const tax = numberIn(line, "totalTaxAmount");
  if (tax !== undefined) return new Big(gross).minus(tax);
  const rate = ratePercentageOf(line);
  return rate === undefined ? undefined : new Big(gross).div(new Big(rate).div(hundred).plus(1));
}

function withTotals(line: Fields, table: FieldTable, document: Fields): Fields {
  const net = totalOf(line) ?? netOf(line);
  if (net === undefined) return line;
  const rate = ratePercentageOf(line);
  const tax =
    numberIn(line, "totalTaxAmount") ??
    (rate === undefined ? undefined : asAmount(net.times(rate).div(hundred), document));
  const amount = asAmount(net, document);
  const priced = isWritable(table, "unitAmount") ? line : without(line, "unitAmount");
  const plain = isWritable(table, "quantity") ? priced : without(priced, "quantity");
  return {
    ...plain,
    totalNetAmount: amount,
    ...(tax !== undefined && {
      totalTaxAmount: tax,
      totalGrossAmount: numberIn(line, "totalGrossAmount") ?? asAmount(new Big(amount).plus(tax), document),
    }),
  };
}

const textFields = ["description", "name", "itemName"] as const;

/** A line's name and description become one text if the target system has only one. */
function texts(document: Fields, storable: Storable): Fields {
  if (lineListOf(document) !== "lineItems") return document;
  const table = lineTable(document, storable);
  const stored = textFields.filter((name) => isWritable(table, name));
  const [only] = stored;
  if (stored.length !== 1 || only === undefined) return document;
  return withLines(document, (line) => {
    const parts = (["name", "itemName", "description"] as const).flatMap((name) => textIn(line, name) ?? []);
    const [first] = parts;
    if (first === undefined) return line;
    return { ...without(line, ...textFields), [only]: [...new Set(parts)].join("\n") };
  });
}

const dayFields = ["invoiceDate", "billDate", "vendorCreditDate", "bookingProposalDate"] as const;
const termFields = ["paymentTermDuration", "paymentDays"] as const;

/** Payment days become a due date if the target system stores only that. */
function dueDate(document: Fields, { table }: Storable): Fields {
  const term = termFields.find((name) => numberIn(document, name) !== undefined && !isWritable(table, name));
  const day = dayFields.map((name) => textIn(document, name)).find((value) => value !== undefined);
  if (term === undefined || day === undefined || !isWritable(table, "dueDate")) return document;
  const due = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  due.setUTCDate(due.getUTCDate() + (numberIn(document, term) ?? 0));
  const computed = `${due.toISOString().slice(0, 10)}T00:00:00Z`;
  const stated = textIn(document, "dueDate");
  if (stated !== undefined && stated.slice(0, 10) !== computed.slice(0, 10)) return document;
  return { ...without(document, term), dueDate: stated ?? computed };
}
