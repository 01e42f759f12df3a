/** The fields and steps that sales and purchase documents and their lines share. */
import type { Call, WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { Address } from "../../contract/records/contacts.ts";
import type { Session } from "../../contract/session.ts";
import { amounts, values } from "../../kit/columns.ts";
import { type Encoded, encodedBy, fieldAs, numberAs } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount, decimal, difference } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { noRecord } from "../../kit/reading.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { type Condition, idIn, idOf, recordIn } from "./conventions.ts";
import { amountOf, placesOf, referenceAs, stamps } from "./fields.ts";
import { categoryAs, categoryIn } from "./taxes.ts";
import type { Document, Line, Page, Partner, PostalAddress, Single } from "./types.ts";

/** Lists and single records come without lines otherwise. */
export const withLines = { include: "lineItems" } as const;

/** A list leaves drafts and most finished documents out, unless it is asked for every state (measured at the vendor, 2026-08). */
export const inAnyOf = (...states: readonly string[]): Condition => ({
  key: "status",
  op: "in",
  value: states.join(","),
});

/** Kinds of lines that structure a document and have no amounts of their own. */
const structuring: readonly unknown[] = ["heading", "subtotal", "group_total", "image", "page_break"];

export const linesIn = ({ lineItems }: Document): readonly Line[] =>
  (lineItems ?? []).filter(({ type }) => !structuring.includes(type));

export const lineFields = {
  ...stamps,
  ...values({ description: "description" }),
  ...amounts({ quantity: "quantity", taxRatePercentage: "effectiveTaxRate" }),
  itemId: ({ product }: Line) => idIn(product),
  taxCode: categoryIn,
  unitAmount: ({ price }: Line) => amountOf(price?.net),
};

export const netOfLine = ({ lineItemRevenue: all }: Line) => amountOf(all?.net);
export const grossOfLine = ({ lineItemRevenue: all }: Line) => amountOf(all?.gross);

/** For lines whose record has these names. */
export const lineTotals = {
  totalGrossAmount: grossOfLine,
  totalNetAmount: netOfLine,
  totalTaxAmount: ({ lineItemRevenue: all }: Line) => difference(all?.gross?.amount, all?.net?.amount),
};

export const lineDiscount = amounts({ totalDiscountPercentage: "discount" });

export const netOf = ({ totals }: Document) => amountOf(totals?.net);
export const grossOf = ({ totals }: Document) => amountOf(totals?.gross);
/** The vendor states tax for each rate. Together it is the difference of gross and net. */
export const taxOf = ({ totals }: Document) => difference(totals?.gross?.amount, totals?.net?.amount);

export const documentTotals = { totalGrossAmount: grossOf, totalNetAmount: netOf, totalTaxAmount: taxOf };

export const currencyOf = ({ financials, totals }: Document) =>
  currencyCode(financials?.currency ?? totals?.net?.currency);

export const contactOf = ({ address }: Document) => idIn(address);
export const projectOf = ({ project }: Document) => idIn(project);

export const recipient = mapping<Address, PostalAddress>({
  addressLine1: ({ street }) => street,
  addressLine2: ({ addressSupplement }) => addressSupplement,
  city: ({ city }) => city,
  countryCode: ({ country }) => country,
  postalCode: ({ zipCode }) => zipCode,
  type: () => "BILLING",
});

export const recipientsOf = ({ documentAddress }: Document): readonly PostalAddress[] =>
  placesOf("BILLING", documentAddress);

/** The document as it is now, with its lines. */
export async function readDocument<Native>(session: Session, at: string): Promise<Native> {
  const found = recordIn((await session.read(at, withLines)) as Single<Native>);
  if (found === undefined) throw noRecord();
  return found;
}

export const readAt =
  <Native>(folder: string, idName: string) =>
  ({ ids }: Call, session: Session): Promise<Native> =>
    readDocument<Native>(session, `${folder}${path`/${ids[idName]}`}`);

const priceAs = encodedBy((value: number) => Number(decimal(value)))("price", "net", "amount");

/** Percentages of 0 are left out: they are the default. */
export const discountAs = Object.assign(
  (percentage: number): object => (percentage === 0 ? {} : { discount: Number(decimal(percentage)) }),
  { path: ["discount"] },
);

