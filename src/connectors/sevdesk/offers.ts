/** Offers and orders: sevdesk keeps both as orders, together with delivery notes. */
import type { Call, WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { OfferInput, OfferLineItemInput } from "../../contract/inputs/sales.ts";
import type * as records from "../../contract/records/sales.ts";
import type { Session } from "../../contract/session.ts";
import { days, values } from "../../kit/columns.ts";
import {
  type Encoded,
  encoder,
  fieldAs,
  listAs,
  onlyAccepts,
  sentSeparately,
  sentSeparatelyIn,
} from "../../kit/encode.ts";
import { filteredList } from "../../kit/lists/filteredList.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get, partOf, partsOf } from "../../kit/reading.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { companyCurrency } from "./accounts.ts";
import {
  changedAfter,
  germanDay,
  inPages,
  isChangedSince,
  isSet,
  readRecord,
  recordIn,
  referenceTo,
} from "./conventions.ts";
import * as shared from "./fields.ts";
import { printed } from "./files.ts";
import {
  type Complete,
  type Draft,
  discountOf,
  factsOf,
  type Line,
  type LineFacts,
  lineEncoders,
  linesIn,
  positionsRule,
  pricedLine,
  rateOf,
  readDocument,
  savedLine,
  withoutUnits,
} from "./positions.ts";
import { contactPersonId, isFirstSystem } from "./references.ts";
import { cachedGuidance, chooseRule, decoded, onlyRate, ruleReference, taxTypeOf } from "./taxes.ts";
import type { Order as OrderHead, Reply } from "./types.ts";

type Order = Complete<OrderHead>;

const isOffer = ({ orderType }: Order): boolean => orderType === "AN";
const isOrder = ({ orderType }: Order): boolean => orderType === "AB";

/** An accepted offer is invoiced later, in part (750) or in full (1000). */
const offerStates = vocabulary({
  "100": "DRAFT",
  "200": "SENT",
  "300": "DECLINED",
  "500": "ACCEPTED",
  "750": "ACCEPTED",
  "1000": "ACCEPTED",
});
const orderStates = vocabulary({
  "100": "DRAFT",
  "200": "OPEN",
  "300": "VOIDED",
  "500": "OPEN",
  "750": "OPEN",
  "1000": "CLOSED",
});
const stateOf = ({ status }: Order) => status;
const offerStatus = offerStates.read(stateOf);
const orderStatus = orderStates.read(stateOf);

const fields = {
  ...shared.identity,
  ...shared.totals,
  ...values({ currency: "currency", oneLineAddress: "address" }),
  contactId: shared.contactId,
};

const offerFields = {
  ...fields,
  ...values({ name: "addressName", offerNumber: "orderNumber", reference: "customerInternalNote", taxText: "taxText" }),
  ...days({ offerDate: "orderDate" }),
  status: offerStatus,
};
const orderFields = {
  ...fields,
  ...values({ comment: "customerInternalNote" }),
  ...days({ orderDate: "orderDate" }),
  status: orderStatus,
};

const offerLine = mapping<records.OfferLineItem, Line>({
  ...pricedLine,
  ...values({ name: "name" }),
  type: ({ optional }) => (isSet(optional) ? "COMMENT" : "ITEM"),
  unitDiscountPercentage: discountOf,
});
const orderLine = mapping<records.SalesOrderLineItem, Line>({
  ...pricedLine,
  itemName: ({ name }) => name,
  unitDiscountPercentage: discountOf,
});

const offerSummary = mapping<records.Offer, Order>(offerFields);
const offer = mapping<records.Offer, Order>({ ...offerFields, lineItems: nestedList(offerLine, linesIn) });
const orderSummary = mapping<records.SalesOrder, Order>(orderFields);
const order = mapping<records.SalesOrder, Order>({ ...orderFields, lineItems: nestedList(orderLine, linesIn) });

const withoutAdded = ({ units: _units, ...native }: Order): Order => native;
const readOffer = ({ ids: { offerId = "" } }: Call, session: Session): Promise<Order> =>
  readDocument<Order>(session, "Order", { id: offerId, is: isOffer });
const readOrder = ({ ids: { salesOrderId = "" } }: Call, session: Session): Promise<Order> =>
  readDocument<Order>(session, "Order", { id: salesOrderId, is: isOrder });

const ordersOf = <Record>(
  map: typeof offerSummary | typeof orderSummary,
  is: (native: Order) => boolean,
  statusOf: (native: Order) => string | undefined,
) =>
  filteredList<Record, Order>({
    map: map as never,
    sources: ({ filters: { lastModifiedAt: since } }) => [
      { path: "/Order", query: since === undefined ? {} : changedAfter(since) },
    ],
    fits: (native, { filters: { status, lastModifiedAt: since } }) =>
      is(native) &&
      isChangedSince(native, since) &&
      (status === undefined || status.split(",").includes(statusOf(native) ?? "")),
    filters: ["status", "lastModifiedAt"],
    ...inPages,
    rules: [
      "sevdesk has one list of offers, orders and delivery notes. Only the last page has the total.",
      "The list has no lines: sevdesk returns them for one record at a time.",
    ],
  });

interface Prepared {
  readonly facts: LineFacts;
  readonly contactPerson: string;
  readonly currency: string | undefined;
  readonly isFirst: boolean;
  readonly guidance: Awaited<ReturnType<typeof cachedGuidance>>;
}

async function prepare(call: WriteCall<OfferInput>, session: Session): Promise<Prepared> {
  const isFirst = await isFirstSystem(session);
  return {
    facts: await factsOf(call, session),
    contactPerson: await contactPersonId(session),
    currency: await companyCurrency(session),
    isFirst,
    guidance: isFirst ? [] : await cachedGuidance(session),
  };
}

interface Encoding {
  readonly lines?: readonly Draft[];
  readonly currency?: string;
  readonly [field: string]: unknown;
}

function newOffer(encoded: Encoded, prepared: unknown, { body }: WriteCall<OfferInput>): object {
  const { facts, contactPerson, currency: usual, isFirst, guidance } = prepared as Prepared;
  const { lines: drafts = [], currency, ...rest } = encoded as Encoding;
  const { lines, coded } = decoded(drafts, guidance);
  if (currency !== undefined && usual !== undefined && currency !== usual)
    throw cannotStore(`Kontor writes offers in the company's currency ${usual} to sevdesk.`, "currency");
  const rates = new Map(
    lines.map((draft, index) => [`lineItems[${index}].taxRatePercentage`, rateOf(draft, facts)] as const),
  );
  const rule = isFirst ? undefined : chooseRule(guidance, { side: "INVOICE", word: undefined, coded, rates });
  return {
    order: {
      objectName: "Order",
      mapAll: true,
      orderType: "AN",
      status: 100,
      version: 0,
      header: `Angebot ${body.offerNumber ?? ""}`.trim(),
      contactPerson: referenceTo("SevUser", contactPerson),
      taxRate: 0,
      taxText: body.taxText ?? "Umsatzsteuer",
      currency: currency ?? usual ?? "EUR",
      showNet: true,
      ...(rule === undefined ? taxTypeOf(undefined) : ruleReference(rule)),
      ...rest,
    },
    orderPosSave: lines.map((draft, index) =>
      savedLine(draft, index, {
        objectName: "OrderPos",
        facts,
        usualRate: rule && onlyRate(rule),
        showNet: true,
      }),
    ),
    orderPosDelete: null,
  };
}

interface Saved {
  readonly order?: Order;
}

/** Marks the offer as sent. Nothing is mailed. */
async function send(id: string, session: Session): Promise<void> {
  const current = await readRecord<Order>(session, path`/Order/${id}`);
  if (current?.status !== "100") return;
  await session.send({ method: "PUT", path: path`/Order/${id}/sendBy`, body: { sendType: "VPDF", sendDraft: false } });
}

const parts = { read: readOffer, parts: linesIn, map: offerLine, raw: withoutUnits };

export const offers = {
  "offers.list": ordersOf<records.Offer>(offerSummary, isOffer, offerStatus),
  "offers.get": get({
    read: readOffer,
    map: offer,
    raw: withoutAdded,
    rules: [
      positionsRule,
      "Optional lines are COMMENTs with a price but no total. The totals of the offer do not include them.",
    ],
  }),
  "offers.document.get": printed("Order", "offerId"),
  ...operationsOf("offers.lineItems", { list: partsOf(parts), get: partOf({ ...parts, id: ({ id }: Line) => id }) }),
  "offers.create": write<OfferInput, records.Offer, Order>({
    method: "POST",
    path: "/Order/Factory/saveOrder",
    encoder: encoder<OfferInput>({
      addresses: sentSeparatelyIn(encoder({})),
      contactId: (id) => ({ contact: referenceTo("Contact", id) }),
      currency: fieldAs("currency"),
      lineItems: listAs("lines", encoder<OfferLineItemInput>(lineEncoders)),
      offerDate: (day) => ({ orderDate: germanDay(day) }),
      offerNumber: fieldAs("orderNumber"),
      oneLineAddress: fieldAs("address"),
      reference: fieldAs("customerInternalNote"),
      status: onlyAccepts(["DRAFT", "SENT"]),
      taxText: sentSeparately,
    }),
    requires: ["contactId", "offerNumber"],
    prepare,
    body: newOffer,
    record: (reply: Reply<Saved>) => recordIn(reply)?.order,
    afterwards: async ({ id }, { body }, session) => {
      if (body.status === "SENT") await send(id, session);
      return readDocument<Order>(session, "Order", { id, is: isOffer });
    },
    map: offer,
    raw: withoutAdded,
    rules: [
      "The offer is a draft unless its status is SENT. Nothing is mailed.",
      "sevdesk's API has no next number of an offer, so offerNumber is required. Prices of lines are without tax.",
    ],
  }),
  "salesOrders.list": ordersOf<records.SalesOrder>(orderSummary, isOrder, orderStatus),
  "salesOrders.get": get({ read: readOrder, map: order, raw: withoutAdded, rules: [positionsRule] }),
  "salesOrders.lineItems.list": partsOf({ read: readOrder, parts: linesIn, map: orderLine, raw: withoutUnits }),
};
