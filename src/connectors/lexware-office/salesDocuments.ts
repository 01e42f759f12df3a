/** What invoices, credit notes, offers and order confirmations have in common. */

import type { GetHandler, WriteCall } from "../../contract/connector.ts";
import type { InvoiceInput } from "../../contract/inputs/sales.ts";
import type { Document } from "../../contract/records/documents.ts";
import { type Session } from "../../contract/session.ts";
import { amounts, values } from "../../kit/columns.ts";
import { file, onceFinished } from "../../kit/download.ts";
import { allAs, as, elsewhere, encoder, listAs, nested, numberAs, together } from "../../kit/encode.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { amount, decimal } from "../../kit/money.ts";
import { pathOf } from "../../kit/path.ts";
import { partOf, partsOf, remembered } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import type { Written } from "../../kit/writing.ts";
import { writtenTerm } from "./catalogue.ts";
import { create, euros, momentOf, reader } from "./conventions.ts";
import { discountFields, encodeAddress, isCounted } from "./fields.ts";
import { readArticle } from "./items.ts";
import type { Article, Line, Profile, SalesDocument } from "./types.ts";
import { idIn } from "./voucherlist.ts";

/** The document as Lexware Office hands it out: mostly PDF, an XRechnung as XML. */
export function paperOf(place: string): GetHandler<Document> {
  const paper = file((call) => ({ id: idIn(call), path: pathOf(`${place}/file`, call) }));
  return onceFinished(paper, "target_conflict", "A draft has no document yet.");
}

type Recipient = Pick<InvoiceInput, "contactId" | "name" | "addresses">;

/** A contact brings its own name and address; both, sent besides, take their place on this document. */
function recipient({ contactId, name, addresses }: Recipient): object {
  const [first] = addresses ?? [];
  if (contactId === undefined) return { address: { name, ...(first && encodeAddress(first)) } };
  const isOther = name !== undefined && first !== undefined;
  return { address: { contactId, ...(isOther && { name, ...encodeAddress(first) }) } };
}

export const recipientRule =
  "A contact brings its own name and address: others are used only where both are sent. Without a contact, a name and an address with a country are needed.";

export const encodeRecipient = {
  ...together(["contactId", "name"], recipient),
  addresses: nested(encodeAddress, (_addresses: unknown, input: Recipient) => recipient(input)),
};

export const encodeDiscount = {
  ...discountFields.writes,
  totalDiscountAmount: numberAs("totalPrice", "totalDiscountAbsolute"),
};

const shippingTypes = vocabulary({
  service: "SERVICE",
  serviceperiod: "SERVICE_PERIOD",
  delivery: "DELIVERY",
  deliveryperiod: "DELIVERY_PERIOD",
});

type Shipped = Pick<InvoiceInput, "shippingDate" | "shippingEndDate" | "shippingType">;

/** When something was delivered or done: one day, or a period. The vendor wants to know in any case. */
export function shipping({ shippingDate, shippingEndDate, shippingType }: Shipped): object {
  if (shippingDate === undefined) return { shippingConditions: { shippingType: "none" } };
  const usual = shippingEndDate === undefined ? "DELIVERY" : "DELIVERY_PERIOD";
  return {
    shippingConditions: {
      shippingType: shippingTypes.write(shippingType ?? usual, "shippingType"),
      shippingDate: momentOf(shippingDate),
      ...(shippingEndDate !== undefined && { shippingEndDate: momentOf(shippingEndDate) }),
    },
  };
}

const taxRules = vocabulary({
  net: "NET",
  gross: "GROSS",
  // Whoever is exempt makes all documents without tax: the reason is not said on each of them.
  vatfree: ["TAXFREE", "SMALL_BUSINESS_EXEMPTION"],
  intraCommunitySupply: "INTRACOMMUNITY_GOODS",
  constructionService13b: "CONSTRUCTION_SERVICE",
  externalService13b: "INTRACOMMUNITY_SERVICE",
  thirdPartyCountryService: "EXPORT_SERVICE",
  thirdPartyCountryDelivery: "EXPORT_GOODS",
  photovoltaicEquipment: "PHOTOVOLTAIC_EQUIPMENT",
  // Sold to consumers elsewhere in the EU: besides, they are net or gross.
  distanceSales: "OSS_GOODS",
  electronicServices: "OSS_ELECTRONIC_SERVICES",
});
const taxTypes = vocabulary({ net: "EXCLUSIVE", gross: "INCLUSIVE", vatfree: "NOTAX" });

