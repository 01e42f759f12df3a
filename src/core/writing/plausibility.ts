/** Finds implausible values in any body: sums, debits and credits, taxes, currencies and the order of dates. */
import { Big } from "big.js";
import { currencies } from "../../contract/currencies.ts";
import type { Fault } from "../../contract/failure.ts";
import type { Day } from "../../contract/parameters.ts";
import { ratePercentageOf, textIn } from "./bodyLines.ts";
import { isWithin, rounded, tolerance } from "./receipts/totals.ts";

type Fields = Readonly<Record<string, unknown>>;

/** An object in a body, and its path. */
interface BodyObject {
  readonly fields: Fields;
  /** `lineItems[1].`, or empty for the body itself. */
  readonly at: string;
  /** Its own currency, or that of the object that it is in. */
  readonly currency: string | undefined;
}

interface BooksFacts {
  /** The last day of the closed period. */
  readonly closedUntil?: Day | undefined;
  /** The currency of bodies without a currency. */
  readonly companyCurrency?: string | undefined;
}

export function problemsOf(body: unknown, { closedUntil, companyCurrency }: BooksFacts = {}): Fault[] {
  return objectsIn(body, "", companyCurrency).flatMap((object) => [
    ...taxProblems(object),
    ...sideProblems(object),
    ...sumProblems(object),
    ...priceProblems(object),
    ...currencyProblems(object),
    ...orderProblems(object),
    ...closedProblems(object, closedUntil),
  ]);
}

/** Totals that contradict the lines or each other. Such a body is refused, because no document can fulfil it. */
export const contradictionsIn = (body: unknown, companyCurrency?: string): Fault[] =>
  objectsIn(body, "", companyCurrency).flatMap((object) => [
    ...taxProblems(object),
    ...sideProblems(object),
    ...sumProblems(object),
    ...priceProblems(object),
  ]);

function objectsIn(value: unknown, at: string, outerCurrency: string | undefined): BodyObject[] {
  if (typeof value !== "object" || value === null) return [];
  const fields = value as Fields;
  const prefix = at === "" ? "" : `${at}.`;
  const currency = textIn(fields, "currency") ?? outerCurrency;
  return [
    { fields, at: prefix, currency },
    ...Object.entries(fields).flatMap(([name, below]) =>
      Array.isArray(below)
        ? below.flatMap((item, index) => objectsIn(item, `${prefix}${name}[${index}]`, currency))
        : objectsIn(below, prefix + name, currency),
    ),
  ];
}

const amountIn = (fields: Fields, name: string): Big | undefined => {
  const value = fields[name];
  return typeof value === "number" && Number.isFinite(value) ? new Big(value) : undefined;
};

/** Plain digits, with at least two decimals. */
const format = (amount: Big): string => {
  const text = amount.toFixed();
  return (text.split(".")[1]?.length ?? 0) < 2 ? amount.toFixed(2) : text;
};

function taxProblems({ fields, at }: BodyObject): Fault[] {
  const [net, tax, gross] = ["totalNetAmount", "totalTaxAmount", "totalGrossAmount"].map((name) =>
    amountIn(fields, name),
  );
  if (net === undefined || tax === undefined || gross === undefined || net.plus(tax).eq(gross)) return [];
  const field = `${at}totalTaxAmount`;
  const expected = format(gross.minus(net));
  return [
    {
      field,
      message: `${field} is ${format(tax)}, but totalGrossAmount (${format(gross)}) less totalNetAmount (${format(net)}) is ${expected}`,
    },
  ];
}

