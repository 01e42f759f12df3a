import type { OfferInput, OfferLineItemInput } from "../../contract/inputs/sales.ts";
import type { Offer, OfferLineItem } from "../../contract/records/sales.ts";
import { allAs, as, dayAs, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import * as documents from "./documents.ts";
import { dayOf, idAs, ids } from "./fields.ts";
import { draftOnly, head, trade } from "./trade.ts";
import type { Line, Quote } from "./types.ts";

/** What became of an archived one nobody says. */
const states = vocabulary({ drafts: "DRAFT", sent: "SENT" });

const line = mapping<OfferLineItem, Line>(documents.tradeLine);
const fields = {
  ...head(states),
  ...ids({ id: "quoteNumber", offerNumber: "quoteNumber" }),
  name: documents.contactName,
  offerDate: ({ date }: Quote) => dayOf(date),
  reference: documents.referenceOf,
};

const quotes = trade({
  ...{ name: "quotes", number: "quoteNumber", id: "offerId", states, line },
  listed: mapping<Offer, Quote>(fields),
  map: mapping<Offer, Quote>({ ...fields, lineItems: each(line, ({ lines }) => lines) }),
  encoder: encoder<OfferInput>({
    addresses: documents.recipientAs,
    contactId: idAs("customer", "customerNumber"),
    ...allAs(as, { currency: "currency", name: "recipient.name", reference: "references.other" }),
    lineItems: listAs("lines", encoder<OfferLineItemInput>(documents.tradeLineEncoders)),
    offerDate: dayAs("date"),
    status: draftOnly,
  }),
});

export const offers = {
  "offers.list": quotes.list,
  "offers.get": quotes.get,
  "offers.document.get": quotes.document,
  "offers.lineItems.list": quotes.lines,
  "offers.lineItems.get": quotes.line,
  "offers.create": quotes.create,
};
