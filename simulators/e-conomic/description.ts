/** The vendor's schemas and descriptions, and where they are known to be wrong. */
import type { Description, DescriptionFile } from "../../test/specs/description.ts";
import { modelOf, names } from "./shapes.ts";

const services = new Set(names.flatMap((name) => /^\w+api\/v[\d.]+/.exec(modelOf(name).path)?.[0] ?? []));

const newer = [...services].map((base): DescriptionFile => {
  const name = `e-conomic-${base.replace(/api.*/, "").toLowerCase()}.json`;
  return { name, host: "apis.e-conomic.com", base: `/${base}`, complete: true };
});

export const description: Description = {
  files: [{ name: "e-conomic-legacy.json", host: "restapi.e-conomic.com", base: "", complete: true }, ...newer],
  excused: [
    { about: /\.journalEntryNumber$/, reason: "Entries have it, although the schema does not (tried live, 2026-08)." },
    { about: /\/pdf: no such address$/, reason: "The schemas have these URLs only in pdf.download." },
    {
      about: /\/lastUpdated must match pattern/,
      reason: "The pattern of quotes and orders has lost its backslashes; recorded replies have 2022-06-24T08:25:00Z.",
    },
    {
      about: /^GET \/(?:orders|quotes)\/\S+ answers 200 with the unknown field \.lines\[\]\.totalNetAmount$/,
      reason: "Recorded lines of orders have it (evidence/salesOrders.lineItems.list), although the schemas do not.",
    },
    {
      about: /^PUT \S+ is sent with the unknown field \.(?:layout|productGroup\.(?:name|inventoryEnabled))$/,
      reason: "Read-only fields in a request are ignored (tested live, 2026-08). A draft without a layout is refused.",
    },
  ],
};
