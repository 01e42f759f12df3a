import type { OfferInput, OfferLineItemInput } from "../../contract/inputs/sales.ts";
import type { OfferLineItem, Offer as OfferRecord } from "../../contract/records/sales.ts";
import { type VendorQuery } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { allAs, as, decimalAs, encoder, listAs, objectAs, only } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { resource } from "./conventions.ts";
import { accountingDay, midnightAs } from "./days.ts";
import { documentFields, recipientName, recordAddressEncoder } from "./fields.ts";
import { latestPdf } from "./files.ts";
import * as lines from "./lines.ts";
import { anyOf } from "./references.ts";
import type { BusinessDocument, Item } from "./types.ts";

const entity = "quotation";

/** Whether an open one was sent is told beside its state. */
const settled = vocabulary({ ACCEPTED: "ACCEPTED", CANCELLED: "VOIDED", REJECTED: "DECLINED" });
const pending = ["OPEN", "INQUIRED"] as const;
const isPending = (status: string): boolean => pending.some((one) => one === status);

const statusOf = Object.assign(
  ({ status, sentToRecipient }: BusinessDocument) =>
    isPending(status ?? "") ? (sentToRecipient ? ("SENT" as const) : ("DRAFT" as const)) : settled.ours(status),
  {
    unread: ({ status }: BusinessDocument) =>
      status && !isPending(status) && settled.ours(status) === undefined ? status : undefined,
  },
);

function statusFilter(wanted: string): VendorQuery {
  if (wanted !== "DRAFT" && wanted !== "SENT") return { "status-in": anyOf(settled.theirs(wanted, "status")) };
  return { "status-in": anyOf(pending), "sentToRecipient-eq": wanted === "SENT" };
}

const kinds = vocabulary({ DEFAULT: "ITEM", SERVICE: "RESOURCE", SERVICE_QUOTA: "RESOURCE", FREE_TEXT: "COMMENT" });

const offerLine = mapping<OfferLineItem, Item>({
  ...lines.tradeLine,
  name: lines.title,
  type: kinds.read((item) => item.itemType),
});

const linesOf = lines.linesIn<BusinessDocument>(({ quotationItems }) => quotationItems);

const offer = mapping<OfferRecord, BusinessDocument>({
  ...{ ...documentFields, ...recipientName },
  ...values({ contactId: "customerId", offerNumber: "quotationNumber" }),
  lineItems: each(offerLine, linesOf),
  offerDate: (native) => accountingDay(native.quotationDate),
  status: statusOf,
});

const quotations = resource({
  ...{ entity, id: "offerId", map: offer, refers: ["currency", "tax", "unit"] },
  // Earlier versions of an offer are kept under its number, and patterns for new ones beside them.
  query: { "activeVersion-eq": true, "template-eq": false },
  is: ({ activeVersion, template }: BusinessDocument) => activeVersion !== false && template !== true,
});
const line = quotations.parts({ map: offerLine, parts: linesOf });

const lineEncoder = encoder<OfferLineItemInput>(
  {
    ...lines.lineEncoders,
    name: as("title"),
    totalDiscountPercentage: decimalAs("discountPercentage"),
    type: kinds.as("itemType"),
  },
  lines.ownPrice,
);

export const offers = {
  "offers.list": quotations.list({ filters: { status: statusFilter } }),
  "offers.get": quotations.get,
  "offers.lineItems.list": line.list,
  "offers.lineItems.get": line.get,
  "offers.document.get": latestPdf(entity, "offerId", "downloadLatestQuotationPdf"),
  "offers.create": quotations.create({
    encoder: encoder<OfferInput>({
      addresses: only(objectAs("recordAddress", recordAddressEncoder)),
      ...allAs(as, { contactId: "customerId", currency: "recordCurrencyId", offerNumber: "quotationNumber" }),
      lineItems: listAs("quotationItems", lineEncoder),
      offerDate: midnightAs("quotationDate"),
      totalDiscountPercentage: decimalAs("headerDiscount"),
    }),
    requires: ["contactId"],
  }),
};
