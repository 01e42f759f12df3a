/** Lines of invoices and credit notes. They are a list of their own below the document. */
import type { WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { InvoiceLineItemInput } from "../../contract/inputs/sales.ts";
import type { CreditNoteLine, InvoiceLineItem } from "../../contract/records/sales.ts";
import type { Session } from "../../contract/session.ts";
import { amounts, values } from "../../kit/columns.ts";
import { encoder, fieldAs, numberAs } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount, decimal, difference, sum } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { allOf, oldestFirst } from "./conventions.ts";
import { idAs, idIn, stamps } from "./fields.ts";
import { rateOf } from "./taxes.ts";
import type { CustomerInvoice, InvoiceLine } from "./types.ts";

export interface WithLines extends CustomerInvoice {
  readonly lines: readonly InvoiceLine[];
}

export const linesOf = (session: Session, id: string): Promise<readonly InvoiceLine[]> =>
  allOf<InvoiceLine>(session, path`/customer_invoices/${id}/invoice_lines`, oldestFirst);

export const withLines = async (native: CustomerInvoice, session: Session): Promise<WithLines> => ({
  ...native,
  lines: await linesOf(session, String(native.id)),
});

const isRelative = ({ discount }: InvoiceLine): boolean => discount?.type === "relative";

const valueOf = ({ discount }: InvoiceLine): number | undefined => amount(discount?.value) || undefined;
const discountPercentage = (line: InvoiceLine) => (isRelative(line) ? valueOf(line) : undefined);
const discountAmount = (line: InvoiceLine) => (isRelative(line) ? undefined : valueOf(line));

export const invoiceLine = mapping<InvoiceLineItem, InvoiceLine>({
  ...values({ name: "label", taxCode: "vat_rate" }),
  ...amounts({
    grossAmount: "currency_amount",
    itemsAmount: "currency_amount_before_tax",
    quantity: "quantity",
    unitAmount: "raw_currency_unit_price",
  }),
  ...stamps,
  lineItemId: ({ id }) => String(id),
  description: ({ description, label }) => description || label,
  discountItemAmount: discountAmount,
  discountItemPercentage: discountPercentage,
  itemId: ({ product }) => idIn(product),
  taxRatePercentage: rateOf,
});

const turned = (value: number | undefined): number | undefined => (value === undefined || value === 0 ? value : -value);

/** A credited line is negative by its price or by its quantity. */
const hasNegativePrice = ({ raw_currency_unit_price: price }: InvoiceLine): boolean => (amount(price) ?? 0) < 0;

export const creditLine = mapping<CreditNoteLine, InvoiceLine>({
  ...values({ itemName: "label", taxCode: "vat_rate", unitName: "unit" }),
  ...stamps,
  id: ({ id }) => String(id),
  description: ({ description, label }) => description || label,
  itemId: ({ product }) => idIn(product),
  quantity: (line) => (hasNegativePrice(line) ? amount(line.quantity) : turned(amount(line.quantity))),
  taxRatePercentage: rateOf,
  totalDiscountPercentage: discountPercentage,
  totalGrossAmount: ({ currency_amount: gross }) => turned(amount(gross)),
  totalNetAmount: ({ currency_amount_before_tax: net }) => turned(amount(net)),
  totalTaxAmount: ({ currency_tax: tax }) => turned(amount(tax)),
  unitAmount: (line) => {
    const price = amount(line.raw_currency_unit_price);
    return hasNegativePrice(line) ? turned(price) : price;
  },
});

/** What the document's own discount takes off the lines. */
export function discountOf({ lines, discount, currency_amount_before_tax: net }: WithLines): number | undefined {
  if (!amount(discount?.value)) return undefined;
  return difference(sum(lines.map((line) => line.currency_amount_before_tax)), net) || undefined;
}

/** The vendor's default for new products, which lines without a product have to name. */
const unit = "piece";

interface NewLine {
  readonly description?: string;
  readonly itemId?: string;
  readonly name?: string;
  readonly unitName?: string;
}

/** A line has a label and a longer description. A text alone is its label. */
const textsOf = ({ name, description }: NewLine): object => {
  const label = name ?? description;
  return {
    ...(label !== undefined && { label }),
    ...(name !== undefined && description !== undefined && description !== name && { description }),
  };
};

/** Six decimals at most (reference, 2026-04). */
const priceAs = Object.assign(
  (value: number, _input: unknown, field: string): object => {
    if (Number(value.toFixed(6)) !== value)
      throw cannotStore(
        `Pennylane stores ${field} with 6 decimals, so ${value} would be rounded. Round it first.`,
        field,
      );
    return { raw_currency_unit_price: decimal(value) };
  },
  { path: ["raw_currency_unit_price"] },
);

export const lineEncoder = encoder<InvoiceLineItemInput>(
  {
    accountId: idAs("ledger_account_id"),
    description: Object.assign((_text: string, input: InvoiceLineItemInput) => textsOf(input), {
      path: ["description"],
    }),
    discountItemPercentage: Object.assign(
      (percentage: number): object =>
        percentage === 0 ? {} : { discount: { type: "relative", value: decimal(percentage) } },
      { path: ["discount", "value"] },
    ),
    itemId: idAs("product_id"),
    name: Object.assign((_name: string, input: InvoiceLineItemInput) => textsOf(input), { path: ["label"] }),
    quantity: numberAs("quantity"),
    taxCode: fieldAs("vat_rate"),
    unitAmount: priceAs,
    unitName: fieldAs("unit"),
  },
  ({ itemId, unitName }) => (itemId === undefined && unitName === undefined ? { unit } : {}),
);

/** A line without a product needs everything that a product would bring. */
export function checkLines({
  body: { lineItems },
}: WriteCall<{ readonly lineItems: readonly InvoiceLineItemInput[] }>) {
  for (const [index, { itemId, name, description, taxCode, unitAmount }] of lineItems.entries()) {
    const at = `lineItems[${index}]`;
    if (itemId !== undefined) continue;
    if (name === undefined && description === undefined)
      throw cannotStore(`A line without an item needs a text. Send ${at}.name.`, `${at}.name`);
    if (unitAmount === undefined)
      throw cannotStore(`A line without an item needs a price. Send ${at}.unitAmount.`, `${at}.unitAmount`);
    if (taxCode === undefined)
      throw cannotStore(
        "A line without an item needs taxRatePercentage or taxCode. GET /accounting/taxRates lists the codes.",
        `${at}.taxCode`,
      );
  }
}
