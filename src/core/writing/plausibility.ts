/** What does not add up in a body, whatever the record: sums, sides, taxes, currencies and the order of days. */
import { Big } from "big.js";
import { currencies } from "../../contract/currencies.ts";
import type { Fault } from "../../contract/failure.ts";
import type { Day } from "../../contract/parameters.ts";

type Fields = Readonly<Record<string, unknown>>;

/** One object of a body, and where it stands in it. */
interface Place {
  readonly fields: Fields;
  /** `lineItems[1].`, or nothing for the body itself. */
  readonly at: string;
}

export function problemsOf(body: unknown, closedUntil?: Day): Fault[] {
  return placesIn(body, "").flatMap((place) => [
    ...taxProblems(place),
    ...sideProblems(place),
    ...sumProblems(place),
    ...priceProblems(place),
    ...currencyProblems(place),
    ...orderProblems(place),
    ...closedProblems(place, closedUntil),
  ]);
}

function placesIn(value: unknown, at: string): Place[] {
  if (typeof value !== "object" || value === null) return [];
  const fields = value as Fields;
  const prefix = at === "" ? "" : `${at}.`;
  return [
    { fields, at: prefix },
    ...Object.entries(fields).flatMap(([name, below]) =>
      Array.isArray(below)
        ? below.flatMap((one, index) => placesIn(one, `${prefix}${name}[${index}]`))
        : placesIn(below, prefix + name),
    ),
  ];
}

const amountIn = (fields: Fields, name: string): Big | undefined => {
  const value = fields[name];
  return typeof value === "number" && Number.isFinite(value) ? new Big(value) : undefined;
};

/** Plain digits, and never fewer than cents. */
const shown = (amount: Big): string => {
  const text = amount.toFixed();
  return (text.split(".")[1]?.length ?? 0) < 2 ? amount.toFixed(2) : text;
};

function taxProblems({ fields, at }: Place): Fault[] {
  const [net, tax, gross] = ["totalNetAmount", "totalTaxAmount", "totalGrossAmount"].map((name) =>
    amountIn(fields, name),
  );
  if (net === undefined || tax === undefined || gross === undefined || net.plus(tax).eq(gross)) return [];
  const field = `${at}totalTaxAmount`;
  const right = shown(gross.minus(net));
  return [
    {
      field,
      message: `${field} is ${shown(tax)}, but totalNetAmount ${shown(net)} and totalGrossAmount ${shown(gross)} leave ${right} for it`,
    },
  ];
}

/** Debit = credit, counted in net or in gross amounts: some systems derive the tax lines, others want to be told them. */
function sideProblems({ fields, at }: Place): Fault[] {
  const lines = fields["journalLineItems"];
  if (!Array.isArray(lines) || lines.length === 0) return [];
  const field = `${at}journalLineItems`;
  const sides = (lines as Fields[]).map((line) => line["debitCreditIndicator"]);
  if (sides.every((side) => side === undefined)) return [];
  const missing = sides.findIndex((side) => side === undefined);
  if (missing !== -1) {
    const place = `${field}[${missing}].debitCreditIndicator`;
    return [{ field: place, message: `${place} must be DEBIT or CREDIT, as in the other lines` }];
  }
  // Lines of one side stand against the account of the entry itself.
  const isContra = fields["accountId"] !== undefined && sides.every((side) => side !== fields["debitCreditIndicator"]);
  if (isContra && fields["debitCreditIndicator"] !== undefined) return [];
  const inNet = sidesOf(lines as Fields[], "totalNetAmount", "totalGrossAmount");
  const inGross = sidesOf(lines as Fields[], "totalGrossAmount", "totalNetAmount");
  if (inNet.debit.eq(inNet.credit) || inGross.debit.eq(inGross.credit)) return [];
  const { debit, credit } = inNet;
  const lacking = debit.gt(credit) ? "credit" : "debit";
  const difference = shown(debit.minus(credit).abs());
  return [
    {
      field,
      message: `${field}: debit is ${shown(debit)} and credit ${shown(credit)}; ${difference} lacks in ${lacking}`,
    },
  ];
}

function sidesOf(lines: readonly Fields[], first: string, otherwise: string): { debit: Big; credit: Big } {
  const sum = (side: string): Big =>
    lines
      .filter((line) => line["debitCreditIndicator"] === side)
      .reduce((total, line) => total.plus(amountIn(line, first) ?? amountIn(line, otherwise) ?? 0), new Big(0));
  return { debit: sum("DEBIT"), credit: sum("CREDIT") };
}

/** Which field of the lines adds up to which field of the document. */
const totals = [
  { total: "totalNetAmount", line: "totalNetAmount" },
  { total: "totalTaxAmount", line: "totalTaxAmount" },
  { total: "totalGrossAmount", line: "totalGrossAmount" },
  { total: "grossTotalAmount", line: "grossAmount" },
] as const;

