/** The vendor's own schemas and descriptions, and where they are known to be wrong. */
import type { Description, DescriptionFile } from "../../test/specs/description.ts";

const services = {
  ...{ accounts: "7.0.0", bookedEntries: "4.0.0", customers: "3.1.0", dimensions: "5.3.1", documents: "4.0.1" },
  ...{ journals: "15.0.0", projects: "1.1.0", suppliers: "2.0.0", webhooks: "1.0.0" },
};

const newer = Object.entries(services).map(
  ([service, version]): DescriptionFile => ({
    ...{ name: `e-conomic-${service.toLowerCase()}.json`, host: "apis.e-conomic.com", complete: true },
    base: `/${service}api/v${version}`,
  }),
);

export const description: Description = {
  files: [{ name: "e-conomic-legacy.json", host: "restapi.e-conomic.com", base: "", complete: true }, ...newer],
  excused: [
    {
      about: /with the unknown field .*\.journalEntryNumber$/,
      reason:
        "Entries of a voucher tell their number in the journal, although its schema does not (tried live, 2026-08).",
    },
    { about: /\/pdf: no such address$/, reason: "The schemas name these addresses in pdf.download only." },
    {
      about: /\/lastUpdated must match pattern/,
      reason: "The pattern of quotes and orders has lost its backslashes; recorded replies have 2022-06-24T08:25:00Z.",
    },
    {
      about: /^PUT \S+ is sent with the unknown field \.(?:layout|productGroup\.(?:name|inventoryEnabled))$/,
      reason:
        "What it only tells is ignored when it is sent (tried live, 2026-08); a draft without its layout is refused.",
    },
  ],
};