/** Debits equal credits, in net or in gross amounts: some systems derive the tax lines, others expect them. */
function sideProblems({ fields, at, currency }: BodyObject): Fault[] {
  const lines = fields["journalLineItems"];
  if (!Array.isArray(lines) || lines.length === 0) return [];
  const field = `${at}journalLineItems`;
  const sides = (lines as Fields[]).map((line) => line["debitCreditIndicator"]);
  if (sides.every((side) => side === undefined)) return [];
  const missing = sides.findIndex((side) => side === undefined);
  if (missing !== -1) {
    const path = `${field}[${missing}].debitCreditIndicator`;
    return [{ field: path, message: `${path} must be DEBIT or CREDIT, as in the other lines` }];
  }
  // Lines of one side are balanced by the account of the entry itself.
  const isContra = fields["accountId"] !== undefined && sides.every((side) => side !== fields["debitCreditIndicator"]);
  if (isContra && fields["debitCreditIndicator"] !== undefined) return [];
  const inNet = sidesOf(lines as Fields[], currency, "totalNetAmount", "totalGrossAmount");
  const inGross = sidesOf(lines as Fields[], currency, "totalGrossAmount", "totalNetAmount");
  if (inNet.debit.eq(inNet.credit) || inGross.debit.eq(inGross.credit)) return [];
  const { debit, credit } = inNet;
  const difference = format(debit.minus(credit).abs());
  return [
    {
      field,
      message: `${field}: debits (${format(debit)}) and credits (${format(credit)}) differ by ${difference}`,
    },
  ];
}

type AmountName = "totalNetAmount" | "totalGrossAmount";

function sidesOf(
  lines: readonly Fields[],
  currency: string | undefined,
  name: AmountName,
  fallback: AmountName,
): { debit: Big; credit: Big } {
  const sum = (side: string): Big =>
    lines
      .filter((line) => line["debitCreditIndicator"] === side)
      .reduce((total, line) => total.plus(amountIn(line, name) ?? derivedAmount(line, currency, fallback)), new Big(0));
  return { debit: sum("DEBIT"), credit: sum("CREDIT") };
}

/** An amount that the line does not state: its gross amount follows from its tax rate, otherwise both are the same. */
function derivedAmount(line: Fields, currency: string | undefined, stated: AmountName): Big {
  const amount = amountIn(line, stated) ?? new Big(0);
  const percentage = stated === "totalNetAmount" ? ratePercentageOf(line) : undefined;
  return percentage === undefined ? amount : rounded(amount.times(percentage).div(100).plus(amount), currency);
}

/** The fields of the lines that add up to fields of the document. */
const totals = [
  { total: "totalNetAmount", line: "totalNetAmount" },
  { total: "totalTaxAmount", line: "totalTaxAmount" },
  { total: "totalGrossAmount", line: "totalGrossAmount" },
  { total: "grossTotalAmount", line: "grossAmount" },
] as const;

function sumProblems({ fields, at, currency }: BodyObject): Fault[] {
  const name = ["lineItems", "expenseLines"].find((name) => Array.isArray(fields[name]));
  const lines = (name === undefined ? [] : fields[name]) as Fields[];
  // Lines of both sides are the journal entry behind the document, not its items.
  if (lines.length === 0 || new Set(lines.map((line) => line["debitCreditIndicator"])).size > 1) return [];
  return totals.flatMap(({ total, line }) => {
    const documentTotal = amountIn(fields, total);
    const amounts = lines.flatMap((item) => amountIn(item, line) ?? []);
    if (documentTotal === undefined || amounts.length < lines.length) return [];
    const sum = amounts.reduce((a, b) => a.plus(b));
    // Target systems that compute tax for the whole document round once, not for each line.
    if (
      isWithin(sum, documentTotal, tolerance(currency, lines.length)) ||
      discounted(fields, sum).some((less) => isWithin(less, documentTotal, tolerance(currency)))
    )
      return [];
    const field = at + total;
    const message = `${field} is ${format(documentTotal)}, but the ${line} of all ${name} add up to ${format(sum)}`;
    return [{ field, message }];
  });
}

/** The sum less a discount on the whole document, given as an amount or as a percentage. */
function discounted(fields: Fields, sum: Big): Big[] {
  const amount = amountIn(fields, "totalDiscountAmount");
  const percentage = amountIn(fields, "totalDiscountPercentage") ?? amountIn(fields, "discountPercentage");
  return [
    ...(amount === undefined ? [] : [sum.minus(amount)]),
    ...(percentage === undefined ? [] : [sum.minus(sum.times(percentage).div(100))]),
  ];
}

