import type { OfferInput, OfferLineItemInput } from "../../contract/inputs/sales.ts";
import type * as records from "../../contract/records/sales.ts";
import { amounts, values } from "../../kit/columns.ts";
import { calendarDay } from "../../kit/dates.ts";
import { as, encoder, numberAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { twoWay } from "../../kit/twoWay.ts";
import { named } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { dayAsMoment, momentOf } from "./conventions.ts";
import * as shared from "./fields.ts";
import * as sold from "./salesDocuments.ts";
import type { Complete, Entry, SalesDocument } from "./types.ts";
import { entries, readStanding, secondRequest, single } from "./voucherlist.ts";

const states = vocabulary({
  draft: "DRAFT",
  open: "SENT",
  accepted: "ACCEPTED",
  rejected: "DECLINED",
  overdue: "EXPIRED",
  voided: "VOIDED",
});

const dateFields = twoWay({ offerDate: dayAsMoment("voucherDate") });

const fields = {
  ...dateFields.reads,
  ...values({ offerNumber: "voucherNumber" }),
  status: shared.statusIn(states),
};

const summary = mapping<records.Offer, Entry>({ ...shared.grossEntry, ...fields });

const line = mapping<records.OfferLineItem, sold.Placed>({
  ...sold.pricedLineFields,
  ...values({ name: "line.name" }),
  type: ({ line }) => (line.type === "text" || !shared.isCounted(line) ? "COMMENT" : "ITEM"),
  ...amounts({ unitDiscountPercentage: "line.discountPercentage" }),
});

const offer = mapping<records.Offer, Complete<SalesDocument>>({
  ...shared.tradeFields,
  ...fields,
  lineItems: each(line, sold.linesIn),
  ...values({ name: "address.name", taxText: "taxConditions.taxTypeNote" }),
});

/** As many days as the vendor's own form suggests. */
const validFor = 30;
const expiry = (offerDate: string): string =>
  momentOf(new Date(Date.parse(calendarDay(offerDate)) + validFor * 86_400_000).toISOString());

const encodeOffer = encoder<OfferInput>(
  {
    ...sold.encodeSold,
    ...sold.encodeRecipient,
    ...sold.encodeDiscount,
    taxText: sold.encodeTaxes.taxText,
    lineItems: sold.linesAs<OfferLineItemInput>({
      name: as("name"),
      type: sold.encodeLineType,
      unitDiscountPercentage: numberAs("discountPercentage"),
    }),
    ...dateFields.writes,
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
  "offers.create": sold.createIn("/quotations", "SENT", {
    encoder: encodeOffer,
    map: offer,
    rules: [
      `An offer expires ${validFor} days after its day: Lexware Office wants a day, and the contract has none.`,
      "An offer is a draft unless its status is SENT; it cannot be changed afterwards.",
      "The prices of its lines are without tax.",
      sold.recipientRule,
    ],
  }),
};
