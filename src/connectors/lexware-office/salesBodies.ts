/** What invoices, offers and order confirmations have in common when they are written. */

import type { WriteCall } from "../../contract/connector.ts";
import type { Address } from "../../contract/records/contacts.ts";
import { type Session } from "../../contract/session.ts";
import { as, encoder, numberAs } from "../../kit/encode.ts";
import { amount, decimal } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { spell } from "./conventions.ts";
import type { Article, Profile } from "./types.ts";

interface Recipient {
  readonly contactId?: string | undefined;
  readonly name?: string | undefined;
  readonly addresses?: readonly Address[] | undefined;
}

const toldAddress = encoder<Address>({
  addressLine1: as("street"),
  addressLine2: as("supplement"),
  city: as("city"),
  countryCode: as("countryCode"),
  postalCode: as("zip"),
});

/** A contact brings its own name and address; both, sent besides, take their place on this document. */
function recipient({ contactId, name, addresses }: Recipient): object {
  const [first] = addresses ?? [];
  if (contactId === undefined) return { address: { name, ...(first && toldAddress(first)) } };
  const isOther = name !== undefined && first !== undefined;
  return { address: { contactId, ...(isOther && { name, ...toldAddress(first) }) } };
}

export const recipientRule =
  "A contact brings its own name and address: others are used only where both are sent. Without a contact, a name and an address with a country are needed.";

export const toldRecipient = {
  contactId: (_: unknown, input: Recipient) => recipient(input),
  name: (_: unknown, input: Recipient) => recipient(input),
  addresses: Object.assign((_: unknown, input: Recipient) => recipient(input), {
    writableFields: toldAddress.writableFields,
  }),
};

/** A line on its way: what it is depends on its article, how its price is meant on the document. */
interface Draft {
  readonly id?: string;
  readonly isText?: true;
  readonly price?: number;
  readonly rate?: number;
  readonly unitName?: string;
  readonly name?: string;
  readonly description?: string;
}

export const toldLine = {
  description: as("description"),
  itemId: as("id"),
  quantity: numberAs("quantity"),
  taxRatePercentage: as("rate"),
  unitAmount: as("price"),
  unitName: as("unitName"),
};
export const textual = (type: string): object =>
  type.toUpperCase() === "COMMENT" || type === "text" ? { isText: true } : {};

const finalized = { DRAFT: "", OPEN: "true", SENT: "true" };

/** Drafts unless told otherwise; what is final cannot become a draft again. */
export const finalize = (states: readonly (keyof typeof finalized)[], status: string | undefined) => {
  const known = Object.fromEntries(states.map((state) => [state, finalized[state]]));
  return spell(known, "status", status ?? "DRAFT") === "" ? {} : { finalize: true };
};

interface Discounted {
  readonly totalDiscountAmount?: number;
  readonly totalDiscountPercentage?: number;
}

const discount = (_: unknown, { totalDiscountAmount: amount, totalDiscountPercentage: percent }: Discounted) => ({
  totalPrice: {
    ...(amount !== undefined && numberAs("totalDiscountAbsolute")(amount)),
    ...(percent !== undefined && numberAs("totalDiscountPercentage")(percent)),
  },
});
export const toldDiscount = { totalDiscountAmount: discount, totalDiscountPercentage: discount };

type Articles = ReadonlyMap<string, Article>;

interface Sold {
  readonly lineItems?: readonly { readonly itemId?: string | undefined }[] | undefined;
  readonly lineAmountTypes?: string | undefined;
  readonly taxRule?: string | undefined;
}

export interface Prepared {
  readonly articles: Articles;
  /** How amounts are meant where nobody says it. */
  readonly usualTax: string;
}

export const articlesRule =
  "Lines with an itemId need one more request per item: Lexware Office wants to know whether it is a product or a service.";
export const unitsRule = "A line without a unit gets that of its item, or Stück: Lexware Office wants one.";

export const exemptRule =
  "Who is exempt from tax (Kleinunternehmer) gets documents without tax where nothing is said of it: Lexware Office takes no others.";

export const prepare = async ({ body }: WriteCall<Sold>, session: Session): Promise<Prepared> => ({
  articles: await articlesIn(body, session),
  usualTax: body.taxRule === undefined && body.lineAmountTypes === undefined ? await usualTax(session) : "net",
});

async function articlesIn({ lineItems = [] }: Sold, session: Session): Promise<Articles> {
  const ids = new Set(lineItems.flatMap(({ itemId }) => (itemId === undefined ? [] : [itemId])));
  const articles = new Map<string, Article>();
  for (const id of ids) articles.set(id, (await session.read(path`/articles/${id}`)) as Article);
  return articles;
}

/** It hardly ever changes, and every request counts here. */
async function usualTax(session: Session): Promise<string> {
  const known = session.memory.get("usual tax");
  if (typeof known === "string") return known;
  const { taxType } = (await session.read("/profile")) as Profile;
  const usual = taxType === "vatfree" ? taxType : "net";
  session.memory.set("usual tax", usual);
  return usual;
}

interface Told {
  readonly lineItems?: readonly Draft[];
  readonly taxConditions?: { readonly taxType?: string };
  readonly totalPrice?: object;
}

export function finished(told: Told, { articles, usualTax }: Prepared): object {
  const { lineItems = [], totalPrice, ...rest } = told;
  const taxConditions = { taxType: usualTax, ...told.taxConditions };
  return {
    ...rest,
    taxConditions,
    totalPrice: { currency: "EUR", ...totalPrice },
    lineItems: lineItems.map((draft) => finishedLine(draft, taxConditions.taxType, articles)),
  };
}

function finishedLine(draft: Draft, taxType: string, articles: Articles): object {
  const { isText, price, rate, unitName, name, description, ...rest } = draft;
  const article = articles.get(draft.id ?? "");
  const words = { name: name ?? article?.title ?? description, ...(description !== undefined && { description }) };
  if (isText) return { type: "text", ...words };
  const isTaxed = taxType === "net" || taxType === "gross";
  return {
    ...rest,
    ...words,
    type: article === undefined ? "custom" : article.type === "SERVICE" ? "service" : "material",
    unitName: unitName ?? article?.unitName ?? "Stück",
    unitPrice: {
      currency: "EUR",
      ...(price !== undefined && { [taxType === "gross" ? "grossAmount" : "netAmount"]: amount(decimal(price)) }),
      taxRatePercentage: isTaxed ? rate : 0,
    },
  };
}
