import type { OfferInput, OfferLineItemInput } from "../../contract/inputs/sales.ts";
import type { OfferLineItem, Offer as OfferRecord } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { as, dayAs, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { named } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { pdfOf } from "./attachments.ts";
import { create, list, modified, single } from "./conventions.ts";
import * as fields from "./fields.ts";
import * as lines from "./lines.ts";
import type { Line, Transaction } from "./types.ts";

/** Text alone has no price that would count. */
const line = mapping<OfferLineItem, Line>({
  ...lines.tradeLine,
  name: lines.itemName,
  type: ({ DetailType }) => (DetailType === "SalesItemLineDetail" ? "ITEM" : "COMMENT"),
});

/** Closed and converted are those that an invoice was made from. */
const statuses = vocabulary({
  Pending: "SENT",
  Accepted: "ACCEPTED",
  Rejected: "DECLINED",
  Closed: "ACCEPTED",
  Converted: "ACCEPTED",
});

const offer = mapping<OfferRecord, Transaction>({
  ...fields.identity,
  ...fields.stamps,
  ...fields.addresses,
  ...fields.totals,
  ...fields.discount,
  contactId: ({ CustomerRef }) => fields.refOf(CustomerRef),
  currency: fields.currencyOf,
  lineItems: each(line, lines.linesOf),
  ...values({ name: "CustomerRef.name", offerNumber: "DocNumber" }),
  offerDate: fields.issuedOn,
  status: statuses.read(({ TxnStatus }) => TxnStatus),
});

const offerEncoder = encoder<OfferInput>({
  addresses: fields.addressesAs,
  contactId: fields.refAs("CustomerRef"),
  currency: fields.refAs("CurrencyRef"),
  lineItems: listAs("Line", encoder<OfferLineItemInput>(lines.saleEncoders)),
  offerDate: dayAs("TxnDate"),
  offerNumber: as("DocNumber"),
  status: statuses.as("TxnStatus"),
});

export const offers = {
  "offers.list": list("Estimate", {
    map: offer,
    filters: modified,
    rules: ["Estimates; one that was closed or converted into an invoice counts as accepted."],
  }),
  "offers.get": single("Estimate", { id: "offerId", map: offer }),
  "offers.document.get": pdfOf("Estimate", "offerId"),
  ...named("offers.lineItems", lines.lineReads("Estimate", { id: "offerId", map: line })),
  "offers.create": create("Estimate", {
    encoder: offerEncoder,
    body: lines.withLines(true),
    map: offer,
    requires: ["contactId", "lineItems"],
  }),
};
