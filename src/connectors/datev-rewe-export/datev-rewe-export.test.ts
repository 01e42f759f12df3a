import { description } from "../../../simulators/datev-rewe-export/description.ts";
import { simulation } from "../../../simulators/datev-rewe-export/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { datevReweExport } from "./connector.ts";

conformance({
  connector: datevReweExport,
  simulation,
  description,
  withFile: ["files.create", "bookingProposals.create"],
  always: { "bookingProposals.create": { bookingType: "BILL" } },
  excuses: { "/^journalEntries\\.list: claims/": "a task, which the suite does not run: see tasks.test.ts" },
  requests: {
    "files.create": { documentType: "Rechnungseingang", note: "Bitte prüfen" },
    "bookingProposals.create": async ({ fresh, id }) => ({
      bookingProposalDate: `${new Date().getUTCFullYear()}-01-15T00:00:00Z`,
      number: `ER-${fresh()}`,
      currency: "EUR",
      contactId: await id("suppliers.list"),
      contactName: "Müller & Söhne <GmbH>",

      dueDate: `${new Date().getUTCFullYear()}-02-14T00:00:00Z`,
      ledgerName: "Bewirtung",
      totalGrossAmount: 129.7,
      lineItems: [
        { accountNumber: 4650, taxRatePercentage: 19, totalGrossAmount: 119, description: "Geschäftsessen" },
        { accountCode: "4930", taxRatePercentage: 7, totalGrossAmount: 10.7, dimension1: "200" },
      ],
    }),
  },
});
