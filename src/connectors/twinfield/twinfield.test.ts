import { simulation } from "../../../simulators/twinfield/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import type { Known } from "../../../test/conformance/facts.ts";
import { twinfield } from "./connector.ts";

const midnight = (days: number): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`;

const party = (first: string) => (known: Known) => ({
  addresses: [
    {
      addressLine1: "Verzonnen Laan 7",
      addressLine2: "Achterhuis",
      city: "Voorbeeldstad",
      countryCode: "NL",
      postalCode: "0000 XX",
      type: "BILLING" as const,
    },
  ],
  bankAccount: {
    bic: "XXXXNL2X",
    holder: "Nieuwland",
    iban: "NL00XXXX0000000000",
    isMainAccount: true,
    name: "Voorbeeldbank",
  },
  companyName: `Nieuwland ${known.fresh()}`,
  contactType: "COMPANY" as const,
  emailAddresses: [{ email: "info@nieuwland.example", type: "BUSINESS" as const }],
  number: `${first}${known.fresh().replaceAll(/\D/g, "").slice(-5).padStart(5, "0")}`,
  phoneNumbers: [
    { number: "0000 1", type: "BUSINESS" as const },
    { number: "0000 2", type: "FAX" as const },
  ],
  vatId: "NL000000000B01",
});

const invoice = async (known: Known) => ({
  contactId: await known.id("customers.list"),
  currency: "EUR",
  dueDate: midnight(20),
  invoiceDate: midnight(-10),
  invoiceNumber: `F-${known.fresh()}`,
  journalCode: "VRK",
  lineAmountTypes: "EXCLUSIVE",
  lineItems: [
    {
      accountId: "8000",
      description: "Advies",
      discountItemPercentage: 10,
      quantity: 2,
      taxCode: "VH",
      unitAmount: 99.5,
    },
  ],
  reference: `RF${known.fresh()}`,
  status: "OPEN" as const,
});

const purchased = { accountId: "4000", description: "Papier", quantity: 3, taxCode: "IH", unitAmount: 12.25 };

conformance({
  connector: twinfield,
  simulation,
  requests: {
    "bills.create": async (known) => ({
      billDate: midnight(-10),
      billNumber: known.fresh(),
      contactId: await known.id("suppliers.list"),
      currency: "EUR",
      dueDate: midnight(20),
      journalCode: "INK",
      lineItems: [purchased],
      paymentReference: `RF${known.fresh()}`,
      status: "OPEN" as const,
    }),
    "customers.create": party("1"),
    "suppliers.create": party("2"),
    "invoices.create": invoice,
    "journalEntries.create": async (known) => ({
      currency: "EUR",
      isProvisional: false,
      journalCode: "MEMO",
      journalLineItems: [
        {
          accountId: "4000",
          debitCreditIndicator: "DEBIT",
          description: "Correctie",
          documentNumber: known.fresh(),
          totalNetAmount: 100,
        },
        {
          accountId: "1300",
          customerId: await known.id("customers.list"),
          debitCreditIndicator: "CREDIT",
          totalNetAmount: 60,
        },
        {
          accountId: "1600",
          supplierId: await known.id("suppliers.list"),
          debitCreditIndicator: "CREDIT",
          totalNetAmount: 40,
        },
      ],
      transactionDate: midnight(-12),
    }),
    "vendorCredits.create": async (known) => ({
      contactId: await known.id("suppliers.list"),
      currency: "EUR",
      dueDate: midnight(20),
      journalCode: "INK",
      lineItems: [purchased],
      paymentReference: `RF${known.fresh()}`,
      status: "OPEN" as const,
      vendorCreditDate: midnight(-9),
      vendorCreditNumber: known.fresh(),
    }),
  },
  excuses: {},
});
