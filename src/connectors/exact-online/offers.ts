import type { OfferInput, OfferLineItemInput } from "../../contract/inputs/sales.ts";
import type { Offer, OfferLineItem } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { microsoftDay } from "../../kit/dates.ts";
import { as, dayAs, elsewhere, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { named } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { linesOf, modified, oneOf, resource, selected } from "./conventions.ts";
import { numberOf, stamps, trimmed } from "./fields.ts";
import { discountAs, itemName, lineEncoders, lineFields, totalsOf, tradeLine } from "./lines.ts";
import type { Quotation, TradeLine } from "./types.ts";

/** What was reviewed lives on in a newer version. */
const statuses = vocabulary({
  ...{ 20: "DRAFT", 10: "DRAFT", 25: "DRAFT", 35: "DRAFT", 40: "SENT", 50: "ACCEPTED", 5: "DECLINED", 6: "VOIDED" },
});

const line = mapping<OfferLineItem, TradeLine>({ ...tradeLine, name: itemName });
const lines = ({ QuotationLines }: Quotation) => linesOf(QuotationLines);

const offer = mapping<Offer, Quotation>({
  ...stamps,
  ...totalsOf(lines),
  ...values({ id: "QuotationID", contactId: "OrderAccount", name: "OrderAccountName", reference: "YourRef" }),
  currency: ({ Currency }) => trimmed(Currency),
  lineItems: each(line, lines),
  offerDate: ({ QuotationDate }) => microsoftDay(QuotationDate),
  offerNumber: ({ QuotationNumber }) => numberOf(QuotationNumber),
  status: statuses.read(({ Status }) => Status?.toString()),
});

const quotations = resource<Offer, Quotation>("/crm/Quotations", {
  ...{ id: "offerId", key: "QuotationID", map: offer },
  ...selected(
    "QuotationID,Currency,OrderAccount,OrderAccountName,QuotationDate,QuotationNumber,Status,YourRef,Created,Modified",
    "QuotationLines",
    `${lineFields},Quantity,VATAmountFC`,
  ),
});

export const offers = {
  "offers.list": quotations.list({
    filters: { ...modified, status: (status, field) => ({ $filter: oneOf("Status", statuses.theirs(status, field)) }) },
  }),
  "offers.get": quotations.get(),
  "offers.create": quotations.create<OfferInput>({
    encoder: encoder<OfferInput>({
      ...{ addresses: elsewhere, contactId: as("OrderAccount"), currency: as("Currency") },
      lineItems: listAs(
        "QuotationLines",
        encoder<OfferLineItemInput>({ ...lineEncoders, totalDiscountPercentage: discountAs }),
      ),
      ...{ offerDate: dayAs("QuotationDate"), reference: as("YourRef") },
    }),
    requires: ["contactId", "lineItems", "lineItems.itemId"],
  }),
  ...named("offers.lineItems", quotations.lines(lines, line)),
};
