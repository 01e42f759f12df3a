import type { OfferInput, OfferLineItemInput } from "../../contract/inputs/sales.ts";
import type { OfferLineItem, Offer as OfferRecord } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { encoder, listAs } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { day, enumValue, plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { pdfOf } from "./attachments.ts";
import { resource } from "./conventions.ts";
import * as fields from "./fields.ts";
import * as lines from "./lines.ts";
import type { Line, Transaction } from "./types.ts";

/** Any other line is a comment without a price. */
const line = mapping<OfferLineItem, Line>({
  ...lines.tradeLine,
  name: lines.itemName,
  type: ({ DetailType }) => (DetailType === "SalesItemLineDetail" ? "ITEM" : "COMMENT"),
});

/** Closed and Converted: an invoice was made from the estimate. */
const statuses = vocabulary({
  Pending: "SENT",
  Accepted: "ACCEPTED",
  Rejected: "DECLINED",
  Closed: "ACCEPTED",
  Converted: "ACCEPTED",
});

const offerFields = twoWay({
  contactId: fields.ref("CustomerRef"),
  offerDate: day("TxnDate"),
  offerNumber: plainValue("DocNumber"),
  status: enumValue(statuses, "TxnStatus"),
});

const offer = mapping<OfferRecord, Transaction>({
  ...fields.document,
  ...fields.addresses,
  ...fields.discount,
  ...offerFields.reads,
  ...values({ name: "CustomerRef.name" }),
  lineItems: nestedList(line, lines.linesOf),
});

const offerEncoder = encoder<OfferInput>({
  ...fields.currency.writes,
  ...offerFields.writes,
  addresses: fields.addressesAs,
  lineItems: listAs("Line", encoder<OfferLineItemInput>(lines.saleEncoders)),
});

const { list, get, create } = resource("Estimate", "offerId", offer);

export const offers = {
  ...operationsOf("offers", {
    list: list({
      rules: [
        "Offers are QuickBooks' estimates. A closed estimate, or one converted into an invoice, counts as accepted.",
      ],
    }),
    get: get(),
    "document.get": pdfOf("Estimate", "offerId"),
    create: create({ encoder: offerEncoder, body: lines.withLines(true), requires: ["contactId", "lineItems"] }),
  }),
  ...operationsOf("offers.lineItems", lines.lineReads("Estimate", { id: "offerId", map: line })),
};
