import type { OfferInput, OfferLineItemInput } from "../../contract/inputs/sales.ts";
import type { OfferLineItem, Offer as OfferRecord } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { file } from "../../kit/download.ts";
import { encoder, listAs, onlyAccepts } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { partOf, partsOf } from "../../kit/reading.ts";
import { day, decimal, plainValue, twoWay } from "../../kit/twoWay.ts";
import { resource } from "./conventions.ts";
import { documents } from "./documents.ts";
import { contactId, currency, documentFields, statuses } from "./fields.ts";
import { lineEncoders, lineTotal, netPrices, pricesRule, tradeLine } from "./lines.ts";
import type { Detail, Estimate } from "./types.ts";

const states = statuses({
  draft: ["DRAFT"],
  open: ["SENT"],
  late: ["EXPIRED"],
  accepted: ["ACCEPTED"],
  billed: ["ACCEPTED"],
  rejected: ["DECLINED"],
  archived: ["VOIDED"],
});

/** Optional lines that the customer has not selected are not part of the totals. */
const isSelected = ({ is_selected: selected }: Detail) => selected !== false;

const offerLine = mapping<OfferLineItem, Detail>({
  ...tradeLine,
  totalNetAmount: (detail) => (isSelected(detail) ? lineTotal(detail) : undefined),
  type: (detail) => (isSelected(detail) ? "ITEM" : "COMMENT"),
});

const offerFields = twoWay({
  reference: plainValue("reference"),
  offerDate: day("estimate_date"),
  totalDiscountPercentage: decimal("discount"),
});

export const offer = mapping<OfferRecord, Estimate>({
  ...documentFields,
  ...offerFields.reads,
  ...values({ offerNumber: "estimate_id" }),
  lineItems: nestedList(offerLine, ({ details }) => details),
  status: states.of,
});

const unselectedRule =
  "An optional line that was not selected is a COMMENT with a price but no total. It is not part of the offer's totals.";

const estimates = resource("/estimates", "offerId", { map: offer, within: "estimate" });
const lines = { path: "/estimates/{offerId}.json", parts: ({ details }: Estimate) => details, map: offerLine };

export const offers = {
  "offers.list": documents({ resource: "/estimates", map: offer, states, rules: [pricesRule, unselectedRule] }),
  "offers.get": { ...estimates.get(), rules: [unselectedRule] },
  "offers.document.get": file(({ ids: { offerId: id = "" } }) => ({ id, path: path`/estimates/${id}/download_pdf` })),
  "offers.lineItems.list": partsOf(lines),
  "offers.lineItems.get": partOf({ ...lines, id: ({ id }) => id }),
  "offers.create": estimates.create({
    encoder: encoder<OfferInput>({
      ...contactId.writes,
      ...currency.writes,
      ...offerFields.writes,
      lineItems: listAs("details_attributes", encoder<OfferLineItemInput>(lineEncoders)),
      status: onlyAccepts(["DRAFT"]),
    }),
    also: () => netPrices,
    requires: ["contactId"],
  }),
};
