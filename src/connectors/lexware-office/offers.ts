import type { Call } from "../../contract/connector.ts";
import type { OfferInput, OfferLineItemInput } from "../../contract/inputs/sales.ts";
import * as records from "../../contract/records/sales.ts";
import { type Session } from "../../contract/session.ts";
import { accountingDay, calendarDay } from "../../kit/dates.ts";
import { as, elsewhere, encoder, listAs, numberAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { backwards, create, euros, momentAs, momentOf } from "./conventions.ts";
import {
  articlesRule,
  exemptRule,
  finalize,
  finished,
  prepare,
  recipientRule,
  textual,
  toldDiscount,
  toldLine,
  toldRecipient,
  unitsRule,
} from "./salesBodies.ts";
import {
  documentDay,
  documentFields,
  documentTotals,
  entryFields,
  lineOf,
  linesOf,
  type Placed,
  paperOf,
  placedIn,
  pricedLineFields,
  readDocument,
} from "./salesDocuments.ts";
import { toldTaxes } from "./taxes.ts";
import type { Entry, SalesDocument, Whole } from "./vendorDocuments.ts";
import { entries, entryOf, secondLook, single, stateIn } from "./voucherlist.ts";

const states = {
  DRAFT: "draft",
  SENT: "open",
  ACCEPTED: "accepted",
  DECLINED: "rejected",
  EXPIRED: "overdue",
  VOIDED: "voided",
};
const stateWords = backwards(states);

const summary = mapping<records.Offer, Entry>({
  ...entryFields,
  id: ({ id }) => id,
  offerDate: (entry) => accountingDay(entry.voucherDate),
  offerNumber: (entry) => entry.voucherNumber,
  status: vocabulary(stateWords).read((entry) => entry.voucherStatus),
  totalGrossAmount: (entry) => amount(entry.totalAmount),
});

const line = mapping<records.OfferLineItem, Placed>({
  ...pricedLineFields,
  name: ({ line }) => line.name,
  type: ({ line }) => (line.type === "text" ? "COMMENT" : "ITEM"),
});

const offer = mapping<records.Offer, Whole<SalesDocument>>({
  ...documentFields,
  ...documentTotals,
  id: ({ document }) => document.id,
  lineItems: each(line, placedIn),
  name: ({ document }) => document.address?.name,
  offerDate: documentDay,
  offerNumber: ({ document }) => document.voucherNumber,
  status: vocabulary(stateWords).read(stateIn),
  taxText: ({ document }) => document.taxConditions?.taxTypeNote,
});

const placeOf = (id: string | undefined): string => path`/quotations/${id}`;
const place = ({ ids }: Call): string => placeOf(ids["offerId"]);

async function read(id: string, session: Session): Promise<Whole<SalesDocument>> {
  const { document } = await readDocument(placeOf(id), session);
  const isOpen = document.voucherStatus === "open";
  return { document, entry: isOpen ? await entryOf(session, "quotation", document) : undefined };
}

/** As many days as the vendor's own form suggests. */
const validFor = 30;
const expiry = (offerDate: string): string =>
  momentOf(new Date(Date.parse(calendarDay(offerDate)) + validFor * 86_400_000).toISOString());

const told = encoder<OfferInput>({
  ...toldRecipient,
  ...toldDiscount,
  taxText: toldTaxes.taxText,
  currency: euros,
  lineItems: listAs(
    "lineItems",
    encoder<OfferLineItemInput>({
      ...toldLine,
      name: as("name"),
      type: textual,
      unitDiscountPercentage: numberAs("discountPercentage"),
    }),
  ),
  offerDate: momentAs("voucherDate"),
  // Said in the query.
  status: elsewhere,
});

export const offers = {
  "offers.list": entries({
    types: "quotation",
    map: summary,
    states,
    rules: ["The state SENT also finds what has expired: for Lexware Office it is both."],
  }),
  "offers.get": single({
    read,
    map: offer,
    rules: ["Alternatives to a line are left out; optional lines are there, but not in the totals.", secondLook],
  }),
  "offers.document.get": paperOf(place),
  "offers.lineItems.list": linesOf(place, line),
  "offers.lineItems.get": lineOf(place, line),
  "offers.create": create({
    path: "/quotations",
    query: ({ body: { status } }) => finalize(["DRAFT", "SENT"], status),
    encoder: told,
    also: ({ body: { offerDate } }) => ({ expirationDate: expiry(offerDate) }),
    prepare,
    body: finished,
    read: (id, session) => readDocument(placeOf(id), session),
    map: offer,
    rules: [
      `An offer expires ${validFor} days after its day: Lexware Office wants a day, and the contract has none.`,
      "An offer is a draft unless its status is SENT; it cannot be changed afterwards.",
      "The prices of its lines are without tax.",
      exemptRule,
      recipientRule,
      articlesRule,
      unitsRule,
    ],
  }),
};
