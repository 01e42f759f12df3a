import { simulation } from "../../../simulators/poweroffice-go/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { powerofficeGo } from "./connector.ts";

conformance({
  connector: powerofficeGo,
  simulation,
  requests: {
    "contacts.create": ({ fresh }) => ({
      contactType: "COMPANY",
      companyName: "Neuland Probe OHG",
      addresses: [{ addressLine1: "Musterweg 7", postalCode: "00000", city: "Musterdorf", countryCode: "CH" }],
      emailAddresses: [{ email: "info@neuland.example" }],
      isCustomer: true,
      isSupplier: false,
      number: fresh(),
      website: "https://neuland.example",
    }),
    "contacts.patch": { website: "https://neuland.example/neu" },
    "invoices.create": async ({ id }) => ({
      contactId: await id("contacts.list"),
      currency: "EUR",
      invoiceDate: "2026-02-22T00:00:00Z",
      dueDate: "2026-03-22T00:00:00Z",
      reference: "Übung",
      lineItems: [{ name: "Käse", quantity: 3, unitAmount: 10.5, taxRatePercentage: 7 }],
    }),
  },
});
