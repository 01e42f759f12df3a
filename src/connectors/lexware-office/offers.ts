import type { OfferInput, OfferLineItemInput } from "../../contract/inputs/sales.ts";
import type * as records from "../../contract/records/sales.ts";
import { calendarDay } from "../../kit/dates.ts";
import { as, elsewhere, encoder, numberAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { named } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { create, euros, momentAs, momentOf, reader } from "./conventions.ts";
import * as shared from "./fields.ts";
import * as sold from "./salesDocuments.ts";
import type { Entry, SalesDocument, Whole } from "./types.ts";
import { entries, readStanding, secondRequest, single } from "./voucherlist.ts";

const states = vocabulary({
  draft: "DRAFT",
  open: "SENT",
  accepted: "ACCEPTED",
  rejected: "DECLINED",
  overdue: "EXPIRED",
  voided: "VOIDED",
});

const fields = {
  id: shared.idOf,
  offerDate: shared.dayOf,
  offerNumber: shared.numberOf,
  status: shared.statusIn(states),
};

const summary = mapping<records.Offer, Entry>({ ...shared.grossEntry, ...fields });

const line = mapping<records.OfferLineItem, sold.Placed>({
  ...sold.pricedLineFields,
  name: sold.lineNameOf,
  type: ({ line }) => (line.type === "text" || !shared.isCounted(line) ? "COMMENT" : "ITEM"),
  unitDiscountPercentage: sold.lineDiscountOf,
});

const offer = mapping<records.Offer, Whole<SalesDocument>>({
  ...shared.documentFields,
  ...shared.documentTotals,
  ...fields,
  lineItems: each(line, sold.linesIn),
  name: shared.recipientOf,
  taxText: ({ taxConditions }) => taxConditions?.taxTypeNote,
});

/** As many days as the vendor's own form suggests. */
const validFor = 30;
const expiry = (offerDate: string): string =>
  momentOf(new Date(Date.parse(calendarDay(offerDate)) + validFor * 86_400_000).toISOString());

const encodeOffer = encoder<OfferInput>(
  {
    ...sold.encodeRecipient,
    ...sold.encodeDiscount,
    taxText: sold.encodeTaxes.taxText,
    currency: euros,
    lineItems: sold.linesAs<OfferLineItemInput>({
      name: as("name"),
      type: sold.encodeLineType,
      unitDiscountPercentage: numberAs("discountPercentage"),
    }),
    offerDate: momentAs("voucherDate"),
    // In the query.
    status: elsewhere,
  },
  ({ offerDate }) => ({ expirationDate: expiry(offerDate) }),
);

const place = "/quotations/{offerId}";

export const offers = {
  "offers.list": entries({ types: "quotation", map: summary, states }),
  "offers.get": single({
    read: readStanding("/quotations", "quotation"),
    map: offer,
    rules: [
      "What is optional, and the alternatives to a line (1.1 to line 1), is a COMMENT with a price and without a total: it is in no total of the offer, and neither is a cash discount.",
      secondRequest,
    ],
  }),
  "offers.document.get": sold.paperOf(place),
  ...named("offers.lineItems", sold.linesOf(place, line)),
  "offers.create": create({
    path: "/quotations",
    query: sold.finalize("SENT"),
    encoder: encodeOffer,
    prepare: sold.prepare,
    body: sold.finished,
    read: reader<SalesDocument>("/quotations"),
    map: offer,
    rules: [
      `An offer expires ${validFor} days after its day: Lexware Office wants a day, and the contract has none.`,
      "An offer is a draft unless its status is SENT; it cannot be changed afterwards.",
      "The prices of its lines are without tax.",
      sold.recipientRule,
      ...sold.soldRules,
    ],
  }),
};
