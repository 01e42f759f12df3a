import type { OfferInput, OfferLineItemInput } from "../../contract/inputs/sales.ts";
import type { OfferLineItem, Offer as OfferRecord } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { encoder, fieldAs, listAs, numberAs } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { pdfOf } from "./attachments.ts";
import { create, hundreds, modified, single } from "./conventions.ts";
import { day, party, totals, updated } from "./fields.ts";
import { type Line, lineDiscount, lineEncoders, lineFields, lineReads, linesOf, withItemCodes } from "./lines.ts";
import type { Quote } from "./types.ts";

const line = mapping<OfferLineItem, Line>({
  ...lineFields,
  ...lineDiscount,
  accountCode: ({ line }) => line.AccountCode,
});

/** An invoiced quote was accepted before. */
const statuses = vocabulary({
  DRAFT: "DRAFT",
  SENT: "SENT",
  ACCEPTED: "ACCEPTED",
  DECLINED: "DECLINED",
  INVOICED: "ACCEPTED",
  DELETED: "VOIDED",
});

const offerFields = twoWay({
  name: plainValue("Title"),
  offerNumber: plainValue("QuoteNumber"),
  reference: plainValue("Reference"),
  offerDate: day("Date"),
});

const offer = mapping<OfferRecord, Quote>({
  ...updated,
  ...party.reads,
  ...totals,
  ...offerFields.reads,
  ...values({ id: "QuoteID" }),
  lineItems: nestedList(line, linesOf),
  status: statuses.read((quote) => quote.Status),
  totalDiscountAmount: (quote) => amount(quote.TotalDiscount),
});

const lineEncoder = encoder<OfferLineItemInput>({
  ...lineEncoders,
  accountCode: fieldAs("AccountCode"),
  totalDiscountPercentage: numberAs("DiscountRate"),
});

const offerEncoder = encoder<OfferInput>({
  ...party.writes,
  ...offerFields.writes,
  lineItems: listAs("LineItems", lineEncoder),
  status: statuses.except("VOIDED").as("Status"),
});

export const offers = {
  "offers.list": hundreds("Quotes", {
    map: offer,
    headers: modified,
    rules: ["Xero sends a hundred quotes at a time, whatever the limit. Only the last page has the total."],
    readsWholeList: true,
  }),
  "offers.get": single("Quotes", { id: "offerId", map: offer }),
  "offers.create": create("Quotes", {
    ...withItemCodes,
    encoder: offerEncoder,
    map: offer,
    requires: ["contactId", "lineItems"],
  }),
  "offers.document.get": pdfOf("Quotes", "offerId"),
  ...operationsOf("offers.lineItems", lineReads("Quotes", { id: "offerId", map: line })),
};
