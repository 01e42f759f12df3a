import type { OfferInput } from "../../contract/inputs/sales.ts";
import type { OfferLineItem, Offer as OfferRecord } from "../../contract/records/sales.ts";
import { encoder, fieldAs, listAs, sentSeparately, sentSeparatelyIn } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { partOf, partsOf } from "../../kit/reading.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { listed, resource, where } from "./conventions.ts";
import { checkReferences, draftOrOpen, finish, isToValidate, withKinds } from "./documents.ts";
import * as fields from "./fields.ts";
import { builtDocument } from "./files.ts";
import { lineEncoders, linesOf, offerLine, type Priced, priceAs, rawLine, tradeDiscount } from "./lines.ts";
import type { Proposal } from "./types.ts";

const offerLineItem = mapping<OfferLineItem, Priced>(offerLine);

/** 2 is signed, 4 is signed and billed. */
const states = vocabulary({
  "-1": "VOIDED",
  "0": "DRAFT",
  "1": ["SENT", "EXPIRED"],
  "2": "ACCEPTED",
  "3": "DECLINED",
  "4": "ACCEPTED",
});

const stateOf = (native: Proposal) => {
  const state = states.toContract(String(fields.statusOf(native)));
  return state === "SENT" && fields.isOver(native.fin_validite) ? "EXPIRED" : state;
};

const offerFields = twoWay({
  offerDate: fields.epochDay("date"),
  reference: plainValue("ref_client"),
});

const offer = mapping<OfferRecord, Proposal>({
  ...fields.identity,
  ...fields.stamps,
  ...fields.documentTotals,
  ...fields.contactFields.reads,
  ...fields.currencyFields.reads,
  ...offerFields.reads,
  lineItems: nestedList(offerLineItem, linesOf),
  offerNumber: fields.numberOf,
  status: Object.assign(stateOf, {
    unread: states.read((native: Proposal) => String(fields.statusOf(native))).unread,
  }),
});

const folder = "/proposals";
const proposals = resource<OfferRecord, Proposal>(folder, "offerId", offer);
const parts = { path: `${folder}/{offerId}`, parts: linesOf, map: offerLineItem, raw: rawLine };

const lineEncoder = encoder<NonNullable<OfferInput["lineItems"]>[number]>({
  ...lineEncoders,
  ...tradeDiscount.writes,
  name: fieldAs("label"),
  unitAmount: priceAs,
});

export const offers = {
  "offers.list": listed<OfferRecord, Proposal>({
    path: folder,
    map: offer,
    filters: {
      status: (status, field) =>
        where(
          `(${states
            .toVendor(status, field)
            .map((state) => `(t.fk_statut:=:${state})`)
            .join(" or ")})`,
        ),
    },
    localFilter: {
      when: ({ status }) => status === "SENT" || status === "EXPIRED",
      fits: (native, { status }) => stateOf(native) === status,
    },
    rules: ["The target system cannot filter expired offers. For SENT and EXPIRED, Kontor reads all open offers."],
  }),
  "offers.get": proposals.get(),
  "offers.document.get": builtDocument({ folder, id: "offerId", module: "propal" }),
  "offers.lineItems.list": partsOf(parts),
  "offers.lineItems.get": partOf({ ...parts, id: ({ id }) => String(id) }),
  "offers.create": proposals.create<OfferInput>({
    encoder: encoder<OfferInput>({
      ...fields.contactFields.writes,
      ...offerFields.writes,
      addresses: sentSeparatelyIn({ writableFields: {} }),
      currency: sentSeparately,
      lineItems: listAs("lines", lineEncoder),
      status: draftOrOpen,
    }),
    prepare: checkReferences,
    // Without the days the offer would expire when it is created.
    body: (encoded, kinds) => ({ duree_validite: 15, ...withKinds(encoded, kinds) }),
    afterwards: async (reply, { body: { currency, status } }, session) =>
      finish(reply, { folder, currency, validate: isToValidate(status) }, session),
    requires: ["contactId"],
    rules: [
      "The offer is a draft unless status is SENT, and valid for 15 days.",
      "Addresses are the contact's. Offers can only be in the company's currency.",
    ],
  }),
};
