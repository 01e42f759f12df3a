/** Lines of offers, orders and invoices: bexio's positions. */
import { Big } from "big.js";
import type { InvoiceLineItemInput, OfferLineItemInput } from "../../contract/inputs/sales.ts";
import type { InvoiceLineItem, OfferLineItem, SalesOrderLineItem } from "../../contract/records/sales.ts";
import { amounts, values } from "../../kit/columns.ts";
import { decimalAs, encoder, fieldAs } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount, decimal } from "../../kit/money.ts";
import { idNumber, references } from "./fields.ts";
import type { Position, SalesDocument } from "./types.ts";

/** A line with what its document says about all lines. */
export interface Line extends Position {
  readonly document: Pricing;
}

interface Pricing {
  readonly hasTax: boolean;
  readonly isNet: boolean;
}

/** `mwst_type` 1 and 2 leave out the tax, whatever tax the positions name. */
export const pricingOf = ({ mwst_type: type, mwst_is_net: isNet }: SalesDocument): Pricing => ({
  hasTax: type === 0,
  isNet: type !== 0 || isNet !== false,
});

const rounding = "rounding";

const kinds: Readonly<Record<string, string>> = { KbPositionCustom: "custom", KbPositionArticle: "article" };

/** Positions count for each type, so ids of ours have the type. */
export const lineIdOf = ({ type, id }: Position): string => (type === rounding ? rounding : `${kinds[type]}-${id}`);

/**
 * Positions with a price. Texts, subtotals and page breaks are none, and discounts are the document's. What bexio rounds the
 * total by is a line.
 */
export function linesOf(document: SalesDocument): readonly Line[] | undefined {
  if (document.positions === undefined || document.positions === null) return undefined;
  const pricing = pricingOf(document);
  const lines = document.positions
    .filter(({ type }) => kinds[type] !== undefined)
    .map((position) => ({ ...position, document: pricing }));
  const difference = roundingOf(document);
  if (difference === 0) return lines;
  const price = decimal(difference);
  const line = { id: 0, type: rounding, amount: "1", unit_price: price, position_total: price, tax_value: "0" };
  return [...lines, { ...line, text: "Rounding", document: { hasTax: false, isNet: true } }];
}

/** The document's own figure has fewer decimals than its tax, so it is computed. */
const roundingOf = ({ total_rounding_difference: difference }: SalesDocument): number => amount(difference) ?? 0;

const rateOf = ({ document, tax_value: rate }: Line): number | undefined => (document.hasTax ? amount(rate) : 0);

const cents = (value: Big): number => value.round(2, Big.roundHalfUp).toNumber();

/** An optional line is not part of the total. */
const totalOf = ({ position_total: total, is_optional: isOptional }: Line): Big | undefined =>
  isOptional || amount(total) === undefined ? undefined : new Big(total ?? 0);

const shareOf = (line: Line): Big => new Big(rateOf(line) ?? 0).div(100).plus(1);

export const netOf = (line: Line): number | undefined => {
  const total = totalOf(line);
  return total && cents(line.document.isNet ? total : total.div(shareOf(line)));
};

const grossOf = (line: Line): number | undefined => {
  const total = totalOf(line);
  return total && cents(line.document.isNet ? total.times(shareOf(line)) : total);
};

const shared = {
  ...values({ description: "text" }),
  ...amounts({ quantity: "amount", unitAmount: "unit_price" }),
  ...references({ itemId: "article_id", taxCode: "tax_id" }),
  taxRatePercentage: rateOf,
};

const discount = ({ discount_in_percent: percentage }: Line): number | undefined => amount(percentage) || undefined;

export const invoiceLine = mapping<InvoiceLineItem, Line>({
  ...shared,
  ...references({ accountId: "account_id" }),
  lineItemId: lineIdOf,
  discountItemPercentage: discount,
  grossAmount: grossOf,
  itemsAmount: netOf,
});

const tradeLine = {
  ...shared,
  ...values({ unitName: "unit_name" }),
  id: lineIdOf,
  totalDiscountPercentage: discount,
  totalGrossAmount: grossOf,
  totalNetAmount: netOf,
  totalTaxAmount: (line: Line) => {
    const net = netOf(line);
    const gross = grossOf(line);
    return net === undefined || gross === undefined ? undefined : new Big(gross).minus(net).toNumber();
  },
};

export const offerLine = mapping<OfferLineItem, Line>({ ...tradeLine, ...references({ accountId: "account_id" }) });
export const orderLine = mapping<SalesOrderLineItem, Line>(tradeLine);

const positionAs = (name: string) =>
  Object.assign((id: string, _input: unknown, field: string) => ({ [name]: idNumber(id, field) }), { path: [name] });

const encoders = {
  accountId: positionAs("account_id"),
  // bexio has one text.
  description: fieldAs("text"),
  itemId: positionAs("article_id"),
  name: ((name: string, input: { readonly description?: string }) =>
    input.description === undefined ? { text: name } : {}) as never,
  quantity: decimalAs("amount"),
  taxCode: positionAs("tax_id"),
  unitAmount: decimalAs("unit_price"),
};

/** An item makes an article position, everything else a free one. */
const typeOf = ({ itemId }: { readonly itemId?: string }) => ({
  type: itemId === undefined ? "KbPositionCustom" : "KbPositionArticle",
});

export const invoiceLineEncoder = encoder<InvoiceLineItemInput>(
  { ...encoders, discountItemPercentage: decimalAs("discount_in_percent") },
  typeOf,
);
export const offerLineEncoder = encoder<OfferLineItemInput>(
  { ...encoders, totalDiscountPercentage: decimalAs("discount_in_percent") },
  typeOf,
);