export const lineEncoders = {
  description: fieldAs("description"),
  itemId: referenceAs("product"),
  quantity: numberAs("quantity"),
  taxCode: categoryAs,
  unitAmount: priceAs,
  unitName: fieldAs("unit"),
};

interface SalesInput {
  readonly addresses?: readonly object[] | undefined;
  readonly contactId?: string | undefined;
  readonly currency?: string | undefined;
  readonly lineItems?: readonly LineInput[] | undefined;
  readonly name?: string | undefined;
}

interface LineInput {
  readonly quantity?: number | undefined;
  readonly unitAmount?: number | undefined;
}

/** The facts that a new document takes from its customer, if the body leaves them out. */
export interface CustomerFacts {
  readonly currency?: string | undefined;
  readonly name?: string | undefined;
}

/** A price needs a currency, and an address a name. */
export async function customerFor({ body }: WriteCall<SalesInput>, session: Session): Promise<CustomerFacts> {
  const { addresses = [], contactId, currency, lineItems = [], name } = body;
  const lacksCurrency = currency === undefined && lineItems.some(({ unitAmount }) => unitAmount !== undefined);
  const lacksName = name === undefined && addresses.length > 0;
  if (contactId === undefined || !(lacksCurrency || lacksName)) return { currency };
  const customer = recordIn((await session.read(path`/v3/customers/${contactId}`)) as Single<Partner>);
  return {
    currency: currency ?? (customer?.financials?.defaultCurrency || undefined),
    ...(lacksName && { name: customer?.primaryAddress?.name || undefined }),
  };
}

interface EncodedLine {
  readonly price?: { readonly net?: object };
}

/** The body with what the customer brings. */
export function completed(encoded: Encoded, prepared: unknown): object {
  const { currency, name } = prepared as CustomerFacts;
  const { lineItems, documentAddress } = encoded as {
    readonly lineItems?: readonly EncodedLine[];
    readonly documentAddress?: object;
  };
  return {
    ...encoded,
    ...(documentAddress !== undefined && name !== undefined && { documentAddress: { name, ...documentAddress } }),
    ...(lineItems !== undefined &&
      currency !== undefined && {
        lineItems: lineItems.map((line) =>
          line.price === undefined ? line : { ...line, price: { net: { ...line.price.net, currency } } },
        ),
      }),
  };
}

/** Lines of offers and orders may lack a quantity in a body, and the vendor needs one. */
export function checkQuantities({ body }: WriteCall<SalesInput>): void {
  for (const [index, { quantity }] of (body.lineItems ?? []).entries())
    if (quantity === undefined)
      throw cannotStore(
        `Xentral needs the quantity of every line. Send lineItems[${index}].quantity.`,
        `lineItems[${index}].quantity`,
      );
}

/** Our mark, by which an earlier attempt is found. It is a comment that only the company sees. */
export const markedAs = ({ marker }: { readonly marker: string }) => ({ internalComment: marker });

export const foundBy =
  <Native extends Document>(folder: string, states: Condition) =>
  async ({ marker }: { readonly marker: string }, session: Session): Promise<Native | undefined> => {
    const { data } = (await session.read(folder, {
      "filter[0][key]": states.key,
      "filter[0][op]": states.op,
      "filter[0][value]": states.value,
      "filter[1][key]": "internalComment",
      "filter[1][op]": "equals",
      "filter[1][value]": marker,
      ...withLines,
    })) as Page<Native>;
    return data?.[0];
  };

/** Gives a draft its number. An earlier attempt may have done so. */
export async function release(session: Session, at: string): Promise<void> {
  const { status } = await readDocument<Document>(session, at);
  if (status === "draft") await session.send({ method: "PATCH", path: `${at}/actions/release` });
}

export const at = (folder: string, document: Document): string => `${folder}${path`/${idOf(document)}`}`;

export const remove =
  (folder: string) =>
  (id: string, session: Session): Promise<unknown> =>
    session.send({ method: "DELETE", path: `${folder}${path`/${id}`}` });

export const targetDaysOf = ({ financials }: Document): number | undefined =>
  amount(financials?.paymentTerms?.paymentTargetDays);

/** `2026-11-15` and 30 days make `2026-12-15`. */
export function dayAfter(day: string | null | undefined, days: number | undefined): string | undefined {
  if (!day || days === undefined) return undefined;
  const due = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  due.setUTCDate(due.getUTCDate() + days);
  return due.toISOString().slice(0, 10);
}
