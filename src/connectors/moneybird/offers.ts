import type { Call } from "../../contract/connector.ts";
import type { OfferInput, OfferLineItemInput } from "../../contract/inputs/sales.ts";
import type { OfferLineItem, Offer as OfferRecord } from "../../contract/records/sales.ts";
import { accountingDay } from "../../kit/dates.ts";
import { file } from "../../kit/download.ts";
import { as, dayAs, decimalAs, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get, partOf, partsOf } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import { documents, wordsOf } from "./changes.ts";
import { identity, line, lineTotal, pricesRule, stamps, totals, tradePartner } from "./fields.ts";
import { netPrices, statusAs, toldLine } from "./lines.ts";
import type { Detail, Estimate } from "./vendorDocuments.ts";

const states = {
  DRAFT: ["draft"],
  SENT: ["open"],
  EXPIRED: ["late"],
  ACCEPTED: ["accepted", "billed"],
  DECLINED: ["rejected"],
  VOIDED: ["archived"],
} as const;

const offerLine = mapping<OfferLineItem, Detail>({
  ...identity,
  ...line,
  accountId: (detail) => detail.ledger_account_id,
  totalNetAmount: lineTotal,
});

export const offer = mapping<OfferRecord, Estimate>({
  ...identity,
  ...stamps,
  ...tradePartner,
  ...totals,
  currency: ({ currency }) => currency,
  lineItems: each(offerLine, ({ details }) => details),
  offerDate: (estimate) => accountingDay(estimate.estimate_date),
  offerNumber: (estimate) => estimate.estimate_id,
  reference: ({ reference }) => reference,
  status: wordsOf(states),
  totalDiscountAmount: (estimate) => amount(estimate.total_discount),
  totalDiscountPercentage: ({ discount }) => amount(discount),
});

const offerPath = ({ ids }: Call): string => path`/estimates/${ids["offerId"]}.json`;
const lines = { path: offerPath, parts: ({ details }: Estimate) => details, map: offerLine };

const { dimensions: _none, ...toldOfferLine } = toldLine;

const told = encoder<OfferInput>({
  contactId: as("contact_id"),
  currency: as("currency"),
  lineItems: listAs("details_attributes", encoder<OfferLineItemInput>(toldOfferLine)),
  offerDate: dayAs("estimate_date"),
  reference: as("reference"),
  status: statusAs(["DRAFT"]),
  totalDiscountPercentage: decimalAs("discount"),
});

export const offers = {
  "offers.list": documents({ resource: "/estimates", map: offer, states, rules: [pricesRule] }),
  "offers.get": get({ path: offerPath, map: offer }),
  "offers.document.get": file(({ ids: { offerId = "" } }) => ({
    id: offerId,
    path: path`/estimates/${offerId}/download_pdf`,
  })),
  "offers.lineItems.list": partsOf(lines),
  "offers.lineItems.get": partOf({ ...lines, id: ({ id }) => id }),
  "offers.create": write({
    method: "POST",
    path: "/estimates.json",
    encoder: told,
    also: () => netPrices,
    map: offer,
    within: "estimate",
    requires: ["contactId"],
  }),
};
