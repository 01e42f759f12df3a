/** What invoices, credit notes, bills and vendor credits have in common: lines, totals and states. */
import { Big } from "big.js";
import type { GetHandler, WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import { amounts, values } from "../../kit/columns.ts";
import { fieldAs, numberAs } from "../../kit/encode.ts";
import { amount, type Decimal, difference, portion, sum } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import type { Document, Line } from "./types.ts";

/** A line of ours: a row of the document, or a charge that Zoho Books keeps beside the rows. */
export interface DocumentLine {
  readonly id: string;
  readonly row: Omit<Line, "line_item_id">;
  readonly net: number | undefined;
  /** Undefined if the tax of the line is not known. */
  readonly tax: number | undefined;
}

const isZero = (value: Decimal): boolean => (amount(value) ?? 0) === 0;

const taxOfRow = ({ line_item_taxes: taxes, tax_percentage: rate, item_total: net }: Line): number | undefined => {
  if (taxes?.length) return sum(taxes.map((tax) => tax.tax_amount));
  return isZero(rate) ? 0 : portion(net, amount(rate) ?? 0);
};

/** With a discount of the whole document, the tax of a line is that of what is left of it, which no field shows. */
const hasOwnDiscount = (document: Document): boolean =>
  document.discount_type === "entity_level" && !isZero(document.discount_total);

export const discountOf = (document: Document): number | undefined =>
  hasOwnDiscount(document) ? amount(document.discount_total) : undefined;

/** Charges beside the rows, each a line of its own. */
function chargesOf(document: Document): readonly DocumentLine[] {
  const { shipping_charge: shipping, shipping_charge_exclusive_of_tax: net, shipping_charge_tax: tax } = document;
  const { adjustment, adjustment_description: reason, roundoff_value: rounding } = document;
  const charges = [
    { id: "shipping", name: "Shipping", net: amount(net) ?? amount(shipping), tax: amount(tax) ?? 0 },
    { id: "adjustment", name: reason || "Adjustment", net: amount(adjustment), tax: 0 },
    { id: "rounding", name: "Rounding", net: amount(rounding), tax: 0 },
  ];
  return charges
    .filter((charge) => !isZero(charge.net))
    .map(({ id, name, ...amounts }) => ({ id, row: { name, quantity: 1, rate: amounts.net }, ...amounts }));
}

/** Rows, and charges that are kept beside them. Undefined in lists, which have no rows. */
export function linesOf(document: Document): readonly DocumentLine[] | undefined {
  const { line_items: rows } = document;
  if (!rows) return undefined;
  const isTaxKnown = !hasOwnDiscount(document);
  const lines = rows.map((row) => ({
    id: row.line_item_id,
    row,
    net: amount(row.item_total),
    tax: isTaxKnown ? taxOfRow(row) : undefined,
  }));
  return [...lines, ...chargesOf(document)];
}

/** Withholding tax is taken off the total of a document (recorded: 45000 + 8100 - 450 = 52650). */
const withheldOf = ({ tds_amount: withheld }: Document): number => amount(withheld) ?? 0;

export const taxOf = (document: Document): number | undefined =>
  amount(document.tax_total) === undefined ? undefined : difference(document.tax_total, withheldOf(document));

export const netOf = (document: Document): number | undefined => difference(document.total, taxOf(document));

const isReverseCharge = ({ tax_name: name }: Line): boolean => /reverse.?charge/i.test(name ?? "");

/** Some editions have a flag for it. In others, users have a tax of 0 % with this name. */
export function taxRuleOf({ is_reverse_charge_applied: isReversed, line_items: rows }: Document) {
  const isNamed = !!rows?.length && rows.every(isReverseCharge);
  return isReversed === true || isNamed ? ("REVERSE_CHARGE" as const) : undefined;
}

const grossOfLine = ({ net, tax }: DocumentLine): number | undefined =>
  net === undefined || tax === undefined ? undefined : sum([net, tax]);

/** A percentage is a text that ends so. */
const discountPercentage = ({ row: { discount } }: DocumentLine): number | undefined =>
  typeof discount === "string" && discount.endsWith("%") ? Number(discount.slice(0, -1)) || undefined : undefined;

/** Lines of bills have no amount of their own for it, but a number is one. */
const discountAmount = ({ row: { discount_amount: taken, discount } }: DocumentLine): number | undefined =>
  amount(taken ?? (typeof discount === "number" ? discount : undefined)) || undefined;

const lineBasics = {
  ...values({ description: "row.description", itemId: "row.item_id", taxCode: "row.tax_id" }),
  ...amounts({ quantity: "row.quantity", unitAmount: "row.rate" }),
  taxRatePercentage: ({ row: { tax_id: id, tax_percentage: rate } }: DocumentLine) => (id ? amount(rate) : 0),
};

const posting = values({ accountId: "row.account_id" });

/** For credit notes; the contract has no account of their lines. */
export const creditNoteLineFields = {
  ...lineBasics,
  id: ({ id }: DocumentLine) => id,
  totalDiscountAmount: discountAmount,
  totalDiscountPercentage: discountPercentage,
  totalGrossAmount: grossOfLine,
  totalNetAmount: ({ net }: DocumentLine) => net,
  totalTaxAmount: ({ tax }: DocumentLine) => tax,
  itemName: ({ row }: DocumentLine) => row.name,
  unitName: ({ row }: DocumentLine) => row.unit,
};

/** For bills and vendor credits. */
export const purchaseLineFields = {
  ...creditNoteLineFields,
  ...posting,
  accountNumber: ({ row }: DocumentLine) => row.account_code,
};

const {
  totalDiscountAmount: _amount,
  totalDiscountPercentage: _percentage,
  ...vendorCreditLineFields
} = purchaseLineFields;

/** No recorded vendor credit has a discount. */
export { vendorCreditLineFields };

export const invoiceLineFields = {
  ...lineBasics,
  ...posting,
  lineItemId: ({ id }: DocumentLine) => id,
  discountItemAmount: discountAmount,
  discountItemPercentage: discountPercentage,
  grossAmount: grossOfLine,
  itemsAmount: ({ net }: DocumentLine) => net,
  name: ({ row }: DocumentLine) => row.name,
};

/** The vendor's own record of a line. */
export const rawLine = ({ row }: DocumentLine): unknown => row;

const posted = ["sent", "viewed", "unpaid", "open", "partially_paid"];

const isPart = ({ balance, total }: Document): boolean => !isZero(balance) && sum([balance, -Number(total ?? 0)]) < 0;

/** Zoho Books calls a document overdue in the company's time zone, also if a part of it is paid (recorded). */
function stateOf(document: Document): string | undefined {
  const { status } = document;
  if (status === "overdue") return isPart(document) ? "partially_overdue" : "overdue";
  if (posted.includes(status ?? "")) return isPart(document) ? "partially_paid" : "open";
  return status ?? undefined;
}

const states = vocabulary({
  approved: "SUBMITTED",
  closed: "PAID",
  draft: "DRAFT",
  open: "OPEN",
  overdue: "OVERDUE",
  paid: "PAID",
  partially_overdue: "PARTIALLY_OVERDUE",
  partially_paid: "PARTIALLY_PAID",
  pending_approval: "SUBMITTED",
  void: "VOIDED",
});

export const statusOf = states.read(stateOf);

export const isPaid = (document: Document): boolean => states.toContract(stateOf(document)) === "PAID";

const settlements = vocabulary({
  cleared: "CLEARED_WITH_CREDIT_NOTE",
  closed: "PAID",
  credit_cleared: "CREDIT_NOTE_CLEARED",
  lost: "BAD_DEBT",
  open: "PENDING",
  overdue: "PENDING",
  paid: "PAID",
  partially_overdue: "PARTLY_PAID",
  partially_paid: "PARTLY_PAID",
  void: "CANCELED",
});

/** `settledBy` says what settled a paid document, if that was not money. */
export const paymentStatusOf = <Native extends Document>(
  settledBy: (document: Native) => "cleared" | "credit_cleared" | "lost" | undefined,
) =>
  settlements.read(
    (document: Native) => settledBy(document) ?? stateOf(document),
    // Nothing is owed yet.
    ["draft", "pending_approval", "approved"],
  );

/** All was settled by credits, and nothing by money. */
export const isByCredit = (document: Document, credited: Decimal, paid: Decimal): boolean =>
  isPaid(document) && !isZero(credited) && isZero(paid);

const withheld = (raw: unknown): string | undefined => {
  const tax = withheldOf(raw as Document);
  return tax === 0
    ? undefined
    : `Zoho Books has taken withholding tax of ${tax} off the total. It is a negative part of the tax.`;
};

/** A warning with the withholding tax of a document, because the contract has no field for it. */
export const sayingWithheld = <Record>(handler: GetHandler<Record>): GetHandler<Record> => ({
  ...handler,
  get: async (call, session) => {
    const found = await handler.get(call, session);
    const warning = withheld(found.raw);
    return warning === undefined ? found : { ...found, warnings: [...(found.warnings ?? []), warning] };
  },
});

export const amountTypesAs = Object.assign(
  (type: string, _input: unknown, field: string): object => {
    if (type === "INCLUSIVE" || type === "EXCLUSIVE") return { is_inclusive_tax: type === "INCLUSIVE" };
    throw cannotStore("Zoho Books accepts only INCLUSIVE or EXCLUSIVE for lineAmountTypes.", field);
  },
  { path: ["is_inclusive_tax"], words: ["INCLUSIVE", "EXCLUSIVE"] },
);

/** A percentage is a text, because a number is an amount. */
const percentageText = (percentage: number): object => ({ discount: `${new Big(percentage).toFixed()}%` });

export const percentageAs = Object.assign(
  (percentage: number): object => (percentage === 0 ? {} : percentageText(percentage)),
  { path: ["discount"] },
);

/** In a change, 0 takes the discount away. */
export const changedPercentageAs = Object.assign((percentage: number): object => percentageText(percentage), {
  path: ["discount"],
});

export const rowEncoders = {
  accountId: fieldAs("account_id"),
  description: fieldAs("description"),
  itemId: fieldAs("item_id"),
  quantity: numberAs("quantity"),
  taxCode: fieldAs("tax_id"),
  unitAmount: numberAs("rate"),
};

/** Fields of a row that a change sends again, so that the vendor keeps them. */
const keptOfRow = [
  "line_item_id",
  "item_id",
  "account_id",
  "name",
  "description",
  "unit",
  "quantity",
  "rate",
  "discount",
  "tax_id",
  "item_order",
  "project_id",
  "tags",
];

/** A change replaces all rows, so those that stay are sent again. */
export const keptRows = ({ line_items: rows }: Document): readonly object[] =>
  (rows ?? []).map((row) => {
    const fields = Object.entries<unknown>({ ...row });
    return Object.fromEntries(fields.filter(([name, value]) => keptOfRow.includes(name) && value !== ""));
  });

interface StatusChange {
  readonly status?: string | undefined;
}

interface Moving<Native> {
  readonly read: (session: Session) => Promise<Native>;
  readonly send: (action: string, session: Session) => Promise<unknown>;
  /** The vendor's action for each status of ours. */
  readonly actions: Readonly<Record<string, string>>;
}

/** Posts or voids a document. An earlier attempt may have done so. */
export async function moved<Native extends Document>(
  { body }: WriteCall<StatusChange>,
  session: Session,
  { read, send, actions }: Moving<Native>,
): Promise<Native | undefined> {
  const action = actions[body.status ?? ""];
  if (action === undefined) return undefined;
  const native = await read(session);
  const isDraft = states.toContract(stateOf(native)) === "DRAFT";
  const isNeeded = action === "void" ? native.status !== "void" : isDraft;
  if (!isNeeded) return native;
  await send(action, session);
  return read(session);
}
