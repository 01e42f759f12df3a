import { simulation } from "../../../simulators/qonto/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { midnight } from "../../../test/conformance/days.ts";
import type { Facts, Known } from "../../../test/conformance/facts.ts";
import { qonto } from "./connector.ts";

const address = {
  addressLine1: "3 rue de l'Exemple",
  city: "Ville-Exemple",
  countryCode: "FR",
  postalCode: "00123",
} as const;

const company = (known: Known) => ({
  addresses: [
    { ...address, type: "BILLING" as const },
    { ...address, addressLine1: "4 quai du Dépôt", type: "DELIVERY" as const },
  ],
  companyName: `Exemple & Fils ${known.fresh()}`,
  contactType: "COMPANY" as const,
  emailAddresses: [{ email: "compta@exemple.example" }, { email: "copie@exemple.example" }],
  role: "CUSTOMER" as const,
  vatId: "FR00000000001",
});

/** Of the invented clients, every ninth has no currency, and every tenth no address. */
const isReady = ({ addresses, companyName }: { readonly addresses?: unknown; readonly companyName?: unknown }) =>
  Array.isArray(addresses) && companyName !== undefined;

const requests: Facts["requests"] = {
  "customers.create": company,
  "customers.patch": (known: Known) => ({ companyName: `Exemple & Filles ${known.fresh()}` }),
  "items.create": (known) => ({
    name: `Thé en vrac ${known.fresh()}`,
    taxCode: "N4",
    taxRatePercentage: 0,
    type: "PRODUCT",
    unitSalesPrice: 12.5,
  }),
  "invoices.create": async (known) => ({
    contactId: await known.id("customers.list", isReady),
    currency: "EUR",
    discountPercentage: 5,
    dueDate: midnight(-1),
    invoiceDate: midnight(-31),
    invoiceNumber: `FA-${known.fresh()}`,
    lineAmountTypes: "EXCLUSIVE",
    lineItems: [
      {
        description: "Deux paquets",
        discountItemPercentage: 10,
        name: "Thé en vrac",
        quantity: 2,
        taxRatePercentage: 20,
        unitAmount: 12.5,
        unitName: "paquet",
      },
      { name: "Formation", quantity: 1, taxCode: "N4", taxRatePercentage: 0, unitAmount: 100 },
    ],
    reference: `BC-${known.fresh()}`,
    shippingDate: midnight(-30),
    shippingEndDate: midnight(-29),
  }),
  "invoices.patch": (known: Known) => ({ reference: `BC-${known.fresh()}` }),
};

conformance({ connector: qonto, simulation, requests });
