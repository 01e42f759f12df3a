/** Offers. */
import type { WriteCall } from "../../contract/connector.ts";
import type { OfferInput, OfferLineItemInput } from "../../contract/inputs/sales.ts";
import type * as records from "../../contract/records/sales.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { file } from "../../kit/download.ts";
import { encoder, fieldAs, listAs, onlyAccepts } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get, partOf, partsOf } from "../../kit/reading.ts";
import { day, plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { changedAt, idOf, list, recordIn } from "./conventions.ts";
import * as shared from "./documents.ts";
import { addressAs, identity, referenceAs, stamps } from "./fields.ts";
import type { Line, Offer, Single } from "./types.ts";

const folder = "/v3/offers";

/** A released offer is final. One that became an order was accepted, whatever the vendor calls its state. */
const states = vocabulary({
  draft: "DRAFT",
  released: "SENT",
  sent: "SENT",
  accepted: "ACCEPTED",
  commissioned: "ACCEPTED",
  ordered: "ACCEPTED",
  completed: "ACCEPTED",
  declined: "DECLINED",
  expired: "EXPIRED",
  cancelled: "VOIDED",
} as const);
const everyState = shared.inAnyOf(
  "draft",
  "released",
  "sent",
  "accepted",
  "commissioned",
  "ordered",
  "completed",
  "declined",
  "expired",
  "cancelled",
);

const fields = twoWay({
  offerDate: day("documentDate"),
  reference: plainValue("customerReference"),
});

const line = mapping<records.OfferLineItem, Line>({
  ...identity,
  ...shared.lineFields,
  ...shared.lineTotals,
  ...shared.lineDiscount,
  ...values({ name: "name", unitName: "unit" }),
  type: () => "ITEM" as const,
});

const offer = mapping<records.Offer, Offer>({
  ...identity,
  ...stamps,
  ...fields.reads,
  ...shared.documentTotals,
  ...values({ name: "documentAddress.name", offerNumber: "documentNumber" }),
  addresses: nestedList(shared.recipient, shared.recipientsOf),
  contactId: shared.contactOf,
  currency: shared.currencyOf,
  lineItems: nestedList(line, shared.linesIn),
  status: states.read(({ status }: Offer) => status),
});

const lineEncoder = encoder<OfferLineItemInput>({
  ...shared.lineEncoders,
  name: fieldAs("name"),
  totalDiscountPercentage: shared.discountAs,
  type: onlyAccepts(["ITEM"]),
});

const read = shared.readAt<Offer>(folder, "offerId");
const parts = { read, parts: shared.linesIn, map: line };

async function prepare(call: WriteCall<OfferInput>, session: Session): Promise<shared.CustomerFacts> {
  shared.checkQuantities(call);
  return shared.customerFor(call, session);
}

export const offers = {
  "offers.list": list<records.Offer, Offer>({
    path: folder,
    map: offer,
    ...shared.withLines,
    always: everyState,
    conditions: {
      lastModifiedAt: changedAt,
      status: (status) => shared.inAnyOf(...states.toVendor(status, "status")),
    },
  }),
  "offers.get": get<records.Offer, Offer>({ map: offer, read }),
  "offers.document.get": file(({ ids: { offerId = "" } }) => ({
    id: offerId,
    path: `${folder}${path`/${offerId}`}`,
    accept: "application/pdf",
    fileName: `${offerId}.pdf`,
  })),
  ...operationsOf("offers.lineItems", {
    list: partsOf(parts),
    get: partOf({ ...parts, id: idOf }),
  }),
  "offers.create": write<OfferInput, records.Offer, Offer>({
    method: "POST",
    path: folder,
    encoder: encoder<OfferInput>({
      ...fields.writes,
      addresses: addressAs("documentAddress"),
      contactId: referenceAs("address"),
      currency: fieldAs("financials", "currency"),
      lineItems: listAs("lineItems", lineEncoder),
      name: fieldAs("documentAddress", "name"),
      status: onlyAccepts(["DRAFT", "SENT"], ": later states follow in the vendor's workflow"),
    }),
    also: shared.markedAs,
    prepare,
    body: shared.completed,
    record: recordIn,
    afterwards: async (native, { body }, session) => {
      if (body.status === "SENT") await shared.release(session, shared.at(folder, native));
    },
    readBack: (reply: Single<Offer>, _call, session) =>
      shared.readDocument<Offer>(session, `${folder}${path`/${String(reply.data?.id)}`}`),
    map: offer,
    undo: shared.remove(folder),
    find: shared.foundBy<Offer>(folder, everyState),
    requires: ["contactId", "lineItems.itemId"],
    rules: [
      "With the status SENT the draft is released: it gets its number. Nothing is mailed.",
      "The vendor has no lines without a product, so every line needs an itemId.",
    ],
  }),
};
