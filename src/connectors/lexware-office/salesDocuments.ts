/** Fields of invoices, credit notes, offers and order confirmations. */

import type { GetHandler, WriteCall } from "../../contract/connector.ts";
import type { InvoiceInput } from "../../contract/inputs/sales.ts";
import type { Document } from "../../contract/records/documents.ts";
import { type Session } from "../../contract/session.ts";
import { amounts, values } from "../../kit/columns.ts";
import { file, unlessDraft } from "../../kit/download.ts";
import {
  encodedTogether,
  encoder,
  fieldAs,
  fieldsAs,
  listAs,
  nested,
  numberAs,
  sentSeparately,
} from "../../kit/encode.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { amount, decimal } from "../../kit/money.ts";
import { pathOf } from "../../kit/path.ts";
import { partOf, partsOf, readCached } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import type { ResourceWrite } from "../../kit/writing.ts";
import { writtenTerm } from "./catalogue.ts";
import { create, euros, momentOf, reader } from "./conventions.ts";
import { discountFields, encodeAddress, isCounted } from "./fields.ts";
import { readArticle } from "./items.ts";
import type { Article, Line, Profile, SalesDocument, Text } from "./types.ts";
import { idIn } from "./voucherlist.ts";

/** The printed document: a PDF, or XML for an XRechnung. */
export function documentOf(path: string): GetHandler<Document> {
  const printed = file((call) => ({ id: idIn(call), path: pathOf(`${path}/file`, call) }));
  return unlessDraft(printed, "target_conflict", "A draft has no document yet.");
}

type Recipient = Pick<InvoiceInput, "contactId" | "name" | "addresses">;

/** The contact's name and address are the default. A name and an address that are sent together replace them. */
function recipient({ contactId, name, addresses }: Recipient): object {
  const [first] = addresses ?? [];
  if (contactId === undefined) return { address: { name, ...(first && encodeAddress(first)) } };
  const replacesBoth = name !== undefined && first !== undefined;
  return { address: { contactId, ...(replacesBoth && { name, ...encodeAddress(first) }) } };
}

export const recipientRule =
  "The contact's name and address are used unless both are sent. Without a contact, a name and an address with a country are required.";

export const encodeRecipient = {
  ...encodedTogether(["contactId", "name"], recipient),
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

/** The day or the period of delivery or service, which the vendor requires. */
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
  // A small business writes all documents without tax, so its documents do not name the reason.
  vatfree: ["TAXFREE", "SMALL_BUSINESS_EXEMPTION"],
  intraCommunitySupply: "INTRACOMMUNITY_GOODS",
  constructionService13b: "CONSTRUCTION_SERVICE",
  externalService13b: "INTRACOMMUNITY_SERVICE",
  thirdPartyCountryService: "EXPORT_SERVICE",
  thirdPartyCountryDelivery: "EXPORT_GOODS",
  photovoltaicEquipment: "PHOTOVOLTAIC_EQUIPMENT",
  // Sales to consumers elsewhere in the EU are a subtype of net or gross.
  distanceSales: "OSS_GOODS",
  electronicServices: "OSS_ELECTRONIC_SERVICES",
});
const taxTypes = vocabulary({ net: "EXCLUSIVE", gross: "INCLUSIVE", vatfree: "NOTAX" });

/** All rules but net and gross are reasons for no tax. An unknown word is left out, and `taxRule` warns of it. */
const amountTypeOf = (taxType: Text) =>
  taxTypes.toContract(taxType) ?? (taxRules.toContract(taxType) === undefined ? undefined : "NOTAX");

export const taxFields = {
  taxRule: taxRules.read(({ taxConditions }: SalesDocument) => taxConditions?.taxSubType || taxConditions?.taxType),
  lineAmountTypes: ({ taxConditions }: SalesDocument) => amountTypeOf(taxConditions?.taxType),
};

type Taxed = Pick<InvoiceInput, "taxRule" | "lineAmountTypes" | "taxText">;

/** The vendor has one field for whether amounts include tax and for why there is none. */
function taxConditions({ taxRule, lineAmountTypes, taxText }: Taxed): object {
  const rule = taxRule && taxRules.write(taxRule, "taxRule");
  const amountType = lineAmountTypes && taxTypes.write(lineAmountTypes, "lineAmountTypes");
  const isSubType = taxRule?.startsWith("OSS_") ?? false;
  const taxType = isSubType ? amountType : (rule ?? amountType);
  return {
    taxConditions: {
      ...(taxType !== undefined && { taxType }),
      ...(isSubType && { taxSubType: rule }),
      ...(taxText !== undefined && { taxTypeNote: taxText }),
    },
  };
}

export const encodeTaxes = encodedTogether(["lineAmountTypes", "taxRule", "taxText"], taxConditions);

/** A line with its position and the document's tax type. */
export interface PositionedLine {
  readonly line: Line;
  /** Serves as the id, which lines do not have. */
  readonly position: string;
  readonly taxType: string;
}

