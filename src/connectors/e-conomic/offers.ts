import type { OfferInput, OfferLineItemInput } from "../../contract/inputs/sales.ts";
import type { Offer, OfferLineItem } from "../../contract/records/sales.ts";
import { file } from "../../kit/download.ts";
import { allAs, as, dayAs, encoder, invalid, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { get, partOf, partsOf } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { create, numbered } from "./conventions.ts";
import * as documents from "./documents.ts";
import { dayOf, idAs, ids, stamp } from "./fields.ts";
import type { Line, Quote } from "./types.ts";

/** What became of an archived one nobody says. */
const states = vocabulary({ drafts: "DRAFT", sent: "SENT" });
const folders = ["/quotes/drafts", "/quotes/sent", "/quotes/archived"];

const line = mapping<OfferLineItem, Line>(documents.tradeLine);

const head = {
  ...stamp,
  ...documents.addressed,
  ...documents.totals,
  ...ids({ id: "quoteNumber", offerNumber: "quoteNumber" }),
  contactId: documents.customerOf,
  currency: ({ currency }: Quote) => currency,
  name: documents.contactName,
  offerDate: ({ date }: Quote) => dayOf(date),
  reference: documents.referenceOf,
  status: (quote: Quote) => states.ours(documents.folderOf(quote)),
};
const listed = mapping<Offer, Quote>(head);
const offer = mapping<Offer, Quote>({ ...head, lineItems: each(line, ({ lines }) => lines) });

const parts = { ...documents.linesIn(folders, "offerId"), map: line };

export const offers = {
  "offers.list": documents.filed<Offer, Quote>({ map: listed, folders, states }),
  "offers.get": get<Offer, Quote>({
    read: ({ ids }, session) => documents.findIn<Quote>(session, folders, ids["offerId"]),
    map: offer,
  }),
  "offers.document.get": file(async ({ ids: { offerId = "" } }, session) => {
    const found = await documents.findIn<Quote>(session, folders, offerId);
    const path = `${numbered(`/quotes/${documents.folderOf(found)}`, offerId)}/pdf`;
    return { id: offerId, path, accept: "application/pdf", fileName: `${offerId}.pdf` };
  }),
  "offers.lineItems.list": partsOf(parts),
  "offers.lineItems.get": partOf({ ...parts, id: documents.lineId }),
  "offers.create": create<OfferInput, Offer, Quote>("/quotes/drafts", {
    encoder: encoder<OfferInput>({
      addresses: documents.recipientAs,
      contactId: idAs("customer", "customerNumber"),
      ...allAs(as, { currency: "currency", name: "recipient.name", reference: "references.other" }),
      lineItems: listAs(
        "lines",
        encoder<OfferLineItemInput>({ ...documents.lineEncoders, totalDiscountPercentage: documents.discountAs }),
      ),
      offerDate: dayAs("date"),
      status: (status) => {
        if (status === "DRAFT") return {};
        throw invalid("This target system takes DRAFT here; offers are sent from its own screens.", "status");
      },
    }),
    prepare: documents.templateFor,
    body: documents.fromTemplate,
    readBack: ({ quoteNumber }: Quote, _call, session) =>
      documents.findIn<Quote>(session, folders, String(quoteNumber)),
    stub: ({ quoteNumber }: Quote) => ({ id: String(quoteNumber) }),
    map: offer,
    requires: ["contactId", "lineItems.itemId"],
  }),
};
