import { description } from "../../../simulators/visma-eaccounting/description.ts";
import { simulation } from "../../../simulators/visma-eaccounting/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { midnight } from "../../../test/conformance/days.ts";
import type { Facts, Known } from "../../../test/conformance/facts.ts";
import { vismaEaccounting } from "./connector.ts";

/** Fresh texts are too long for the vendor's numbers. */
const digits = (known: Known): string => `9${known.fresh().replaceAll(/\D/g, "").slice(-8)}`;

const requests: Facts["requests"] = {
  "customers.create": (known) => ({
    addresses: [
      {
        addressLine1: "Påhittsgatan 7",
        addressLine2: "Hus C",
        city: "Påhittköping",
        countryCode: "SE",
        postalCode: "000 00",
        type: "BILLING",
      },
      {
        addressLine1: "Lagergatan 3",
        addressLine2: "Port 4",
        city: "Exempelstad",
        countryCode: "NO",
        postalCode: "0000",
        type: "DELIVERY",
      },
    ],
    companyName: `Kund ${known.fresh()}`,
    contactType: "COMPANY",
    emailAddresses: [{ email: "info@kund.example", type: "BUSINESS" }],
    number: digits(known),
    phoneNumbers: [
      { number: "0000-1", type: "BUSINESS" },
      { number: "0700-1", type: "MOBILE" },
    ],
    vatId: "SE000000000001",
  }),
  "customers.patch": (known: Known) => ({ companyName: `Kund ${known.fresh()}` }),
  "suppliers.create": (known) => ({
    addresses: [{ addressLine1: "Påhittsgatan 7", city: "Påhittköping", countryCode: "SE", postalCode: "000 00" }],
    bankAccount: { bic: "EXMPSESSXXX", iban: "SE4550000000058398257466", name: "Exempelbanken" },
    companyName: `Leverantör ${known.fresh()}`,
    contactType: "COMPANY",
    emailAddresses: [{ email: "info@lev.example", type: "BUSINESS" }],
    number: digits(known),
    phoneNumbers: [{ number: "0000-1", type: "BUSINESS" }],
    vatId: "SE000000000002",
  }),
  "suppliers.patch": (known: Known) => ({ companyName: `Leverantör ${known.fresh()}` }),
  "items.create": (known) => ({
    incomeAccountId: "3051",
    itemNumber: digits(known),
    name: `Artikel ${known.fresh()}`,
    taxCode: "Varor 25% moms",
    taxRatePercentage: 25,
    type: "PRODUCT",
    unitName: "PIECE",
    unitPurchasePrice: 40,
    unitSalesPrice: 99.5,
  }),
  "items.patch": (known: Known) => ({ name: `Artikel ${known.fresh()}`, unitSalesPrice: 101 }),
  "projects.create": async (known) => ({
    contactId: await known.id("customers.list"),
    description: "Anteckning",
    endDate: midnight(90),
    name: `Projekt ${known.fresh()}`,
    number: digits(known),
    startDate: midnight(-3),
    status: "ACTIVE",
  }),
  "journalEntries.create": (known) => ({
    currency: "SEK",
    description: `Hyra ${known.fresh()}`,
    journalCode: "B",
    journalLineItems: [
      { accountId: "5010", debitCreditIndicator: "DEBIT", description: "Lokal", totalNetAmount: 120.5 },
      { accountId: "1930", debitCreditIndicator: "CREDIT", totalNetAmount: 120.5 },
    ],
    transactionDate: midnight(-3),
  }),
  "invoices.create": async (known) => ({
    contactId: await known.id(
      "customers.list",
      ({ contactType, addresses }) =>
        contactType === "COMPANY" && JSON.stringify(addresses).includes('"countryCode":"SE"'),
    ),
    dueDate: midnight(27),
    invoiceDate: midnight(-3),
    lineAmountTypes: "EXCLUSIVE",
    lineItems: [
      {
        description: "Två paket",
        discountItemPercentage: 10,
        itemId: await known.id("items.list", ({ taxRatePercentage }) => taxRatePercentage === 25),
        quantity: 2,
        taxRatePercentage: 25,
        unitAmount: 150,
      },
    ],
    reference: `PO ${known.fresh()}`,
    shippingDate: midnight(-3),
    status: "OPEN",
  }),
};

conformance({
  connector: vismaEaccounting,
  simulation,
  description,
  requests,
  vendorId: (id, list) => (list.startsWith("journalEntries") ? (id.split("_")[1] ?? id) : id),
});
