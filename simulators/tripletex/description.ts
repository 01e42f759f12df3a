/** Tripletex's description of its API, and where it is known to be wrong. */
import type { Description } from "../../test/specs/description.ts";

export const description: Description = {
  files: [{ name: "tripletex.json", host: "tripletex.no", base: "/v2", complete: true }],
  excused: [
    {
      about: /answers 20\d \S+ must be (?:object|string)$|\/(?:type|supplierVoucherType) must be equal to one of/,
      reason: "The description marks no field as nullable; recorded replies have null for missing records and days.",
    },
    {
      about: /answers [45]\d\d with the unknown field/,
      reason: "The description has one reply for each operation; refusals are only in its introduction.",
    },
  ],
};
