import type { OfferInput, OfferLineItemInput } from "../../contract/inputs/sales.ts";
import type { OfferLineItem, Offer as OfferRecord } from "../../contract/records/sales.ts";
import { amounts, values } from "../../kit/columns.ts";
import { accountingDay } from "../../kit/dates.ts";
import { file } from "../../kit/download.ts";
import { allAs, as, dayAs, decimalAs, encoder, listAs, taking } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { partOf, partsOf } from "../../kit/reading.ts";
import { resource } from "./conventions.ts";
import { documents } from "./documents.ts";
import { documentFields, statuses } from "./fields.ts";
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

/** What the customer may choose, and has not, is in no total. */
const isChosen = ({ is_selected: chosen }: Detail) => chosen !== false;

const offerLine = mapping<OfferLineItem, Detail>({
  ...tradeLine,
  totalNetAmount: (detail) => (isChosen(detail) ? lineTotal(detail) : undefined),
  type: (detail) => (isChosen(detail) ? "ITEM" : "COMMENT"),
});

export const offer = mapping<OfferRecord, Estimate>({
  ...documentFields,
  lineItems: each(offerLine, ({ details }) => details),
  offerDate: (estimate) => accountingDay(estimate.estimate_date),
  ...values({ offerNumber: "estimate_id", reference: "reference" }),
  ...amounts({ totalDiscountAmount: "total_discount", totalDiscountPercentage: "discount" }),
  status: states.of,
});

const unchosenRule =
  "An optional line that nobody has chosen is a COMMENT with a price and without a total: it is in no total of the offer.";

const estimates = resource("/estimates", "offerId", { map: offer, within: "estimate" });
const lines = { path: "/estimates/{offerId}.json", parts: ({ details }: Estimate) => details, map: offerLine };

export const offers = {
  "offers.list": documents({ resource: "/estimates", map: offer, states, rules: [pricesRule, unchosenRule] }),
  "offers.get": { ...estimates.get, rules: [unchosenRule] },
  "offers.document.get": file(({ ids: { offerId: id = "" } }) => ({ id, path: path`/estimates/${id}/download_pdf` })),
  "offers.lineItems.list": partsOf(lines),
  "offers.lineItems.get": partOf({ ...lines, id: ({ id }) => id }),
  "offers.create": estimates.create({
    encoder: encoder<OfferInput>({
      ...allAs(as, { contactId: "contact_id", currency: "currency", reference: "reference" }),
      lineItems: listAs("details_attributes", encoder<OfferLineItemInput>(lineEncoders)),
      offerDate: dayAs("estimate_date"),
      status: taking(["DRAFT"]),
      totalDiscountPercentage: decimalAs("discount"),
    }),
    also: () => netPrices,
    requires: ["contactId"],
  }),
};