function sumProblems({ fields, at }: Place): Fault[] {
  const name = ["lineItems", "expenseLines"].find((name) => Array.isArray(fields[name]));
  const lines = (name === undefined ? [] : fields[name]) as Fields[];
  // Lines of both sides are the entry behind the document, not its parts.
  if (lines.length === 0 || new Set(lines.map((line) => line["debitCreditIndicator"])).size > 1) return [];
  return totals.flatMap(({ total, line }) => {
    const said = amountIn(fields, total);
    const parts = lines.flatMap((one) => amountIn(one, line) ?? []);
    if (said === undefined || parts.length < lines.length) return [];
    const sum = parts.reduce((a, b) => a.plus(b));
    if (sum.eq(said) || discounted(fields, sum).some((less) => isClose(less, said))) return [];
    const field = at + total;
    return [{ field, message: `${field} is ${shown(said)}, but the ${line} of all ${name} is ${shown(sum)}` }];
  });
}

/** A discount on the whole document, in the two ways in which it can be told. */
function discounted(fields: Fields, sum: Big): Big[] {
  const amount = amountIn(fields, "totalDiscountAmount");
  const percentage = amountIn(fields, "totalDiscountPercentage") ?? amountIn(fields, "discountPercentage");
  return [
    ...(amount === undefined ? [] : [sum.minus(amount)]),
    ...(percentage === undefined ? [] : [sum.minus(sum.times(percentage).div(100))]),
  ];
}

/** Quantity times price, less the discount, is the line's net or its gross amount. */
function priceProblems({ fields, at }: Place): Fault[] {
  const quantity = amountIn(fields, "quantity");
  const unit = amountIn(fields, "unitAmount");
  if (quantity === undefined || unit === undefined) return [];
  const price = quantity.times(unit).minus(discountOf(fields, quantity, unit));
  const rate = amountIn(fields, "taxRatePercentage")?.div(100).plus(1);
  const net = amountIn(fields, "totalNetAmount");
  const grossName = "grossAmount" in fields ? "grossAmount" : "totalGrossAmount";
  const gross = amountIn(fields, grossName);
  if (net !== undefined) {
    const isRight = isClose(net, price) || (gross !== undefined && isClose(gross, price));
    const fromGross = rate !== undefined && rate.gt(0) && isClose(net, price.div(rate));
    return isRight || fromGross ? [] : [priceFault(`${at}totalNetAmount`, net, price)];
  }
  if (gross === undefined || rate === undefined) return [];
  const withTax = price.times(rate);
  return isClose(gross, price) || isClose(gross, withTax) ? [] : [priceFault(at + grossName, gross, withTax)];
}

function discountOf(fields: Fields, quantity: Big, unit: Big): Big {
  const whole = amountIn(fields, "totalDiscountAmount") ?? amountIn(fields, "unitDiscountAmount")?.times(quantity);
  if (whole !== undefined) return whole;
  const names = ["totalDiscountPercentage", "unitDiscountPercentage", "discountItemPercentage"];
  const percentage = names.map((name) => amountIn(fields, name)).find((value) => value !== undefined);
  return quantity
    .times(unit)
    .times(percentage ?? 0)
    .div(100);
}

const priceFault = (field: string, said: Big, right: Big): Fault => ({
  field,
  message: `${field} is ${shown(said)}, but quantity, unitAmount and discount make it ${shown(right.round(2, Big.roundHalfUp))}`,
});

/** As near as rounding to cents allows. */
const isClose = (a: Big, b: Big): boolean => a.minus(b).abs().lte("0.005");

function currencyProblems({ fields, at }: Place): Fault[] {
  const { currency } = fields as { readonly currency?: unknown };
  if (typeof currency !== "string" || (currencies as readonly string[]).includes(currency)) return [];
  const field = `${at}currency`;
  return [{ field, message: `${field} must be a currency of ISO 4217, for example EUR` }];
}

/** The day that a document is of, which is the day that it is booked on. */
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

const inOrder: readonly (readonly [string, string])[] = [
  ...documentDays.map((day) => [day, "dueDate"] as const),
  ["shippingDate", "shippingEndDate"],
  ["deferredStartDate", "deferredEndDate"],
  ["startDate", "endDate"],
];

/** The calendar day, which comes first in every form of a date. */
const dayIn = (fields: Fields, name: string): Day | undefined => {
  const value = fields[name];
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}/.test(value) ? value.slice(0, 10) : undefined;
};

function orderProblems({ fields, at }: Place): Fault[] {
  return inOrder.flatMap(([first, second]) => {
    const from = dayIn(fields, first);
    const to = dayIn(fields, second);
    if (from === undefined || to === undefined || from <= to) return [];
    const field = at + second;
    return [{ field, message: `${field} is ${to}; it must not be before ${first}, which is ${from}` }];
  });
}

function closedProblems({ fields, at }: Place, closedUntil: Day | undefined): Fault[] {
  if (closedUntil === undefined) return [];
  return Object.keys(fields)
    .filter((name) => bookingDays.has(name) && !notBooked.has(name))
    .flatMap((name) => {
      const day = dayIn(fields, name);
      const field = at + name;
      if (day === undefined || day > closedUntil) return [];
      return [{ field, message: `${field} is ${day}, but the books are closed up to ${closedUntil}; use a later day` }];
    });
}
