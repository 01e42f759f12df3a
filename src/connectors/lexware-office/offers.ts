import type { OfferInput, OfferLineItemInput } from "../../contract/inputs/sales.ts";
import type * as records from "../../contract/records/sales.ts";
import { amounts, values } from "../../kit/columns.ts";
import { calendarDay } from "../../kit/dates.ts";
import { encoder, fieldAs, numberAs } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import type { Complete } from "./complete.ts";
import { dayAsMoment, momentOf } from "./conventions.ts";
import * as shared from "./fields.ts";
import * as sold from "./salesDocuments.ts";
import type { Entry, SalesDocument } from "./types.ts";
import { entries, readWithEntry, secondRequest, single } from "./voucherlist.ts";

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

const line = mapping<records.OfferLineItem, sold.PositionedLine>({
  ...sold.pricedLineFields,
  ...values({ name: "line.name" }),
  type: ({ line }) => (line.type === "text" || !shared.isCounted(line) ? "COMMENT" : "ITEM"),
  ...amounts({ unitDiscountPercentage: "line.discountPercentage" }),
});

const offer = mapping<records.Offer, Complete<SalesDocument>>({
  ...shared.tradeFields,
  ...fields,
  lineItems: nestedList(line, sold.linesIn),
  ...values({ name: "address.name", taxText: "taxConditions.taxTypeNote" }),
});

/** The number of days that the vendor's form suggests. */
const daysValid = 30;
const expiry = (offerDate: string): string =>
  momentOf(new Date(Date.parse(calendarDay(offerDate)) + daysValid * 86_400_000).toISOString());

const encodeOffer = encoder<OfferInput>(
  {
    ...sold.encodeSold,
    ...sold.encodeRecipient,
    ...sold.encodeDiscount,
    taxText: sold.encodeTaxes.taxText,
    lineItems: sold.linesAs<OfferLineItemInput>({
      name: fieldAs("name"),
      type: sold.encodeLineType,
      unitDiscountPercentage: numberAs("discountPercentage"),
    }),
    ...dateFields.writes,
  },
  ({ offerDate }) => ({ expirationDate: expiry(offerDate) }),
);

const path = "/quotations/{offerId}";

export const offers = {
  "offers.list": entries({ types: "quotation", map: summary, states }),
  "offers.get": single({
    read: readWithEntry("/quotations", "quotation"),
    map: offer,
    rules: [
      "Optional lines and alternatives (line 1.1 is an alternative to line 1) are COMMENTs with a price but no total. The totals of the offer include neither them nor a cash discount.",
      secondRequest,
    ],
  }),
  "offers.document.get": sold.documentOf(path),
  ...operationsOf("offers.lineItems", sold.linesOf(path, line)),
  "offers.create": sold.createIn("/quotations", "SENT", {
    encoder: encodeOffer,
    map: offer,
    rules: [
      `The offer expires ${daysValid} days after offerDate: Lexware Office requires an expiry date, which the contract does not have.`,
      "The offer is a draft unless its status is SENT. It cannot be changed afterwards.",
      "Prices of lines are without tax.",
      sold.recipientRule,
    ],
  }),
};
