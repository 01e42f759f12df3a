import type { OfferInput, OfferLineItemInput } from "../../contract/inputs/sales.ts";
import type { Offer, OfferLineItem } from "../../contract/records/sales.ts";
import { days, values } from "../../kit/columns.ts";
import { allAs, as, dayAs, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { named } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import * as documents from "./documents.ts";
import { idAs, ids } from "./fields.ts";
import { draftOnly, head, trade } from "./trade.ts";
import type { Line, Quote } from "./types.ts";

/** What became of an archived one nobody says. */
const states = vocabulary({ drafts: "DRAFT", sent: "SENT" });

const line = mapping<OfferLineItem, Line>(documents.tradeLine);
const fields = {
  ...head(states),
  ...ids({ id: "quoteNumber", offerNumber: "quoteNumber" }),
  ...values({ name: "recipient.name", reference: "references.other" }),
  ...days({ offerDate: "date" }),
};

const {
  lines,
  line: oneLine,
  document,
  ...quotes
} = trade({
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
  ...named("offers", quotes),
  ...named("offers.lineItems", { list: lines, get: oneLine }),
  "offers.document.get": document,
};
