import type { WriteCall } from "../../contract/connector.ts";
import type { OfferInput } from "../../contract/inputs/sales.ts";
import type { OfferLineItem, Offer as OfferRecord } from "../../contract/records/sales.ts";
import { file } from "../../kit/download.ts";
import { as, dayAs, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { hundreds, modified, single } from "./conventions.ts";
import { issuedOn, party, totals, updated } from "./fields.ts";
import { contactAs } from "./invoiceBodies.ts";
import { itemCodes, toldOfferLine, withItemCodes } from "./lineBodies.ts";
import { type Line, lineBasics, lineDiscount, lineId, lineIn, linesIn, linesOf, lineTotals } from "./lines.ts";
import { create } from "./telling.ts";
import type { Quote } from "./vendorTrade.ts";

const line = mapping<OfferLineItem, Line>({
  ...lineId,
  ...lineBasics,
  ...lineTotals,
  ...lineDiscount,
  accountCode: ({ line }) => line.AccountCode,
});

/** An offer that was invoiced was accepted before. */
const statuses = {
  DRAFT: "DRAFT",
  SENT: "SENT",
  ACCEPTED: "ACCEPTED",
  DECLINED: "DECLINED",
  INVOICED: "ACCEPTED",
  DELETED: "VOIDED",
} as const;

const offer = mapping<OfferRecord, Quote>({
  ...updated,
  ...party,
  ...totals,
  id: (quote) => quote.QuoteID,
  lineItems: each(line, linesOf),
  name: (quote) => quote.Title,
  offerDate: issuedOn,
  offerNumber: (quote) => quote.QuoteNumber,
  reference: (quote) => quote.Reference,
  status: vocabulary(statuses).read((quote) => quote.Status),
  totalDiscountAmount: (quote) => amount(quote.TotalDiscount),
});

const { INVOICED: _invoiced, DELETED: _deleted, ...tellable } = statuses;

const told = encoder<OfferInput>({
  contactId: contactAs,
  currency: as("CurrencyCode"),
  lineItems: listAs("LineItems", toldOfferLine),
  name: as("Title"),
  offerDate: dayAs("Date"),
  offerNumber: as("QuoteNumber"),
  reference: as("Reference"),
  status: (status) => ({ Status: vocabulary(tellable).write(status, "status") }),
});

const ofOffer = { id: "offerId", map: line } as const;

export const offers = {
  "offers.list": hundreds("Quotes", {
    map: offer,
    headers: modified,
    rules: ["Xero hands quotes out in whole hundreds, whatever the limit; the total is known on the last page."],
  }),
  "offers.get": single("Quotes", { id: "offerId", map: offer }),
  "offers.create": create("Quotes", {
    encoder: told,
    prepare: ({ body }: WriteCall<OfferInput>, session) => itemCodes(body.lineItems, session),
    body: withItemCodes,
    map: offer,
    requires: ["contactId", "lineItems"],
  }),
  "offers.document.get": file(({ ids: { offerId = "" } }) => ({
    id: offerId,
    path: path`/Quotes/${offerId}/pdf`,
    accept: "application/pdf",
  })),
  "offers.lineItems.list": linesIn("Quotes", ofOffer),
  "offers.lineItems.get": lineIn("Quotes", ofOffer),
};
