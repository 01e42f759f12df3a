/** Fortnox's OpenAPI description, and its known errors. */
import type { Description } from "../../test/specs/description.ts";

export const description: Description = {
  files: [{ name: "fortnox.json", host: "api.fortnox.se", base: "", complete: true }],
  excused: [
    {
      about: /answers 20\d \S+ must be (?:array|boolean|integer|number|object|string)$/,
      reason:
        "The description marks no field as nullable; recorded replies have null for empty fields, and text for some numbers of lists.",
    },
    {
      about: /unknown field \.(?:MetaInformation|message)$/,
      reason: "Recorded lists have MetaInformation, and the gateway refuses an expired token with a message alone.",
    },
    {
      about: /HouseWorkType must be equal|HouseworkType must be equal/,
      reason: "Recorded rows and articles without housework have null.",
    },
    {
      about: /Account must be >= 1000$/,
      reason: "Recorded articles have 0 for an account that is not set.",
    },
    {
      about: /(?:Cost|InvoiceReference)$/,
      reason: "Recorded replies have these fields of documents, which the description lacks.",
    },
    {
      about: /(?:InvoicePeriodStart|InvoicePeriodEnd|PaymentWay) must /,
      reason: "Recorded replies have an empty text for a day or word that is not set.",
    },
    {
      about: /\b(?:page|limit|sortorder|lastmodified|financialyear|fromdate)\b/,
      reason: "Parameters of almost every list are in the vendor's guide to parameters, not in the description.",
    },
    {
      about: /^PUT .* is sent .*required propert|^POST \/3\/vouchers is sent .*Year/,
      reason:
        "Recorded changes name only the fields that change, and a voucher is accepted without its year, which is a parameter.",
    },
  ],
};
