import type { WriteCall } from "../../contract/connector.ts";
import type { OfferInput } from "../../contract/inputs/sales.ts";
import type { Offer as OfferRecord, SalesOrder as SalesOrderRecord } from "../../contract/records/sales.ts";
import { type Session } from "../../contract/session.ts";
import { days, values } from "../../kit/columns.ts";
import { dayAs, encoder, fieldAs, listAs, onlyAccepts, sentSeparately } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get, partOf, partsOf } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { list, updatedSince } from "./conventions.ts";
import { currencyAs, referenceAs, withCurrency } from "./fields.ts";
import { type Line, lineIdOf, linesOf, offerLine, offerLineEncoder, orderLine } from "./lines.ts";
import {
  allLines,
  discountOf,
  name,
  preparedDocument,
  printed,
  taxTypesOf,
  tradeFields,
  withPositions,
} from "./salesDocuments.ts";
import type { SalesDocument, User } from "./types.ts";

const draft = 1;
const statusOf = ({ kb_item_status_id: status }: SalesDocument) => (status ? String(status) : undefined);

const offerStates = vocabulary({ 1: "DRAFT", 2: "SENT", 3: "ACCEPTED", 4: "DECLINED" });
const orderStates = vocabulary({ 5: "OPEN", 6: "CLOSED", 15: "OPEN", 21: "VOIDED" });

const offer = mapping<OfferRecord, SalesDocument>({
  ...tradeFields,
  ...days({ offerDate: "is_valid_from" }),
  ...values({ offerNumber: "document_nr", reference: "title" }),
  lineItems: nestedList(offerLine, linesOf),
  name,
  status: offerStates.read(statusOf),
  totalDiscountAmount: discountOf,
});

const order = mapping<SalesOrderRecord, SalesDocument>({
  ...tradeFields,
  ...days({ orderDate: "is_valid_from" }),
  ...values({ comment: "title" }),
  lineItems: nestedList(orderLine, linesOf),
  status: orderStates.read(statusOf),
  totalDiscountAmount: discountOf,
});

const rawLine = ({ document: _document, ...position }: Line) => position;

const offerPath = "/2.0/kb_offer/{offerId}";
const offerParts = {
  path: offerPath,
  parts: (native: SalesDocument) => allLines(native),
  map: offerLine,
  id: lineIdOf,
  raw: rawLine,
};

const readOffer = async (session: Session, id: number) =>
  (await session.read(path`/2.0/kb_offer/${String(id)}`)) as SalesDocument;

/** Issuing marks the offer as pending. Nothing is mailed. */
async function issue({ id }: SalesDocument, { body }: WriteCall<OfferInput>, session: Session): Promise<SalesDocument> {
  const native = await readOffer(session, id);
  if (body.status !== "SENT" || native.kb_item_status_id !== draft) return native;
  await session.send({ method: "POST", path: path`/2.0/kb_offer/${String(id)}/issue` });
  return readOffer(session, id);
}

const rules = ["The target system's list has no lines, so each document of a page is read."];

export const offers = {
  "offers.list": list({
    path: "/2.0/kb_offer",
    map: offer,
    defaultOrder: "id",
    join: withPositions("kb_offer"),
    lookups: [withCurrency],
    search: { path: "/2.0/kb_offer/search", conditions: { lastModifiedAt: updatedSince } },
    rules,
  }),
  "offers.get": get({ path: offerPath, map: offer, lookups: [withCurrency] }),
  "offers.document.get": printed("kb_offer", "offerId"),
  "offers.lineItems.list": partsOf(offerParts),
  "offers.lineItems.get": partOf(offerParts),
  "offers.create": write<OfferInput, OfferRecord, SalesDocument>({
    method: "POST",
    path: "/2.0/kb_offer",
    encoder: encoder<OfferInput>({
      // bexio prints the contact's address.
      addresses: sentSeparately,
      contactId: referenceAs("contact_id"),
      currency: currencyAs,
      lineItems: listAs("positions", offerLineEncoder),
      offerDate: dayAs("is_valid_from"),
      reference: fieldAs("title"),
      status: onlyAccepts(["DRAFT", "SENT"]),
    }),
    prepare: preparedDocument,
    body: (encoded, prepared) => ({ user_id: (prepared as User).id, ...taxTypesOf("EXCLUSIVE"), ...encoded }),
    afterwards: issue,
    map: offer,
    lookups: [withCurrency],
    undo: (id, session) => session.send({ method: "DELETE", path: path`/2.0/kb_offer/${id}` }),
    requires: ["contactId"],
    rules: ["A line without an item needs a tax rate or code.", "Prices are net."],
  }),
};

const orderPath = "/2.0/kb_order/{salesOrderId}";

export const salesOrders = {
  "salesOrders.list": list({
    path: "/2.0/kb_order",
    map: order,
    defaultOrder: "id",
    join: withPositions("kb_order"),
    lookups: [withCurrency],
    search: { path: "/2.0/kb_order/search", conditions: { lastModifiedAt: updatedSince } },
    rules,
  }),
  "salesOrders.get": get({ path: orderPath, map: order, lookups: [withCurrency] }),
  "salesOrders.lineItems.list": partsOf({
    path: orderPath,
    parts: (native: SalesDocument) => allLines(native),
    map: orderLine,
    raw: rawLine,
  }),
};
