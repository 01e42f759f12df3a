import type { OfferInput, OfferLineItemInput } from "../../contract/inputs/sales.ts";
import type { OfferLineItem, Offer as OfferRecord } from "../../contract/records/sales.ts";
import { type VendorQuery } from "../../contract/session.ts";
import { encoder, listAs } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { enumValue, plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { resource } from "./conventions.ts";
import { midnightDay } from "./days.ts";
import { documentEncoders, documentFields, documentRefers, recipientName } from "./fields.ts";
import { latestPdf } from "./files.ts";
import * as lines from "./lines.ts";
import { anyOf } from "./references.ts";
import type { BusinessDocument, Item } from "./types.ts";

const entity = "quotation";

/** A separate flag says whether an open offer was sent. */
const sent = "sent";
const states = vocabulary({
  OPEN: "DRAFT",
  INQUIRED: "DRAFT",
  [sent]: "SENT",
  ACCEPTED: "ACCEPTED",
  CANCELLED: "VOIDED",
  REJECTED: "DECLINED",
} as const);
const stateOf = ({ status, sentToRecipient }: BusinessDocument) =>
  sentToRecipient && states.toContract(status) === "DRAFT" ? sent : status;

function statusFilter(status: string, field: string): VendorQuery {
  const isSent = status === "SENT";
  const query = { "status-in": anyOf(states.toVendor(isSent ? "DRAFT" : status, field)) };
  if (!isSent && status !== "DRAFT") return query;
  return { ...query, "sentToRecipient-eq": isSent };
}

const kinds = vocabulary({ DEFAULT: "ITEM", SERVICE: "RESOURCE", SERVICE_QUOTA: "RESOURCE", FREE_TEXT: "COMMENT" });

const lineFields = twoWay({
  name: plainValue("title"),
  type: enumValue(kinds, "itemType"),
});
const offerLine = mapping<OfferLineItem, Item>({ ...lines.tradeLine, ...lineFields.reads });

const linesOf = lines.linesIn("quotationItems");

const offerFields = twoWay({
  contactId: plainValue("customerId"),
  offerDate: midnightDay("quotationDate"),
  offerNumber: plainValue("quotationNumber"),
});

const offer = mapping<OfferRecord, BusinessDocument>({
  ...documentFields,
  ...recipientName,
  ...offerFields.reads,
  lineItems: nestedList(offerLine, linesOf),
  status: states.read(stateOf),
});

const quotations = resource({
  entity,
  id: "offerId",
  map: offer,
  refers: documentRefers,
  // Earlier versions of an offer have the same number; templates for new offers are in the same list.
  query: { "activeVersion-eq": true, "template-eq": false },
  is: ({ activeVersion, template }: BusinessDocument) => activeVersion !== false && template !== true,
});

const lineEncoder = lines.lineEncoder<OfferLineItemInput>({ ...lines.discountFields.writes, ...lineFields.writes });

export const offers = {
  ...operationsOf("offers", quotations.reads({ filters: { status: statusFilter } })),
  ...operationsOf("offers.lineItems", quotations.parts({ map: offerLine, parts: linesOf }).reads),
  "offers.document.get": latestPdf(entity, "offerId", "downloadLatestQuotationPdf"),
  "offers.create": quotations.create({
    encoder: encoder<OfferInput>({
      ...documentEncoders,
      ...offerFields.writes,
      lineItems: listAs("quotationItems", lineEncoder),
    }),
    requires: ["contactId"],
  }),
};
