import { offerStatus } from "../../contract/enums.ts";
import type { OfferInput, OfferLineItemInput } from "../../contract/inputs/sales.ts";
import { OfferLineItem, type Offer as OfferRecord } from "../../contract/records/sales.ts";
import { accountingDay } from "../../kit/dates.ts";
import { as, dayAs, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { list, loud, modified, oneOf, status } from "./conventions.ts";
import { addresses, identity, stamps, totals, tradeLine } from "./fields.ts";
import { documentOf } from "./files.ts";
import { create, toldAddresses, toldTotals, toldTradeLine, wordAs } from "./telling.ts";
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

const toldLine = encoder<OfferLineItemInput>({
  ...toldTradeLine,
  accountCode: as("account_code"),
  accountId: as("account_id"),
  name: as("name"),
  taxType: wordAs("tax_type"),
  type: wordAs("type"),
});

const told = encoder<OfferInput>({
  ...toldAddresses,
  ...toldTotals,
  contactId: as("contact_id"),
  currency: as("currency"),
  lineItems: listAs("line_items", toldLine),
  name: as("name"),
  offerDate: dayAs("offer_date"),
  offerNumber: as("offer_number"),
  oneLineAddress: as("one_line_address"),
  reference: as("reference"),
  status: wordAs("status"),
  taxText: as("tax_text"),
});

export const offers = {
  "offers.list": list({ path: "/offers", map: offer, filters: { ...modified, ...status } }),
  "offers.get": get({ path: ({ ids }) => path`/offers/${ids["offerId"]}`, map: offer }),
  "offers.create": create({ path: "/offers", encoder: told, map: offer }),
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