/** Quantity times price, less the discount, is the line's net or its gross amount. */
function priceProblems({ fields, at, currency }: BodyObject): Fault[] {
  const quantity = amountIn(fields, "quantity");
  const unit = amountIn(fields, "unitAmount");
  if (quantity === undefined || unit === undefined) return [];
  const price = quantity.times(unit).minus(discountOf(fields, quantity, unit));
  const isClose = (left: Big, right: Big): boolean => isWithin(left, right, tolerance(currency));
  const fault = (field: string, actual: Big, expected: Big): Fault =>
    priceFault(field, actual, rounded(expected, currency));
  const rate = amountIn(fields, "taxRatePercentage")?.div(100).plus(1);
  const net = amountIn(fields, "totalNetAmount");
  const grossName = "grossAmount" in fields ? "grossAmount" : "totalGrossAmount";
  const gross = amountIn(fields, grossName);
  if (net !== undefined) {
    const isCorrect = isClose(net, price) || (gross !== undefined && isClose(gross, price));
    const isCorrectFromGross = rate !== undefined && rate.gt(0) && isClose(net, price.div(rate));
    return isCorrect || isCorrectFromGross ? [] : [fault(`${at}totalNetAmount`, net, price)];
  }
  if (gross === undefined || rate === undefined) return [];
  const withTax = price.times(rate);
  return isClose(gross, price) || isClose(gross, withTax) ? [] : [fault(at + grossName, gross, withTax)];
}

function discountOf(fields: Fields, quantity: Big, unit: Big): Big {
  const amount = amountIn(fields, "totalDiscountAmount") ?? amountIn(fields, "unitDiscountAmount")?.times(quantity);
  if (amount !== undefined) return amount;
  const names = ["totalDiscountPercentage", "unitDiscountPercentage", "discountItemPercentage"];
  const percentage = names.map((name) => amountIn(fields, name)).find((value) => value !== undefined);
  return quantity
    .times(unit)
    .times(percentage ?? 0)
    .div(100);
}

const priceFault = (field: string, actual: Big, expected: Big): Fault => ({
  field,
  message: `${field} is ${format(actual)}, but quantity, unitAmount and discount result in ${format(expected)}`,
});

function currencyProblems({ fields, at }: BodyObject): Fault[] {
  const { currency } = fields as { readonly currency?: unknown };
  if (typeof currency !== "string" || (currencies as readonly string[]).includes(currency)) return [];
  const field = `${at}currency`;
  return [{ field, message: `${field} must be an ISO 4217 currency code, for example EUR` }];
}

/** The document's date, which is also its booking date. */
const documentDays = [
  "invoiceDate",
  "billDate",
  "bookingProposalDate",
  "offerDate",
  "orderDate",
  "transactionDate",
  "vendorCreditDate",
];
const bookingDays = new Set([...documentDays, "bookingDate", "paymentDate"]);
const notBooked = new Set(["offerDate", "orderDate"]);

const dateOrder: readonly (readonly [string, string])[] = [
  ...documentDays.map((day) => [day, "dueDate"] as const),
  ["shippingDate", "shippingEndDate"],
  ["deferredStartDate", "deferredEndDate"],
  ["startDate", "endDate"],
];

/** The calendar day, which comes first in every form of a date. */
const dateIn = (fields: Fields, name: string): Day | undefined => {
  const value = fields[name];
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}/.test(value) ? value.slice(0, 10) : undefined;
};

function orderProblems({ fields, at }: BodyObject): Fault[] {
  return dateOrder.flatMap(([first, second]) => {
    const from = dateIn(fields, first);
    const to = dateIn(fields, second);
    if (from === undefined || to === undefined || from <= to) return [];
    const field = at + second;
    return [{ field, message: `${field} (${to}) must not be before ${first} (${from})` }];
  });
}

function closedProblems({ fields, at }: BodyObject, closedUntil: Day | undefined): Fault[] {
  if (closedUntil === undefined) return [];
  return Object.keys(fields)
    .filter((name) => bookingDays.has(name) && !notBooked.has(name))
    .flatMap((name) => {
      const day = dateIn(fields, name);
      const field = at + name;
      if (day === undefined || day > closedUntil) return [];
      return [
        { field, message: `${field} is ${day}, but the books are closed until ${closedUntil}; use a later date` },
      ];
    });
}
