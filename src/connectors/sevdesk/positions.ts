/** Lines of invoices, credit notes, offers and orders. */
import type { WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { fieldAs, numberAs } from "../../kit/encode.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { noRecord } from "../../kit/reading.ts";
import { figure, idIn, isSet, readRecord, recordsIn, referenceTo } from "./conventions.ts";
import { grossOf, netOf, stamps, taxOf } from "./fields.ts";
import { defaultUnitId, readUnits, unitId, unitNameOf } from "./references.ts";
import { lineTaxCode } from "./taxes.ts";
import type { Part, Position, Reply, SalesDocument, Sums, Unity } from "./types.ts";

/** A document with its lines, which take a second request, and the units that they may name. */
export type Complete<Document> = Document & {
  readonly positions?: readonly Position[];
  readonly units?: readonly Unity[];
};

/** A line with the units that it may name. */
export interface Line extends Position {
  readonly units?: readonly Unity[];
  /** The document's tax rule. */
  readonly rule?: string;
}

export const linesIn = ({ positions, units, taxRule }: Complete<SalesDocument>): readonly Line[] | undefined =>
  positions?.map((position) => ({
    ...position,
    ...(units && { units }),
    ...(taxRule && { rule: String(taxRule.id) }),
  }));
export const withoutUnits = ({ units: _units, rule: _rule, ...position }: Line): Position => position;

/** Offers may have optional lines, which no total includes. */
const isCounted = ({ optional }: Position): boolean => !isSet(optional);
const counted = (of: (line: Sums) => number | undefined) => (line: Line) => (isCounted(line) ? of(line) : undefined);

export const lineFields = {
  ...stamps,
  description: ({ text }: Line) => text,
  itemId: ({ part }: Line) => idIn(part),
  // Replies to writes have `true` for 1.
  quantity: ({ quantity }: Line) => (typeof quantity === "boolean" ? Number(quantity) : amount(quantity)),
  taxCode: ({ rule, taxRate }: Line) => lineTaxCode(rule, taxRate),
  taxRatePercentage: ({ taxRate }: Line) => amount(taxRate),
  unitAmount: ({ price }: Line) => amount(price),
};
export const pricedLine = {
  ...lineFields,
  ...values({ id: "id" }),
  totalNetAmount: counted(netOf),
  totalTaxAmount: counted(taxOf),
  totalGrossAmount: counted(grossOf),
  unitName: ({ unity, units }: Line) => unitNameOf(unity, units),
};
/** A discount in percent. Of discounts that are amounts no source has an example, so they are left out. */
export const discountOf = ({ discount, isPercentage }: Line) => {
  const percentage = amount(discount);
  return percentage !== 0 && isSet(isPercentage) ? percentage : undefined;
};

/** A document with its lines, which take a second request. */
async function withPositions<Document extends SalesDocument>(
  session: Session,
  folder: "Invoice" | "CreditNote" | "Order",
  document: Document,
): Promise<Document> {
  // Credit notes have no path of their own for it.
  const reply =
    folder === "CreditNote"
      ? await session.read("/CreditNotePos", {
          "creditNote[id]": document.id,
          "creditNote[objectName]": "CreditNote",
          limit: 1000,
        })
      : await session.read(path`/${folder}/${document.id}/getPositions`, { limit: 1000 });
  return { ...document, positions: recordsIn(reply as Reply<Position>), units: await readUnits(session) };
}

/** Reads a document of the right kind with its lines. */
export async function readDocument<Document extends SalesDocument>(
  session: Session,
  folder: "Invoice" | "CreditNote" | "Order",
  { id, is }: { readonly id: string; readonly is: (document: Document) => boolean },
): Promise<Document> {
  const document = await readRecord<Document>(session, path`/${folder}/${id}`);
  if (document === undefined || !is(document)) throw noRecord();
  return withPositions(session, folder, document);
}

export const positionsRule = "The lines take a second request.";

/** A line of a body, before its item and its unit are looked up. */
export interface Draft {
  readonly id?: string;
  readonly partId?: string;
  readonly name?: string;
  readonly text?: string;
  readonly quantity?: number;
  readonly price?: number;
  readonly code?: string;
  readonly rate?: number;
  readonly unit?: string;
}

export const lineEncoders = {
  description: fieldAs("text"),
  itemId: fieldAs("partId"),
  name: fieldAs("name"),
  quantity: numberAs("quantity"),
  taxCode: fieldAs("code"),
  taxRatePercentage: numberAs("rate"),
  unitAmount: numberAs("price"),
  unitName: fieldAs("unit"),
};

/** What the lines of a body refer to. */
export interface LineFacts {
  readonly parts: ReadonlyMap<string, Part>;
  readonly units: readonly Unity[];
}

export async function factsOf(
  { body }: WriteCall<{ readonly lineItems?: readonly { readonly itemId?: string }[] }>,
  session: Session,
): Promise<LineFacts> {
  const parts = new Map<string, Part>();
  for (const [index, { itemId }] of (body.lineItems ?? []).entries()) {
    if (itemId === undefined || parts.has(itemId)) continue;
    const part = await readRecord<Part>(session, path`/Part/${itemId}`);
    if (part === undefined) throw cannotStore(`sevdesk has no item "${itemId}".`, `lineItems[${index}].itemId`);
    parts.set(itemId, part);
  }
  return { parts, units: await readUnits(session) };
}

/** The rate of a line: its own, that of its item, or the only one of the document's tax rule. */
export const rateOf = (draft: Draft, { parts }: LineFacts, usual?: number): number | undefined =>
  draft.rate ?? amount(parts.get(draft.partId ?? "")?.taxRate) ?? usual;

interface Saving {
  readonly objectName: "InvoicePos" | "OrderPos";
  readonly facts: LineFacts;
  /** The rate of lines that name none. */
  readonly usualRate: number | undefined;
  readonly showNet: boolean;
}

/** The line as sevdesk takes it. What the body leaves out comes from the item. */
export function savedLine(draft: Draft, index: number, { objectName, facts, usualRate, showNet }: Saving): object {
  const part = facts.parts.get(draft.partId ?? "");
  const rate = rateOf(draft, facts, usualRate);
  if (rate === undefined)
    throw cannotStore(
      "sevdesk needs a tax rate for each line. Send taxRatePercentage.",
      `lineItems[${index}].taxRatePercentage`,
    );
  const price = draft.price ?? (showNet ? amount(part?.priceNet) : undefined);
  if (price === undefined)
    throw cannotStore("sevdesk needs a price for each line. Send unitAmount.", `lineItems[${index}].unitAmount`);
  const { units } = facts;
  const unity =
    draft.unit === undefined
      ? (idIn(part?.unity) ?? defaultUnitId(units))
      : unitId(draft.unit, units, `lineItems[${index}].unitName`);
  const name = draft.name ?? part?.name ?? draft.text;
  return {
    ...(draft.id !== undefined && { id: Number(draft.id) }),
    objectName,
    mapAll: true,
    ...(draft.partId !== undefined && { part: referenceTo("Part", draft.partId) }),
    quantity: draft.quantity ?? 1,
    price: figure(price),
    ...(name && { name }),
    ...(draft.text !== undefined && draft.text !== name && { text: draft.text }),
    unity: referenceTo("Unity", unity),
    taxRate: figure(rate),
    positionNumber: index,
  };
}