export const taxFields = {
  taxRule: taxRules.read(({ taxConditions }: SalesDocument) => taxConditions?.taxSubType || taxConditions?.taxType),
  lineAmountTypes: ({ taxConditions }: SalesDocument) =>
    taxConditions?.taxType ? (taxTypes.ours(taxConditions.taxType) ?? "NOTAX") : undefined,
};

type Taxed = Pick<InvoiceInput, "taxRule" | "lineAmountTypes" | "taxText">;

/** One word for how amounts are meant and for why there is no tax. */
function taxConditions({ taxRule, lineAmountTypes, taxText }: Taxed): object {
  const rule = taxRule && taxRules.write(taxRule, "taxRule");
  const meant = lineAmountTypes && taxTypes.write(lineAmountTypes, "lineAmountTypes");
  const isSubType = taxRule?.startsWith("OSS_") ?? false;
  const taxType = isSubType ? meant : (rule ?? meant);
  return {
    taxConditions: {
      ...(taxType !== undefined && { taxType }),
      ...(isSubType && { taxSubType: rule }),
      ...(taxText !== undefined && { taxTypeNote: taxText }),
    },
  };
}

export const encodeTaxes = together(["lineAmountTypes", "taxRule", "taxText"], taxConditions);

/** A line, with what its document says about it. */
export interface Placed {
  readonly line: Line;
  /** Lines have no id of their own. */
  readonly position: string;
  readonly taxType: string;
}

const placed = (lines: SalesDocument["lineItems"], taxType: string, above = ""): Placed[] =>
  (lines ?? []).flatMap((line, index) => {
    const position = `${above}${index + 1}`;
    return [{ line, position, taxType }, ...placed(line.subItems, taxType, `${position}.`)];
  });
export const linesIn = ({ lineItems, taxConditions }: SalesDocument): Placed[] =>
  placed(lineItems, taxConditions?.taxType ?? "net");

export const positions = "The id of a line is its position in the document.";

const amountOf = ({ line }: Placed) => (isCounted(line) ? amount(line.lineItemAmount) : undefined);
/** One amount with or without tax; where there is no tax, it is both. */
export const grossOf = (placed: Placed) => (placed.taxType === "net" ? undefined : amountOf(placed));
export const netOf = (placed: Placed) => (placed.taxType === "gross" ? undefined : amountOf(placed));

export const lineFields = {
  ...values({ description: "line.description", itemId: "line.id" }),
  ...amounts({ quantity: "line.quantity", taxRatePercentage: "line.unitPrice.taxRatePercentage" }),
  unitAmount: ({ line: { unitPrice }, taxType }: Placed) =>
    amount(taxType === "gross" ? unitPrice?.grossAmount : unitPrice?.netAmount),
};

export const pricedLineFields = {
  ...lineFields,
  ...values({ id: "position", unitName: "line.unitName" }),
  totalGrossAmount: grossOf,
  totalNetAmount: netOf,
};

/** All lines of a document, and one. */
export function linesOf<Record>(place: string, map: Mapping<Record, Placed>) {
  const described = { path: place, parts: linesIn, map, raw: ({ line }: Placed) => line, rules: [positions] };
  return { list: partsOf(described), get: partOf({ ...described, id: ({ position }) => position }) };
}

/** A line on its way: what it is depends on its article, how its price is meant on the document. */
type Draft = Partial<Record<"id" | "unitName" | "name" | "description", string>> &
  Partial<Record<"price" | "rate", number>> & { readonly isText?: true };

