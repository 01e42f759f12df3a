import type { OfferInput, OfferLineItemInput } from "../../contract/inputs/sales.ts";
import type { OfferLineItem, Offer as OfferRecord } from "../../contract/records/sales.ts";
import { days, values } from "../../kit/columns.ts";
import { allAs, as, dayAs, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { named } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { pdfOf } from "./attachments.ts";
import { resource } from "./conventions.ts";
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
  ...fields.document,
  ...fields.addresses,
  ...fields.discount,
  ...fields.refs({ contactId: "CustomerRef" }),
  lineItems: each(line, lines.linesOf),
  ...values({ name: "CustomerRef.name", offerNumber: "DocNumber" }),
  ...days({ offerDate: "TxnDate" }),
  status: statuses.read(({ TxnStatus }) => TxnStatus),
});

const offerEncoder = encoder<OfferInput>({
  addresses: fields.addressesAs,
  ...allAs(fields.refAs, { contactId: "CustomerRef", currency: "CurrencyRef" }),
  lineItems: listAs("Line", encoder<OfferLineItemInput>(lines.saleEncoders)),
  offerDate: dayAs("TxnDate"),
  offerNumber: as("DocNumber"),
  status: statuses.as("TxnStatus"),
});

const { list, get, create } = resource("Estimate", "offerId", offer);

export const offers = {
  ...named("offers", {
    list: list({ rules: ["Estimates; one that was closed or converted into an invoice counts as accepted."] }),
    get: get(),
    "document.get": pdfOf("Estimate", "offerId"),
    create: create({ encoder: offerEncoder, body: lines.withLines(true), requires: ["contactId", "lineItems"] }),
  }),
  ...named("offers.lineItems", lines.lineReads("Estimate", { id: "offerId", map: line })),
};
