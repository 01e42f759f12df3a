import { offerStatus } from "../../contract/enums.ts";
import { OfferLineItem, type Offer as OfferRecord } from "../../contract/records/sales.ts";
import { accountingDay } from "../../kit/dates.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { addresses, identity, stamps, totals, tradeLine } from "./fields.ts";
import { documentOf } from "./files.ts";
import { list, loud, modified, oneOf, status } from "./habits.ts";
import type { Offer, OfferLine } from "./vendorTrade.ts";

const lineTypeOf = oneOf(OfferLineItem.properties.type);
const statusOf = oneOf(offerStatus);

const line = mapping<OfferLineItem, OfferLine>({
  ...tradeLine,
  accountCode: (line) => line.account_code,
  accountId: (line) => line.account_id,
  name: ({ name }) => name,
  taxType: (line) => loud(line.tax_type),
  type: ({ type }) => lineTypeOf(type),
});

const offer = mapping<OfferRecord, Offer>({
  ...identity,
  ...stamps,
  ...addresses,
  ...totals,
  contactId: (offer) => offer.contact_id,
  currency: ({ currency }) => currency,
  lineItems: each(line, (offer) => offer.line_items),
  name: ({ name }) => name,
  offerDate: (offer) => accountingDay(offer.offer_date),
  offerNumber: (offer) => offer.offer_number,
  oneLineAddress: (offer) => offer.one_line_address,
  reference: ({ reference }) => reference,
  status: (offer) => statusOf(offer.status),
  taxText: (offer) => offer.tax_text,
});

export const offers = {
  "offers.list": list({ path: "/offers", map: offer, filters: { ...modified, ...status } }),
  "offers.get": get({ path: ({ ids }) => path`/offers/${ids["offerId"]}`, map: offer }),
  "offers.document.get": documentOf(({ ids }) => path`/offers/${ids["offerId"]}`),
  "offers.lineItems.list": list({
    path: ({ ids }) => path`/offers/${ids["offerId"]}/line-items`,
    map: line,
    filters: modified,
  }),
  "offers.lineItems.get": get({
    path: ({ ids }) => path`/offers/${ids["offerId"]}/line-items/${ids["lineItemId"]}`,
    map: line,
  }),
};