const encodeLine = {
  ...allAs(as, {
    description: "description",
    itemId: "id",
    taxRatePercentage: "rate",
    unitAmount: "price",
    unitName: "unitName",
  }),
  quantity: numberAs("quantity"),
};
type LineEncoders<Line extends object> = Parameters<typeof encoder<Line>>[0];
/** With what each kind of document calls otherwise. */
export const linesAs = <Line extends object>(more: LineEncoders<Line>) =>
  listAs("lineItems", encoder<Line>({ ...(encodeLine as LineEncoders<Line>), ...more }));
export const encodeLineType = (type: string): object =>
  type.toUpperCase() === "COMMENT" || type === "text" ? { isText: true } : {};

type Articles = ReadonlyMap<string, Article>;

interface Sold {
  readonly lineItems?: readonly { readonly itemId?: string | undefined }[] | undefined;
  readonly lineAmountTypes?: string | undefined;
  readonly paymentTermId?: string | undefined;
  readonly status?: string | undefined;
  readonly taxRule?: string | undefined;
}

interface Prepared {
  readonly articles: Articles;
  /** How amounts are meant where nobody says it. */
  readonly usualTax: string;
  /** The terms of payment that were named, as they are written. */
  readonly term: object;
}

/** What every kind says; the status is in the query. */
export const encodeSold = { currency: euros, status: elsewhere };

const soldRules = [
  "Who is exempt from tax (Kleinunternehmer) gets documents without tax where nothing is said of it: Lexware Office takes no others.",
  "Lines with an itemId need one more request per item: Lexware Office wants to know whether it is a product or a service.",
  "A line without a unit gets that of its item, or Stück: Lexware Office wants one.",
];

const prepare = async ({ body }: WriteCall<Sold>, session: Session): Promise<Prepared> => ({
  articles: await articlesIn(body, session),
  usualTax: body.taxRule === undefined && body.lineAmountTypes === undefined ? await usualTax(session) : "net",
  term: await writtenTerm(body.paymentTermId, session),
});

type Creation<Input extends object, Record> = Written<Input, Record, SalesDocument> & {
  readonly map: Mapping<Record, SalesDocument>;
};

/** Drafts unless they are told to be final; what is final cannot become a draft again: `createIn("/invoices", "OPEN", { … })`. */
export const createIn = <Input extends Sold, Record>(
  path: string,
  final: "OPEN" | "SENT",
  { rules = [], ...described }: Creation<Input, Record>,
) => {
  const states = vocabulary({ draft: "DRAFT", final });
  return create<Input, Record, SalesDocument>({
    path,
    query: ({ body: { status = "DRAFT" } }) => (states.write(status, "status") === "final" ? { finalize: true } : {}),
    prepare,
    body: finished,
    read: reader<SalesDocument>(path),
    ...described,
    rules: [...rules, ...soldRules],
  });
};

async function articlesIn({ lineItems = [] }: Sold, session: Session): Promise<Articles> {
  const ids = new Set(lineItems.flatMap(({ itemId }) => (itemId === undefined ? [] : [itemId])));
  const articles = new Map<string, Article>();
  for (const id of ids) articles.set(id, await readArticle(id, session));
  return articles;
}

/** It hardly ever changes, and every request counts here. */
const usualTax = (session: Session): Promise<string> =>
  remembered(session, "usual tax", async () => {
    const { taxType } = (await session.read("/profile")) as Profile;
    return taxType === "vatfree" ? taxType : "net";
  });

interface Encoded {
  readonly lineItems?: readonly Draft[];
  readonly taxConditions?: { readonly taxType?: string };
  readonly totalPrice?: object;
}

function finished(encoded: Encoded, { articles, term, usualTax }: Prepared): object {
  const { lineItems = [], totalPrice, ...rest } = encoded;
  const taxConditions = { taxType: usualTax, ...encoded.taxConditions };
  return {
    ...rest,
    taxConditions,
    totalPrice: { currency: "EUR", ...totalPrice },
    lineItems: lineItems.map((draft) => finishedLine(draft, taxConditions.taxType, articles)),
    ...term,
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
