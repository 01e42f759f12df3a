import { simulation } from "../../../simulators/sevdesk/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { midnight } from "../../../test/conformance/days.ts";
import type { Known } from "../../../test/conformance/facts.ts";
import { sevdesk } from "./connector.ts";

const company = {
  contactType: "COMPANY" as const,
  companyName: "Probe & Söhne KG",
  addresses: [{ addressLine1: "Übungsweg 1", city: "Köln", countryCode: "DE", postalCode: "50667" }],
  emailAddresses: [{ email: "info@probe.example", type: "BUSINESS" as const }],
  phoneNumbers: [{ number: "0221 1", type: "MOBILE" as const }],
};

const line = {
  name: "Beratung",
  description: "vor Ort",
  quantity: 3,
  taxRatePercentage: 7,
  unitAmount: 10.5,
  unitName: "Std",
};

const spending = ({ id }: Known) => id("accounts.list", (account) => account["class"] === "EXPENSE");

const bill = async (known: Known) => ({
  billDate: midnight(-30),
  billNumber: known.fresh(),
  contactId: await known.id("suppliers.list"),
  currency: "EUR",
  deliveryDate: midnight(-31),
  dueDate: midnight(400),
  lineItems: [
    {
      accountId: await spending(known),
      description: "Material",
      taxRatePercentage: 19,
      totalNetAmount: 100,
      totalTaxAmount: 19,
    },
    { accountId: await spending(known), taxRatePercentage: 7, totalGrossAmount: 10.7 },
  ],
  name: "Lieferant",
  status: "DRAFT" as const,
  totalGrossAmount: 129.7,
  totalNetAmount: 110,
  totalTaxAmount: 19.7,
});

const invoice = async ({ id }: Known) => ({
  contactId: await id("customers.list"),
  currency: "EUR",
  dueDate: midnight(400),
  invoiceDate: midnight(-30),
  lineItems: [line, { ...line, itemId: await id("items.list"), quantity: 1 }],
  name: "Probe & Söhne",
  reference: "Bestellung 7",
  shippingDate: midnight(-31),
  status: "DRAFT" as const,
  taxText: "Umsatzsteuer",
});

conformance({
  connector: sevdesk,
  simulation,
  requests: {
    "bills.create": bill,
    "bills.update": bill,
    "contacts.create": ({ fresh }) => ({
      ...company,
      number: fresh(),
      isCustomer: true,
      website: "https://probe.example",
    }),
    "contacts.update": { ...company, companyName: "Probe AG" },
    "contacts.patch": { emailAddresses: [{ email: "neu@probe.example", type: "PRIVATE" }] },
    "customers.create": { ...company, vatId: "DE999999999" },
    "customers.update": { ...company, companyName: "Probe AG" },
    "customers.patch": { phoneNumbers: [{ number: "0221 2", type: "FAX" }] },
    "suppliers.create": { ...company, vatId: "DE999999998" },
    "suppliers.update": { ...company, companyName: "Probe AG" },
    "suppliers.patch": {
      addresses: [{ addressLine1: "Neue Gasse 2", city: "Wien", postalCode: "1010", countryCode: "AT" }],
    },
    "invoices.create": invoice,
    "invoices.patch": { reference: "Bestellung 8" },
    "items.create": ({ fresh }) => ({
      itemNumber: fresh(),
      name: "Käse",
      stockCount: 4,
      taxRatePercentage: 7,
      unitName: "PIECE",
      unitPurchasePrice: 5,
      unitSalesPrice: 10.7,
    }),
    "items.patch": { name: "Käse, alt", unitName: "KILOGRAM", unitSalesPrice: 9.95 },
    "offers.create": async ({ id, fresh }) => ({
      addresses: [],
      contactId: await id("customers.list"),
      currency: "EUR",
      lineItems: [line],
      offerDate: midnight(-15),
      offerNumber: fresh(),
      status: "SENT",
    }),
    "payments.create": async ({ rows }) => {
      const found = (await rows("invoices.list")).find(({ status }) => status === "OPEN" || status === "OVERDUE");
      return {
        currency: "EUR",
        documentType: "INVOICE",
        paymentLines: [
          { invoiceId: String(found?.["invoiceId"]), amount: 1.5, paymentDate: midnight(-1).slice(0, 10) },
        ],
      };
    },
    "transactions.create": async ({ id }) => ({
      accountId: await id("bankAccounts.list", ({ type }) => type === "online"),
      amount: -12.5,
      contact: "Muster Zahlungsdienst",
      description: "Gebühren",
      valueDate: midnight(-3),
      bookingDate: midnight(-2),
    }),
  },
});