const withPositions = (lines: SalesDocument["lineItems"], taxType: string, prefix = ""): PositionedLine[] =>
  (lines ?? []).flatMap((line, index) => {
    const position = `${prefix}${index + 1}`;
    return [{ line, position, taxType }, ...withPositions(line.subItems, taxType, `${position}.`)];
  });
export const linesIn = ({ lineItems, taxConditions }: SalesDocument): PositionedLine[] =>
  withPositions(lineItems, taxConditions?.taxType ?? "net");

export const positions = "The id of a line is its position in the document.";

const amountOf = ({ line }: PositionedLine) => (isCounted(line) ? amount(line.lineItemAmount) : undefined);
/** A line has one amount, which is gross or net, or both if there is no tax. */
export const grossOf = (line: PositionedLine) => (line.taxType === "net" ? undefined : amountOf(line));
export const netOf = (line: PositionedLine) => (line.taxType === "gross" ? undefined : amountOf(line));

export const lineFields = {
  ...values({ description: "line.description", itemId: "line.id" }),
  ...amounts({ quantity: "line.quantity", taxRatePercentage: "line.unitPrice.taxRatePercentage" }),
  unitAmount: ({ line: { unitPrice }, taxType }: PositionedLine) =>
    amount(taxType === "gross" ? unitPrice?.grossAmount : unitPrice?.netAmount),
};

export const pricedLineFields = {
  ...lineFields,
  ...values({ id: "position", unitName: "line.unitName" }),
  totalGrossAmount: grossOf,
  totalNetAmount: netOf,
};

/** The operations that read the lines of a document. */
export function linesOf<Record>(path: string, map: Mapping<Record, PositionedLine>) {
  const description = { path, parts: linesIn, map, raw: ({ line }: PositionedLine) => line, rules: [positions] };
  return { list: partsOf(description), get: partOf({ ...description, id: ({ position }) => position }) };
}

/** An encoded line. Its type depends on its article, and whether its price includes tax on the document. */
interface Draft {
  readonly id?: string;
  readonly name?: string;
  readonly description?: string;
  readonly unitName?: string;
  readonly price?: number;
  readonly rate?: number;
  readonly isText?: true;
}

const encodeLine = {
  ...fieldsAs(fieldAs, {
    description: "description",
    itemId: "id",
    taxRatePercentage: "rate",
    unitAmount: "price",
    unitName: "unitName",
  }),
  quantity: numberAs("quantity"),
};
type LineEncoders<Line extends object> = Parameters<typeof encoder<Line>>[0];
/** `more` are the fields that differ between documents. */
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
  /** The tax type that applies by default. */
  readonly usualTax: string;
  /** The fields of the payment term that the body names. */
  readonly term: object;
}

/** The fields that every kind of document shares. The status is sent in the query. */
export const encodeSold = { currency: euros, status: sentSeparately };

const soldRules = [
  "For a small business that is exempt from VAT (Kleinunternehmer), documents are without tax by default, because Lexware Office takes no others.",
  "Lines with an itemId take one more request for each item, because Lexware Office requires its type, product or service.",
  "A line without a unit gets the unit of its item, or Stück, because Lexware Office requires one.",
];

const prepare = async ({ body }: WriteCall<Sold>, session: Session): Promise<Prepared> => ({
  articles: await articlesIn(body, session),
  usualTax: body.taxRule === undefined && body.lineAmountTypes === undefined ? await usualTax(session) : "net",
  term: await writtenTerm(body.paymentTermId, session),
});

type Creation<Input extends object, Record> = ResourceWrite<Input, Record, SalesDocument> & {
  readonly map: Mapping<Record, SalesDocument>;
};

/** Creates a draft, or with the final status a final document, which cannot be changed: `createIn("/invoices", "OPEN", { … })`. */
export const createIn = <Input extends Sold, Record>(
  path: string,
  final: "OPEN" | "SENT",
  { rules = [], ...description }: Creation<Input, Record>,
) => {
  const states = vocabulary({ draft: "DRAFT", final });
  return create<Input, Record, SalesDocument>({
    path,
    query: ({ body: { status = "DRAFT" } }) => (states.write(status, "status") === "final" ? { finalize: true } : {}),
    prepare,
    body: finished,
    read: reader<SalesDocument>(path),
    ...description,
    rules: [...rules, ...soldRules],
  });
};

async function articlesIn({ lineItems = [] }: Sold, session: Session): Promise<Articles> {
  const ids = new Set(lineItems.flatMap(({ itemId }) => (itemId === undefined ? [] : [itemId])));
  const articles = new Map<string, Article>();
  for (const id of ids) articles.set(id, await readArticle(id, session));
  return articles;
}

/** Remembered, because it hardly ever changes and the vendor's limit is low. */
const usualTax = (session: Session): Promise<string> =>
  readCached(session, "usual tax", async () => {
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
