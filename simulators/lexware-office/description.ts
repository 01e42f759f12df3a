/** The vendor's Postman collection: it has URLs and bodies of requests, but not all of them. */
import type { Description } from "../../test/specs/description.ts";

export const description: Description = {
  files: [{ name: "lexoffice-postman.json", host: "api.lexware.io", base: "", complete: true }],
  excused: [
    {
      about: /\/v1\/vouchers(?:\/\{id\}(?:\/files)?)?: no such address$/,
      reason: "Vouchers are in the vendor's documentation, but not in its collection.",
    },
    {
      about: /\{id\}\/file: no such address$/,
      reason: "The collection still has /document, which the vendor replaced by /file in August 2025.",
    },
    {
      about: /asks with the unknown parameter (?:size|email|name|number|articleNumber|voucherNumber)$/,
      reason: "Its examples of lists show some of the documented filters, and no page size.",
    },
    {
      about: /contacts(?:\/\{id\})? is sent with the unknown field \.(?:person|version)$/,
      reason:
        "Its examples of contacts are companies only, and new contacts lack the version that the vendor requires.",
    },
    {
      about: /quotations is sent with the unknown field \.(?:address\.supplement|totalPrice\.totalDiscountPercentage)$/,
      reason: "Its only example of a quotation lacks optional fields that its invoices have.",
    },
  ],
};
