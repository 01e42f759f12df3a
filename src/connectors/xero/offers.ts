import type { OfferInput, OfferLineItemInput } from "../../contract/inputs/sales.ts";
import type { OfferLineItem, Offer as OfferRecord } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { allAs, as, dayAs, encoder, listAs, numberAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { named } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { pdfOf } from "./attachments.ts";
import { create, hundreds, modified, single } from "./conventions.ts";
import { contactAs, issuedOn, party, totals, updated } from "./fields.ts";
import { type Line, lineDiscount, lineEncoders, lineFields, lineReads, linesOf, withItemCodes } from "./lines.ts";
import type { Quote } from "./types.ts";

const line = mapping<OfferLineItem, Line>({
  ...lineFields,
  ...lineDiscount,
  accountCode: ({ line }) => line.AccountCode,
});

/** An offer that was invoiced was accepted before. */
const statuses = vocabulary({
  DRAFT: "DRAFT",
  SENT: "SENT",
  ACCEPTED: "ACCEPTED",
  DECLINED: "DECLINED",
  INVOICED: "ACCEPTED",
  DELETED: "VOIDED",
});

const offer = mapping<OfferRecord, Quote>({
  ...updated,
  ...party,
  ...totals,
  ...values({ id: "QuoteID", name: "Title", offerNumber: "QuoteNumber", reference: "Reference" }),
  lineItems: each(line, linesOf),
  offerDate: issuedOn,
  status: statuses.read((quote) => quote.Status),
  totalDiscountAmount: (quote) => amount(quote.TotalDiscount),
});

const lineEncoder = encoder<OfferLineItemInput>({
  ...lineEncoders,
  accountCode: as("AccountCode"),
  totalDiscountPercentage: numberAs("DiscountRate"),
});

const offerEncoder = encoder<OfferInput>({
  contactId: contactAs,
  ...allAs(as, { currency: "CurrencyCode", name: "Title", offerNumber: "QuoteNumber", reference: "Reference" }),
  lineItems: listAs("LineItems", lineEncoder),
  offerDate: dayAs("Date"),
  status: statuses.except("VOIDED").as("Status"),
});

export const offers = {
  "offers.list": hundreds("Quotes", {
    map: offer,
    headers: modified,
    rules: ["Xero hands quotes out in whole hundreds, whatever the limit; the total is known on the last page."],
  }),
  "offers.get": single("Quotes", { id: "offerId", map: offer }),
  "offers.create": create("Quotes", {
    ...withItemCodes,
    encoder: offerEncoder,
    map: offer,
    requires: ["contactId", "lineItems"],
  }),
  "offers.document.get": pdfOf("Quotes", "offerId"),
  ...named("offers.lineItems", lineReads("Quotes", { id: "offerId", map: line })),
};
