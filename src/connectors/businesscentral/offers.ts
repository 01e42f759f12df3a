import type { OfferInput, OfferLineItemInput } from "../../contract/inputs/sales.ts";
import type { OfferLineItem, Offer as OfferRecord } from "../../contract/records/sales.ts";
import { as, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { at, below, list, modified, oneBelow, oneOfTheirs, single } from "./conventions.ts";
import { addresses, day, guid, identity, option, updated } from "./fields.ts";
import { pdf } from "./files.ts";
import { create } from "./telling.ts";
import * as trade from "./trade.ts";
import type { SalesLine, SalesQuote } from "./vendorTrade.ts";

/** One of them ends with a space (dynamics_salesquote.md, 2026-11). */
const statuses = { Draft: "DRAFT", Sent: "SENT", Accepted: "ACCEPTED", "Expired ": "EXPIRED" } as const;

const line = mapping<OfferLineItem, SalesLine>({
  ...trade.line,
  accountCode: (line) => (option(line.lineType) === "Account" ? line.lineObjectNumber : undefined),
  accountId: (line) => guid(line.accountId),
  type: vocabulary(trade.lineTypes).read((line) => option(line.lineType)),
  unitAmount: ({ unitPrice }) => amount(unitPrice),
});

const offer = mapping<OfferRecord, SalesQuote>({
  ...identity,
  ...updated,
  ...trade.currency,
  ...trade.totals,
  ...addresses("billTo", "shipTo"),
  contactId: (quote) => guid(quote.customerId),
  lineItems: each(line, (quote) => quote.salesQuoteLines),
  name: (quote) => quote.customerName,
  offerDate: (quote) => day(quote.documentDate),
  offerNumber: ({ number }) => number,
  reference: (quote) => quote.externalDocumentNumber,
  status: vocabulary(statuses).read(({ status }) => option(status)),
});

const toldLine = encoder<OfferLineItemInput>({
  accountCode: trade.toldAccountNumber,
  accountId: trade.toldAccount,
  ...trade.toldLine("unitPrice"),
});
const told = encoder<OfferInput>({
  contactId: as("customerId"),
  currency: as("currencyCode"),
  lineItems: listAs("salesQuoteLines", toldLine),
  offerDate: trade.toldDay("documentDate"),
  offerNumber: as("number"),
  reference: as("externalDocumentNumber"),
});

const expand = "salesQuoteLines";
const offerAt = at("salesQuotes", "offerId");

export const offers = {
  "offers.list": list("salesQuotes", {
    map: offer,
    expand,
    filters: { ...modified, status: oneOfTheirs(statuses, "status", "status") },
  }),
  "offers.get": single(offerAt, { map: offer, expand }),
  "offers.create": create("salesQuotes", {
    encoder: told,
    map: offer,
    expand,
    requires: ["contactId"],
    rules: [trade.priceRule],
  }),
  "offers.document.get": pdf(offerAt, "offerId"),
  "offers.lineItems.list": list(below(offerAt, "salesQuoteLines"), { map: line }),
  "offers.lineItems.get": single(oneBelow(offerAt, "salesQuoteLines"), { map: line }),
};
