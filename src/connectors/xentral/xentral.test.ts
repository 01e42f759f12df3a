import { description } from "../../../simulators/xentral/description.ts";
import { simulation } from "../../../simulators/xentral/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { midnight } from "../../../test/conformance/days.ts";
import type { Facts, Known } from "../../../test/conformance/facts.ts";
import { xentral } from "./connector.ts";

const address = {
  addressLine1: "Übungsweg 3",
  addressLine2: "Gebäude C",
  city: "Musterstadt",
  countryCode: "DE",
  postalCode: "00123",
} as const;

const partner = (known: Known) => ({
  addresses: [{ ...address, type: "BILLING" as const }],
  companyName: `Muster & Söhne ${known.fresh()}`,
  contactType: "COMPANY" as const,
  emailAddresses: [{ email: "info@muster.example" }],
  number: known.fresh(),
  phoneNumbers: [
    { number: "+49 000 1", type: "BUSINESS" as const },
    { number: "+49 000 2", type: "MOBILE" as const },
    { number: "+49 000 3", type: "FAX" as const },
  ],
  projectId: "1",
  role: "CUSTOMER" as const,
  vatId: "DE000000001",
});

const change = (known: Known) => ({ companyName: `Muster & Töchter ${known.fresh()}` });

const hasOwnAddress = ({ addresses }: { readonly addresses?: unknown }) => Array.isArray(addresses);

const sold = async (known: Known) => ({
  description: "Zwei Pakete",
  itemId: await known.id("items.list"),
  quantity: 2,
  taxCode: "standard",
  unitAmount: 12.5,
  unitName: "Paket",
});

const requests: Facts["requests"] = {
  "customers.create": partner,
  "customers.patch": change,
  "suppliers.create": (known) => ({ ...partner(known), role: "SUPPLIER" }),
  "suppliers.patch": change,
  "items.create": (known) => ({ itemNumber: `ART-${known.fresh()}`, name: "Tee, lose", taxCode: "reduced" }),
  "items.patch": (known: Known) => ({ itemNumber: `ART-${known.fresh()}`, name: "Tee, fein" }),
  "invoices.create": async (known) => ({
    addresses: [address],
    contactId: await known.id("customers.list", hasOwnAddress),
    currency: "EUR",
    dueDate: midnight(-1),
    invoiceDate: midnight(-31),
    lineAmountTypes: "EXCLUSIVE",
    lineItems: [{ ...(await sold(known)), discountItemPercentage: 10, name: "Tee, lose" }],
    name: "Muster & Söhne",
    reference: `BEST-${known.fresh()}`,
    shippingDate: midnight(-30),
    taxRule: "NET",
  }),
  "invoices.patch": (known: Known) => ({ reference: `BEST-${known.fresh()}` }),
  "offers.create": async (known) => ({
    addresses: [address],
    contactId: await known.id("customers.list", hasOwnAddress),
    currency: "EUR",
    lineItems: [{ ...(await sold(known)), name: "Tee, lose", totalDiscountPercentage: 10, type: "ITEM" }],
    name: "Muster & Söhne",
    offerDate: midnight(-2),
    reference: `ANFRAGE-${known.fresh()}`,
  }),
  "salesOrders.create": async (known) => ({
    addresses: [address],
    contactId: await known.id("customers.list", hasOwnAddress),
    currency: "EUR",
    deliveryDate: midnight(5),
    lineItems: [{ ...(await sold(known)), itemName: "Tee, lose", totalDiscountPercentage: 10 }],
    orderDate: midnight(-2),
    projectId: "2",
  }),
};

conformance({
  connector: xentral,
  simulation,
  description,
  requests,
  excuses: {
    "/^taxRates\\.(?:list|get): rawData/":
      "The percentages are those of projects, and the codes the categories of lines: no reply of the vendor has a rate as a record.",
  },
});
