import type { OfferInput } from "../../contract/inputs/sales.ts";
import type { OfferLineItem, Offer as OfferRecord } from "../../contract/records/sales.ts";
import { as, elsewhere, elsewhereIn, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { partOf, partsOf } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { listed, resource, where } from "./conventions.ts";
import { draftOrOpen, finish, isToValidate, today } from "./documents.ts";
import * as fields from "./fields.ts";
import { builtDocument } from "./files.ts";
import { discountAs, lineEncoders, linesOf, offerLine, type Priced, priceAs, rawLine } from "./lines.ts";
import type { Proposal } from "./types.ts";

const offerLineItem = mapping<OfferLineItem, Priced>(offerLine);

/** 2 is signed, 4 billed as well. */
const states = vocabulary({
  "-1": "VOIDED",
  "0": "DRAFT",
  "1": ["SENT", "EXPIRED"],
  "2": "ACCEPTED",
  "3": "DECLINED",
  "4": "ACCEPTED",
});

const stateOf = (native: Proposal) => {
  const state = states.ours(String(fields.statusOf(native)));
  const until = fields.dayOf(native.fin_validite)?.slice(0, 10);
  return state === "SENT" && until !== undefined && until < today() ? "EXPIRED" : state;
};

const offer = mapping<OfferRecord, Proposal>({
  ...fields.identity,
  ...fields.stamps,
  ...fields.documentTotals,
  contactId: fields.contactId,
  currency: fields.currencyOf,
  lineItems: each(offerLineItem, linesOf),
  offerDate: ({ date }) => fields.dayOf(date),
  offerNumber: fields.numberOf,
  reference: (native) => native.ref_client,
  status: stateOf,
});

const folder = "/proposals";
const proposals = resource<OfferRecord, Proposal>(folder, "offerId", offer);
const parts = { path: `${folder}/{offerId}`, parts: linesOf, map: offerLineItem, raw: rawLine };

const lineEncoder = encoder<NonNullable<OfferInput["lineItems"]>[number]>({
  ...lineEncoders,
  name: as("label"),
  totalDiscountPercentage: discountAs,
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
            .theirs(status, field)
            .map((one) => `(t.fk_statut:=:${one})`)
            .join(" or ")})`,
        ),
    },
    narrow: {
      when: ({ status }) => status === "SENT" || status === "EXPIRED",
      fits: (native, { status }) => stateOf(native) === status,
    },
    rules: ["What has expired is told apart here: with status SENT or EXPIRED all that is open is read whole."],
  }),
  "offers.get": proposals.get(),
  "offers.document.get": builtDocument({ folder, id: "offerId", module: "propal" }),
  "offers.lineItems.list": partsOf(parts),
  "offers.lineItems.get": partOf({ ...parts, id: ({ id }) => String(id) }),
  "offers.create": proposals.create<OfferInput>({
    encoder: encoder<OfferInput>({
      addresses: elsewhereIn({ writableFields: {} }),
      contactId: fields.idAs("socid"),
      currency: elsewhere,
      lineItems: listAs("lines", lineEncoder),
      offerDate: fields.epochAs("date"),
      reference: as("ref_client"),
      status: draftOrOpen,
    }),
    // Without it an offer would have expired the day that it is made.
    body: (encoded) => ({ duree_validite: 15, ...encoded }),
    afterwards: async (reply, { body: { currency, status } }, session) =>
      finish(reply, { folder, currency, validate: isToValidate(status) }, session),
    requires: ["contactId"],
    rules: [
      "It is a draft, unless status is SENT, and stands for 15 days.",
      "Addresses are those of the contact. Offers are made in the target system's own currency only.",
    ],
  }),
};
