import type { OfferInput, OfferLineItemInput } from "../../contract/inputs/sales.ts";
import type { OfferLineItem, Offer as OfferRecord } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { encoder, listAs } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { pdf } from "./attachments.ts";
import { documentDayAs, entitySet, modified } from "./conventions.ts";
import { priceRule } from "./documentSet.ts";
import { addresses, choices, currency, days, documentFields, guidIn } from "./fields.ts";
import { accountAs, accountId, accountNumber, accountNumberAs, lineFields, line as lines } from "./lines.ts";
import type { Line, SalesQuote } from "./types.ts";

/** "Expired " ends with a space (dynamics_salesquote.md, 2026-11). */
const statuses = choices({ Draft: "DRAFT", Sent: "SENT", Accepted: "ACCEPTED", "Expired ": "EXPIRED" });

const lineTypes = choices({
  Comment: "COMMENT",
  Account: "ACCOUNT",
  Item: "ITEM",
  Resource: "RESOURCE",
  Value: "VALUE",
  "Fixed Asset": "FIXED_ASSET",
  Charge: "CHARGE",
});

const line = mapping<OfferLineItem, Line>({
  ...lines,
  accountCode: accountNumber,
  accountId,
  type: lineTypes.read((line) => line.lineType),
});

const customer = twoWay({
  contactId: guidIn("customerId"),
});
const offerFields = twoWay({
  offerNumber: plainValue("number"),
  reference: plainValue("externalDocumentNumber"),
});

const offer = mapping<OfferRecord, SalesQuote>({
  ...documentFields,
  ...addresses("billTo", "shipTo"),
  ...customer.reads,
  ...offerFields.reads,
  ...values({ name: "customerName" }),
  ...days({ offerDate: "documentDate" }),
  lineItems: nestedList(line, (quote) => quote.salesQuoteLines),
  status: statuses.read(({ status }) => status),
});

const lineSet = "salesQuoteLines";
const set = entitySet("/salesQuotes", { id: "offerId", map: offer, expand: lineSet });
const lineSetOf = set.below(lineSet, { id: "lineItemId", map: line });

const lineEncoder = encoder<OfferLineItemInput>({
  accountCode: accountNumberAs,
  accountId: accountAs,
  ...lineFields("unitPrice"),
});

export const offers = {
  "offers.list": set.list({ filters: { ...modified, status: statuses.filter("status") } }),
  "offers.get": set.get(),
  "offers.create": set.create({
    encoder: encoder<OfferInput>({
      ...customer.writes,
      ...currency.writes,
      lineItems: listAs(lineSet, lineEncoder),
      offerDate: documentDayAs("documentDate"),
      ...offerFields.writes,
    }),
    requires: ["contactId"],
    rules: [priceRule],
  }),
  "offers.document.get": pdf(set.at, "offerId"),
  "offers.lineItems.list": lineSetOf.list(),
  "offers.lineItems.get": lineSetOf.get(),
};
